package viewer

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/match"
)

// handClock is a clock that a test moves by hand.
type handClock struct {
	now    time.Time
	limits chan time.Duration // of the rounds that have begun
	late   chan time.Time
}

func (c *handClock) clock(round, bank time.Duration) Clock {
	return Clock{
		Round: round, Bank: bank, Now: func() time.Time { return c.now },
		After: func(d time.Duration) <-chan time.Time { c.limits <- d; return c.late },
	}
}

// timed is a seat with such a clock, and a round of it that is being answered.
type timed struct {
	*testing.T
	*Seat
	*handClock
	round   int
	answers chan match.Answer
}

func newTimed(t *testing.T, round, bank time.Duration) *timed {
	t.Helper()
	seat, err := NewSeat(duel.Game, 1)
	require.NoError(t, err)
	hands := &handClock{now: time.Unix(0, 0), limits: make(chan time.Duration, 1), late: make(chan time.Time)}
	seat.Clock = hands.clock(round, bank)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	require.NoError(t, seat.Start(ctx, nil, 1))
	return &timed{T: t, Seat: seat, handClock: hands, answers: make(chan match.Answer, 1)}
}

// ask begins the next round.
func (s *timed) ask() {
	round := s.round
	s.round++
	go func() {
		answer, err := s.answer(round)
		assert.NoError(s, err)
		s.answers <- answer
	}()
}

func (s *timed) orders(answer match.Answer) int {
	if answer.Commands == nil {
		return 0
	}
	return answer.Commands.Len()
}

func TestNoTimePassesBeforeThePageIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newTimed(t, 10*time.Second, 0)
		s.ask()
		synctest.Wait()
		require.Empty(t, s.limits)
		s.told()
		synctest.Wait()
		require.Len(t, s.limits, 1)
		_, err := s.give(0, "", false)
		require.NoError(t, err)
		<-s.answers
	})
}

func TestWhenTheTimeIsUpTheOrdersSoFarCount(t *testing.T) {
	s := newTimed(t, 10*time.Second, 0)
	s.ask()
	require.EqualValues(t, 10_000, s.told().Limit)
	require.Equal(t, 10*time.Second, <-s.limits)
	s.now = s.now.Add(4 * time.Second)
	require.EqualValues(t, 6_000, s.told().Left)

	status, err := s.give(0, "do 3 north\ndo 4 north\n", true)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	require.Zero(t, s.told().Round, "a draft is not sent")
	status, err = s.give(0, "do 3 somewhere\n", true)
	require.Error(t, err)
	require.Equal(t, http.StatusUnprocessableEntity, status)
	s.late <- s.now
	require.Equal(t, 2, s.orders(<-s.answers))
	require.Equal(t, 1, s.told().Round)
	status, _ = s.give(0, "do 3 north\n", false)
	require.Equal(t, http.StatusConflict, status, "it is too late")
	status, _ = s.give(0, "do 3 north\n", true)
	require.Equal(t, http.StatusConflict, status)
}

func TestADraftIsOfOneRound(t *testing.T) {
	s := newTimed(t, 10*time.Second, 0)
	s.told()
	_, err := s.give(0, "do 3 north\n", true)
	require.NoError(t, err)
	s.ask()
	<-s.limits
	_, err = s.give(0, "do 3 north\ndo 4 north\n", false)
	require.NoError(t, err)
	require.Equal(t, 2, s.orders(<-s.answers))
	s.ask()
	<-s.limits
	s.late <- s.now
	require.Zero(t, s.orders(<-s.answers))
}

// TestAPersonHasTheTimeOfABot: what a round takes longer than it may comes out of a bank.
func TestAPersonHasTheTimeOfABot(t *testing.T) {
	s := newTimed(t, time.Second, 5*time.Second)
	s.told()
	for _, round := range []struct{ limit, takes time.Duration }{
		{6 * time.Second, 3 * time.Second},
		{4 * time.Second, time.Second / 2},
		{4 * time.Second, 4 * time.Second},
		{time.Second, time.Second},
	} {
		s.ask()
		require.Equal(t, round.limit, <-s.limits)
		s.now = s.now.Add(round.takes)
		if round.takes < round.limit {
			_, err := s.give(s.told().Round, "", false)
			require.NoError(t, err)
		} else {
			s.late <- s.now
		}
		<-s.answers
	}
	s.Begin(1, "", nil)
	s.round = 1
	s.ask()
	require.Equal(t, 4*time.Second, <-s.limits, "what was taken back cost nothing")
	_, err := s.give(1, "", false)
	require.NoError(t, err)
	<-s.answers
}

// TestAPersonChoosesAnotherClock: it begins with the next round, and there are no other clocks than those offered.
func TestAPersonChoosesAnotherClock(t *testing.T) { synctest.Test(t, chooseAnotherClock) }

func chooseAnotherClock(t *testing.T) {
	s := newTimed(t, 0, 0)
	s.Clocks = []Clock{s.Clock, s.clock(10*time.Second, 0), s.clock(time.Second, 3*time.Second)}
	next := func(wanted time.Duration, takes time.Duration) {
		t.Helper()
		s.ask()
		synctest.Wait()
		if wanted > 0 {
			require.Equal(t, wanted, <-s.limits)
		}
		s.now = s.now.Add(takes)
		_, err := s.give(s.told().Round, "", false)
		require.NoError(t, err)
		<-s.answers
	}
	require.Len(t, s.told().Clocks, 3)
	require.NoError(t, s.choose(1))
	require.Equal(t, 1, s.told().Clock)
	require.Zero(t, s.told().Limit, "the round has no limit yet")
	next(0, time.Hour)
	require.EqualValues(t, 10_000, s.told().Limit)
	require.NoError(t, s.choose(2))
	next(10*time.Second, time.Second)
	next(4*time.Second, 3*time.Second)
	require.NoError(t, s.choose(1))
	next(2*time.Second, time.Second)
	require.NoError(t, s.choose(2))
	next(10*time.Second, time.Second)
	next(2*time.Second, time.Second)
	for _, none := range []int{-1, 3} {
		require.ErrorContains(t, s.choose(none), "cannot be chosen so")
	}
	s.Clocks = nil
	require.Error(t, s.choose(0), "what was typed counts")
}
