package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

func checkDebianPackage(t *testing.T, path string) {
	tier.Needs(t, "dpkg-deb")
	require.Equal(t, "arena\n", command(t, "", "dpkg-deb", "--field", path, "Package"))
	require.Equal(t, is.number()+"\n", command(t, "", "dpkg-deb", "--field", path, "Version"))
	require.Equal(t, "amd64\n", command(t, "", "dpkg-deb", "--field", path, "Architecture"))
	list := command(t, "", "dpkg-deb", "--contents", path)
	for _, name := range []string{
		"usr/share/doc/arena/copyright",
		"usr/share/doc/arena/changelog.gz",
		"usr/share/doc/arena/examples/python/demo.py",
		"usr/share/man/man1/arena-play.1.gz",
		"usr/share/man/man1/arena-league-serve.1.gz",
		"usr/lib/systemd/system/arena-league@.service",
		"usr/share/bash-completion/completions/arena",
		"usr/share/zsh/vendor-completions/_arena",
		"usr/share/fish/vendor_completions.d/arena.fish",
	} {
		require.Contains(t, list, " "+name+"\n")
	}
	for line := range strings.Lines(list) {
		require.Contains(t, line, " root/root ")
	}
	checkInstalls(t, path)
}

// checkInstalls installs the package into a root with nothing in it but /dev/null, runs the
// arena in there, and removes the package again.
func checkInstalls(t *testing.T, path string) {
	if os.Getuid() != 0 {
		tier.Lacks(t, "not root: dpkg installs nothing")
	}
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg/info"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "var/lib/dpkg/updates"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "dev"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "dev/null"), nil, 0o644))
	command(t, "", "dpkg", "--root="+root, "--force-script-chrootless", "--install", path)
	for _, program := range programs {
		requireArena(t, command(t, "", "chroot", root, "/usr/bin/"+program, "version"))
	}
	require.Contains(t, command(t, "", "chroot", root, "/usr/bin/arena", "league", "new", "--help"), "--set")
	require.Contains(t, command(t, root, "gzip", "-dc", "usr/share/man/man1/arena.1.gz"), "ARENA")
	command(t, "", "dpkg", "--root="+root, "--force-script-chrootless", "--purge", "arena")
	require.NoFileExists(t, filepath.Join(root, "usr/bin/arena"))
	require.NoDirExists(t, filepath.Join(root, "usr/share/doc/arena"))
}

func TestDebianOrdersVersionsAsGoDoes(t *testing.T) {
	tier.Needs(t, "dpkg-deb")
	ordered := []string{"v0.6.0-beta.2", "v0.6.0-rc.1", "v0.6.0-rc.2", "v0.6.0", "v0.6.1-rc.1", "v0.10.0"}
	for i := range len(ordered) - 1 {
		lower, higher := debianVersion(source{version: ordered[i]}), debianVersion(source{version: ordered[i+1]})
		command(t, "", "dpkg", "--compare-versions", lower, "lt", higher)
	}
}
