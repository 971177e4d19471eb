package engine

import "github.com/botarena/arena/engine/scene"

// Match is one play of a game. It is a state machine: nothing happens but by
// Step, and the same steps lead to the same state.
type Match interface {
	Setup() Setup
	// Board is the setup with the board of this match as a fixed map.
	Board() Setup
	// Round counts the rounds played; the match is over after Rounds of them.
	Round() int
	Rounds() int
	// Scores has a score for every seat; most wins.
	Scores() []int
	// Seat is what the player in a seat is told about its place.
	Seat(i int) Seat
	// Step plays a round. There must be a turn for every seat; nil commands are
	// none.
	Step(turns []Turn[Commands])
	// Legend and Scene are the pictures of the match; the scene is as it stands.
	Legend() scene.Legend
	Scene() scene.Scene
	// Watch has each round told in this log from now on, which is emptied before.
	// nil ends that.
	Watch(log *scene.Log)
	// StartMessage encodes what never changes, StateMessage what can, as Start
	// and State messages of the game. They are the same for all seats.
	StartMessage() []byte
	StateMessage() []byte
	// Digest fills d with every item of the state that can change.
	Digest(d *Digest)
}

type match[S, M, V any, C Commands] struct {
	game  *game[S, M, V, C]
	setup *setup[S, M, V, C]
	state M
	rand  *Rand
	seats []Seat
	turns []Turn[C]
	start []byte // StartMessage, once it was asked for
	log   *scene.Log
}

func (m *match[S, M, V, C]) Setup() Setup { return m.setup }

func (m *match[S, M, V, C]) Board() Setup {
	return &setup[S, M, V, C]{m.game, m.game.rules.Board(m.state)}
}

func (m *match[S, M, V, C]) Round() int           { return m.game.rules.Round(m.state) }
func (m *match[S, M, V, C]) Rounds() int          { return m.setup.Rounds() }
func (m *match[S, M, V, C]) Scores() []int        { return m.game.rules.Scores(m.state) }
func (m *match[S, M, V, C]) Seat(i int) Seat      { return m.seats[i] }
func (m *match[S, M, V, C]) StateMessage() []byte { return m.game.rules.EncodeState(m.state) }

func (m *match[S, M, V, C]) Legend() scene.Legend { return m.game.rules.Legend(m.state) }
func (m *match[S, M, V, C]) Scene() scene.Scene   { return m.game.rules.Scene(m.state) }
func (m *match[S, M, V, C]) Watch(log *scene.Log) { m.log = log }

func (m *match[S, M, V, C]) StartMessage() []byte {
	if m.start == nil {
		m.start = m.game.rules.EncodeStart(m.state)
	}
	return m.start
}

func (m *match[S, M, V, C]) Step(turns []Turn[Commands]) {
	m.turns = m.turns[:0]
	for _, t := range turns {
		m.turns = append(m.turns, Turn[C]{m.game.typed(t.Commands), t.Status})
	}
	m.log.Reset()
	m.state = m.game.rules.Step(m.state, m.turns, m.rand, m.log)
}

func (m *match[S, M, V, C]) Digest(d *Digest) {
	d.Reset()
	m.game.rules.Digest(m.state, d)
}

// Places ranks scores, most first: 1 for the best, and the same place for
// equals, who leave the next places empty (1, 2, 2, 4).
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
