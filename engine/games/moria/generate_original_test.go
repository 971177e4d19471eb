package moria

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest"
)

// TestBoardsOfTheOriginal compares boards, with the caves that dwarves own as they stand on
// them, with those that the original program of 2021 made of the same seeds.
func TestBoardsOfTheOriginal(t *testing.T) { // rules 6, 7
	for _, file := range enginetest.Records(t, "moria", "boards/seed-*.txt") {
		name := filepath.Base(file)
		seed, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimPrefix(name, "seed-"), ".txt"), 10, 64)
		require.NoError(t, err)
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		m, err := rules{}.Default().New(engine.NewRand(engine.NewClassic(seed)))
		require.NoError(t, err)
		require.Equal(t, strings.Fields(string(want)), strings.Fields(string(appendCells(nil, m.cells))), name)
	}
}
