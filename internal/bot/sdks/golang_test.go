package sdks_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/bot/sdks"
)

// TestABotInGoNeedsNothingElse: with the SDK beside it, it builds in any folder, without a network.
func TestABotInGoNeedsNothingElse(t *testing.T) {
	tier.Night(t, "compiles all that it needs; internal/cli does with new bots, too")
	tier.Needs(t, "go")
	dir := t.TempDir()
	beside, err := sdks.GoBeside("zorg", sdks.GoModule+"/engine/games/moria")
	require.NoError(t, err)
	beside["main.go"] = []byte(`package main

import (
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/sdk"
)

func main() { sdk.Serve(sdk.Play(moria.Bot, func(*moria.State, *moria.Commands) {})) }
`)
	for name, text := range beside {
		require.NotContains(t, name, "_test.go")
		require.NotContains(t, name, "testdata")
		require.True(t, !strings.Contains(name, "/games/") || strings.Contains(name, "/games/moria/"), name)
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, text, 0o600))
	}
	command := exec.CommandContext(t.Context(), "go", "build", "-mod=readonly", "-o", os.DevNull, ".")
	command.Dir, command.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=off", "CGO_ENABLED=0")
	said, err := command.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

func TestOnlyPackagesOfTheArenaAreBeside(t *testing.T) {
	require.True(t, sdks.HasGo(sdks.GoModule+"/engine/games/orkisland"))
	for _, other := range []string{"", sdks.GoModule + "x/engine", "example.com/tron", sdks.GoModule + "/nothing"} {
		require.False(t, sdks.HasGo(other), other)
	}
}
