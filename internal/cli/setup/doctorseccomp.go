package setup

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/process/seccomp"

	"github.com/botarena/arena/internal/cli/shell"
)

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
