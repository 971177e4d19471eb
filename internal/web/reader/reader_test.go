package reader

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

var duels = engine.NewGames(duel.Game)

func TestRunWritesTheDataOfThePage(t *testing.T) {
	file := storytest.Record(t, storytest.Setup(t, duel.Game, 5), "anna", "ben")
	var out, complaints bytes.Buffer
	require.Zero(t, Run(bytes.NewReader(file), &out, &complaints, duels), complaints.String())
	require.Empty(t, complaints.String())

	match, err := story.Read(file, duels)
	require.NoError(t, err)
	want, err := json.Marshal(pagedata.Encode(match))
	require.NoError(t, err)
	require.JSONEq(t, string(want), out.String())
}

func TestRunComplainsInOneLine(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"junk":      {"junk", story.ErrNoMatch.Error()},
		"nothing":   {"", story.ErrNoMatch.Error()},
		"too large": {strings.Repeat(" ", story.MaxFile+1), "larger than 32 MB"},
	} {
		var out, complaints bytes.Buffer
		require.Equal(t, 1, Run(strings.NewReader(c.file), &out, &complaints, duels), name)
		require.Empty(t, out.String(), name)
		require.Equal(t, c.want+"\n", complaints.String(), name)
	}
}
