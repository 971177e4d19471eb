package engine_test

import (
	"errors"
	"fmt"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/engine/wire"
)

// Game and Bot are all that a game's package needs to export besides its State and Commands.
var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})

// State is what a player sees: its number, and the scores.
type State struct {
	Me     int
	Scores []int
}

// Commands are how many coins a player takes from the heap.
type Commands struct{ coins int }

func (c *Commands) Take(coins int) { c.coins = coins }

func (c *Commands) Len() int { return 1 }

// rules is what belongs to no setup and no match.
type rules struct{}

func (rules) Info() engine.Info {
	return engine.Info{Name: "coins", Title: "Coins", Version: 1, Summary: "Take few coins; who takes many gets none."}
}
func (rules) Default() *setup              { return engine.SetDefaults(new(setup)) }
func (rules) Commands(*State) *Commands    { return new(Commands) }
func (rules) Random(_ *State, c *Commands) { c.Take(1) }
func (rules) EncodeCommands(c *Commands) []byte {
	return wire.AppendColumns(nil, []int32{int32(c.coins)})
}

func (rules) DecodeCommands(message []byte) (*Commands, error) {
	columns, err := wire.ReadColumns(message, "coins")
	if err != nil || len(columns[0]) == 0 {
		return new(Commands), err
	}
	return &Commands{int(columns[0][0])}, nil
}

func (rules) ReadSetup(text []byte) (*setup, error) {
	s, r := new(setup), cnf.NewReader(text)
	r.Expect("Coins")
	r.Settings(s)
	return s, r.Err()
}

func (rules) DecodeStart(start []byte) (*match, error) {
	columns, err := wire.ReadColumns(start, "rounds")
	if err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if len(columns[0]) != 1 {
		return nil, errors.New("start: no rounds")
	}
	return &match{setup: &setup{int(columns[0][0])}}, nil
}

// setup is what is settled before a match.
type setup struct{ rounds int }

func (s *setup) Clone() *setup { c := *s; return &c }
func (s *setup) Check() error  { return nil }
func (s *setup) Seats() int    { return 2 }
func (s *setup) Rounds() int   { return s.rounds }
func (s *setup) Text() []byte  { return cnf.AppendSettings([]byte("Coins\n"), s) }

func (s *setup) Settings() []engine.Setting {
	return []engine.Setting{{Name: "nb_rounds", Doc: "rounds", Value: &s.rounds, Default: 3, Min: 1, Max: 99}}
}

func (s *setup) New(*engine.Rand) (*match, error) {
	return &match{setup: s, scores: make([]int, 2)}, nil
}

// match never changes: a step returns another one.
type match struct {
	setup  *setup
	round  int
	scores []int
}

func (m *match) Setup() *setup             { return m.setup }
func (m *match) Round() int                { return m.round }
func (m *match) Scores() []int             { return m.scores }
func (m *match) View(s engine.Seat) *State { return &State{s.Me(), m.scores} }
func (m *match) EncodeStart() []byte       { return wire.AppendColumns(nil, []int32{int32(m.setup.rounds)}) }
func (m *match) Digest(d *engine.Digest)   { d.Add("scores", 0, m.scores...) }
func (m *match) Legend() scene.Legend      { return scene.Legend{Numbers: []string{"score"}} }
func (m *match) Scene() scene.Scene        { return scene.Scene{Numbers: [][]int{m.scores}} }

func (m *match) EncodeState() []byte {
	return wire.AppendColumns(nil, wire.Numbers(append([]int{m.round}, m.scores...)))
}

func (m *match) DecodeState(state []byte) (*match, error) {
	columns, err := wire.ReadColumns(state, "numbers")
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if len(columns[0]) != 3 {
		return nil, errors.New("state: no round and two scores")
	}
	numbers := columns[0]
	return &match{m.setup, int(numbers[0]), []int{int(numbers[1]), int(numbers[2])}}, nil
}

// Step gives each player the coins that it takes, unless the other takes fewer.
func (m *match) Step(turns []engine.Turn[*Commands], _ *engine.Rand, _ *scene.Log) *match {
	next := &match{m.setup, m.round + 1, append([]int(nil), m.scores...)}
	for player, turn := range turns {
		other := turns[1-player].Commands
		if c := turn.Commands; c != nil && (other == nil || c.coins <= other.coins) {
			next.scores[player] += max(0, min(c.coins, 3))
		}
	}
	return next
}

// A whole game: who takes fewer coins from the heap keeps them. Package enginetest/duel is one with a board and
// pictures, to be copied.
func ExampleDefine() {
	m, err := Game.Default().New([]string{"one", "two"}, 1, engine.ChaCha8)
	if err != nil {
		panic(err)
	}
	two := Bot.Player(func(s *State, c *Commands) { c.Take(2 - s.Scores[s.Me]) })
	for !m.Over() {
		m.Step([]engine.Turn[engine.Commands]{
			{Commands: Game.Random().Play(m, 0)},
			{Commands: two.Play(m, 1)},
		})
		fmt.Println("round", m.Round(), "scores", m.Scores())
	}
	// Output:
	// round 1 scores [1 0]
	// round 2 scores [2 0]
	// round 3 scores [3 0]
}
