package moria

import (
	"testing"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

var ahead = enginetest.Ahead[*State, *Commands, *Sim]{
	Game: Game, Bot: Bot, Random: Random,
	Digest: func(s *State, d *engine.Digest) { s.match.Digest(d) },
}

func TestSim(t *testing.T) { ahead.Test(t) }

// BenchmarkSim measures 20 rounds that a player looks ahead, and compares with Next.
func BenchmarkSim(b *testing.B) { ahead.Bench(b) }
