package terminal

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/textboard"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

func newMatch(t *testing.T, name string) engine.Match {
	t.Helper()
	game, err := engine.NewGames(append(games.All(), duel.Game)...).Find(name)
	require.NoError(t, err)
	m, err := game.Default().New(make([]string, game.Default().Seats()), 5, engine.ChaCha8)
	require.NoError(t, err)
	return m
}

func shown(t *testing.T, m engine.Match, player int, colours textboard.Colours) string {
	t.Helper()
	s, err := NewScreen(m.Setup().Game(), colours)
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, s.Write(&text, m, player))
	return text.String()
}

// The titles follow from the schemas alone. The units are those that the scenes show.
func TestUnitsOfEveryGame(t *testing.T) {
	for game, titles := range map[string]string{
		"orkisland":    "unit row col health",
		"moria":        "unit kind row col health",
		"battleroyale": "unit kind row col health",
		"starships":    "starship row col missile countdown",
		"duel":         "unit kind row col",
	} {
		m := newMatch(t, game)
		text := shown(t, m, 1, textboard.NoColours)
		sections := strings.Split(text, "\n\n")
		rows := strings.Split(strings.TrimSpace(sections[len(sections)-1]), "\n")
		require.Equal(t, titles, strings.Join(strings.Fields(rows[0]), " "))
		cols, withKind := m.Legend().Cols, strings.Contains(titles, "kind")
		for _, u := range m.Scene().Units {
			if u.Owner != 1 {
				continue
			}
			require.Greater(t, len(rows), 1, game)
			want := fmt.Sprintf("%d %d %d", u.ID, u.Cell/cols, u.Cell%cols)
			if withKind {
				want = fmt.Sprintf("%d %s %d %d", u.ID, m.Legend().Units[u.Kind].Name, u.Cell/cols, u.Cell%cols)
			}
			rows = rows[1:]
			require.Regexp(t, "^"+regexp.QuoteMeta(want)+`( \S+)*$`, strings.Join(strings.Fields(rows[0]), " "), game)
		}
		require.Len(t, rows, 1, game)
	}
}

// A starship that is dead is in no scene, and still one's own.
func TestUnitsThatAreNotOnTheBoard(t *testing.T) {
	m := newMatch(t, "starships")
	s, err := NewScreen(m.Setup().Game(), textboard.NoColours)
	require.NoError(t, err)
	turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
	missing := func() bool {
		own := 0
		for _, u := range m.Scene().Units {
			if u.Owner == 1 && !strings.HasPrefix(m.Legend().Units[u.Kind].Name, "missile") {
				own++
			}
		}
		return own == 0
	}
	s.See(m)
	for !missing() {
		require.False(t, m.Over(), "no starship has died")
		m.Step(turns)
	}
	var text bytes.Buffer
	require.NoError(t, s.Write(&text, m, 1))
	require.Regexp(t, `(?m)^starship +row +col +missile +countdown\n +\d+ +\d+ +\d+ +\d+ +\d+$`, text.String())
}

