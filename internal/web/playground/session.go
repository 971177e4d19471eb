package playground

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// session is a match that is being played. The referee runs in a goroutine of its own and waits whenever bots of the
// page's are asked; whoever calls a session waits for the referee meanwhile, so that only one of both runs at any time.
type session struct {
	over    chan struct{} // closed when the referee has ended
	stop    context.CancelFunc
	stopped context.Context //nolint:containedctx // of the match, as match.Play wants it
	asked   chan Asked
	replied chan map[int]Reply

	// The rest is the referee's as long as it runs, and that of whoever waited for it in between.

	progress Asked // as of the last round
	pending  []Question
	inside   []*early
	replies  map[int]Reply
	file     bytes.Buffer
	shown    *shown // nil: nobody looks
	failed   error

	leaving sync.Mutex // players leave a match at the same time
}

// newSession begins a match as planned.
func newSession(ctx context.Context, p *plan) (*session, error) {
	h := p.header
	m, err := h.Setup.New(h.Names(), h.Seed, h.Random)
	if err != nil {
		return nil, err
	}
	s := &session{over: make(chan struct{}), asked: make(chan Asked), replied: make(chan map[int]Reply)}
	record, err := replay.NewWriter(&s.file, m, h)
	if err != nil {
		return nil, err
	}
	if p.shown {
		s.shown = newShown(m, h)
	}
	s.stopped, s.stop = context.WithCancel(ctx)
	s.progress = Asked{Rounds: m.Rounds(), Scores: m.Scores(), Verdicts: []Verdict{}}
	go s.play(p, m, record)
	return s, nil
}

// play plays the match and records it.
func (s *session) play(p *plan, m engine.Match, record *replay.Writer) {
	defer close(s.over)
	referee := match.Play
	if p.from != nil {
		referee = p.from.play
	}
	watchers := []match.Watcher{record, s}
	if s.shown != nil {
		watchers = append(watchers, s.shown)
	}
	result, err := referee(s.stopped, m, p.players(s), watchers...)
	s.failed = errors.Join(err, record.Close(result, err == nil))
	s.progress.Over, s.progress.Places = true, result.Places
}

// Round implements [match.Watcher].
func (s *session) Round(m engine.Match, r match.Round) {
	s.progress.Round, s.progress.Scores = m.Round(), m.Scores()
	for _, v := range r.Verdicts {
		s.progress.Verdicts = append(s.progress.Verdicts,
			Verdict{Seat: v.Seat, Round: v.Round, Kind: string(v.Kind), Detail: v.Detail})
	}
}

// wait waits until the referee asks something or has ended.
func (s *session) wait() (Asked, error) {
	select {
	case asked := <-s.asked:
		return asked, nil
	case <-s.over:
		return s.ending(), s.failed
	}
}

// ending is what is told of a match that is over.
func (s *session) ending() Asked {
	s.progress.Questions = s.pending
	if s.pending == nil {
		s.progress.Questions = []Question{}
	}
	return s.progress
}

// next hands over the replies to all questions of a round, and returns those of the next. The error is that the
// replies are not those, or that the match could not be played to its end.
func (s *session) next(replies []Reply) (Asked, error) {
	select {
	case <-s.over:
		return Asked{}, errors.New("the match is over")
	default:
	}
	bySeat := make(map[int]Reply, len(replies))
	for _, r := range replies {
		bySeat[r.Seat] = r
	}
	for _, q := range s.pending {
		if _, replied := bySeat[q.Seat]; !replied {
			return Asked{}, fmt.Errorf("no reply of seat %d", q.Seat)
		}
	}
	if len(replies) != len(s.pending) {
		return Asked{}, fmt.Errorf("%d replies to %d questions", len(replies), len(s.pending))
	}
	s.replied <- bySeat
	return s.wait()
}

// end ends the match where it is.
func (s *session) end() {
	s.stop()
	<-s.over
}

// replay returns the match as a file, if it is over or was ended.
func (s *session) replay() []byte {
	select {
	case <-s.over:
		return s.file.Bytes()
	default:
		return nil
	}
}

// ask keeps a question until the referee waits for the first answer to those of a round.
func (s *session) ask(q Question) { s.pending = append(s.pending, q) }

// answer returns what has become of the question of a seat. The first that is called in a round waits for all.
func (s *session) answer(seat int) (Reply, error) {
	if _, has := s.replies[seat]; !has {
		asked := s.progress
		asked.Questions = s.pending
		select {
		case s.asked <- asked:
		case <-s.stopped.Done():
			return Reply{}, context.Cause(s.stopped)
		}
		select {
		case s.replies = <-s.replied:
			s.pending = nil
		case <-s.stopped.Done():
			return Reply{}, context.Cause(s.stopped)
		}
	}
	reply := s.replies[seat]
	delete(s.replies, seat)
	return reply, nil
}

// leave keeps what a bot is sent at the end.
func (s *session) leave(last Question) {
	s.leaving.Lock()
	defer s.leaving.Unlock()
	s.pending = append(s.pending, last)
}
