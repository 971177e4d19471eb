package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/words"
)

// build is a build of the bot: a copy, which nobody changes.
type build struct {
	number int
	folder string
	bot    bots.Bot
	as     lineup.Entrant
	faults map[string]bool // kinds of verdicts that it is known to get
	tried  bool            // all that there is to tell of it has been told

	recorded *replay.Replay // a match that it has played in; nil if there is none
	seats    []int          // that it had
}

// label names a build in messages.
func (b *build) label() string { return fmt.Sprintf("build %d", b.number) }

// build builds the bot as it was saved. It returns nil if that gives the same program as
// the last time.
func (d *dev) build(ctx context.Context) (*build, error) {
	begun := time.Now()
	b := &build{number: d.builds + 1, faults: make(map[string]bool)}
	b.folder = filepath.Join(d.folder, strconv.Itoa(b.number))
	var err error
	d.saves.Build(func() {
		d.s.err.progress("building %s", words.Name(d.o.typed))
		b.bot, err = d.copied(ctx, d.o.typed, b.folder)
	})
	if err != nil {
		return nil, d.withLast(err)
	}
	if d.last != nil && d.last.bot.SHA256 == b.bot.SHA256 {
		return d.same(b)
	}
	started, err := d.start(ctx, b.bot)
	if err != nil {
		return nil, d.withLast(err)
	}
	b.as = started.Lineup().Entrants[0]
	started.Close()
	b.as.Label, b.as.Name = b.label(), numberedName(b.as.Name, b.number)
	d.builds++
	d.drop(d.last)
	d.last = b
	fmt.Fprintf(d.s.out, "%s of %s, in %v\n", b.label(), words.Name(d.o.typed), time.Since(begun).Round(10*time.Millisecond))
	return b, nil
}

// same takes the last build for one that is the same. It returns nil if there is nothing
// more to tell of it.
func (d *dev) same(b *build) (*build, error) {
	if err := os.RemoveAll(b.folder); err != nil || !d.last.tried {
		return d.last, err
	}
	fmt.Fprintf(d.s.out, "the program is the same as %s\n", d.last.label())
	return nil, nil //nolint:nilnil // see above
}

// copied finds and builds a bot, and copies it.
func (d *dev) copied(ctx context.Context, typed, into string) (bots.Bot, error) {
	found, err := d.finder().Find(ctx, typed)
	if err != nil {
		return found, err
	}
	if err := os.RemoveAll(into); err != nil { // of an attempt that failed
		return found, err
	}
	return found.Copy(into)
}

// start starts bots, and sees that they play the game.
func (d *dev) start(ctx context.Context, list ...bots.Bot) (*lineup.Players, error) {
	return lineup.Start(ctx, list, d.setup.Game().Info(), d.hostOptions())
}

// withLast says what a build that failed leaves.
func (d *dev) withLast(err error) error {
	if d.last == nil {
		return err
	}
	return fmt.Errorf("%w\n%s stays", err, d.last.label())
}

// numberedName is the name of a build as a player: matches are shown with it.
func numberedName(name string, number int) string {
	end := " " + strconv.Itoa(number)
	letters := []rune(name)
	return string(letters[:min(len(letters), engine.MaxName-len(end))]) + end
}

// drop removes a build that nothing is compared with any more.
func (d *dev) drop(b *build) {
	if b != nil && b != d.baseline {
		_ = os.RemoveAll(b.folder) // with the folder of all of them, at the end
	}
}

// meetField makes copies of the opponents too, and starts each once.
func (d *dev) meetField(ctx context.Context) ([]lineup.Entrant, error) {
	var list []bots.Bot
	for i, typed := range d.o.field {
		b, err := d.copied(ctx, typed, filepath.Join(d.folder, fmt.Sprintf("opponent-%d", i)))
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	started, err := d.start(ctx, list...)
	if err != nil {
		return nil, err
	}
	defer started.Close()
	return started.Lineup().Entrants, nil
}

// keep keeps a match that the build has played in, for those after it to be given the same
// States.
func (b *build) keep(r *replay.Replay, seats []int) { b.recorded, b.seats = r, seats }

// knows notes the faults of a build.
func (b *build) knows(verdicts []match.Verdict, seats []int, bot int) {
	for _, v := range verdicts {
		if seats[v.Seat] == bot {
			b.faults[string(v.Kind)] = true
		}
	}
}
