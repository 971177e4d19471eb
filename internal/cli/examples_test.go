package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/games/starships"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/match"
)

// TestExamplesPlay plays the examples of a project that was just fetched, in the usual sandbox. Those in Go
// TestLinkedBotsPlayAsTheirExamplesDo plays.
func TestExamplesPlay(t *testing.T) {
	tier.Long(t, "builds bots and plays with them")
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	for bot, tool := range map[string]string{
		"examples/python/demo.py": "python3", "examples/js/demo.mjs": "node",
	} {
		t.Run(bot, func(t *testing.T) {
			tier.Needs(t, tool)
			play := exec.Command("arena", "play", "orkisland", filepath.Join(root, bot), "null", "null", "null",
				"--set", "nb_rounds=10", "-o", "none", "--wall", "1m")
			play.Dir = t.TempDir()
			out, err := play.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Regexp(t, `\n? +1  \w+ \(seat`, string(out))
			require.NotContains(t, string(out), "seat 0 (", "a verdict: "+string(out))
		})
	}
}

// TestParametersOfExamples: a bot that declares some asks for each, with the same default, so that it plays alike
// without the file.
func TestParametersOfExamples(t *testing.T) {
	declared, err := filepath.Glob("../../examples/*/params.json")
	require.NoError(t, err)
	require.NotEmpty(t, declared, "there is none to try arena tune with")
	for _, file := range declared {
		space, err := params.Declared(filepath.Dir(file))
		require.NoError(t, err)
		asks := map[string]string{}
		sources, err := filepath.Glob(filepath.Join("../../sdk/bots", filepath.Base(filepath.Dir(file)), "*.go"))
		require.NoError(t, err)
		for _, source := range sources {
			text, err := os.ReadFile(source)
			require.NoError(t, err)
			for _, found := range regexp.MustCompile(`sdk\.Param\("(\w+)", ([\d.]+)\)`).FindAllStringSubmatch(string(text), -1) {
				asks[found[1]] = strings.TrimSuffix(found[2], ".")
			}
		}
		require.Len(t, asks, len(space), file)
		for _, p := range space {
			require.Equal(t, params.Number(p.Default), asks[p.Name], p.Name)
		}
	}
}

// TestEveryLevelGivesTheSameReplay plays one match of four demos at each level.
func TestEveryLevelGivesTheSameReplay(t *testing.T) {
	tier.Long(t, "builds bots and plays with them")
	demo, err := filepath.Abs("../../examples/demo")
	require.NoError(t, err)
	play := func(game engine.Game, level string) []match.RoundJSON {
		folder := t.TempDir()
		arena := func(args ...string) []byte {
			c := exec.Command("arena", args...)
			c.Dir = folder
			out, err := c.Output()
			require.NoError(t, err)
			return out
		}
		args := []string{"play", game.Info().Name, demo, demo, demo, demo, "-s", "7", "--sandbox", level}
		for _, set := range shorter(game) {
			args = append(args, "--set", fmt.Sprintf("%s=%d", set.Name, set.Value))
		}
		arena(append(args, "--wall", "1m", "--cpu", "1s", "-q")...)
		var all match.ReplayJSON
		require.NoError(t, json.Unmarshal(arena("replay", "--json"), &all))
		for i := range all.History {
			for seat := range all.History[i].Turns {
				// The cost of an answer differs from run to run, and the status tells it.
				turn := &all.History[i].Turns[seat]
				turn.Status, turn.CPU, turn.Wall, turn.WallBank = 0, 0, 0, 0
			}
		}
		return all.History
	}
	all := []engine.Game{orkisland.Game, starships.Game}
	if !tier.IsNight() {
		all = all[:1]
	}
	for _, game := range all {
		want := play(game, "none")
		require.Greater(t, len(want), 50)
		for _, level := range []sandbox.Level{sandbox.Standard, sandbox.Strict} {
			if _, err := sandbox.New(level); err != nil {
				t.Log(err) // which tests of the sandbox are about
				continue
			}
			require.Equal(t, want, play(game, string(level)), "%s, %s", game.Info().Name, level)
		}
	}
}