// foreign is the State of a game that is not of this arena, and whose schema is as odd as
// it may be.
func foreign(t *testing.T) *schema {
	t.Helper()
	is := func(what string) *descriptorpb.FieldOptions {
		o := &descriptorpb.FieldOptions{}
		proto.SetExtension(o, arenav1.E_Is, what)
		return o
	}
	field := func(n int32, name string, kind descriptorpb.FieldDescriptorProto_Type, list bool, typeName,
		what string,
	) *descriptorpb.FieldDescriptorProto {
		f := &descriptorpb.FieldDescriptorProto{
			Name: &name, Number: &n, Type: &kind, Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
			JsonName: &name,
		}
		if list {
			f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		}
		if typeName != "" {
			f.TypeName = &typeName
		}
		if what != "" {
			f.Options = is(what)
		}
		return f
	}
	const (
		integer = descriptorpb.FieldDescriptorProto_TYPE_SINT32
		text    = descriptorpb.FieldDescriptorProto_TYPE_STRING
		chars   = descriptorpb.FieldDescriptorProto_TYPE_BYTES
		enum    = descriptorpb.FieldDescriptorProto_TYPE_ENUM
		message = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
	)
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("tron/v1/tron.proto"), Package: proto.String("tron.v1"), Syntax: proto.String("proto3"),
		Dependency: []string{"arena/v1/arena.proto"},
		EnumType: []*descriptorpb.EnumDescriptorProto{{
			Name: proto.String("Mood"),
			Value: []*descriptorpb.EnumValueDescriptorProto{
				{Name: proto.String("MOOD_UNSPECIFIED"), Number: proto.Int32(0)},
				{Name: proto.String("MOOD_VERY_GOOD"), Number: proto.Int32(1)},
			},
		}},
		MessageType: []*descriptorpb.DescriptorProto{
			{
				Name:  proto.String("Inner"),
				Field: []*descriptorpb.FieldDescriptorProto{field(1, "bike_owners", integer, true, "", "player")},
			},
			{
				Name:  proto.String("Start"),
				Field: []*descriptorpb.FieldDescriptorProto{field(1, "bike_kinds", chars, false, "", "")},
			},
			{Name: proto.String("State"), Field: []*descriptorpb.FieldDescriptorProto{
				field(1, "bike_cells", integer, true, "", "cell"), field(2, "bike_homes", integer, true, "", "cell"),
				field(3, "bike_moods", enum, true, ".tron.v1.Mood", ""), field(4, "bike_names", text, true, "", ""),
				field(5, "inner", message, false, ".tron.v1.Inner", ""), field(6, "bike_count", integer, false, "", ""),
				field(7, "walls", integer, true, "", "cell"),
			}},
		},
	}, protoregistry.GlobalFiles)
	require.NoError(t, err)
	return &schema{start: file.Messages().ByName("Start"), state: file.Messages().ByName("State"), unit: "bike"}
}

func TestUnitsOfAForeignGame(t *testing.T) {
	list := func(message []byte, number protowire.Number, values ...int64) []byte {
		var packed []byte
		for _, v := range values {
			packed = protowire.AppendVarint(packed, protowire.EncodeZigZag(v))
		}
		return protowire.AppendBytes(protowire.AppendTag(message, number, protowire.BytesType), packed)
	}
	text := func(message []byte, number protowire.Number, text string) []byte {
		return protowire.AppendString(protowire.AppendTag(message, number, protowire.BytesType), text)
	}
	s := foreign(t)
	state := list(nil, 1, 0, 7, -1)
	state = list(state, 2, 99, 8)
	state = protowire.AppendBytes(protowire.AppendTag(state, 3, protowire.BytesType), []byte{1, 0, 77})
	state = text(text(state, 4, "a\x1b[31m\tb"), 4, "")
	state = text(state, 5, string(list(nil, 1, 1, 0, 1)))
	u, err := s.of(text(nil, 1, "xy\x1b"), state)
	require.NoError(t, err)
	require.Equal(t, 3, u.count)
	require.Equal(t, [][]string{
		{"bike", "row", "col", "home row", "col", "mood", "name", "kind"},
		{"0", "0", "0", "-", "-", "very_good", "a b", "x"},
		{"1", "1", "2", "1", "3", "unspecified", "", "y"},
		{"2", "-", "-", "-", "-", "77", "-", ""},
	}, u.table("bike", scene.Legend{Rows: 4, Cols: 5}, []int{0, 1, 2}, nil, nil))
	owner := func(unit int) int {
		n, ok := u.number("player", unit)
		require.True(t, ok)
		return n
	}
	require.Equal(t, []int{0, 2}, owned(u.count, 1, owner))

	_, err = s.of(nil, []byte{0xff})
	require.ErrorContains(t, err, "tron.v1.State: ")
}
