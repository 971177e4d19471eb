package league

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/botarena/arena/internal/league/retention"

	"github.com/botarena/arena/internal/cli/shell"
)

const keepFlag = "keep"

// keepRule is the value of a flag that says which replays a league keeps.
type keepRule retention.Rule

// registerKeep registers it.
func registerKeep(c *cobra.Command, to *keepRule) {
	*to = keepRule{Kind: retention.Faults}
	last := len(retention.Forms) - 1
	c.Flags().Var(to, keepFlag, "keep the replays of `WHICH` matches: "+
		strings.Join(retention.Forms[:last], ", ")+" or "+retention.Forms[last])
	shell.Must(c.RegisterFlagCompletionFunc(keepFlag, cobra.FixedCompletions(
		[]cobra.Completion{"all", "faults", "none", "newest:1000", "upsets:1000"}, cobra.ShellCompDirectiveNoFileComp,
	)))
}

func (k *keepRule) String() string {
	if k == nil || k.Kind == "" { // as the parser of flags makes it, to compare with an empty one
		return ""
	}
	return retention.Rule(*k).String()
}

// Type is shown where the usage has no name for the value.
func (*keepRule) Type() string { return "value" }

// Set takes the typed rule.
func (k *keepRule) Set(text string) error {
	r, err := retention.Parse(text)
	if err != nil {
		return shell.WrongValue(err.Error())
	}
	*k = keepRule(r)
	return nil
}

// change changes the rule of a league, if it was typed.
func (k *keepRule) change(ctx context.Context, l *openLeague, typed *pflag.FlagSet) error {
	if !typed.Changed(keepFlag) || k.String() == l.Keep {
		return nil
	}
	if err := l.Store.SetKeep(ctx, l.ID, k.String()); err != nil {
		return err
	}
	return l.changed(ctx, keepFlag, k.String(), l.Keep)
}
