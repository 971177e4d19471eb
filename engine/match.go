package engine

import (
	"sync"

	"github.com/botarena/arena/engine/scene"
)

// Match is one play of a game. It is a state machine: it changes only by Step, and
// the same steps lead to the same state. Between two steps, its methods may be called
// from several goroutines at once.
type Match interface {
	Setup() Setup
	// Board returns the setup with the board of this match as a fixed map.
	Board() Setup
	// Round counts the rounds played so far.
	Round() int
	// Rounds returns how many there are at most.
	Rounds() int
	// Over reports whether the match has been played to its end: after Rounds rounds,
	// or earlier in a game whose matches are an [Ender].
	Over() bool
	// Scores returns a score for every seat; the highest wins.
	Scores() []int
	// Sources names what points come from, by the numbers that a watched round logs. It
	// is empty unless the game's matches are an [Earner].
	Sources() []string
	// Seat returns what a player knows about its own seat.
	Seat(i int) Seat
	// Step plays a round. There must be a turn for every seat; its commands may be
	// nil.
	Step(turns []Turn[Commands])
	// Legend describes everything that scenes of the match can show. Scene returns
	// what the match looks like now.
	Legend() scene.Legend
	Scene() scene.Scene
	// Watch makes Step write what happens in each round to the log, which Step empties
	// first. With nil, Step writes no log.
	Watch(log *scene.Log)
	// StartMessage returns the game's Start message, with everything that never
	// changes, and StateMessage its State message, with everything that can. Both are
	// the same for all seats.
	StartMessage() []byte
	StateMessage() []byte
	// Digest fills d with every item of the state that can change.
	Digest(d *Digest)
	// AppendRecord appends the next part of the record that the game's original program
	// would write: before the first round all that comes before it, and after each round
	// that round. It appends nothing if the game has no [Game.RecordExtension].
	AppendRecord(text []byte) []byte
}

type match[S SetupRules[S, M], M MatchRules[S, M, V, C], V any, C Commands] struct {
	game  *game[S, M, V, C]
	setup *setup[S, M, V, C]
	state M
	rand  *Rand
	seed  string
	seats []Seat
	turns []Turn[C]
	log   *scene.Log

	encodeStart sync.Once
	start       []byte
}

func (m *match[S, M, V, C]) Setup() Setup { return m.setup }
func (m *match[S, M, V, C]) Board() Setup { return &setup[S, M, V, C]{m.game, m.state.Setup()} }

func (m *match[S, M, V, C]) Round() int  { return m.state.Round() }
func (m *match[S, M, V, C]) Rounds() int { return m.setup.Rounds() }
func (m *match[S, M, V, C]) Over() bool {
	ender, ok := any(m.state).(Ender)
	return m.Round() >= m.Rounds() || ok && ender.Over()
}
func (m *match[S, M, V, C]) Scores() []int { return m.state.Scores() }
func (m *match[S, M, V, C]) Sources() []string {
	if earner, ok := any(m.state).(Earner); ok {
		return earner.Sources()
	}
	return nil
}
func (m *match[S, M, V, C]) Seat(i int) Seat      { return m.seats[i] }
func (m *match[S, M, V, C]) StateMessage() []byte { return m.state.EncodeState() }

func (m *match[S, M, V, C]) Legend() scene.Legend { return m.state.Legend() }
func (m *match[S, M, V, C]) Scene() scene.Scene   { return m.state.Scene() }
func (m *match[S, M, V, C]) Watch(log *scene.Log) { m.log = log }

func (m *match[S, M, V, C]) StartMessage() []byte {
	m.encodeStart.Do(func() { m.start = m.state.EncodeStart() })
	return m.start
}

func (m *match[S, M, V, C]) Step(turns []Turn[Commands]) {
	m.turns = m.turns[:0]
	for _, t := range turns {
		m.turns = append(m.turns, Turn[C]{m.game.typed(t.Commands), t.Status})
	}
	m.log.Reset()
	m.state = m.state.Step(m.turns, m.rand, m.log)
}

func (m *match[S, M, V, C]) Digest(d *Digest) {
	d.Reset()
	m.state.Digest(d)
}

// Places ranks scores, the highest first: 1 for the best. Equal scores share a
// place, and the next place is skipped (1, 2, 2, 4).
func Places(scores []int) []int {
	places := make([]int, len(scores))
	for i, mine := range scores {
		places[i] = 1
		for _, other := range scores {
			if other > mine {
				places[i]++
			}
		}
	}
	return places
}
