package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/process/holds"
	"github.com/botarena/arena/internal/process/sandbox"
)

func newDoctor(s *program) *cobra.Command {
	from := &botFlags{}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Tell how bots are confined on this machine",
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
		Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return s.examine(from.level) },
	}
	from.level = usualLevel()
	from.registerSandbox(c)
	c.AddCommand(newDoctorSeccomp(s))
	return c
}

// examine prints what a level is on this machine.
func (s *program) examine(level sandbox.Level) error {
	confined, err := sandbox.New(level)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "sandbox %s\n", confined)
	s.printLayers(confined.Layers())
	fmt.Fprintln(s.out, "what holds for bots, but for .wasm files, which are confined everywhere")
	s.printLayers(holds.Here(confined).Promises())
	if !confined.Confines() {
		fmt.Fprintln(s.out, sandbox.StrangersRule)
	}
	s.examineModules()
	return nil
}

func (s *program) printLayers(all []sandbox.Layer) {
	for _, l := range all {
		state := "on "
		text := l.Does
		if !l.On {
			state, text = "off", l.Detail
		}
		fmt.Fprintf(s.out, "  %s  %-20s %s\n", state, l.Name, text)
		if !l.On && l.Fix != "" {
			fmt.Fprintf(s.out, "       %-20s to have it: %s\n", "", l.Fix)
		}
	}
}
