package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/betting"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/params"
	"github.com/botarena/arena/internal/schedule"
	"github.com/botarena/arena/internal/words"
)

// print prints what was found, as far as it is known.
func (r *tuning) print(to io.Writer) {
	best := r.tuner.Best()
	t := newTable("parameter", ">start", ">best", "range")
	for i, p := range r.space {
		t.row(p.Name, params.Number(r.start[i]), params.Number(best[i]), params.Number(p.Low)+" to "+params.Number(p.High))
	}
	t.print(to)
	fmt.Fprintf(to, "seeds %d to %d, %s\n", r.first, r.first+uint64(r.groups)-1, words.Count(r.groups*matchesOfGroup, "match"))
}

// confirm compares the best values with those at the start, on seeds that the search did
// not see.
func (r *tuning) confirm(c *cobra.Command) error {
	best := r.tuner.Best()
	if best.Equal(r.start) {
		return r.tell(nil)
	}
	o := &compareOptions{r.o.manyOptions, r.o.testOptions}
	o.bots = []string{r.typed(best), r.typed(r.start)} // schedule.New, schedule.Old
	o.setup.seed.value = r.first + uint64(r.groups)
	setup, err := o.setupFor(r.s)
	if err != nil {
		return err
	}
	run, err := o.begin(c.Context(), r.s, setup)
	if err != nil {
		return err
	}
	run.bots.Entrants[schedule.New].Label = "tuned " + r.bot.Name
	run.bots.Entrants[schedule.Old].Label = r.bot.Name + " as it was"
	stopped := run.play(c.Context(), run.matches.Matches(), run.most, run.found)
	run.tellReports()
	return errors.Join(stopped, r.tell(run), run.close())
}

// tell prints how the comparison ended, and writes the best values if that is asked for.
func (r *tuning) tell(run *comparison) error {
	better := run != nil && run.found.test.Verdict() == betting.Better
	var failed error
	if r.o.write && better {
		failed = r.writeBest()
	}
	written := r.o.write && better && failed == nil
	if r.o.json {
		return errors.Join(printJSON(r.s.out, r.json(run, written)), failed)
	}
	if run == nil {
		fmt.Fprintf(r.s.out, "the values at the start are the best that were found\n")
		return nil
	}
	if err := run.found.tell(r.s.out, false); err != nil {
		return err
	}
	file := words.Name(bots.ParamsFile(r.bot.Bot.Command.Path))
	switch {
	case written:
		fmt.Fprintf(r.s.out, "the best values are in %s\n", file)
	case better && !r.o.write:
		fmt.Fprintf(r.s.out, "hint: the same command with --write makes them the defaults in %s\n", file)
	case r.o.write:
		fmt.Fprintf(r.s.out, "%s is as it was\n", file)
	}
	return failed
}

// writeBest makes the best values the defaults.
func (r *tuning) writeBest() error {
	path := bots.ParamsFile(r.bot.Bot.Command.Path)
	if whole, err := filepath.EvalSymlinks(path); err == nil { // a link stays one
		path = whole
	}
	text := r.space.WithDefaults(r.tuner.Best()).Text()
	if err := replaceFile(path, bytes.NewReader(text)); err != nil {
		return withHint(err, "the best values were "+r.space.Typed(r.tuner.Best())+"; the same command finds them again without playing")
	}
	return nil
}

type tuneJSON struct {
	Game       string          `json:"game"`
	Bot        string          `json:"bot"`
	Seed       uint64          `json:"first_seed"`
	Matches    int             `json:"matches"` // of the search
	Parameters []parameterJSON `json:"parameters"`
	Best       string          `json:"best"` // as a bot is typed
	Written    bool            `json:"written"`
	Compare    *compareJSON    `json:"compare"` // null if the best values are those at the start
}

type parameterJSON struct {
	Name  string  `json:"name"`
	Start float64 `json:"start"`
	Best  float64 `json:"best"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (r *tuning) json(run *comparison, written bool) tuneJSON {
	best := r.tuner.Best()
	all := tuneJSON{
		Game: r.o.game, Bot: r.bot.Name, Seed: r.first, Matches: r.groups * matchesOfGroup,
		Best: r.typed(best), Written: written,
	}
	for i, p := range r.space {
		all.Parameters = append(all.Parameters, parameterJSON{p.Name, r.start[i], best[i], p.Low, p.High})
	}
	if run != nil {
		compared := run.found.json()
		all.Compare = &compared
	}
	return all
}
