//go:build linux && (amd64 || arm64)

package build_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/sdks"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/process/sandbox"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// TestAllPackagesOfABotTogetherAreBounded: each may take minutes, and be as large as all that a job may write.
func TestAllPackagesOfABotTogetherAreBounded(t *testing.T) {
	tier.Needs(t, "go")
	confined, err := sandbox.New(sandbox.Standard)
	if err != nil || !confined.Builds() {
		tier.Lacks(t, sandbox.ErrNoBuilds)
	}
	sdks.Sources = testkit.Source()
	folder := filepath.Join(t.TempDir(), "anna")
	require.NoError(t, os.Mkdir(folder, 0o700))
	text := []byte("package main\n\nfunc main() {}\n")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "main.go"), text, 0o600))
	cache := t.TempDir()
	for want, bounds := range map[string]struct {
		longest time.Duration
		most    int64
	}{
		"was not done after 0s": {0, 1 << 20},
		"made more than 1 byte": {time.Minute, 1},
	} {
		defer build.BoundGo(bounds.longest, bounds.most)()
		builder := build.Builder{
			Cache: cache, Terms: sandbox.Terms{Level: sandbox.Standard},
			Workshop: &build.Workshop{Sandbox: confined, Folder: t.TempDir()},
		}
		_, err = builder.Recipe(t.Context(), build.Source{
			Path: folder, Given: folder, Typed: "anna", Shown: "anna", Folder: true, Strangers: true,
		})
		why := new(unfit.Error)
		require.ErrorAs(t, err, &why)
		require.Contains(t, why.Problem, "the compiler of all its packages "+want)
	}
}
