package games

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The vocabulary of bot authors: who has written a bot for one game knows the names
// of the others. A method is written as in Go, with the names of its parameters.
var (
	// everywhere is what every game has.
	everywhere = map[string]string{
		"State.Me":       "() int",
		"State.Name":     "(player int) string",
		"State.Rand":     "() *engine.Rand",
		"State.Budget":   "() engine.Budget",
		"State.Debug":    "() *engine.Debug",
		"State.Settings": "() Settings",
		"State.Round":    "() int",
		"State.Rounds":   "() int",
		"State.Players":  "() int",
		"State.Score":    "(player int) int",
		"State.Status":   "(player int) float64",
		"State.Rows":     "() int",
		"State.Cols":     "() int",
		"State.Has":      "(p Pos) bool",
		"State.Cell":     "(p Pos) Cell",
		"State.NumUnits": "() int",
		"State.Unit":     "(id UnitID) Unit",
		"State.UnitAt":   "(p Pos) (u Unit, ok bool)",
		"State.Units":    "() iter.Seq[Unit]",
		"State.UnitsOf":  "(player int) iter.Seq[Unit]",
		"State.As":       "(player int) *State",
		"State.Commands": "() *Commands",
		"State.Next":     "(r *engine.Rand, commands ...*Commands) *State",
		"State.Sim":      "() *Sim",

		"Sim.Set":    "(s *State)",
		"Sim.Play":   "(r *engine.Rand, commands ...*Commands)",
		"Sim.Round":  "() int",
		"Sim.Scores": "() []int",
		"Sim.State":  "() *State",
		"Sim.As":     "(player int) *State",

		"Commands.Move":    "(unit UnitID, d Dir)",
		"Commands.Has":     "(unit UnitID) bool",
		"Commands.Refused": "() []engine.Refusal",
		"Commands.All":     "() iter.Seq[Command]",
		"Commands.Reset":   "()",
		"Commands.Len":     "() int",

		"Dir.String": "() string",
		"Random":     "(s *State, c *Commands)",
	}
	// somewhere is what a game has if it has the idea.
	somewhere = map[string]string{
		"State.IsOpen":     "(p Pos) bool",
		"State.Neighbours": "(p Pos) iter.Seq2[Dir, Pos]",
		"State.Dest":       "(p Pos, d Dir) Pos",
		"State.Between":    "(from, to Pos) (d Dir, ok bool)",
		"State.Steps":      "(from, to Pos) int",
		"State.Owned":      "(player int) []Pos",
		"State.Paintable":  "(player int) []Pos",
		"State.Enemies":    "(player int) iter.Seq[Unit]",
		"State.Nearest":    "(from Pos, set ...Pos) (nearest Pos, ok bool)",
		"State.Cost":       "(p Pos) (cost int, ok bool)",
		"State.WaysTo":     "(targets ...Pos) Ways",
		"Ways.Step":        "(from Pos) Dir",
		"Ways.Cost":        "(from Pos) (cost int, ok bool)",
		"Ways.Steps":       "(from Pos) (steps int, ok bool)",
		"Ways.Path":        "(from Pos) []Pos",
		"Kind.String":      "() string",
		"Terrain.String":   "() string",
	}
	// sameWords are methods whose comments are the same in all games.
	sameWords = []string{
		"State.Me", "State.Name", "State.Rand", "State.Budget", "State.Debug", "State.Settings", "State.Round",
		"State.Rounds", "State.Status",
		"State.As", "State.Commands", "State.Next", "State.Sim", "Sim.Set", "Sim.Play", "Sim.Round", "Sim.Scores",
		"Sim.State", "Sim.As",
		"Commands.Has", "Commands.Refused", "Commands.All", "Commands.Reset", "Commands.Len",
	}
	// notOurs are names of the same ideas that no game uses, and American spellings.
	notOurs = regexp.MustCompile(
		`(?i)neighbor|color|center\b|^(State\.)?(Tiles|OtherTiles|Unclaimed|Others|Told|Follow|Towards?|Way|Distances\w*)$`)
)

// form is what signatures have in common: in some games kinds of units differ, and
// the number of directions is not the same in all.
func form(signature string) string {
	return numberOf.ReplaceAllString(strings.Replace(signature, "(k Kind, ", "(", 1), "[]")
}

var numberOf = regexp.MustCompile(`\[\d+\]`)

// api is what a package exports: functions and methods as in "State.Me", with their
// signatures and comments.
type api map[string]entry

type entry struct{ signature, comment string }

