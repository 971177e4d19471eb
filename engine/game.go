package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/botarena/arena/engine/scene"
)

// MaxCommands is how many commands a player may give in one round.
const MaxCommands = 1000

// MaxName is how many characters the name of a player may have, as in the
// original programs.
const MaxName = 12

// Info says which game it is.
type Info struct {
	Name    string // as typed and used in paths: "orkisland"
	Title   string // as printed: "Ork Island"
	Version int    // of the rules; raised with every change of what happens in a match
	Summary string // one line for lists
}

// Setting is one parameter of a game.
type Setting struct {
	Name     string
	Doc      string
	Value    *int // where the value is kept
	Min, Max int  // bounds, both included
}

// Commands are what one player gives in one round. Each game has its own type.
type Commands interface {
	// Len counts the commands as the limit does: all of them, valid or not.
	// It is 0 for a nil value.
	Len() int
}

// Turn is one player's part in one round.
type Turn[C any] struct {
	Commands C
	Status   Status
}

// Rules is a game. S is its setup (settings and, for a fixed map, the board), M
// the full state of a match, V what a player sees of it, C a player's commands.
//
// Nothing that Rules is handed is changed by it, but for what is named so.
type Rules[S, M, V any, C Commands] interface {
	Info() Info

	// Default returns the setup a match has when nothing is said.
	Default() S
	// ReadSetup reads a board file. An error of what the file says is a
	// *cnf.Error.
	ReadSetup(text []byte) (S, error)
	// WriteSetup writes a board file that ReadSetup reads back.
	WriteSetup(setup S) []byte
	// Settings lists the parameters of a setup, to be read and changed.
	Settings(setup *S) []Setting
	// Check says what is wrong with the settings taken together. Each is
	// already within its bounds.
	Check(setup S) error
	// Seats is how many players take part, Rounds how many rounds are played.
	Seats(setup S) int
	Rounds(setup S) int

	// New begins a match.
	New(setup S, r *Rand) (M, error)
	// Step plays one round. There is a turn for every seat; the commands of one
	// may be nil, which is none. The log may be nil too; it changes nothing.
	Step(match M, turns []Turn[C], r *Rand, log *scene.Log) M
	// Round counts the rounds played so far.
	Round(match M) int
	// Scores has a score for every seat; most wins.
	Scores(match M) []int
	// Board returns the setup with the board of this match as a fixed map.
	Board(match M) S
	// Digest adds every item of the state that can change, but for the statuses,
	// which are not the same in every run.
	Digest(match M, d *Digest)

	// View returns what a player sees. The player can't change the match by it.
	View(match M, seat Seat) V
	// Commands returns empty commands for a player with this view.
	Commands(view V) C
	// Random gives every unit of a player a random legal command.
	Random(view V, commands C)

	Wire[M, C]
	Pictures[M]
}

// Pictures is how a game is shown.
type Pictures[M any] interface {
	// Legend says what there can be to see in a match.
	Legend(match M) scene.Legend
	// Scene is what there is to see, as the match stands.
	Scene(match M) scene.Scene
}

// Recorder is for rules whose original program wrote its matches to text files,
// so that they can be shown.
type Recorder interface {
	// Recording reads such a record. An error of what the file says has a
	// *cnf.Error in it.
	Recording(text []byte) (Recording, error)
}

// Recording is a match as the record of an original program tells it.
type Recording struct {
	Names    []string
	Seed     string // as the record has it; "" if it has none
	Legend   scene.Legend
	Scenes   []scene.Scene // before the first round, and after each
	Logs     []scene.Log   // of each round
	Statuses [][]Status    // of each round, by seat
}

// OwnClassic is for rules whose original program did not draw from
// [ClassicSource]: for their matches, [Classic] means this source.
type OwnClassic interface {
	Classic(seed uint64) Source
}

// Wire is the schema of a game: the rules' types as bytes of its messages.
type Wire[M any, C Commands] interface {
	// EncodeStart encodes what never changes in a match: a Start message.
	EncodeStart(match M) []byte
	// DecodeStart returns a match in which nothing but that is known.
	DecodeStart(start []byte) (M, error)
	// EncodeState encodes all that can change: a State message.
	EncodeState(match M) []byte
	// DecodeState returns the match of start as it is in this State.
	DecodeState(start M, state []byte) (M, error)
	// EncodeCommands and DecodeCommands are for a Commands message.
	EncodeCommands(commands C) []byte
	DecodeCommands(commands []byte) (C, error)
}

// Game is a game with its types erased, for hosts and tools.
type Game interface {
	Info() Info
	// Default returns the setup a match has when nothing is said.
	Default() Setup
	// ReadSetup reads a board file.
	ReadSetup(text []byte) (Setup, error)
	// DecodeCommands checks and decodes a Commands message.
	DecodeCommands(message []byte) (Commands, error)
	// EncodeCommands writes commands of this game as a Commands message.
	EncodeCommands(commands Commands) []byte
	// Random returns a player that gives every unit a random legal command.
	Random() Player
	// Recording reads a record of the original program, as far as the game had
	// one that wrote records.
	Recording(text []byte) (Recording, error)
}

