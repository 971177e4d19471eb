package shell

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/base/safe"
)

// RenamedFlag lets a flag of a command be typed by the name that it had in the last version. The old name is in no
// help, and a note says the new one.
func RenamedFlag(c *cobra.Command, old, now string) {
	flag := c.Flags().Lookup(now)
	c.Flags().AddFlag(&pflag.Flag{
		Name: old, Usage: flag.Usage, Hidden: true, NoOptDefVal: flag.NoOptDefVal, DefValue: flag.DefValue,
		Value: &oldName{flag: flag, old: old, told: c.ErrOrStderr},
	})
}

// oldName is the value of a flag that is typed by its old name.
type oldName struct {
	flag *pflag.Flag
	old  string
	told func() io.Writer
}

func (o *oldName) String() string {
	if o.flag == nil { // as the parser of flags makes it, to compare with an empty one
		return ""
	}
	return o.flag.Value.String()
}

func (o *oldName) Type() string { return o.flag.Value.Type() }

func (o *oldName) Set(text string) error {
	safe.Fprintf(o.told(), "note: --%s is called --%s now\n", o.old, o.flag.Name)
	if err := o.flag.Value.Set(text); err != nil {
		return err
	}
	o.flag.Changed = true
	return nil
}

// RenamedCommand is a command by the name that it had in the last version: it says what it is called now, as in
// "arena bot list", and runs that. The old name is in no help.
func RenamedCommand(old string, now ...string) *cobra.Command {
	return &cobra.Command{
		Use:                old,
		Short:              "Called arena " + strings.Join(now, " ") + " now",
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			safe.Fprintf(c.ErrOrStderr(), "note: %s is called arena %s now\n", c.CommandPath(), strings.Join(now, " "))
			root := c.Root()
			root.SetArgs(append(now[:len(now):len(now)], args...))
			return root.ExecuteContext(c.Context())
		},
	}
}
