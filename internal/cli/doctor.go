package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/sandbox"
)

func newDoctor(s *program) *cobra.Command {
	from := &botFlags{}
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Tell how bots are confined on this machine",
		Long: `arena doctor tells how bots are confined on this machine: each layer, whether it is on,
and if not, why and what to do. It asks no setting of the system: it starts a program in
the sandbox, and believes what that could not do.

  standard  all layers that this machine has. The usual level on Linux
  strict    all layers, or no match: for the bots of strangers
  none      bots run with all your rights. The usual level elsewhere

No sandbox of this kind stops a bot that knows a hole in the kernel. Play bots of people
who may want to harm you in a virtual machine.`,
		Example: `  arena doctor
  arena doctor --sandbox strict`,
		Args: wantArgs(0, 0),
		RunE: func(*cobra.Command, []string) error { return s.examine(from.level) },
	}
	from.level = sandbox.Usual()
	from.registerSandbox(c)
	return c
}

// examine prints what a level is on this machine.
func (s *program) examine(level sandbox.Level) error {
	confined, err := sandbox.New(level)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "sandbox %s\n", confined)
	for _, l := range confined.Layers() {
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
	s.examineModules()
	return nil
}
