package sdkgen

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// walker is a kind of unit, if it matters to where a unit can go.
type walker struct {
	Kind  string   // "" if all units go alike
	Words []string // the directions in which they go, in the order in which they are tried
	Costs []cost   // of entering a cell; units can't enter those with other characters
}

// cost is what entering a cell with one of some characters costs: a setting, a number or
// their sum.
type cost struct {
	Letters string
	Setting string
	Plus    int
}

// block is a run of units of a kind. The number of units in it is a setting, or 1.
type block struct {
	Kind    string
	Setting string
	Each    string // the setting that says how often this and the blocks beside it with Each are repeated
}

// option returns an option of a field, or nothing if the field does not have it.
func option[T any](f protoreflect.Descriptor, extension protoreflect.ExtensionType) (value T) {
	if proto.HasExtension(f.Options(), extension) {
		value, _ = proto.GetExtension(f.Options(), extension).(T)
	}
	return value
}

// isOf returns what the numbers of a field are the numbers of, or "".
func isOf(f protoreflect.FieldDescriptor) string { return option[string](f, arenav1.E_Is) }

// walkers returns how units go over a board, by the options of the field with its
// characters. Words are all that lead to other cells, unless the schema names some.
func walkers(walks []*arenav1.Walk, words []string) (list []walker) {
	for _, walk := range walks {
		w := walker{Kind: walk.GetKind(), Words: walk.GetWords()}
		if w.Words == nil {
			w.Words = words
		}
		for _, cost := range walk.GetCosts() {
			w.Costs = append(w.Costs, costs(cost)...)
		}
		list = append(list, w)
	}
	return list
}

func costs(c *arenav1.Cost) (list []cost) {
	plus := int(c.GetPlus())
	if !c.GetRising() {
		return []cost{{c.GetCells(), c.GetSetting(), plus}}
	}
	for i, letter := range []rune(c.GetCells()) {
		list = append(list, cost{string(letter), c.GetSetting(), plus + i})
	}
	return list
}

// setKinds sets what units are, by the option of one of the fields.
func (t *Table) setKinds(fields []protoreflect.FieldDescriptor) {
	for _, f := range fields {
		kinds := option[*arenav1.Kinds](f, arenav1.E_Kinds)
		for _, l := range kinds.GetLetters() {
			t.Letters, t.KindsOf = append(t.Letters, letter{l.GetLetter(), l.GetKind()}), string(f.Name())
			t.addKind(l.GetKind())
		}
		for _, r := range kinds.GetRuns() {
			t.Blocks = append(t.Blocks, block{r.GetKind(), r.GetSetting(), r.GetEach()})
			t.addKind(r.GetKind())
		}
	}
}

func (t *Table) addKind(kind string) {
	if !slices.Contains(t.Kinds, kind) {
		t.Kinds = append(t.Kinds, kind)
	}
}

// checkOptions finds options that name what there is not.
func (g *Game) checkOptions() error {
	for _, name := range g.settingsNamed() {
		if name != "" && !slices.ContainsFunc(g.Settings, func(f Field) bool { return f.Name == name }) {
			return fmt.Errorf("%s: an option of the schema names a setting %s, which there is not", g.Name, name)
		}
	}
	if g.Board == nil {
		return nil
	}
	for _, w := range g.Board.Walkers {
		for _, word := range w.Words {
			if !slices.ContainsFunc(g.Steps, func(s Step) bool { return s.Word == word }) {
				return fmt.Errorf("%s: an option of the schema names a step %s, which there is not", g.Name, word)
			}
		}
		if units := g.Units(); w.Kind != "" && (units == nil || !slices.Contains(units.Kinds, w.Kind)) {
			return fmt.Errorf("%s: an option of the schema names a kind %s, which there is not", g.Name, w.Kind)
		}
	}
	return nil
}

// settingsNamed lists the settings that options name.
func (g *Game) settingsNamed() (names []string) {
	if g.Board != nil {
		for _, w := range g.Board.Walkers {
			for _, c := range w.Costs {
				names = append(names, c.Setting)
			}
		}
	}
	for _, t := range g.Tables {
		names = append(names, t.Owner)
		for _, b := range t.Blocks {
			names = append(names, b.Setting, b.Each)
		}
	}
	return names
}
