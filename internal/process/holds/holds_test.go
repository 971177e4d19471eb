package holds_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/holds"
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
		system holds.System
		on     []string
		says   string // of processes
		memory string
	}{
		"a sandbox": {
			holds.System{Layers: sandboxed("children", "dies with the arena"), CPUClock: true},
			[]string{holds.Files, holds.Network, holds.Memory, holds.Children, holds.CPUClock, holds.End},
			"only shell scripts start programs",
			"limited for each bot; exceeding",
		},
		"a sandbox without children": {
			holds.System{Layers: sandboxed("dies with the arena"), CPUClock: true},
			[]string{holds.Files, holds.Network, holds.Memory, holds.Children, holds.CPUClock, holds.End},
			"a bot starts no other program",
			"limited for each bot; exceeding",
		},
		"jobs": {
			holds.System{CPUClock: true, LimitsGroups: true, CountsGroups: true},
			[]string{holds.Memory, holds.Children, holds.CPUClock, holds.End},
			"limited in number",
			"with all its children",
		},
		"jobs without a clock": {
			holds.System{LimitsGroups: true, CountsGroups: true},
			[]string{holds.Memory, holds.Children, holds.End},
			"limited in number", "with all its children",
		},
		"a watch": {
			holds.System{CPUClock: true, SeesMemory: true, SeesChildren: true},
			[]string{holds.Memory, holds.Children, holds.CPUClock},
			"whose parent has ended",
			"looked at",
		},
		"groups that count, and a watch": {
			holds.System{CPUClock: true, CountsGroups: true, SeesChildren: true},
			[]string{holds.Children, holds.CPUClock},
			"charged to the bot, and end with it", "no limit",
		},
		"groups that count": {
			holds.System{CPUClock: true, CountsGroups: true},
			[]string{holds.Children, holds.CPUClock},
			"end with it", "no limit",
		},
		"nothing": {holds.System{}, nil, "are not charged", "no limit"},
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
				case holds.Children:
					require.Contains(t, said, test.says)
					require.Equal(t, name == "a watch", strings.Contains(said, "except those"))
				case holds.Memory:
					require.Contains(t, said, test.memory)
				}
			}
			require.Equal(t, test.on, on)
			require.Equal(t, slices.Contains(on, holds.Memory), test.system.LimitsMemory())
		})
	}
}

// TestHereNothingHoldsWithoutTheSandboxThatThereIs: who wants none on Linux has no limits, though there may be control
// groups.
func TestHereNothingHoldsWithoutTheSandboxThatThereIs(t *testing.T) {
	if sandbox.Usual() == sandbox.None {
		t.Skip("this system has no sandbox")
	}
	here := holds.Here(nil)
	require.Nil(t, here.Layers)
	require.True(t, here.CPUClock)
	require.False(t, here.LimitsGroups)
	require.False(t, here.SeesMemory)
	require.False(t, here.SeesChildren)
	require.False(t, here.LimitsMemory())
}

// TestModulesNeedNothingOfASystem but a clock.
func TestModulesNeedNothingOfASystem(t *testing.T) {
	for _, l := range holds.Modules() {
		require.True(t, l.On, l.Name)
		require.NotEmpty(t, l.Does)
	}
}
