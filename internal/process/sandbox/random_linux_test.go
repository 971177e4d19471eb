//go:build linux && (amd64 || arm64)

package sandbox_test

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/process/sandbox"
)

var (
	runs = flag.Int("runs", 3, "how many cases a random test has")
	from = flag.Uint64("from", 0, "the seed of the first")
)

// The folders whose interpreters run the bots of a random test: root's, and a virtual environment of the user's.
const (
	rootsPython = "/opt/python"
	usersPython = "/opt/mine"
)

// TestRandomFilesBesideTheSystem of any owner and mode, with links, hard links and mounts: a bot reads what the page
// about security says, and nothing else.
func TestRandomFilesBesideTheSystem(t *testing.T) {
	tier.Long(t, "starts many bots")
	if told := os.Getenv(mixedVariable); told != "" {
		seed, err := strconv.ParseUint(told, 10, 64)
		require.NoError(t, err)
		for way, s := range ways(t) {
			t.Run(way, func(t *testing.T) {
				readAtRandom(t, s, randomKept(seed), "/usr/bin/python3")
				readAtRandom(t, s, randomKept(seed), rootsPython+"/bin/python")
				if os.Geteuid() != 0 {
					readAtRandom(t, s, randomKept(seed), usersPython+"/bin/python")
				}
			})
		}
		return
	}
	for i := range *runs {
		seed := *from + uint64(i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) { besideTheSystem(t, randomKept(seed), fmt.Sprint(seed)) })
	}
}

// randomKept returns files and folders of which those that others are in come first.
func randomKept(seed uint64) []kept {
	draw := rand.New(rand.NewPCG(seed, 0))
	all := []kept{
		{path: rootsPython + "/bin/", mode: 0o755},
		{path: rootsPython + "/bin/python", mode: 0o755},
		{path: usersPython + "/", mode: 0o755, mine: true},
		{path: usersPython + "/bin/", mode: 0o755, mine: true},
		{path: usersPython + "/bin/python", mode: 0o755, mine: true},
		{path: usersPython + "/pyvenv.cfg", mode: 0o644, mine: true},
	}
	folders := []string{
		"/usr/local/", "/usr/local/", "/usr/src/", "/opt/", rootsPython + "/", rootsPython + "/bin/", usersPython + "/",
		usersPython + "/bin/",
	}
	var files, places []string // what a link may lead to, and what is no mount
	pick := func(from []string) string { return from[draw.IntN(len(from))] }
	names := []string{"lib", "share", "bin", "include", ".env", "pyvenv.cfg", "lib64", "etc", "key", "libx.so"}
	for i := range 60 {
		k := kept{path: pick(folders) + pick(names), mine: draw.IntN(5) < 2}
		if strings.Contains(k.path, "/bin/pyvenv.cfg") || k.path == rootsPython+"/pyvenv.cfg" {
			continue // no Python begins where it can't read that
		}
		if slices.ContainsFunc(all, func(other kept) bool { return strings.TrimSuffix(other.path, "/") == k.path }) {
			k.path += fmt.Sprint(i)
		}
		sameDisk := slices.DeleteFunc(slices.Clone(files), func(path string) bool {
			return !strings.HasPrefix(path, strings.Join(strings.SplitN(k.path, "/", 4)[:3], "/")) ||
				strings.HasPrefix(k.path, "/opt/") != strings.HasPrefix(path, "/opt/")
		})
		switch kind := draw.IntN(20); {
		case kind < 7:
			k.path += "/"
			k.mode = []uint32{0o755, 0o755, 0o755, 0o700, 0o711, 0o750, 0o1777, 0o2775}[draw.IntN(8)]
			switch {
			case kind == 0 && len(places) > 0:
				k.from = pick(places)
			case kind == 1:
				k.from = "memory"
			default:
				places = append(places, k.path)
			}
			if k.from == "" {
				folders = append(folders, k.path, k.path)
			}
		case kind < 10 && len(files) > 0:
			k.to = pick(append(files, places...))
		case kind < 12 && len(sameDisk) > 0:
			k.twin = pick(sameDisk)
			files = append(files, k.path)
		default:
			k.mode = []uint32{0o644, 0o644, 0o600, 0o640, 0o444, 0o604, 0o755}[draw.IntN(7)]
			files = append(files, k.path)
		}
		all = append(all, k)
	}
	return all
}

