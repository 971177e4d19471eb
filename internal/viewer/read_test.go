package viewer

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/replay"
)

// records are matches of the original programs, by game.
var records = map[string]string{
	"battleroyale": "own.br.gz", "moria": "own.res.gz", "orkisland": "own.out.gz", "starships": "own.res.gz",
}

func readRecord(t *testing.T, game string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", "engine", "games", game, "testdata", records[game]))
	require.NoError(t, err)
	return file
}

func TestRecordsAreRecognisedByContent(t *testing.T) {
	for game := range records {
		packed := readRecord(t, game)
		plain, err := gunzip(packed)
		require.NoError(t, err)
		for _, file := range [][]byte{packed, plain} {
			show := readShow(t, file)
			require.Equal(t, game, show.Game.Name)
			require.True(t, show.Ended)
			require.Empty(t, show.Damage)
			require.Len(t, show.Scenes, len(show.Played)+1)
			require.Len(t, show.Players, 4)
			requireShown(t, show, throughJSON(t, Encode(show)))
		}
	}
}

// Of a record with a fault, the game that it is of says what that is.
func TestARecordWithAFaultIsToldByItsGame(t *testing.T) {
	for game, title := range map[string]string{
		"battleroyale": "Battle Royale", "moria": "Moria", "orkisland": "Ork Island", "starships": "Starships",
	} {
		plain, err := gunzip(readRecord(t, game))
		require.NoError(t, err)
		_, err = Read(append(plain[:len(plain)/2], "\nnonsense"...), allGames())
		require.ErrorContains(t, err, "no record of "+title+": ")
		require.ErrorContains(t, err, "line ")
	}
}

func TestReplayIsShownWithItsBudget(t *testing.T) {
	show := readShow(t, recordMatch(t, setupOf(t, duel.Game, 5), "anna"))
	require.EqualValues(t, 50_000, show.Budget)
	require.Equal(t, "7", show.Seed)
	require.Equal(t, Player{"anna", "1"}, show.Players[0])
	require.Contains(t, show.Settings, Setting{"nb_rounds", 5, "rounds of the match"})
	require.Len(t, show.Played[4].Statuses, 2)
}

// The earliest replays have no budget.
func TestReplayOfAnEarlierVersionIsShown(t *testing.T) {
	file, err := os.ReadFile("../replay/testdata/format-1.arena")
	require.NoError(t, err)
	show := readShow(t, file)
	require.Zero(t, show.Budget)
	require.NotEmpty(t, show.Played)
}

func TestADamagedReplayIsShownAsFarAsItGoes(t *testing.T) {
	file := recordMatch(t, setupOf(t, duel.Game, 40))
	whole := readShow(t, file)
	show := readShow(t, file[:len(file)/2])
	require.Regexp(t, `^damaged after round \d+: unexpected EOF$`, show.Damage)
	require.False(t, show.Ended)
	require.NotEmpty(t, show.Played)
	require.Equal(t, whole.Scenes[:len(show.Scenes)], show.Scenes)
}

func TestWhatIsNoMatchIsRefused(t *testing.T) {
	ofDuel := recordMatch(t, setupOf(t, duel.Game, 2))
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
		{gzipped([]byte(strings.Repeat("x", MaxFile+1))), allGames(), "more than 64 MB when unpacked"},
		{gzipped(make([]byte, 100))[:20], allGames(), "gzip: damaged after "},
		{other.Bytes(), allGames(), "no replay of the arena"},
		{ofDuel[:10], allGames(), "damaged in its header: unexpected EOF"},
		{ofDuel, allGames()[:1], "duel: no such game; there are: battleroyale"},
		{[]byte("Remember\nthe milk."), allGames(), "neither a replay nor a record of an original program"},
	} {
		_, err := Read(c.file, c.games)
		require.ErrorContains(t, err, c.want)
	}
}

func TestAReplayOfOtherRulesIsRefused(t *testing.T) {
	r, err := replay.Read(bytes.NewReader(recordMatch(t, setupOf(t, duel.Game, 2))), engine.NewGames(duel.Game))
	require.NoError(t, err)
	r.Rules = 99
	_, err = ReplayShow(r)
	require.EqualError(t, err, "played with version 99 of the rules of Duel, this arena has version 1")
}

// What a show keeps is its own: the match goes on without changing it.
func TestAShowKeepsItsLogs(t *testing.T) {
	show := readShow(t, recordMatch(t, setupOf(t, duel.Game, 30)))
	differ := false
	for i := range show.Played[1:] {
		a, b := show.Played[i].Orders, show.Played[i+1].Orders
		differ = differ || len(a) > 0 && len(b) > 0 && a[0].Text != b[0].Text
	}
	require.True(t, differ, "all rounds have the same orders")
}