// Setup is what is settled before a match. It does not change.
type Setup interface {
	Game() Game
	// Settings lists the parameters. Writing through them changes nothing.
	Settings() []Setting
	// With returns the setup with one setting changed.
	With(name string, value int) (Setup, error)
	// Text writes the setup as a board file.
	Text() []byte
	Seats() int
	Rounds() int
	// New begins a match of players with these names.
	New(names []string, seed uint64, kind Randomness) (Match, error)
}

// Define makes of a game's rules what hosts and players use.
func Define[S, M, V any, C Commands](rules Rules[S, M, V, C]) (Game, Bot[V, C]) {
	g := &game[S, M, V, C]{rules}
	return g, Bot[V, C]{rules.Info(), func(play func(V, C)) Player { return &player[S, M, V, C]{g, play} }}
}

type game[S, M, V any, C Commands] struct{ rules Rules[S, M, V, C] }

func (g *game[S, M, V, C]) Info() Info { return g.rules.Info() }

func (g *game[S, M, V, C]) Default() Setup { return &setup[S, M, V, C]{g, g.rules.Default()} }

func (g *game[S, M, V, C]) ReadSetup(text []byte) (Setup, error) {
	of, err := g.rules.ReadSetup(text)
	if err != nil {
		return nil, err
	}
	return &setup[S, M, V, C]{g, of}, nil
}

func (g *game[S, M, V, C]) DecodeCommands(message []byte) (Commands, error) {
	commands, err := g.rules.DecodeCommands(message)
	if err != nil {
		return nil, err
	}
	return commands, nil
}

func (g *game[S, M, V, C]) EncodeCommands(commands Commands) []byte {
	return g.rules.EncodeCommands(g.typed(commands))
}

// typed undoes the erasure. Commands of another game are a mistake in the
// program, not in a bot: a bot's bytes went through DecodeCommands.
func (g *game[S, M, V, C]) typed(commands Commands) C {
	if commands == nil {
		var none C
		return none
	}
	c, ok := commands.(C)
	if !ok {
		panic(fmt.Sprintf("engine: %T are no commands of %s", commands, g.rules.Info().Name))
	}
	return c
}

func (g *game[S, M, V, C]) Recording(text []byte) (Recording, error) {
	recorder, ok := g.rules.(Recorder)
	if !ok {
		return Recording{}, fmt.Errorf("there are no records of %s", g.Info().Title)
	}
	return recorder.Recording(text)
}

// newRand returns what a match draws from.
func (g *game[S, M, V, C]) newRand(kind Randomness, seed uint64) (*Rand, error) {
	if own, ok := g.rules.(OwnClassic); ok && kind == Classic {
		return NewRand(own.Classic(seed)), nil
	}
	return kind.New(seed)
}

func (g *game[S, M, V, C]) Random() Player { return &player[S, M, V, C]{g, g.rules.Random} }

type setup[S, M, V any, C Commands] struct {
	game *game[S, M, V, C]
	of   S
}

func (s *setup[S, M, V, C]) Game() Game { return s.game }

func (s *setup[S, M, V, C]) Settings() []Setting {
	copied := s.of
	return s.game.rules.Settings(&copied)
}

func (s *setup[S, M, V, C]) With(name string, value int) (Setup, error) {
	changed := s.of
	settings := s.game.rules.Settings(&changed)
	i := slices.IndexFunc(settings, func(one Setting) bool { return one.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: no such setting of %s; there are %s", name, s.game.Info().Name, names(settings))
	}
	*settings[i].Value = value
	if err := settings[i].Check(); err != nil {
		return nil, err
	}
	if err := s.game.rules.Check(changed); err != nil {
		return nil, err
	}
	return &setup[S, M, V, C]{s.game, changed}, nil
}

// Check says whether the value is within its bounds.
func (s Setting) Check() error {
	switch v := *s.Value; {
	case s.Min == s.Max && v != s.Min:
		return fmt.Errorf("%s: %d, but only %d is possible", s.Name, v, s.Min)
	case v < s.Min:
		return fmt.Errorf("%s: %d, but the least is %d", s.Name, v, s.Min)
	case v > s.Max:
		return fmt.Errorf("%s: %d, but the most is %d", s.Name, v, s.Max)
	}
	return nil
}

func names(settings []Setting) string {
	all := make([]string, len(settings))
	for i, s := range settings {
		all[i] = s.Name
	}
	return strings.Join(all, ", ")
}

func (s *setup[S, M, V, C]) Text() []byte { return s.game.rules.WriteSetup(s.of) }
func (s *setup[S, M, V, C]) Seats() int   { return s.game.rules.Seats(s.of) }
func (s *setup[S, M, V, C]) Rounds() int  { return s.game.rules.Rounds(s.of) }

func (s *setup[S, M, V, C]) New(names []string, seed uint64, kind Randomness) (Match, error) {
	if len(names) != s.Seats() {
		return nil, fmt.Errorf("%d players, but %s is for %d", len(names), s.game.Info().Title, s.Seats())
	}
	r, err := s.game.newRand(kind, seed)
	if err != nil {
		return nil, err
	}
	begun, err := s.game.rules.New(s.of, r)
	if err != nil {
		return nil, err
	}
	m := &match[S, M, V, C]{game: s.game, setup: s, state: begun, rand: r}
	for i := range names {
		m.seats = append(m.seats, NewSeat(i, names, playerSeed(seed, i)))
	}
	return m, nil
}
