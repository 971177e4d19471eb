package moria

import (
	"github.com/botarena/arena/engine"
)

func seen(m *mountain, me int) *State {
	return &State{engine.NewSeat(me, []string{"a", "b", "c", "d"}, 5), m}
}