// readAtRandom runs a bot that reads whatever it finds.
func readAtRandom(t *testing.T, s *sandbox.Sandbox, all []kept, interpreter string) {
	t.Helper()
	var paths []string
	for _, k := range all {
		paths = append(paths, strconv.Quote(k.path))
	}
	folder, file := bot(t, "main.py", "import os\nprint('began')\npaths = ["+strings.Join(paths, ", ")+`]
for top in ("/usr/local", "/usr/src", "/opt"):
    for where, folders, files in os.walk(top): paths += [where + "/" + name for name in files]
for path in sorted(set(paths)):
    try: open(path, "rb").read(1)
    except OSError: continue
    print(path)
`)
	output, err := run(t, s, folder, sandbox.DefaultLimits(), interpreter, "-u", file)
	require.NoError(t, err, output)
	lines := strings.Split(strings.TrimSpace(output), "\n")
	require.Equal(t, "began", lines[0], output)
	prefix := filepath.Dir(filepath.Dir(interpreter))
	known := lines[1:]
	for _, k := range all {
		known = append(known, k.path) // also in folders that can't be listed
	}
	for _, k := range all {
		for _, path := range slices.Clone(known) {
			if below, is := strings.CutPrefix(path, k.from); is && strings.HasPrefix(k.from, "/") {
				known = append(known, k.path+below)
			}
		}
	}
	for _, folder := range mixedFolders {
		_ = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, _ error) error {
			known = append(known, path)
			return nil
		})
	}
	may := make(map[fileID]bool) // by any of its names
	for _, path := range known {
		if id, is := idOf(path); is && whyNot(path, prefix) == "" {
			may[id] = true
		}
	}
	for _, path := range lines[1:] {
		id, is := idOf(path)
		require.True(t, is && may[id], "%s reads %s: %s", interpreter, path, whyNot(path, prefix))
	}
}

// fileID is what a file is, whatever its names are.
type fileID struct{ device, number uint64 }

// idOf returns what a file is, and whether it is a file that is known to us.
func idOf(path string) (id fileID, is bool) {
	var stat unix.Stat_t
	err := unix.Stat(path, &stat)
	return fileID{stat.Dev, stat.Ino}, err == nil && stat.Mode&unix.S_IFMT == unix.S_IFREG
}

// whyNot says why no bot of the interpreter in a folder may read something, or "".
func whyNot(path, prefix string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err.Error()
	}
	in := func(folder string) bool { return strings.HasPrefix(real, folder+"/") }
	top := mixedFolders[slices.IndexFunc(mixedFolders, in)]
	switch {
	case top == "/opt" && !in(prefix):
		return "of another program"
	case top == "/opt":
		top = prefix
	}
	words := strings.Split(strings.TrimPrefix(real, top+"/"), "/")
	if top == usersPython {
		known := []string{
			"lib", "lib32", "lib64", "libexec", "lib-python", "lib_pypy", "site-packages", "pyvenv.cfg", "share",
		}
		isLibrary, _ := filepath.Match("bin/lib*.so*", strings.Join(words[:min(len(words), 2)], "/"))
		if !isLibrary && real != usersPython+"/bin/python" && !slices.Contains(known, words[0]) {
			return "no part of a virtual environment"
		}
		return ""
	}
	for level := 1; level <= min(len(words), 2); level++ { // beyond, nobody looks
		at := filepath.Join(top, filepath.Join(words[:level]...))
		info, err := os.Lstat(at)
		if err != nil {
			return err.Error()
		}
		owner := info.Sys().(*syscall.Stat_t).Uid //nolint:forcetypeassert // it is one on Linux
		switch {
		case owner != 0:
			return at + " is not root's"
		case info.Mode()&0o004 == 0 || info.IsDir() && info.Mode()&0o001 == 0:
			return at + " is not for everybody"
		}
	}
	return ""
}
