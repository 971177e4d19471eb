package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"
)

// checkGoInstall installs the tagged version from a module proxy that is a folder, as
// everybody will from the public one. No sum is checked: the version is in no database.
func checkGoInstall(t *testing.T, repo string) {
	proxy := t.TempDir()
	publish(t, repo, proxy)
	known := strings.TrimSpace(command(t, "", "go", "env", "GOMODCACHE"))
	to := t.TempDir()
	// A cache of its own, so that the version is not found in that of the user later. With
	// -trimpath, the packages that were compiled for the release serve here too.
	c := exec.CommandContext(t.Context(), "go", "install", "-trimpath", "-modcacherw",
		arenaModule+"/cmd/...@"+is.version)
	c.Dir = to
	c.Env = append(os.Environ(), "GOBIN="+to, "GOMODCACHE="+t.TempDir(), "GOSUMDB=off", "GOFLAGS=", "GOWORK=off",
		"CGO_ENABLED=0",
		"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(known)+"/cache/download")
	said, err := c.CombinedOutput()
	require.NoError(t, err, "%s", said)
	for _, program := range programs {
		requireArena(t, command(t, "", filepath.Join(to, program), "version"))
	}
}

// publish writes the module of a repository as a proxy would answer.
func publish(t *testing.T, repo, proxy string) {
	t.Helper()
	versions := filepath.Join(proxy, filepath.FromSlash(arenaModule), "@v")
	require.NoError(t, os.MkdirAll(versions, 0o755))
	mod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	require.NoError(t, err)
	require.NotContains(t, string(mod), "\nreplace ", "go install refuses a module that replaces others")
	name := filepath.Join(versions, is.version)
	require.NoError(t, os.WriteFile(name+".mod", mod, 0o600))
	require.NoError(t, os.WriteFile(name+".info", fmt.Appendf(nil, `{"Version":%q}`, is.version), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(versions, "list"), fmt.Appendf(nil, "%s\n", is.version), 0o600))
	packed, err := os.Create(name + ".zip")
	require.NoError(t, err)
	require.NoError(
		t, modzip.CreateFromVCS(packed, module.Version{Path: arenaModule, Version: is.version}, repo, is.version, ""))
	require.NoError(t, packed.Close())
}
