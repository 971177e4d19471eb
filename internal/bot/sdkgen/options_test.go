package sdkgen

import (
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/botarena/arena/engine/lines"
	arenav1 "github.com/botarena/arena/proto/arena/v1"
)

// TestWhereWordsLead: number 0 is no word, whatever it is called, and what the schema says counts
// besides what a word is.
func TestWhereWordsLead(t *testing.T) {
	value := func(name string, number int32, step *arenav1.Step) *descriptorpb.EnumValueDescriptorProto {
		v := &descriptorpb.EnumValueDescriptorProto{Name: proto.String(name), Number: proto.Int32(number)}
		if step != nil {
			v.Options = &descriptorpb.EnumValueOptions{}
			proto.SetExtension(v.Options, arenav1.E_Step, step)
		}
		return v
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("x.proto"), Package: proto.String("x"), Syntax: proto.String("proto3"),
		EnumType: []*descriptorpb.EnumDescriptorProto{{
			Name: proto.String("Dir"),
			Value: []*descriptorpb.EnumValueDescriptorProto{
				value("DIR_NONE", 0, nil), value("DIR_NORTH", 1, nil), value("DIR_LEAP", 2, &arenav1.Step{Rows: -2, Cols: 3}),
				value("DIR_SOUTH_EAST", 3, nil), value("DIR_FAST_UP", 4, nil), value("DIR_WEST", 5, nil),
			},
		}},
	}, nil)
	require.NoError(t, err)
	said, compass := lines.Steps(file.Enums().Get(0))
	require.Equal(t, []Step{{Word: "leap", Row: -2, Col: 3, Number: 2}}, said)
	require.Equal(t, []Step{
		{Word: "north", Row: -1, Number: 1},
		{Word: "south_east", Row: 1, Col: 1, Number: 3},
		{Word: "west", Col: -1, Number: 5},
	}, compass)
}

// TestRisingCosts: each further character costs one more.
func TestRisingCosts(t *testing.T) {
	got := walkers([]*arenav1.Walk{{Kind: "elf", Costs: []*arenav1.Cost{
		{Cells: "ab", Plus: 2, Rising: true}, {Cells: "xy", Setting: "mud", Plus: 1},
	}}}, []string{"north"})
	require.Equal(
		t, []walker{{Kind: "elf", Words: []string{"north"}, Costs: []cost{{"a", "", 2}, {"b", "", 3}, {"xy", "mud", 1}}}},
		got)
}
