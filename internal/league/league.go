package league

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// League is a league whose store is open. It must be closed.
type League struct {
	store.League

	Folder Folder
	Store  *store.Store
	// Match and BotLimits are the setup and the limits of all matches.
	Match     engine.Setup
	BotLimits host.Claimed

	games engine.Games
}

// Open opens the league in a folder. The error is [fs.ErrNotExist] if there is none.
func Open(ctx context.Context, f Folder, games engine.Games, o store.Options) (*League, error) {
	if _, err := os.Stat(f.Store()); err != nil {
		return nil, fs.ErrNotExist
	}
	if err := f.Check(o.ReadOnly); err != nil {
		return nil, err
	}
	opened, err := store.Open(ctx, f.Store(), o)
	if err != nil {
		return nil, err
	}
	l := &League{Folder: f, Store: opened, games: games}
	if err := l.Read(ctx); err != nil {
		return nil, errors.Join(&UnreadError{err}, opened.Close())
	}
	if !o.ReadOnly {
		err = l.nameSources()
	}
	if err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return l, nil
}

// UnreadError reports a league whose store is open, but has what this arena does not know.
type UnreadError struct{ Cause error }

func (e *UnreadError) Error() string { return e.Cause.Error() }

// Unwrap returns the cause.
func (e *UnreadError) Unwrap() error { return e.Cause }

// Close closes the store.
func (l *League) Close() error { return l.Store.Close() }

// Read reads the league as it is now.
func (l *League) Read(ctx context.Context) (err error) {
	if l.League, err = l.Store.League(ctx); err != nil {
		return err
	}
	game, err := l.games.Find(l.Game)
	if err != nil {
		return err
	}
	if l.Match, err = game.ReadSetup(l.Setup); err != nil {
		return err
	}
	l.BotLimits, err = host.ReadLimits(l.Limits)
	return err
}

// Current returns the number of the entrant of a name that plays or will, or -1.
func (l *League) Current(name string) int {
	for number, e := range l.Entrants {
		if e.Name == name && e.Stays() {
			return number
		}
	}
	return -1
}

// Has reports whether a program is that of a bot that plays, or did.
func (l *League) Has(program [sha256.Size]byte) bool {
	return slices.ContainsFunc(l.Entrants, func(e store.Entrant) bool { return e.Program == program })
}

// Quotas returns how much one author may bring.
func (l *League) Quotas(ctx context.Context) (store.Quotas, error) {
	q, set, err := l.Store.Quotas(ctx, l.ID)
	if err == nil && !set {
		q = UsualQuotas
	}
	return q, err
}

// UsualQuotas are those of a league whose organiser has not said otherwise: enough for somebody who tries things out
// every evening, and not for somebody who wants half of the table.
var UsualQuotas = store.Quotas{Bots: 3, Versions: 100, Uploads: 20}

// LevelError reports that somebody asks for another sandbox than the league was made with.
type LevelError struct{ Asked, Made sandbox.Level }

func (e *LevelError) Error() string {
	return fmt.Sprintf("sandbox %s: the league was made with %s", &e.Asked, &e.Made)
}

// ErrUnconfined is returned for a league without a sandbox, if the user has not asked for that.
var ErrUnconfined = errors.New("its bots play without a sandbox")

// Level returns the sandbox of the league. The maker of the folder chose it, and the programs too; so
// only the user may do without one.
func (l *League) Level(terms sandbox.Terms) (level sandbox.Level, err error) {
	if err := level.Set(l.Sandbox); err != nil {
		return level, fmt.Errorf("sandbox: %w", err)
	}
	switch {
	case terms.Asked && terms.Level != level:
		return level, &LevelError{terms.Level, level}
	case level == sandbox.None && terms.Level != level:
		return level, ErrUnconfined
	}
	return level, nil
}
