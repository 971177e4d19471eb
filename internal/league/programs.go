package league

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/sandbox"
)

// GoneError reports an entrant whose program is not there any more, or another one.
type GoneError struct {
	Name  safe.Outside
	Cause error
}

func (e *GoneError) Error() string { return e.Name.String() + ": " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *GoneError) Unwrap() error { return e.Cause }

// VerifyBots returns an error if a bot that plays can't be started any more. It is a *[GoneError], unless
// the terms of the finder refuse the bot.
func (l *League) VerifyBots(ctx context.Context, finder find.Finder) error {
	for _, e := range l.Entrants {
		if !e.Stays() {
			continue
		}
		_, err := l.find(ctx, finder, e)
		if refused := new(sandbox.RefusedError); errors.As(err, &refused) {
			return err
		}
		if err != nil {
			return &GoneError{safe.Outside(e.Name), err}
		}
	}
	return nil
}

// find finds the program of an entrant.
func (l *League) find(ctx context.Context, finder find.Finder, e store.Entrant) (find.Bot, error) {
	finder.Unbuilt = true // it was built when it joined; since then, the folder may have been sent by anybody
	found, err := l.Folder.FindThat(ctx, finder, e.Typed, e.Program)
	if err == nil && found.SHA256 != e.Program {
		err = safe.Errorf("%s has changed since it joined", e.Typed)
	}
	if err == nil {
		err = MayPlay(finder.Terms, e, found)
	}
	return found, err
}

// MayPlay returns an error unless a bot that a store names may be started on these terms, no matter who
// has entered it.
func MayPlay(terms sandbox.Terms, e store.Entrant, found find.Bot) error {
	packed := e.Package != [sha256.Size]byte{} && !trust.IsOwn(e.Signer)
	return mayStart(terms, e.Name, packed || IsStrangers(found), found)
}

// FindGate finds the bot at the gate, if it may be started. The finder is one for the league's game.
func (l *League) FindGate(ctx context.Context, finder find.Finder) (find.Bot, error) {
	finder.Dir, finder.Inside, finder.Unbuilt = l.Folder.Bots(), true, true
	found, err := finder.Find(ctx, l.Gate)
	if err != nil {
		return found, err
	}
	return found, mayStart(finder.Terms, found.Name, IsStrangers(found), found)
}

func mayStart(terms sandbox.Terms, name string, strangers bool, found find.Bot) error {
	if err := terms.MayStart(sandbox.Origin{Stranger: strangers, Module: found.Kind == language.WASI}); err != nil {
		return hint.Wrap(name, err)
	}
	return nil
}

// ToPlay returns an entrant of the league as it is played, by its name and its program.
func (l *League) ToPlay(
	ctx context.Context, finder find.Finder, name string, program [sha256.Size]byte,
) (series.Entrant, error) {
	e, err := l.Entrant(ctx, name, program)
	if err != nil {
		return series.Entrant{}, err
	}
	if l.isRemoved(e) {
		return series.Entrant{}, safe.Errorf("%s %w", e.Name, ErrRemoved)
	}
	found, err := l.find(ctx, finder, e)
	if err != nil {
		return series.Entrant{}, err
	}
	return series.Entrant{Entrant: e.Entrant, Command: found.Command}, nil
}

// ErrRemoved says of a bot that it plays no more, not even in a match of before.
var ErrRemoved = errors.New("has left, and its program was removed")

func (l *League) isRemoved(e store.Entrant) bool {
	return e.Gone != nil && !files.Exists(filepath.Join(l.Folder.Bots(), ProgramOf(e.Typed)))
}

// Rejudge sets all matches of a bot aside, so that they are played anew, and says how many. Those keep their result
// in which a bot played whose program was removed.
func (l *League) Rejudge(ctx context.Context, bot int, now time.Time) (aside, stay int, err error) {
	leave, err := l.Folder.Use(ctx) // until they are aside: then no more programs of theirs are removed
	if err != nil {
		return 0, 0, err
	}
	defer leave()
	if err := l.Read(ctx); err != nil {
		return 0, 0, err
	}
	var removed []int
	for number, e := range l.Entrants {
		if l.isRemoved(e) {
			removed = append(removed, number)
		}
	}
	for other, last := range store.Last(l.Entrants) {
		if last != bot {
			continue
		}
		some, rest, err := l.Store.SetAside(ctx, l.ID, other, removed, "the organiser wants it played anew", now)
		if err != nil {
			return aside, stay, err
		}
		aside, stay = aside+some, stay+rest
	}
	return aside, stay, nil
}

// Entrant returns the bot with a name and a program as the store has it now.
func (l *League) Entrant(ctx context.Context, name string, program [sha256.Size]byte) (store.Entrant, error) {
	now, err := l.Store.League(ctx)
	if err != nil {
		return store.Entrant{}, err
	}
	for _, e := range now.Entrants {
		if e.Name == name && e.Program == program {
			return e, nil
		}
	}
	return store.Entrant{}, fmt.Errorf("no bot of the league has this name and the program %x", program)
}
