package devloop

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/replay"
)

// Build is a build of the bot: a copy, which nobody changes.
type Build struct {
	Number int // from 1

	folder  string
	entrant lineup.Entrant
	faults  map[match.Kind]bool // that it is known to get
	tried   bool                // all news of it has been told

	recorded *replay.Replay // a match that it has played in; nil if there is none
	seats    []int          // that it had
}

// Label names a build in messages.
func (b *Build) Label() string { return fmt.Sprintf("build %d", b.Number) }

// build builds the bot as it was saved. It returns nil if that gives the same program as
// the last time.
func (l *Loop) build(ctx context.Context) (*Build, error) {
	begun := time.Now()
	if err := l.Tell(Doing{What: Building}); err != nil {
		return nil, err
	}
	b := &Build{Number: l.builds + 1, faults: make(map[match.Kind]bool)}
	b.folder = filepath.Join(l.folder, strconv.Itoa(b.Number))
	var copied find.Bot
	var err error
	l.saved.Build(func() { copied, err = l.copied(ctx, l.Bot, b.folder) })
	if err != nil {
		return nil, l.withLast(err)
	}
	if l.last != nil && l.last.entrant.Bot.SHA256 == copied.SHA256 {
		return l.same(b)
	}
	met, err := l.meet(ctx, []find.Bot{copied})
	if err != nil {
		return nil, l.withLast(err)
	}
	b.entrant = met[0]
	b.entrant.Label, b.entrant.Name = b.Label(), numbered(b.entrant.Name, b.Number)
	l.builds++
	l.drop(l.last)
	l.last = b
	return b, l.Tell(Built{b, time.Since(begun)})
}

// same takes the last build for one that is the same. It returns nil if there is nothing
// more to tell of it.
func (l *Loop) same(b *Build) (*Build, error) {
	if err := os.RemoveAll(b.folder); err != nil || !l.last.tried {
		return l.last, err
	}
	return nil, l.Tell(Same{l.last, true})
}

// copied finds and builds a bot, and copies it.
func (l *Loop) copied(ctx context.Context, typed, into string) (find.Bot, error) {
	finder := l.Finder
	finder.Game = l.Matches.Setup.Game().Info().Name
	found, err := finder.Find(ctx, typed)
	if err != nil {
		return found, err
	}
	if err := os.RemoveAll(into); err != nil { // of an attempt that failed
		return found, err
	}
	return found.Copy(into)
}

// withLast says which build stays if there is no new one.
func (l *Loop) withLast(err error) error {
	if l.last == nil {
		return err
	}
	return &UnbuiltError{err, l.last}
}

// numbered is the name of a build as a player: matches are shown with it.
func numbered(name string, number int) string {
	end := " " + strconv.Itoa(number)
	letters := []rune(name)
	return string(letters[:min(len(letters), engine.MaxName-len(end))]) + end
}

// drop removes a build that nothing is compared with any more.
func (l *Loop) drop(b *Build) {
	if b != nil && b != l.baseline {
		_ = os.RemoveAll(b.folder) // with the folder of all of them, at the end
	}
}

// meetField makes copies of the opponents too, and starts each once.
func (l *Loop) meetField(ctx context.Context) error {
	if len(l.Opponents) == 0 {
		return nil
	}
	if err := l.Tell(Doing{What: Meeting}); err != nil {
		return err
	}
	var list []find.Bot
	for i, typed := range l.Opponents {
		b, err := l.copied(ctx, typed, filepath.Join(l.folder, fmt.Sprintf("opponent-%d", i)))
		if err != nil {
			return err
		}
		list = append(list, b)
	}
	var err error
	l.field, err = l.meet(ctx, list)
	return err
}
