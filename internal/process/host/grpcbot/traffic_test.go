package grpcbot

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/botwire"
)

// TestTrafficIsCounted: by pipes anew after each answer, by a socket for the whole match, as output may still be on its
// way there when an answer comes.
func TestTrafficIsCounted(t *testing.T) {
	pipes, socket, free := traffic{}, traffic{shared: true}, traffic{free: true}
	for range 3 {
		require.False(t, pipes.came(botwire.MaxResponse+mostBeside))
		require.False(t, pipes.answered(botwire.MaxResponse))
	}
	require.False(t, pipes.came(mostBeside+101))
	require.True(t, pipes.answered(100))
	require.True(t, pipes.came(botwire.MaxResponse+mostBeside+1))

	require.False(t, socket.came(botwire.Window+botwire.MaxResponse+mostBeside))
	require.False(t, socket.answered(100))
	require.False(t, socket.came(100+around))
	require.True(t, socket.came(1))

	require.False(t, free.came(1<<40))
	require.False(t, free.answered(1))
}
