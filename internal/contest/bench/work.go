package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/worker"
)

// Mode is what a worker measures.
type Mode string

// The modes.
const (
	ModeProcesses Mode = "bots as processes"
	ModeLocal     Mode = "rules"
	ModeRecorded  Mode = "rules and replay"
	ModeFloor     Mode = "floor"
	ModeSpawn     Mode = "start"
	ModeAhead     Mode = "looking ahead"
	ModeStates    Mode = "States"
)

// Work tells a worker what to measure, on the default setup of a game.
type Work struct {
	Mode    Mode
	Game    string
	Matches int
	// Bot are the arguments that make this program the benchmark's bot, Echo those
	// that make it call [Echo].
	Bot, Echo []string
	// Other, if not nil, is a bot that is used instead of the benchmark's.
	Other *executable.Command
}

// Result is what a worker has measured.
type Result struct {
	Figures
	Spawn  []time.Duration // the time of each start, in ModeSpawn
	Ahead  AheadFigures    // in ModeAhead
	States StateFigures    // in ModeStates
}

// TaskName is the name of the worker's task for benchmarks.
const TaskName = "bench"

// Task returns the worker's task for benchmarks of these games.
func Task(games engine.Games) worker.Task {
	return func(ctx context.Context, work json.RawMessage, _ worker.Jobs, tell func(any)) error {
		var w Work
		if err := json.Unmarshal(work, &w); err != nil {
			return fmt.Errorf("work: %w", err)
		}
		result, err := w.measure(ctx, games)
		if err != nil {
			return err
		}
		tell(result)
		return nil
	}
}

func (w Work) measure(ctx context.Context, games engine.Games) (r Result, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	game, err := games.Find(w.Game)
	if err != nil {
		return r, err
	}
	setup := game.Default()
	bot := executable.Alone(self, w.Bot...)
	if w.Other != nil {
		bot = *w.Other
	}
	o := host.Options{Limits: host.DefaultLimits(), Output: os.Stderr}
	switch w.Mode {
	case ModeProcesses:
		r.Figures, err = Processes(ctx, setup, bot, o, w.Matches)
	case ModeLocal:
		r.Figures, err = Local(ctx, setup, false, w.Matches)
	case ModeRecorded:
		r.Figures, err = Local(ctx, setup, true, w.Matches)
	case ModeFloor:
		r.Figures, err = Floor(ctx, setup, self, w.Echo, w.Matches)
	case ModeSpawn:
		r.Spawn, err = Spawn(ctx, setup, bot, o, w.Matches)
	case ModeAhead:
		r.Ahead, err = Ahead(setup, w.Matches)
	case ModeStates:
		r.States, err = States(setup, w.Matches)
	default:
		err = fmt.Errorf("mode %q is not known", w.Mode)
	}
	return r, err
}
