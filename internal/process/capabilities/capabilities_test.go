package capabilities_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/capabilities"
	"github.com/botarena/arena/internal/process/sandbox"
)

// sandboxed are the layers of a sandbox that decide about what holds.
func sandboxed(names ...string) []sandbox.Layer {
	layers := []sandbox.Layer{{Name: "limits", On: true}}
	for _, name := range names {
		layers = append(layers, sandbox.Layer{Name: name, On: true})
	}
	return layers
}

// TestWhatHoldsFollowsFromWhatIsThere: by what was found out about a system, and not by its name.
func TestWhatHoldsFollowsFromWhatIsThere(t *testing.T) {
	for name, test := range map[string]struct {
		system capabilities.System
		on     []string
		says   string // of processes
		memory string
	}{
		"a sandbox": {
			capabilities.System{Layers: sandboxed("children", "dies with the arena"), CPUClock: true},
			[]string{
				capabilities.Files, capabilities.Network, capabilities.Memory, capabilities.Children,
				capabilities.CPUClock, capabilities.End,
			},
			"only shell scripts start programs",
			"limited for each bot; exceeding",
		},
		"a sandbox without children": {
			capabilities.System{Layers: sandboxed("dies with the arena"), CPUClock: true},
			[]string{
				capabilities.Files, capabilities.Network, capabilities.Memory, capabilities.Children,
				capabilities.CPUClock, capabilities.End,
			},
			"a bot starts no other program",
			"limited for each bot; exceeding",
		},
		"jobs": {
			capabilities.System{CPUClock: true, LimitsGroups: true, CountsGroups: true},
			[]string{capabilities.Memory, capabilities.Children, capabilities.CPUClock, capabilities.End},
			"limited in number",
			"with all its children",
		},
		"jobs without a clock": {
			capabilities.System{LimitsGroups: true, CountsGroups: true},
			[]string{capabilities.Memory, capabilities.Children, capabilities.End},
			"limited in number", "with all its children",
		},
		"a watch": {
			capabilities.System{CPUClock: true, SeesMemory: true, SeesChildren: true},
			[]string{capabilities.Memory, capabilities.Children, capabilities.CPUClock},
			"whose parent has ended",
			"looked at",
		},
		"groups that count, and a watch": {
			capabilities.System{CPUClock: true, CountsGroups: true, SeesChildren: true},
			[]string{capabilities.Children, capabilities.CPUClock},
			"charged to the bot, and end with it", "no limit",
		},
		"groups that count": {
			capabilities.System{CPUClock: true, CountsGroups: true},
			[]string{capabilities.Children, capabilities.CPUClock},
			"end with it", "no limit",
		},
		"nothing": {capabilities.System{}, nil, "are not charged", "no limit"},
	} {
		t.Run(name, func(t *testing.T) {
			var on []string
			for _, l := range test.system.Promises() {
				said := l.Detail
				if l.On {
					on, said = append(on, l.Name), l.Does
				}
				require.NotEmpty(t, said, l.Name)
				switch l.Name {
				case capabilities.Children:
					require.Contains(t, said, test.says)
					require.Equal(t, name == "a watch", strings.Contains(said, "except those"))
				case capabilities.Memory:
					require.Contains(t, said, test.memory)
				}
			}
			require.Equal(t, test.on, on)
			require.Equal(t, slices.Contains(on, capabilities.Memory), test.system.LimitsMemory())
		})
	}
}

// TestHereNothingHoldsWithoutTheSandboxThatThereIs: who wants none on Linux has no limits, though there may be control
// groups.
func TestHereNothingHoldsWithoutTheSandboxThatThereIs(t *testing.T) {
	if sandbox.Usual() == sandbox.None {
		t.Skip("this system has no sandbox")
	}
	here := capabilities.Here(nil)
	require.Nil(t, here.Layers)
	require.True(t, here.CPUClock)
	require.False(t, here.LimitsGroups)
	require.False(t, here.SeesMemory)
	require.False(t, here.SeesChildren)
	require.False(t, here.LimitsMemory())
}
