package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/contest/evidence"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/tournament"
)

// Print prints the findings so far. Of a search that was stopped it says that nobody knows whether the values are
// better.
func (r *tuning) Print(to io.Writer, whole bool) {
	best := r.search.Best()
	column := ">best"
	if !whole {
		column += " so far"
	}
	t := shell.NewTable("parameter", ">start", column, "range")
	for i, p := range r.search.Space {
		t.Row(p.Name, params.Number(r.search.Start[i]), params.Number(best[i]),
			params.Number(p.Low)+" to "+params.Number(p.High))
	}
	t.Print(to)
	fmt.Fprintf(to, "seeds %d to %d, %s\n", r.search.First, r.search.First+uint64(r.search.Groups)-1,
		safe.Count(r.search.Played(), "match"))
	if !whole {
		fmt.Fprintf(to, "these values were not compared with those at the start, and may be worse\n")
	}
}

// confirm compares the best values with those at the start, on seeds that the search did
// not see.
func (r *tuning) confirm(c *cobra.Command) error {
	if r.search.Best().Equal(r.search.Start) {
		return r.tell(nil)
	}
	t := r.search.Confirm(r.o.most)
	t.Store = r.o.store.file(r.o.Game)
	run := r.o.newMany(r.s, r.run.Setup, r.options)
	found, stopped := run.compare(c.Context(), t)
	if found == nil {
		return stopped
	}
	run.tellReports()
	told := r.tell(found)
	if stopped == nil {
		run.hintAtMore(found, "--compare-max", r.o.most)
	}
	return errors.Join(stopped, told)
}

// tell prints how the comparison ended, and writes the best values if that is asked for.
func (r *tuning) tell(found *tournament.Findings) error {
	better := found != nil && found.Says() == evidence.Better
	var failed error
	if r.o.write && better {
		failed = r.writeBest()
	}
	written := r.o.write && better && failed == nil
	if r.o.JSON {
		return errors.Join(shell.PrintJSON(r.s.Out, r.JSON(found, written)), failed)
	}
	if found == nil {
		fmt.Fprintf(r.s.Out, "the values at the start are the best that were found\n")
		return nil
	}
	if err := found.Tell(r.s.Out, false); err != nil {
		return err
	}
	file := safe.Name(params.File(r.search.Bot.Bot.Command.Path))
	switch {
	case written:
		fmt.Fprintf(r.s.Out, "the best values are in %s\n", file)
	case better && !r.o.write:
		fmt.Fprintf(r.s.Out, "hint: the same command with --write makes them the defaults in %s\n", file)
	case r.o.write:
		fmt.Fprintf(r.s.Out, "%s is as it was\n", file)
	}
	return failed
}

// mayWrite returns an error if the bot's parameters are a link that leads to others' files.
func mayWrite(bot find.Bot) error {
	return shell.LinkedInside(params.File(bot.Command.Path), "replace it by a copy of what it leads to")
}

// writeBest makes the best values the defaults.
func (r *tuning) writeBest() error {
	path := params.File(r.search.Bot.Bot.Command.Path)
	if whole, err := filepath.EvalSymlinks(path); err == nil { // a link stays one
		path = whole
	}
	text := r.search.Space.WithDefaults(r.search.Best()).Text()
	if err := shell.ReplaceFile(path, bytes.NewReader(text)); err != nil {
		return hint.With(err, "the best values were "+r.search.Space.Typed(r.search.Best())+
			"; the same command finds them again without playing")
	}
	return nil
}

type tuneJSON struct {
	Game       string                  `json:"game"`
	Bot        string                  `json:"bot"`
	Seed       uint64                  `json:"first_seed"`
	Matches    int                     `json:"matches"` // of the search
	Parameters []parameterJSON         `json:"parameters"`
	Best       string                  `json:"best"` // as a bot is typed
	Written    bool                    `json:"written"`
	Compare    *tournament.CompareJSON `json:"compare"` // null if the best values are those at the start
}

type parameterJSON struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Best  float64 `json:"best"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (r *tuning) JSON(found *tournament.Findings, written bool) tuneJSON {
	best := r.search.Best()
	all := tuneJSON{
		Game: r.o.Game, Bot: r.search.Bot.Name, Seed: r.search.First, Matches: r.search.Played(),
		Best: r.search.Typed(best), Written: written,
	}
	for i, p := range r.search.Space {
		all.Parameters = append(all.Parameters, parameterJSON{p.Name, r.search.Start[i], best[i], p.Low, p.High})
	}
	if found != nil {
		compared := found.JSON()
		all.Compare = &compared
	}
	return all
}
