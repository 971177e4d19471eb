package lines

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// Step is where a word of an enum leads.
type Step struct {
	Word     string
	Row, Col int
	Number   int32 // of the word
}

// Steps returns where the words of an enum lead: where the schema says so, and to the
// directions of the compass. These count if it says nothing.
func Steps(enum protoreflect.EnumDescriptor) (said, compass []Step) {
	for k := range enum.Values().Len() {
		v := enum.Values().Get(k)
		step := Step{Word: Word(v), Number: int32(v.Number())}
		if by, ok := proto.GetExtension(v.Options(), arenav1.E_Step).(*arenav1.Step); ok && by != nil {
			step.Row, step.Col = int(by.GetRows()), int(by.GetCols())
			said = append(said, step)
		} else if step.lead() && step.Number != 0 {
			compass = append(compass, step)
		}
	}
	return said, compass
}

// lead takes the step of a word such as "north_east", and reports whether it is a direction
// of the compass.
func (s *Step) lead() bool {
	if s.Word == "none" {
		return true
	}
	for part := range strings.SplitSeq(s.Word, "_") {
		switch part {
		case "north":
			s.Row--
		case "south":
			s.Row++
		case "east":
			s.Col++
		case "west":
			s.Col--
		default:
			return false
		}
	}
	return true
}

// Inside lists the fields of messages and of the messages within them.
func Inside(messages ...protoreflect.MessageDescriptor) (list []protoreflect.FieldDescriptor) {
	for _, message := range messages {
		for _, f := range Fields(message) {
			list = append(list, f)
			if f.Message() != nil && !f.IsList() {
				list = append(list, Inside(f.Message())...)
			}
		}
	}
	return list
}

// Walk is how units go over the board of a game, by the options of its schema: so a game in
// Go says no more of it than SDKs in other languages are told. D is the game's directions,
// with the numbers of the schema.
type Walk[D ~int32] struct {
	compass engine.Compass[D]
	costs   []*arenav1.Cost
}

// WalkOf returns how units of a kind go, or all units if kind is "". It panics if the schema
// doesn't say it, which is a mistake in the game.
func WalkOf[D ~int32](game, kind string) *Walk[D] {
	var messages [3]protoreflect.MessageDescriptor
	for i, name := range []string{"Start", "State", "Commands"} {
		var err error
		if messages[i], err = Descriptor(game, name); err != nil {
			panic(err)
		}
	}
	w := new(Walk[D])
	fields := Inside(messages[0], messages[1])
	walk := walkOf(fields, kind)
	columns := Fields(messages[2])
	enum := columns[len(columns)-1].Enum()
	if walk == nil || enum == nil {
		panic(fmt.Sprintf("lines: the schema of %s doesn't say how units of kind %q go", game, kind))
	}
	w.costs = walk.GetCosts()
	for _, f := range fields {
		if grid := GridOf(f); grid != nil {
			w.compass.WrapRows = w.compass.WrapRows || grid.GetWrapRows()
			w.compass.WrapCols = w.compass.WrapCols || grid.GetWrapCols()
		}
	}
	said, steps := Steps(enum)
	if said != nil {
		steps = said
	}
	w.lead(steps, walk.GetWords())
	return w
}

// walkOf returns the option for a kind of units, or nil.
func walkOf(fields []protoreflect.FieldDescriptor, kind string) *arenav1.Walk {
	for _, f := range fields {
		walks, _ := proto.GetExtension(f.Options(), arenav1.E_Walk).([]*arenav1.Walk)
		for _, walk := range walks {
			if walk.GetKind() == kind {
				return walk
			}
		}
	}
	return nil
}

// lead sets the directions of the compass, of which units try those with these words, or all
// that lead to other cells if there are none.
func (w *Walk[D]) lead(steps []Step, words []string) {
	c := &w.compass
	for _, s := range steps {
		c.Offsets = append(c.Offsets, make([]engine.Pos, max(0, int(s.Number)+1-len(c.Offsets)))...)
		c.Offsets[s.Number] = engine.Pos{Row: s.Row, Col: s.Col}
		switch leads := s.Row != 0 || s.Col != 0; {
		case !leads:
			c.Stay = D(s.Number)
		case words == nil:
			c.Dirs = append(c.Dirs, D(s.Number))
		}
	}
	for _, word := range words {
		if k := slices.IndexFunc(steps, func(s Step) bool { return s.Word == word }); k >= 0 {
			c.Dirs = append(c.Dirs, D(steps[k].Number))
		}
	}
}

// Land returns a board with these characters as units go over it in a match with these
// settings.
func (w *Walk[D]) Land(setup engine.Adjustable, cells engine.Grid[byte]) *engine.Land[D] {
	var costs [256]int32
	for i := range costs {
		costs[i] = -1
	}
	for _, c := range w.costs {
		cost := int(c.GetPlus())
		for _, s := range setup.Settings() {
			if s.Name == c.GetSetting() {
				cost += *s.Value
			}
		}
		for i := range len(c.GetCells()) {
			costs[c.GetCells()[i]] = int32(cost)
			if c.GetRising() {
				cost++
			}
		}
	}
	return engine.NewLand(&w.compass, cells, &costs)
}
