package main

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
)

// TestRelease makes one release, as building takes long, and looks at all that is in it.
func TestRelease(t *testing.T) {
	tier.Long(t, "builds the arena three times")
	key := newKey(t)
	repo := copied(t)
	dist := released(t, repo, "-key", key)
	base := is.base(made)
	files := read(t, dist)
	require.Len(t, files, 7)

	t.Run("same bytes again", func(t *testing.T) { checkSameBytes(t, repo, dist) })
	t.Run("go install", func(t *testing.T) { checkGoInstall(t, repo) })
	t.Run("archive", func(t *testing.T) { checkArchive(t, files[base+".tar.gz"]) })
	t.Run("deb", func(t *testing.T) { checkDebianPackage(t, filepath.Join(dist, "arena_"+is.number()+"_amd64.deb")) })
	t.Run("image", func(t *testing.T) { checkDocker(t, filepath.Join(dist, "arena_"+is.number()+"_image.tar")) })
	t.Run("SBOM", func(t *testing.T) { checkBill(t, files) })
	t.Run("checksums", func(t *testing.T) { checkSums(t, dist, key) })
}

// checkSameBytes makes the release again, in another folder, for a user with other settings.
func checkSameBytes(t *testing.T, repo, dist string) {
	clone := filepath.Join(t.TempDir(), "clone")
	command(t, "", "git", "clone", "--quiet", repo, clone)
	t.Setenv("GOFLAGS", "-buildvcs=false -tags=grpcnotrace")
	t.Setenv("GOAMD64", "v2")
	t.Setenv("CGO_ENABLED", "1")
	t.Setenv("TZ", "Asia/Tokyo")
	again := read(t, released(t, clone))
	want := read(t, dist)
	delete(want, sumsName+".sig") // the second is not signed
	require.Len(t, again, len(want))
	for name := range want {
		require.True(t, slices.Equal(want[name], again[name]), name) // no print of megabytes
	}
}

func checkArchive(t *testing.T, packed []byte) {
	headers, files := untarred(t, packed)
	folder := is.base(made) + "/"
	for _, h := range headers {
		require.True(t, strings.HasPrefix(h.Name, folder), h.Name)
		require.True(t, h.ModTime.Equal(commitTimeOfTests(t)), h.Name)
		require.Zero(t, h.Uid+h.Gid, h.Name)
		executable := slices.Contains(programs, strings.TrimPrefix(h.Name, folder)) || strings.HasSuffix(h.Name, "/")
		require.Equal(t, executable, h.Mode == 0o755, h.Name)
	}
	for name, text := range map[string]string{
		"LICENSE":                "MIT License",
		"README.md":              "# arena",
		"completions/arena.bash": "__start_arena",
		"completions/_arena":     "#compdef arena",
		"completions/arena.fish": "complete -c arena",
		"completions/arena.ps1":  "Register-ArgumentCompleter",
		"man/arena.1":            `"Jan 2026" "arena `,
		"man/arena-play.1":       "Play one match",
		"man/arena-league.1":     "Hold a league",
		"man/arena-league-add.1": `\fB--rekey\fP`,
		"examples/demo/main.go":  "package main",
	} {
		require.Contains(t, string(files[folder+name]), text, name)
	}
	to := t.TempDir()
	path := filepath.Join(to, "arena")
	for _, program := range programs {
		require.NoError(t, os.WriteFile(filepath.Join(to, program), files[folder+program], 0o755))
		requireArena(t, command(t, "", filepath.Join(to, program), "version"))
	}
	require.NotContains(t, command(t, to, path, "league", "new", "orkisland", "tuesdays"), "warning")
	site := filepath.Join(t.TempDir(), "site")
	said := command(t, "", path, "site", site, "--playground")
	require.Contains(t, said, "reader.wasm.gz: 2")
	require.Contains(t, said, "play.html: ")
	sent, err := os.Stat(filepath.Join(site, "reader.wasm.gz"))
	require.NoError(t, err)
	require.LessOrEqual(t, sent.Size(), int64(mostForBrowsers), "what a visitor waits for")
}

// mostForBrowsers is how many bytes the arena for browsers may have.
const mostForBrowsers = 2_900_000

// requireArena requires that the text is what the arena of the release says of its version.
func requireArena(t *testing.T, versions string) {
	t.Helper()
	require.Contains(t, versions, "arena "+is.version+", "+runtime.Version()+" "+made.String()+"\n")
	require.Contains(t, versions, "orkisland: version ")
}

// checkBill compares the SBOM with what `go version -m` says.
func checkBill(t *testing.T, files map[string][]byte) {
	_, packed := untarred(t, files[is.base(made)+".tar.gz"])
	path := filepath.Join(t.TempDir(), "arena")
	require.NoError(t, os.WriteFile(path, packed[is.base(made)+"/arena"], 0o755))
	want := []string{"std " + strings.TrimPrefix(runtime.Version(), "go") + " "}
	for line := range strings.Lines(command(t, "", "go", "version", "-m", path)) {
		if words := strings.Fields(line); words[0] == "dep" {
			want = append(want, strings.Join(words[1:], " "))
		}
	}
	require.Greater(t, len(want), 20)

	var bill cyclonedx.BOM
	require.NoError(
		t, cyclonedx.NewBOMDecoder(strings.NewReader(string(files[is.base(made)+".cdx.json"])),
			cyclonedx.BOMFileFormatJSON).Decode(&bill))
	var listed []string
	for _, c := range *bill.Components {
		sum := ""
		if c.Properties != nil {
			sum = (*c.Properties)[0].Value
		}
		require.Equal(t, "pkg:golang/"+c.Name+"@"+c.Version, c.PackageURL)
		listed = append(listed, c.Name+" "+c.Version+" "+sum)
	}
	require.ElementsMatch(t, want, listed)
	require.Equal(t, "pkg:golang/github.com/botarena/arena@"+is.version, bill.Metadata.Component.PackageURL)
	require.Equal(t, "2026-01-01T21:04:05Z", bill.Metadata.Timestamp)
}
