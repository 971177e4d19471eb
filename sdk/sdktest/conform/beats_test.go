package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// TestPythonBeatsDemo plays the bot of the README in Python against the demo bot in Go.
func TestPythonBeatsDemo(t *testing.T) {
	tier.Long(t, "plays a whole match in Python")
	tier.Needs(t, "python3")
	demo := filepath.Join(testkit.Build(t, "", nil, root+"/examples/demo"), "demo")
	uses(t, root+"/examples/python/*.py", root+"/sdk/python/arena/*.py")
	python := absolute(t, []string{testkit.Python(t), "-B", "-W", "error", abs(t, root+"/examples/python/orkisland.py")})
	python.Env = append(python.Env, "PYTHONPATH="+abs(t, root+"/sdk/python"), "PYTHONHASHSEED=0")
	commands := []executable.Command{python, executable.Alone(demo), python, executable.Alone(demo)}
	usual := host.DefaultLimits()
	// Without limits on time the same match is played every time, so one is enough.
	options := host.Options{Limits: host.Limits{Start: usual.Start, End: usual.End}, TempDir: testkit.ShortDir(t)}
	processes, err := host.StartAll(t.Context(), commands, options)
	require.NoError(t, err)
	defer host.CloseAll(processes)
	m, err := orkisland.Game.Default().New([]string{"a", "b", "c", "d"}, 0, engine.ChaCha8)
	require.NoError(t, err)
	players := make([]match.Player, len(processes))
	for i, p := range processes {
		players[i] = p.Player()
	}
	result, err := match.Play(t.Context(), m, players)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Greater(t, min(result.Scores[0], result.Scores[2]), max(result.Scores[1], result.Scores[3]), result.Scores)
}
