package progress_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/botarena/arena/internal/contest/progress"
)

// A run is shown wherever standard error goes. Here, that is treated as a file; in a terminal,
// Show(ctx, Options{Form: FormFor(os.Stderr), ...}) draws a board.
func ExampleShow() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	d := progress.Show(ctx, progress.Options{Form: progress.Lines, To: os.Stdout})
	begun := time.Now()
	for played := range 10 {
		if ctx.Err() != nil {
			break
		}
		d.Update(progress.State{
			Title: "series moria demo null", Matches: played + 1, Of: 10, Begun: begun,
			Unit: progress.Unit{Name: "points"},
			Table: []progress.Row{
				{Name: "demo", Value: 1540, Low: 1500, High: 1580},
				{Name: "null", Value: 1460, Low: 1420, High: 1500},
			},
		})
	}
	fmt.Fprintln(d, "note: 1 report on 1 verdict in faults")
	if err := d.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println("the results")
	// Output:
	// note: 1 report on 1 verdict in faults
	// the results
}
