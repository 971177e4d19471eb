package league

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/vitals"
)

// down is a connection to workers whose queues are full.
type down struct{}

func (down) Trouble() error                       { return errors.New("its queues can't be written") }
func (down) Vitals(context.Context) broker.Vitals { return broker.Vitals{} }

// TestALeagueWhoseQueuesAreDownIsIll, whether somebody watches its metrics or not.
func TestALeagueWhoseQueuesAreDownIsIll(t *testing.T) {
	health := league.NewHealth(league.Folder(t.TempDir()), func(context.Context) (store.Tournament, error) {
		return store.Tournament{}, nil
	})
	_, _ = health.Look(t.Context())
	_, err := health.State()
	require.NoError(t, err)
	o := &serveOptions{jobs: 2}
	o.tellWhoPlays(nil, health, down{})
	_, _ = health.Look(t.Context())
	_, err = health.State()
	require.EqualError(t, err, "its queues can't be written")
}

// TestALeagueThatPlaysNothingItselfNeedsWorkers.
func TestALeagueThatPlaysNothingItselfNeedsWorkers(t *testing.T) {
	health := league.NewHealth(league.Folder(t.TempDir()), func(context.Context) (store.Tournament, error) {
		return store.Tournament{}, nil
	})
	_, _ = health.Look(t.Context())
	w := &watched{vitals: vitals.New(vitals.Options{
		Health: health, Inbox: func() (int, time.Time) { return 0, time.Time{} },
	})}
	o := &serveOptions{jobs: 2}
	o.net.only = true
	o.tellWhoPlays(w, health, idle{})
	_, err := w.vitals.State(t.Context())
	require.ErrorContains(t, err, "nobody is there to play")
	o.net.only = false
	o.tellWhoPlays(w, health, idle{})
	_, err = w.vitals.State(t.Context())
	require.NoError(t, err)
	require.Nil(t, remoteOf(nil))
}

// idle is a connection without workers.
type idle struct{ down }

func (idle) Trouble() error { return nil }
