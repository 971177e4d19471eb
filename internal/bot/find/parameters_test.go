package find_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/params"
	"github.com/botarena/arena/internal/bot/unfit"
)

// declare makes a bot of a shell script that declares parameters, and returns its folder.
func declare(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zorg.sh"), []byte("#!/bin/sh\n"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zorg.params.json"), []byte(text), 0o600))
	return dir
}

const spread = `[{"name": "spread", "default": 3, "low": 0, "high": 10, "integer": true}]`

func TestABotGetsTheValuesOfItsParameters(t *testing.T) {
	tier.Needs(t, "sh")
	dir := declare(t, spread)
	finder := find.Finder{Dir: dir}
	found, err := finder.FindAll(t.Context(), []string{"zorg.sh", "zorg.sh:spread=3", "zorg.sh:spread=7"})
	require.NoError(t, err)
	require.Contains(t, found[0].Command.Env, "ARENA_PARAMS=spread=3")
	require.Contains(t, found[2].Command.Env, "ARENA_PARAMS=spread=7")
	require.Equal(t, "zorg.sh:spread=7", found[2].Typed)
	require.Equal(t, found[0].Command.Path, found[2].Command.Path)
	require.Equal(t, found[0].SHA256, found[1].SHA256, "defaults are values")
	require.NotEqual(t, found[0].SHA256, found[2].SHA256)
	require.True(t, found[0].Same(found[1]))
	require.False(t, found[0].Same(found[2]))

	again := found[2].Given(found[2].Parameters.Space, params.Values{3})
	require.Equal(t, found[0].SHA256, again.SHA256, "values do not depend on those before")
	require.Equal(t, found[0].Command.Env, again.Command.Env)
	require.Contains(t, found[2].Command.Env, "ARENA_PARAMS=spread=7", "the other is as it was")

	require.NoError(t, os.Remove(filepath.Join(dir, "zorg.params.json")))
	bare, err := finder.Find(t.Context(), "zorg.sh")
	require.NoError(t, err)
	require.Nil(t, bare.Parameters)
	require.NotEqual(t, bare.SHA256, found[0].SHA256)
}

func TestWrongParametersAreExplained(t *testing.T) {
	tier.Needs(t, "sh")
	for _, test := range []struct{ text, typed, want, hint string }{
		{
			spread, "zorg.sh:reach=3", `zorg.sh:reach=3: "reach" is not one of its parameters: spread`,
			"its parameters are in .*zorg.params.json",
		},
		{spread, "zorg.sh:spread=11", "zorg.sh:spread=11: spread: 11 is not from 0 to 10", "its parameters are in "},
		{
			`[{"name": "spread", "default": 3, "low": 5, "high": 1}]`, "zorg.sh",
			`zorg.sh: zorg.params.json: "spread": low is 5, which is not less than high, 1`, "a list of parameters, as in ",
		},
	} {
		_, err := find.Finder{Dir: declare(t, test.text)}.Find(t.Context(), test.typed)
		fault := new(unfit.Error)
		require.ErrorAs(t, err, &fault)
		require.EqualError(t, err, test.want)
		require.Regexp(t, test.hint, fault.Hint())
	}
	dir := declare(t, spread)
	require.NoError(t, os.Remove(filepath.Join(dir, "zorg.params.json")))
	_, err := find.Finder{Dir: dir}.Find(t.Context(), "zorg.sh:spread=3")
	require.EqualError(t, err, "zorg.sh:spread=3: has no parameters")
}

func TestAFileOfThatNameHasNoValues(t *testing.T) {
	for typed, want := range map[string][2]string{
		"zorg":                   {"zorg", ""},
		"zorg:spread=3,fear=0.5": {"zorg", "spread=3,fear=0.5"},
		`C:\bots\zorg:spread=3`:  {`C:\bots\zorg`, "spread=3"},
		`C:\bots=new\zorg`:       {`C:\bots=new\zorg`, ""},
		"dir:x/zorg":             {"dir:x/zorg", ""},
		"zorg:spread":            {"zorg:spread", ""},
	} {
		bot, values := find.SplitValues(typed)
		require.Equal(t, want, [2]string{bot, values}, typed)
	}
	t.Chdir(t.TempDir())
	if os.WriteFile("zorg:spread=3", nil, 0o600) == nil {
		if _, err := os.Stat("zorg:spread=3"); err == nil {
			bot, values := find.SplitValues("zorg:spread=3")
			require.Equal(t, [2]string{"zorg:spread=3", ""}, [2]string{bot, values})
		}
	}
}
