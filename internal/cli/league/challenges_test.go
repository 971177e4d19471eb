package league

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"

	"github.com/botarena/arena/internal/cli/shell"
)

// duelLeague is a league of two bots whose programs are not there.
func duelLeague(t *testing.T) *openLeague {
	t.Helper()
	f := archivetest.New(t, store.KindLeague, nil)
	l := &openLeague{
		League: &league.League{Folder: league.Folder(t.TempDir()), Store: f.Store, Match: duel.Game.Default()},
	}
	l.ID = f.ID
	for i, name := range []string{"a", "b"} {
		_, err := f.Enter(t.Context(), l.ID, store.Entrant{
			Entrant: played.Entrant{Name: name, Typed: name, Program: [32]byte{byte(i)}},
		})
		require.NoError(t, err)
	}
	return l
}

// TestWhoMayChallenge has a link of their own, in a league that plays on its machine and takes bots.
func TestWhoMayChallenge(t *testing.T) {
	l := duelLeague(t)
	anna := submissions.Person{Role: submissions.Member, ID: "00000000000000aa"}
	asked := func(h *handIn, by submissions.Person) playground.Challenging {
		told, err := h.challenging(t.Context(), by)
		require.NoError(t, err)
		require.Equal(t, 2, told.Seats)
		return told
	}
	all := playground.Challenging{Seats: 2, Bots: []string{"a", "b"}}
	require.Equal(t, all, asked(&handIn{l: l, plays: true}, anna))
	require.Equal(t, all, asked(&handIn{l: l, plays: true}, submissions.Person{Role: submissions.Organiser}))
	_, err := l.Store.Enter(t.Context(), l.ID, store.Entrant{
		Entrant: played.Entrant{Name: "c", Typed: "c", Program: [32]byte{9}}, Person: anna.ID,
	})
	require.NoError(t, err)
	require.Equal(t, []string{"c", "a", "b"}, asked(&handIn{l: l, plays: true}, anna).Bots, "her own first")
	ben := submissions.Person{Role: submissions.Member, ID: "00000000000000bb"}
	require.Equal(t, []string{"a", "b", "c"}, asked(&handIn{l: l, plays: true}, ben).Bots)
	many := asked(&handIn{l: l, plays: true}, submissions.Person{Role: submissions.Member})
	require.Equal(t, playground.Challenging{
		Seats: 2, Bots: []string{}, Why: "challenges are for those who have a link of their own",
	}, many)
	require.Contains(t, asked(&handIn{l: l}, anna).Why, "plays no matches")
	require.NoError(t, l.Store.SetHours(t.Context(), l.ID, store.Hours{Freeze: noon}))
	require.Contains(t, asked(&handIn{l: l, plays: true}, anna).Why, "the table stands still")
}

// TestWhyThereIsNoChallenge is told who asks; trouble of the league is not.
func TestWhyThereIsNoChallenge(t *testing.T) {
	for err, want := range map[error]string{
		store.ErrChallengeWaits: "another one of yours waits, or is played; ask again when it has ended",
		store.ErrChallengesWait: "20 challenges wait already; ask again later",
		&store.ManyError{Wait: 90*time.Minute + time.Second}: "you have had 5 challenges within a day; the next one may be " +
			"asked for in 1h30m0s",
		league.ErrClosed:                         "the league takes no more bots, and no challenges",
		&league.ChallengedError{Why: "a is out"}: "a is out",
	} {
		refused := new(submissions.Refusal)
		require.ErrorAs(t, challengeRefusal(err), &refused)
		require.Equal(t, want, refused.Why)
		require.Zero(t, refused.Later, "a program would ask again and again")
	}
	own := errors.New("the disk is full")
	require.Equal(t, own, challengeRefusal(own))
	require.NoError(t, challengeRefusal(nil))
}

// TestAChallengeThatCannotBePlayedEnds, and the organiser is told why; the next one has its turn.
func TestAChallengeThatCannotBePlayedEnds(t *testing.T) {
	l := duelLeague(t)
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	var told strings.Builder
	s := shell.New(archivetest.Games, io.Discard, &told)
	playing.Go(func() { (&serveOptions{}).playChallenges(ctx, s, l, find.Finder{}) })
	defer playing.Wait()
	defer stop()
	for range 2 {
		c, err := l.Challenge(t.Context(), "anna", []string{"a", "b"}, time.Now())
		require.NoError(t, err)
		testkit.Await(t, "the end of a challenge", func() bool {
			c, _, err = l.Store.Challenge(t.Context(), l.ID, c.ID)
			require.NoError(t, err)
			return !c.Ended.IsZero()
		})
		require.Equal(t, "the organiser is told why", c.Why)
	}
	stop()
	playing.Wait()
	require.Regexp(t, `^(warning: challenges: number \d can't be played: .*a: no such file.*\n){2}$`, told.String())
}
