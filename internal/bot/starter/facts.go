package starter

import (
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/sdkgen"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// facts are what a bot must know of a game to give commands at random.
type facts struct {
	Game    string // its name
	Title   string
	Version int      // of its rules
	Words   []string // what a unit can be told, except standing still
	Owners  string   // the line that has the player of every unit, or "": as many for each
	Cells   string   // the line that has the cell of every unit

	Units   units               // how a bot gets at its own units in an SDK
	Names   map[string][]string // by language: Words as it has them
	Step    string              // the type of a word
	Class   string              // that of the game, where there is one
	Package string              // of the game's Go code
}

// units is how a bot gets at its own units.
type units string

const (
	owned  units = "owned"  // the SDK knows whose they are
	shared units = "shared" // each player has as many, one player's after another's
	self   units = "self"   // it has one, with its own number
)

// factsOf takes them from the game's schema.
func factsOf(game engine.Game) (facts, error) {
	info := game.Info()
	f := facts{Game: info.Name, Title: info.Title, Version: info.Version}
	schema, err := lines.Of(info)
	if err != nil {
		return f, err
	}
	columns := schema.Words()
	if len(columns) != 2 || columns[0] != nil || columns[1] == nil {
		return f, hint.New(info.Name, "its commands are not a unit and a word", "copy one of its bots")
	}
	f.Words = slices.DeleteFunc(slices.Clone(columns[1]), func(word string) bool { return word == "none" })
	f.describe(game)
	commands, err := lines.Descriptor(info.Name, "Commands")
	if err != nil {
		return f, err
	}
	state, err := lines.Descriptor(info.Name, "State")
	if err != nil {
		return f, err
	}
	unit := is(commands.Fields().Get(0)) // "unit", "starship"
	for i := range state.Fields().Len() {
		field := state.Fields().Get(i)
		name := string(field.Name())
		if !strings.HasPrefix(name, unit+"_") {
			continue
		}
		switch {
		case is(field) == "player" && f.Owners == "":
			f.Owners = name
		case is(field) == "cell" && f.Cells == "":
			f.Cells = name
		}
	}
	return f, nil
}

// describe takes the facts that SDKs are made of.
func (f *facts) describe(game engine.Game) {
	if commands, err := game.DecodeCommands(nil); err == nil && reflect.TypeOf(commands) != nil {
		f.Package = packageOf(reflect.TypeOf(commands))
	}
	sdk, err := sdkgen.Describe(game, nil)
	if err != nil {
		return // where an SDK is asked for, that is said
	}
	f.Units = self
	if table := sdk.Units(); table != nil {
		f.Units = shared
		if table.Owned {
			f.Units = owned
		}
	}
	f.Names = sdk.Said(f.Words)
	f.Step, f.Class = sdk.Columns[len(sdk.Columns)-1].Type, sdkgen.ClassName(f.Game)
}

// packageOf returns the package of a game's Commands, which is that of the game.
func packageOf(commands reflect.Type) string {
	if commands.Kind() == reflect.Pointer {
		commands = commands.Elem()
	}
	return commands.PkgPath()
}

// is returns what the numbers of a field are.
func is(field protoreflect.FieldDescriptor) string {
	kind, _ := proto.GetExtension(field.Options(), arenav1.E_Is).(string)
	return kind
}

// transcriptRounds is how many rounds a [language.Transcript] has. More would make it long to read.
const transcriptRounds = 10

// transcript returns what the arena writes to a bot in seat 0 in the first rounds of a
// match of random players.
func transcript(game engine.Game, name string) ([]byte, error) {
	setup := game.Default()
	names := slices.Repeat([]string{"random"}, setup.Seats())
	names[0] = name
	m, err := setup.New(names, 1, engine.ChaCha8)
	if err != nil {
		return nil, err
	}
	schema, err := lines.Of(game.Info())
	if err != nil {
		return nil, err
	}
	text, err := schema.NewMatch(m.StartMessage())
	if err != nil {
		return nil, err
	}
	own := m.Seat(0)
	out := text.AppendStart(nil, &arenav1.Seat{Names: own.Names(), Seed: own.Seed()})
	for range transcriptRounds {
		if out, err = text.AppendState(out, m.Round(), m.StateMessage(), m.Scores()); err != nil {
			return nil, err
		}
		turns := make([]engine.Turn[engine.Commands], setup.Seats())
		for seat := range turns {
			turns[seat].Commands = game.Random().Play(m, seat)
		}
		m.Step(turns)
	}
	return lines.AppendEnd(out, m.Scores(), engine.Places(m.Scores())), nil
}
