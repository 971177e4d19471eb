package check

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
)

// shortMatch is the number of rounds of a match in which only the beginning matters.
const shortMatch = 10

// start plays the whole match that the later steps look at. It fails if the bot
// does not get through the first round.
func (w *walk) start(ctx context.Context, s *Step) error {
	process, err := w.keep(ctx)
	if err != nil {
		return err
	}
	if w.first, err = w.play(ctx, process, w.setup, 0); err != nil {
		return err
	}
	w.played = append(w.played, w.first)
	if v := w.first.verdict; v != nil && v.Round == 0 {
		return w.first.frozen("")
	}
	w.first.gone = ends(process)
	first := w.first.receipts[0]
	s.Seen = []string{w.game.Info().Title, fmt.Sprintf("first answer after %v, %v of %s", short(first.Wall),
		short(first.CPU), timeName)}
	return nil
}

func (w *walk) rounds(_ context.Context, s *Step) error {
	if w.first.verdict != nil {
		return w.first.frozen("")
	}
	s.Used = newUsed(w.options.Host.Limits, w.first)
	s.Seen = s.Used.seen(w.options.Host.Limits)
	return nil
}

// seats plays a short match from every other seat, since many a bot wrongly assumes
// that it is player 0.
func (w *walk) seats(ctx context.Context, s *Step) error {
	setup := shortened(w.setup, shortMatch)
	var seats []string
	for seat := 1; seat < setup.Seats(); seat++ {
		p, err := w.playShort(ctx, setup, seat)
		if err != nil {
			return err
		}
		if p.verdict != nil {
			return p.frozen(fmt.Sprintf("in seat %d: ", seat))
		}
		w.played = append(w.played, p)
		seats = append(seats, strconv.Itoa(seat))
	}
	s.Seen = []string{"no other seats"}
	if len(seats) > 0 {
		s.Seen = []string{safe.Count(setup.Rounds(), "round") + " each in seats " + strings.Join(seats, ", ")}
	}
	return nil
}

// playShort reuses a process, unless that ends with its match.
func (w *walk) playShort(ctx context.Context, setup engine.Setup, seat int) (*played, error) {
	if !w.first.gone {
		process, err := w.keep(ctx)
		if err != nil {
			return nil, err
		}
		p, err := w.play(ctx, process, setup, seat)
		if err != nil || p.verdict == nil || !process.Ended() {
			return p, err
		}
		// On a busy machine, it may have been about to end with the match before.
	}
	p, err := w.playFresh(ctx, w.options.Host.Limits, setup, seat)
	w.first.gone = w.first.gone || err == nil && p.verdict == nil
	return p, err
}

// endlessBank lets a bot think as long as it needs without a change of its budget for
// a round.
const endlessBank = time.Hour

// size plays on a larger board. A bot that is too slow there gets only a warning, as
// its matches may never be so large.
func (w *walk) size(ctx context.Context, s *Step) error {
	limits := w.options.Host.Limits
	relaxed := limits
	relaxed.Bank = endlessBank
	setup := larger(w.setup)
	p, err := w.playFresh(ctx, relaxed, shortened(setup, shortMatch), 0)
	if err != nil {
		return err
	}
	changed := changes(w.setup, setup)
	if changed == "" {
		changed = "the usual settings, which can't be enlarged"
	}
	if p.verdict != nil {
		return p.frozen("with " + changed + ": ")
	}
	s.Used = newUsed(limits, p)
	s.Seen = []string{
		fmt.Sprintf("%s with %s", safe.Count(s.Used.Rounds, "round"), changed),
		fmt.Sprintf("States of %d bytes", p.state),
		s.Used.cpu(limits),
	}
	if limits.CPU > 0 && s.Used.CPU.Worst > limits.CPU {
		s.Warnings = []string{fmt.Sprintf("a round took %v of %s with %s, the budget is %v", short(s.Used.CPU.Worst),
			timeName, changed, limits.CPU)}
	}
	return nil
}

// limits reports how close all matches within the limits came to them.
func (w *walk) limits(_ context.Context, s *Step) error {
	limits := w.options.Host.Limits
	s.Used = newUsed(limits, w.played...)
	s.Seen, s.Warnings = s.Used.shares(limits), s.Used.near(limits)
	return nil
}

func (w *walk) end(_ context.Context, s *Step) error {
	limit := w.options.Host.Limits.End
	var slowest time.Duration
	for _, p := range w.played {
		slowest = max(slowest, p.left)
	}
	switch {
	case limit > 0 && slowest >= limit:
		return &failure{fmt.Sprintf("did not leave the match for %v after its end", limit), adviceEnd}
	case w.about.Once:
		s.Seen = []string{
			fmt.Sprintf("left the match %v after its end", short(slowest)),
			"a process for each match, as it says",
		}
		return nil
	case w.about.Lines && (w.first.gone || w.process.Ended()):
		return &failure{"its process ended with the match", adviceOnce}
	case w.first.gone || w.process.Ended():
		return &failure{"its process ended with the match", adviceEnd}
	}
	s.Seen = []string{fmt.Sprintf("left the match %v after its end", short(slowest)), "its process runs on"}
	return nil
}

// restart plays the whole match again in the process that has played it before.
func (w *walk) restart(ctx context.Context, s *Step) error {
	if w.about.Once {
		s.Seen = []string{"not needed: a process for each match"}
		return nil
	}
	again, err := w.play(ctx, w.process, w.setup, 0)
	if err != nil {
		return err
	}
	if again.verdict != nil {
		return &failure{"in the second match of its process: " + again.frozen("").what, w.leftOver()}
	}
	d := differ(w.first, again)
	if d == nil {
		s.Seen = []string{safe.Count(len(again.rounds), "round"), "the same commands as in the first match of the process"}
		return nil
	}
	// Fresh processes show whether the first match is to blame.
	for compared := 0; compared < manyRounds; compared += len(w.first.rounds) {
		if w.second, err = w.playFresh(ctx, w.options.Host.Limits, w.setup, 0); err != nil {
			return err
		}
		if differ(w.first, w.second) != nil {
			s.Seen = []string{"played a second match in the same process"}
			s.Warnings = []string{"can't tell whether anything is left over from the first match: a fresh process plays " +
				"differently, too"}
			return nil
		}
	}
	return &failure{"the same match again in the same process: " + d.String(), w.leftOver()}
}

// manyRounds are so many that a bot which goes by chance does not play them alike. Short matches it may.
const manyRounds = 50

// reproducible plays the whole match in another process.
func (w *walk) reproducible(ctx context.Context, s *Step) error {
	if w.second == nil {
		var err error
		if w.second, err = w.playFresh(ctx, w.options.Host.Limits, w.setup, 0); err != nil {
			return err
		}
	}
	if w.second.verdict != nil {
		return w.second.frozen("the same match in a fresh process: ")
	}
	if d := differ(w.first, w.second); d != nil {
		return &failure{"the same match in a fresh process: " + d.String(), w.repeat()}
	}
	s.Seen = []string{safe.Count(len(w.second.rounds), "round"), "the same commands in a fresh process"}
	return nil
}
