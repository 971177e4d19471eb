package story

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/replay"
)

// allGames returns the games of the arena, and the smallest one.
func allGames() []engine.Game { return append(games.All(), duel.Game) }

// duelOf returns the replay of a match with the given number of rounds.
func duelOf(t *testing.T, rounds int, names ...string) []byte {
	t.Helper()
	return storytest.Record(t, storytest.Setup(t, duel.Game, rounds), names...)
}

func readShow(t *testing.T, file []byte) *Story {
	t.Helper()
	s, err := Read(file, allGames())
	require.NoError(t, err)
	return s
}

// records has a match of each original program, by game.
var records = map[string]string{
	"battleroyale": "own.br.gz", "moria": "own.res.gz", "orkisland": "own.out.gz", "starships": "own.res.gz",
}

func readRecord(t *testing.T, game string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "engine", "games", game, "testdata", records[game]))
	require.NoError(t, err)
	return file
}

func TestRecordsAreRecognisedByContent(t *testing.T) {
	for game := range records {
		packed := readRecord(t, game)
		plain, err := Unpacked(packed)
		require.NoError(t, err)
		ofWindows := append([]byte("\ufeff"), bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n"))...)
		for _, file := range [][]byte{packed, plain, ofWindows} {
			s := readShow(t, file)
			require.Equal(t, game, s.Game.Name)
			require.True(t, s.Ended)
			require.Empty(t, s.Damage)
			require.Len(t, s.Scenes, len(s.Played)+1)
			require.Len(t, s.Players, 4)
		}
	}
}

func TestAFaultInARecordIsToldByItsGame(t *testing.T) {
	for game, title := range map[string]string{
		"battleroyale": "Battle Royale", "moria": "Moria", "orkisland": "Ork Island", "starships": "Starships",
	} {
		plain, err := Unpacked(readRecord(t, game))
		require.NoError(t, err)
		_, err = Read(append(plain[:len(plain)/2], "\nnonsense"...), allGames())
		require.ErrorContains(t, err, "not a record of "+title+": ")
		require.ErrorContains(t, err, "line ")
	}
}

func TestReplayIsShownWithItsBudget(t *testing.T) {
	s := readShow(t, duelOf(t, 5, "anna"))
	require.EqualValues(t, 50_000, s.Budget)
	require.Equal(t, "7", s.Seed)
	require.Equal(t, Player{"anna", "1"}, s.Players[0])
	require.Contains(t, s.Settings, Setting{"nb_rounds", 5, "rounds of the match"})
	require.Len(t, s.Played[4].Turns, 2)
}

func TestReplayOfAnEarlierVersionIsShown(t *testing.T) {
	file, err := os.ReadFile("../replay/testdata/format-1.arena")
	require.NoError(t, err)
	s := readShow(t, file)
	require.Zero(t, s.Budget)
	require.NotEmpty(t, s.Played)
}

func TestADamagedReplayIsShownAsFarAsItGoes(t *testing.T) {
	file := duelOf(t, storytest.ManyRounds)
	whole := readShow(t, file)
	s := readShow(t, file[:len(file)/2])
	require.Regexp(t, `^damaged after round \d+: unexpected EOF$`, s.Damage)
	require.False(t, s.Ended)
	require.NotEmpty(t, s.Played)
	require.Equal(t, whole.Scenes[:len(s.Scenes)], s.Scenes)
}

func TestWhatIsNoMatchIsRefused(t *testing.T) {
	ofDuel := duelOf(t, 2)
	gzipped := func(text []byte) []byte {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(text)
		require.NoError(t, w.Close())
		return packed.Bytes()
	}
	var other bytes.Buffer
	w, err := zstd.NewWriter(&other)
	require.NoError(t, err)
	_, _ = w.Write([]byte("hello"))
	require.NoError(t, w.Close())
	for _, c := range []struct {
		file  []byte
		games engine.Games
		want  string
	}{
		{nil, allGames(), "neither a replay nor a record of an original program"},
		{[]byte("\x1f\x8b"), allGames(), "gzip: unexpected EOF"},
		{gzipped([]byte(strings.Repeat("x", MaxFile+1))), allGames(), "more than 32 MB when unpacked"},
		{gzipped(make([]byte, 100))[:20], allGames(), "gzip: damaged after "},
		{other.Bytes(), allGames(), "not a replay of the arena"},
		{ofDuel[:10], allGames(), "damaged in its header: unexpected EOF"},
		{ofDuel, allGames()[:1], "duel: no such game; there are: battleroyale"},
		{[]byte("Remember\nthe milk."), allGames(), "neither a replay nor a record of an original program"},
	} {
		_, err := Read(c.file, c.games)
		require.ErrorContains(t, err, c.want)
	}
}

func TestAReplayOfOtherRulesIsRefused(t *testing.T) {
	r, err := replay.Read(bytes.NewReader(duelOf(t, 2)), engine.NewGames(duel.Game))
	require.NoError(t, err)
	r.Rules = 99
	_, err = FromReplay(r)
	require.EqualError(t, err, "played with version 99 of the rules of Duel, this arena has version 1")
}

// The match writes every round's log into the same memory.
func TestAShowKeepsItsLogs(t *testing.T) {
	s := readShow(t, duelOf(t, 30))
	differ := false
	for i := range s.Played[1:] {
		a, b := s.Played[i].Orders, s.Played[i+1].Orders
		differ = differ || len(a) > 0 && len(b) > 0 && a[0].Text != b[0].Text
	}
	require.True(t, differ, "all rounds have the same orders")
}

// The points of a round stay what they were when the next is played.
func TestAShowKeepsThePointsOfItsRounds(t *testing.T) {
	s := readShow(t, storytest.Record(t, storytest.Setup(t, battleroyale.Game, 10)))
	for i, h := range s.Played {
		scores := slices.Clone(s.Scenes[i].Numbers[0])
		for _, p := range h.Points {
			scores[p.Seat] += p.Points
		}
		require.Equal(t, s.Scenes[i+1].Numbers[0], scores, "round %d", i)
	}
}
