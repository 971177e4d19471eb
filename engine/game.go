package engine

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// MaxCommands is how many commands a player may give in one round.
const MaxCommands = 1000

// MaxName is how many characters the name of a player may have, as in the
// original programs.
const MaxName = 12

// Info describes a game.
type Info struct {
	Name    string // as typed and used in paths: "orkisland"
	Title   string // as printed: "Ork Island"
	Version int    // of the rules; increased with every change that affects matches
	Summary string // one line for lists
}

// Setting is one parameter of a game.
type Setting struct {
	Name     string
	Doc      string
	Value    *int // where the value is kept
	Default  int
	Min, Max int // bounds, both included

	// Optional says that files and messages leave it out while it has its default: so those
	// from before it was there are as they were.
	Optional bool
}

// Commands are what one player gives in one round. Each game has its own type.
type Commands interface {
	// Len returns the number of commands that the limit counts: all of them, valid
	// or not.
	Len() int
}

// Turn is one player's part in one round.
type Turn[C any] struct {
	Commands C
	Status   Status
}

// Rules is the part of a game that belongs to no particular setup or match. S is the
// type of its setups (settings and, for a fixed map, the board), M that of its matches,
// V what a player sees of a match, C a player's commands. [Define] puts them together.
type Rules[S, M, V any, C Commands] interface {
	Info() Info
	// Default returns the setup with default settings.
	Default() S
	// ReadSetup reads a board file. An error in the file is a *cnf.Error.
	ReadSetup(text []byte) (S, error)

	// Commands returns empty commands for a player with this view.
	Commands(view V) C
	// Random gives every unit of a player a random legal command.
	Random(view V, commands C)

	// DecodeStart returns a match with only what a Start message holds; see
	// MatchRules.EncodeStart. An error says which part of the message is wrong.
	DecodeStart(start []byte) (M, error)
	// EncodeCommands encodes commands as a Commands message.
	EncodeCommands(commands C) []byte
	// DecodeCommands decodes a Commands message, which a bot wrote. An error freezes the player;
	// a command that the rules refuse is no error.
	DecodeCommands(commands []byte) (C, error)
}

// SetupRules are the methods of a game's setup S. A setup doesn't change once it is
// made: settings are changed on a clone.
type SetupRules[S, M any] interface {
	// Clone returns a copy whose settings can be changed.
	Clone() S
	// Settings lists the parameters, to be read and changed. Their bounds may
	// depend on the values of those before them.
	Settings() []Setting
	// Check returns an error if the settings don't fit together. Each is already within
	// its bounds.
	Check() error
	// Seats returns the number of players, Rounds the number of rounds.
	Seats() int
	Rounds() int
	// Text returns the board file that ReadSetup reads back.
	Text() []byte
	// New begins a match. An error means that this setup has no match with these draws.
	New(r *Rand) (M, error)
}

// MatchRules are the methods of a game's match M. A match doesn't change once it is
// made: a step returns another one.
type MatchRules[S, M, V, C any] interface {
	// Setup returns the setup with the board of this match as a fixed map.
	Setup() S
	// Round counts the rounds played so far.
	Round() int
	// Scores returns a score for every seat; the highest wins.
	Scores() []int
	// Step plays a round and returns the match after it. There is a turn for every
	// seat; its commands may be nil. The log may be nil, too; it doesn't affect the
	// match.
	Step(turns []Turn[C], r *Rand, log *scene.Log) M
	// View returns what a player sees. The player can't change the match through it.
	View(seat Seat) V
	// Digest adds every item of the state that can change, except the statuses,
	// which differ from run to run.
	Digest(d *Digest)

	// Legend describes everything that scenes of the match can show. Scene returns
	// what the match looks like now.
	Legend() scene.Legend
	Scene() scene.Scene

	// EncodeStart encodes what never changes in the match, as a Start message
	// without the seat.
	EncodeStart() []byte
	// EncodeState encodes everything that can change, as a State message.
	EncodeState() []byte
	// DecodeState returns the match with everything that can change taken from a
	// State message. An error says which part of the message is wrong.
	DecodeState(state []byte) (M, error)
}

// Ender can be implemented by a match that may be decided before its last round.
type Ender interface {
	// Over reports whether the match is decided. No round is played after that.
	Over() bool
}

// Earner can be implemented by a match whose rounds log what the players' points come
// from. Then the points in the log of a round are the change of the scores.
type Earner interface {
	// Sources returns the names of what points come from, such as "treasures". They
	// never change; a [scene.Log] refers to them by index.
	Sources() []string
}

// Recorder can be implemented by rules whose original program wrote its matches to text
// files, so that these can be shown, too.
type Recorder interface {
	// Recording reads such a file. An error in the file wraps a *cnf.Error.
	Recording(text []byte) (Recording, error)
}

// Guided can be implemented by rules that can tell a newcomer what they are, so that the page on which bots are written
// shows it beside the code. It is young, and may still change.
type Guided interface {
	// Guide returns the rules as a player needs them: the things of the game, the course of a round, the points. It is
	// in Markdown, of which it uses headings (##), paragraphs, lists, tables, **bold**, *emphasis* and `code`.
	Guide() string
}