func readAPI(t *testing.T, folder string) api {
	t.Helper()
	all, inherited := api{}, api{}
	files := token.NewFileSet()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if name := exportedName(f); name != "" {
					all[name] = entry{signatureOf(t, files, f.Type), f.Doc.Text()}
				}
			}
		}
		for of, from := range embedded {
			if from.match.MatchString(textOf(t, files, file)) {
				maps.Copy(inherited, from.read(t, of))
			}
		}
	}
	for name, one := range inherited {
		if _, own := all[name]; !own {
			all[name] = one
		}
	}
	require.NotEmpty(t, all, folder)
	return all
}

// embedded is how games say that a type has what one of the engine has, whose methods are in a file.
var embedded = map[string]parent{
	"Sim": {
		match: regexp.MustCompile(`type Sim struct \{\s*engine\.Sim\[State, \*Commands\]\s*\}`), file: "../sim.go", of: "*Sim[",
		words: strings.NewReplacer("*S", "*State", " *Rand", " *engine.Rand", "...C", "...*Commands"),
	},
	"State": {
		match: regexp.MustCompile(`type seat = engine\.Seat\b`), file: "../seat.go", of: "Seat",
		words: strings.NewReplacer("*Rand", "*engine.Rand", "*Debug", "*engine.Debug", " Budget", " engine.Budget"),
	},
	"Commands": {
		match: regexp.MustCompile(`type list = commands\.List\[Command\]`), file: "../commands/commands.go", of: "*List[",
		words: strings.NewReplacer("[C]", "[Command]", "engine.UnitID", "UnitID"),
	},
}

type parent struct {
	match    *regexp.Regexp
	file, of string
	words    *strings.Replacer // of the engine, to those of a game
}

// read returns what a type of a game has from the engine, with the types of the game.
func (p parent) read(t *testing.T, name string) api {
	t.Helper()
	files, all := token.NewFileSet(), api{}
	file, err := parser.ParseFile(files, p.file, nil, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if ok && f.Recv != nil && f.Name.IsExported() && strings.HasPrefix(textOf(t, files, f.Recv.List[0].Type), p.of) {
			all[name+"."+f.Name.Name] = entry{p.words.Replace(signatureOf(t, files, f.Type)), f.Doc.Text()}
		}
	}
	require.NotEmpty(t, all)
	return all
}

// exportedName is "" for what is not exported, and for methods of types that are not.
func exportedName(f *ast.FuncDecl) string {
	if !f.Name.IsExported() {
		return ""
	}
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	receiver, ok := of.(*ast.Ident)
	if !ok || !receiver.IsExported() {
		return ""
	}
	return receiver.Name + "." + f.Name.Name
}

func signatureOf(t *testing.T, files *token.FileSet, f *ast.FuncType) string {
	t.Helper()
	return strings.TrimPrefix(textOf(t, files, f), "func")
}

func textOf(t *testing.T, files *token.FileSet, node ast.Node) string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, printer.Fprint(&text, files, node))
	return text.String()
}

func folders(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	var all []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			all = append(all, e.Name())
		}
	}
	require.Len(t, all, len(All()))
	return all
}

func TestGamesHaveOneVocabulary(t *testing.T) {
	for _, folder := range append(folders(t), "../enginetest/duel") {
		have := readAPI(t, folder)
		for name, want := range everywhere {
			if _, ok := have[name]; !ok && filepath.Base(folder) == "duel" {
				continue // the smallest game has what it needs
			}
			require.Equal(t, want, have[name].signature, "%s: %s", folder, name)
		}
		for name, want := range somewhere {
			if got, ok := have[name]; ok {
				require.Equal(t, want, form(got.signature), "%s: %s", folder, name)
			}
		}
		for name, got := range have {
			require.NotRegexp(t, notOurs, name, folder)
			require.NotRegexp(t, regexp.MustCompile(`(?i)neighbor|\bcolor`), got.comment, "%s: %s", folder, name)
		}
	}
}

// TestTheSameIdeaHasTheSameForm: what two games call alike is a word of the
// vocabulary, or at least has the same form.
func TestTheSameIdeaHasTheSameForm(t *testing.T) {
	first := map[string]string{} // where a name was seen first
	forms := api{}
	for _, folder := range folders(t) {
		for name, got := range readAPI(t, folder) {
			if before, seen := forms[name]; seen {
				require.Equal(t, before.signature, form(got.signature), "%s in %s and %s", name, first[name], folder)
				if slices.Contains(sameWords, name) {
					require.Equal(t, before.comment, got.comment, "%s in %s and %s", name, first[name], folder)
				}
				continue
			}
			first[name], forms[name] = folder, entry{form(got.signature), got.comment}
		}
	}
	for _, name := range sameWords {
		require.Contains(t, forms, name)
	}
}
