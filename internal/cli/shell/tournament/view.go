package tournament

import (
	"context"
	"strconv"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results"

	"github.com/botarena/arena/internal/cli/shell"
)

// View is a store, and how its tournaments are shown.
type View struct {
	archive.Archive

	Bots  string // the bots folder
	Costs bool   // CPU times are shown
}

// Read reads a tournament of the store.
func (v View) Read(ctx context.Context, t store.Tournament) (*Tournament, error) {
	shell.SpareMemory()
	v.NoCosts = !v.Costs
	read, err := v.Archive.Read(ctx, t)
	if err != nil {
		return nil, err
	}
	return newTournament(read, v.Costs, v.opens(t.ID)), nil
}

// opens returns a function that returns the command which opens a match of a tournament.
func (v View) opens(id int64) func(schedule.Planned) string {
	look := v.look(id)
	return func(m schedule.Planned) string { return look.Before + strconv.Itoa(m.Number+1) + look.After }
}

// look is how the page of a tournament looks, with the command that opens a match.
func (v View) look(id int64) results.Look {
	look := results.Look{
		Costs:  v.Costs,
		Before: safe.Shell("arena", "results", v.Path, "--of", strconv.FormatInt(id, 10), "--match") + " ",
	}
	if v.Bots != shell.DefaultBotsDir() {
		look.After = " " + safe.Shell("--bots", v.Bots)
	}
	return look
}
