package classic_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
)

// printedBy plays some rounds and returns what the player printed.
func printedBy(t *testing.T, program, of string, kind engine.Randomness, seed uint64) string {
	t.Helper()
	m, err := newMatch(t, game(t, of), 3, matchSeed).Setup().New(names, seed, kind)
	require.NoError(t, err)
	p := start(t, program)
	talk(t, p, m, nil)
	require.NoError(t, p.end(t), "%s", &p.printed)
	return p.printed.String()
}

// asOf is a player file of a trap, which can be one of several games.
func asOf(t *testing.T, game, file string) string {
	t.Helper()
	text, err := os.ReadFile(trap(file))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), file)
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return build(t, game, path)
}

// A static function of a player has no Player, and made a generator of its own. A permutation takes a draw more in
// Ork Island than in Moria.
func TestPlayersMakeGeneratorsOfTheirOwn(t *testing.T) {
	games := map[string]int{"orkisland": 5}
	if tier.IsNight() {
		games["moria"] = 4
	}
	for of, draws := range games {
		program := asOf(t, of, "AIOwnDraws.cc")
		first := printedBy(t, program, of, engine.Classic, 1)
		require.Equal(t, first, printedBy(t, program, of, engine.ChaCha8, 2), "it does not depend on the match")
		require.Equal(t, ownDraws(draws), first, of)
	}
}

// ownDraws is what AIOwnDraws.cc prints, whose permutation takes so many draws.
func ownDraws(draws int) string {
	r := engine.NewRand(engine.NewClassic(0))
	text := ""
	for range 4 {
		text += fmt.Sprint(r.Draw(0, 99), " ")
	}
	r = engine.NewRand(engine.NewClassic(0))
	all := []int{0, 1, 2, 3, 4}
	for k := range draws {
		other := r.Draw(k, 4)
		all[k], all[other] = all[other], all[k]
	}
	return text + fmt.Sprintln(strings.Trim(fmt.Sprint(all), "[]"), r.Draw(0, 99))
}

// With one process of the original for all players, one that draws from the C library alone has the numbers that it
// has there.
func TestNumbersOfTheCLibraryAreTheOriginalsWithItsSeeds(t *testing.T) {
	program := asOf(t, "orkisland", "AILibc.cc")
	const unseeded = "1804289383 846930886 1681692777\n"
	require.Equal(t, unseeded, printedBy(t, program, "orkisland", engine.Classic, 1))
	require.Equal(t, unseeded, printedBy(t, program, "orkisland", engine.Classic, 1<<31-1))
	require.NotEqual(t, unseeded, printedBy(t, program, "orkisland", engine.Classic, 1<<40), "no seed of an original")
	one := printedBy(t, program, "orkisland", engine.ChaCha8, 1)
	require.NotEqual(t, unseeded, one)
	require.NotEqual(t, one, printedBy(t, program, "orkisland", engine.ChaCha8, 2))
}

// The originals wrote the first letters of long names into their records.
func TestLongNamesAreCut(t *testing.T) {
	p := start(t, build(t, "orkisland", trap("AINames.cc")))
	require.True(t, p.out.Scan())
	require.True(t, strings.HasSuffix(p.out.Text(), " name=NamesThatAre"), p.out.Text())
	require.NoError(t, p.end(t))
}
