package series

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
	"github.com/botarena/arena/internal/process/worker"
)

// Plan says how to play matches of bots that are programs. It can be sent to a worker.
type Plan struct {
	Game    string
	Setup   []byte // as the text of a board file
	Random  engine.Randomness
	Bots    []Entrant // by number
	Limits  host.Limits
	Sandbox sandbox.Level
	Arena   string // its version
	Keep    Keep
	Faults  faults.Options // Limits and Sandbox are filled in
	// FreezeUnstarted lets a match be played without a bot that can't be started: its seat is
	// frozen. Otherwise that is an error.
	FreezeUnstarted bool
	// MostProcesses is how many processes of bots are kept for the next match; 0 for no limit.
	MostProcesses int
}

// Entrant is a bot that is a program.
type Entrant struct {
	played.Entrant
	Command executable.Command
}

// TaskName is the name of the worker's task that plays plans.
const TaskName = "series"

// Task returns the worker's task that plays a plan of one of these games. Its jobs are of
// type [Job].
func Task(games engine.Games) worker.Task {
	return func(ctx context.Context, work json.RawMessage, jobs worker.Jobs, tell func(any)) error {
		var p Plan
		if err := json.Unmarshal(work, &p); err != nil {
			return fmt.Errorf("plan: %w", err)
		}
		c, err := p.open(games)
		if err != nil {
			return err
		}
		defer c.close()
		for job := range jobs {
			var planned Job
			if err := json.Unmarshal(job, &planned); err != nil {
				return fmt.Errorf("job: %w", err)
			}
			c.add(planned.More)
			played, err := c.play(ctx, planned.Planned)
			if err != nil {
				return err
			}
			tell(played)
		}
		return context.Cause(ctx)
	}
}