// Extended can be implemented by rules of whose State more can be asked than its schema says, so that bots in other
// languages can ask it, too. It is young, and may still change.
type Extended interface {
	// SDK returns the game's additions to its module in files with an ending: "py", "mjs", "d.mts", "hpp", "rs" or
	// "java"; "" for no additions. It is a text/template that defines "methods" of the class State, "types" except in
	// mjs, and in hpp, rs and java the "hidden" members of the class.
	SDK(ending string) string
}

// OwnClassic can be implemented by rules whose original program had another random
// source than [ClassicSource]: in their matches, [Classic] means this one.
type OwnClassic interface {
	Classic(seed uint64) Source
}

// Simulator can be implemented by rules whose players can look ahead by a Sim, so that
// this can be measured in any game. It is young, and may still change.
type Simulator[V any, C Commands] interface {
	// Simulate returns a simulation that begins at a view of a match.
	Simulate(view V) Simulation[V, C]
}

// Simulation is what a game's Sim has for callers that don't know the game: a match that is
// played on in place. It is young, and may still change.
type Simulation[V any, C Commands] interface {
	// Set sets the simulation back to a view of the same match.
	Set(view V)
	// Play plays a round in which players 0, 1, ... give these commands.
	Play(r *Rand, commands ...C)
	// As returns what a player sees of the simulation.
	As(player int) V
	// Round counts the rounds played, those before the simulation included.
	Round() int
}

// Game is a game with its types erased, for hosts and tools. [Define] alone makes them, so that the
// interface may gain methods.
type Game interface {
	Info() Info
	// Default returns the setup with default settings.
	Default() Setup
	// ReadSetup reads a board file. An error in the file is a *cnf.Error.
	ReadSetup(text []byte) (Setup, error)
	// DecodeCommands checks and decodes a Commands message. Its error is that of
	// [Rules].DecodeCommands.
	DecodeCommands(message []byte) (Commands, error)
	// EncodeCommands encodes commands of this game as a Commands message.
	EncodeCommands(commands Commands) []byte
	// Random returns a player that gives every unit a random legal command.
	Random() Player
	// Recording reads a record of the game's original program. It fails if the game
	// has no such records.
	Recording(text []byte) (Recording, error)
	// RecordExtension returns what the names of such records end in, such as ".out", or
	// "" if [Match.AppendRecord] can't write them.
	RecordExtension() string
	// Guide returns the rules as a player needs them, or "" if the game does not tell; see [Guided].
	Guide() string
	// SDK returns the hand-written additions to the game's module in another language, or ""; see [Extended]. The rest
	// of the module follows from the schema.
	SDK(ending string) string
}

// Setup holds the facts of a match that are settled before it. It doesn't change. A [Game] alone makes them, so that
// the interface may gain methods.
type Setup interface {
	Game() Game
	// Settings lists the parameters. Writing to their values doesn't affect the setup.
	Settings() []Setting
	// With returns the setup with one setting changed. An error names the setting: no setting has
	// this name, its value is out of bounds, or it does not fit the others.
	With(name string, value int) (Setup, error)
	// Text returns the setup as a board file.
	Text() []byte
	Seats() int
	Rounds() int
	// New begins a match of players with these names. It fails if their number is not that of
	// the seats, if there is no such randomness, or if the game can't begin.
	New(names []string, seed uint64, kind Randomness) (Match, error)
}

// Define turns a game's rules into the Game that hosts and tools use, and the Bot
// that players use.
func Define[S SetupRules[S, M], M MatchRules[S, M, V, C], V any, C Commands](rules Rules[S, M, V, C]) (Game,
	Bot[V, C],
) {
	g := &game[S, M, V, C]{rules}
	return g, Bot[V, C]{rules.Info(), func(play func(V, C)) Player { return &player[S, M, V, C]{g, play} }}
}

type game[S SetupRules[S, M], M MatchRules[S, M, V, C], V any, C Commands] struct {
	rules Rules[S, M, V, C]
}

func (g *game[S, M, V, C]) Info() Info { return g.rules.Info() }

func (g *game[S, M, V, C]) Default() Setup { return &setup[S, M, V, C]{g, g.rules.Default()} }

func (g *game[S, M, V, C]) ReadSetup(text []byte) (Setup, error) {
	typed, err := g.rules.ReadSetup(text)
	if err != nil {
		return nil, err
	}
	return &setup[S, M, V, C]{g, typed}, nil
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

// typed undoes the erasure. It panics on commands of another game, which are a mistake
// in the program and not in a bot: a bot's bytes went through DecodeCommands.
func (g *game[S, M, V, C]) typed(commands Commands) C {
	if commands == nil {
		var none C
		return none
	}
	c, ok := commands.(C)
	if !ok {
		panic(fmt.Sprintf("engine: %T are not commands of %s", commands, g.rules.Info().Name))
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

func (g *game[S, M, V, C]) Guide() string {
	if guided, ok := g.rules.(Guided); ok {
		return guided.Guide()
	}
	return ""
}

func (g *game[S, M, V, C]) SDK(ending string) string {
	if extended, ok := g.rules.(Extended); ok {
		return extended.SDK(ending)
	}
	return ""
}

// newRand returns the random source of a match.
func (g *game[S, M, V, C]) newRand(kind Randomness, seed uint64) (*Rand, error) {
	if own, ok := g.rules.(OwnClassic); ok && kind == Classic {
		return NewRand(own.Classic(seed)), nil
	}
	return kind.New(seed)
}

func (g *game[S, M, V, C]) Random() Player { return &player[S, M, V, C]{g, g.rules.Random} }
