package setup

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/seccomp"
	"github.com/botarena/arena/internal/process/wasm"

	"github.com/botarena/arena/internal/cli/shell"
)

// NewDoctor returns the command arena doctor.
func NewDoctor(s *shell.Shell) *cobra.Command {
	from := &shell.BotFlags{}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Show how bots are confined on this machine",
		Long: `arena doctor tells how bots are confined on this machine: each layer, whether it is on,
and if not, why and what to do; and what holds by that, or without it. It asks no setting
of the system: it starts a program in the sandbox, and believes what that could not do.

  standard  all layers that this machine has. The usual level where there is a sandbox,
            which is on Linux (amd64 and arm64)
  strict    all layers, or no match: for the bots of strangers
  none      bots run with all your rights. The usual level elsewhere

` + sandbox.StrangersRule + `

No sandbox of this kind stops a bot that knows a hole in the kernel. Play bots of people
who may want to harm you in a virtual machine.`,
		Example: `  arena doctor
  arena doctor --sandbox strict`,
		Args: shell.WantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return examine(s, from.Level) },
	}
	from.Level = shell.UsualLevel()
	from.RegisterSandbox(c)
	c.AddCommand(newDoctorSeccomp(s))
	return c
}

// examine prints what a level is on this machine.
func examine(s *shell.Shell, level sandbox.Level) error {
	confined, err := sandbox.New(level)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Out, "sandbox %s\n", confined)
	printLayers(s, confined.Layers())
	fmt.Fprintln(s.Out, "what holds for bots, except .wasm files, which are confined everywhere")
	printLayers(s, capabilities.Here(confined).Promises())
	if !confined.Confines() {
		fmt.Fprintln(s.Out, sandbox.StrangersRule)
	} else if err := examinePrivate(s, confined); err != nil {
		return err
	}
	examineModules(s)
	return nil
}

// examinePrivate prints whether bots read private files in folders of which they see something.
func examinePrivate(s *shell.Shell, confined *sandbox.Sandbox) error {
	tried, read, err := confined.ReadsPrivate()
	if err != nil {
		return err
	}
	l := sandbox.Layer{
		Name: "private files", On: len(read) == 0,
		Does: fmt.Sprintf("a bot reads none of those in /opt, /usr/local and /usr/src (%s tried)", safe.Count(tried, "file")),
	}
	if !l.On {
		l.Detail = "a bot reads " + safe.Shell(read[0])
		l.Fix = "put it elsewhere: bots see what is in a folder of root's there"
	}
	printLayers(s, []sandbox.Layer{l})
	return nil
}

func printLayers(s *shell.Shell, all []sandbox.Layer) {
	for _, l := range all {
		state := "on "
		text := l.Does
		if !l.On {
			state, text = "off", l.Detail
		}
		fmt.Fprintf(s.Out, "  %s  %-20s %s\n", state, l.Name, text)
		if !l.On && l.Fix != "" {
			fmt.Fprintf(s.Out, "       %-20s to get it: %s\n", "", l.Fix)
		}
	}
}

func newDoctorSeccomp(s *shell.Shell) *cobra.Command {
	return &cobra.Command{
		Use:   "seccomp [PROFILE]",
		Short: "Print a seccomp profile with which the sandbox is whole in a container",
		Long: `Print a seccomp profile with which the sandbox has all its layers in a container: the usual
profile of Docker or Podman allows no namespaces. A bot has its own filter in any case.

Without PROFILE, it is one of the arena's own, which allows less than Docker's, and the calls
that the sandbox needs. With PROFILE (- is standard input), it is that one with the calls of the
sandbox allowed and all else as it is: take this where your engine has its profile in a file,
as Podman has, so that its authors' changes are yours.`,
		Example: `  arena doctor seccomp > arena.json
  docker run --security-opt seccomp=arena.json …
  arena doctor seccomp /usr/share/containers/seccomp.json > arena.json`,
		Args: shell.WantArgs(0, 1),
		RunE: func(c *cobra.Command, args []string) error {
			text, err := seccompProfile(args, c.InOrStdin())
			if err == nil {
				_, err = s.Out.Write(text)
			}
			return err
		},
	}
}

// seccompProfile makes the profile, from the one that is named if any is.
func seccompProfile(args []string, stdin io.Reader) ([]byte, error) {
	if len(args) == 0 {
		return seccomp.Own()
	}
	read := func() ([]byte, error) { return shell.ReadText(args[0], seccomp.MaxFile) }
	if args[0] == "-" {
		read = func() ([]byte, error) { return shell.ReadWhole("standard input", stdin, seccomp.MaxFile) }
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	text, err = seccomp.Widen(text)
	if err != nil {
		return nil, shell.FileError(args[0], err)
	}
	return text, nil
}

// examineModules tells that modules can't be played, if so.
func examineModules(s *shell.Shell) {
	err := wasm.Able()
	if err == nil {
		return
	}
	fmt.Fprintf(s.Out, "  off  %-20s %v\n", "WebAssembly", err)
	fmt.Fprintf(s.Out, "       %-20s to get it: %s\n", "", hint.Of(err))
}
