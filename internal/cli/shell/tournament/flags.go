package tournament

import (
	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/cli/shell"
)

// Flags select the parts to show of a tournament of a store.
type Flags struct {
	Costs bool
	CSV   bool
	JSON  bool
	Page  Page
}

// Register adds the flags to a command.
func (o *Flags) Register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.Costs, "costs", false, "show CPU times as well, which differ from run to run")
	f.BoolVar(&o.CSV, "csv", false, "print a row for each seat of each match, as CSV")
	f.BoolVar(&o.JSON, "json", false, "print the result as JSON")
	f.StringVar(&o.Page.File, "html", "", "write a page to `FILE`")
	f.BoolVar(&o.Page.Matches, "with-replays", false, "with --html, a page for each match whose replay is kept")
}

// Check refuses flags that contradict each other or --http. In the example of what to type, the page is a file.
func (o *Flags) Check(c *cobra.Command, file string) error {
	changed := c.Flags().Changed
	if err := shell.Alone(changed, "csv", "json", "html", "http"); err != nil {
		return err
	}
	if o.Page.Matches && o.Page.File == "" {
		return shell.Misused("--html "+file+" --with-replays", "--with-replays: has no effect without --html")
	}
	return nil
}
