// Package capabilities says what holds for bots on a system, with a sandbox and without one. What the system
// can do comes from probes: nothing here asks for its name.
package capabilities

import (
	"slices"

	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// System has the findings about a system.
type System struct {
	Layers       []sandbox.Layer // of the sandbox; nil if bots are in none
	CPUClock     bool            // the CPU time of a process can be read
	LimitsGroups bool            // each bot is in a group that is limited and ends as one, with or without a sandbox
	CountsGroups bool            // each bot is in a group that is charged and ends as one
	SeesMemory   bool            // what a bot holds is looked at, with or without a sandbox
	SeesChildren bool            // so are its children
}

// Here returns the findings about this system, where bots are in this sandbox.
func Here(confined *sandbox.Sandbox) System {
	elsewhere := sandbox.Usual() == sandbox.None // where there is a sandbox, nothing else limits without it
	s := System{
		CPUClock:     host.HasCPUClock(),
		LimitsGroups: elsewhere && cgroup.CanLimit() == nil,
		CountsGroups: cgroup.CanCount(),
		SeesMemory:   elsewhere && host.SeesMemory(),
		SeesChildren: elsewhere && host.SeesChildren(),
	}
	if confined.Confines() {
		s.Layers = confined.Layers()
	}
	return s
}

// Names of what holds or does not.
const (
	Files    = "files"
	Network  = "network"
	Memory   = "memory"
	Children = "processes"
	CPUClock = "CPU clock"
	End      = "end"
)

// Promises returns what holds for programs and scripts: each is on or off, with the reason.
func (s System) Promises() []sandbox.Layer {
	confined := s.Layers != nil
	return []sandbox.Layer{
		either(Files, confined, "a bot reads and changes none of yours", "a bot reads and changes all that you can"),
		either(Network, confined, "a bot reaches nothing and nobody", "a bot reaches all that you can"),
		s.memory(),
		s.children(),
		s.clock(),
		either(End, s.has("dies with the arena") || s.LimitsGroups, "a bot ends with the arena, however that ends",
			"a bot that reads nothing runs on if the arena is killed"),
	}
}

func either(name string, on bool, does, lacks string) sandbox.Layer {
	return sandbox.Layer{Name: name, On: on, Does: does, Detail: lacks}
}

// LimitsMemory reports whether --mem holds.
func (s System) LimitsMemory() bool { return s.Layers != nil || s.LimitsGroups || s.SeesMemory }

func (s System) memory() sandbox.Layer {
	does := "limited for each bot; exceeding it is a verdict"
	switch {
	case s.Layers != nil:
	case s.LimitsGroups:
		does = "limited for each bot with all its children; exceeding it is a verdict"
	default:
		does = "looked at for each bot, again and again; too much is a verdict"
	}
	return either(Memory, s.LimitsMemory(), does, "no limit, except for .wasm files")
}

func (s System) children() sandbox.Layer {
	does := "children are charged to the bot, and end with it"
	switch {
	case s.Layers != nil && !s.has("children"):
		does = "a bot starts no other program"
	case s.Layers != nil:
		does = "only shell scripts start programs; those are charged, limited, and end with the bot"
	case s.LimitsGroups:
		does = "children are charged to the bot, limited in number, and end with it and with the arena"
	case s.SeesChildren && !s.CountsGroups:
		does = "children are charged to the bot, and end with it, except those that have left its group and whose parent " +
			"has ended"
	}
	on := s.Layers != nil || s.LimitsGroups || s.CountsGroups || s.SeesChildren
	return either(Children, on, does, "children are not charged to the bot, and end with it unless they leave its group")
}

// has reports whether a layer of the sandbox is on.
func (s System) has(name string) bool {
	return slices.ContainsFunc(s.Layers, func(l sandbox.Layer) bool { return l.Name == name && l.On })
}

func (s System) clock() sandbox.Layer {
	return either(CPUClock, s.CPUClock, "budgets count CPU time", "budgets count elapsed time")
}
