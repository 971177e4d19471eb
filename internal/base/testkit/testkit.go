// Package testkit has what tests that start programs share: folders that are gone afterwards, programs that are built
// once, and patience.
package testkit

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// longestTemp is how long the path of the folder for temporary files may be, so that a socket in a folder in it has a
// path that systems take: 104 bytes on macOS.
const longestTemp = 24

// Tests hold little, so that Go would collect all the time what they leave. It does so when that is several times as
// much, in per cent, as what they hold; and at the usual pace where it is much, in bytes.
const (
	mostLeft = 400
	isMuch   = 512 << 20
)

// Run runs the tests of a package, which write nothing into the folders of the user: the arena's cache is one that all
// packages of this go test share, and goes with it, and temporary files have a short folder of their own. Tests that
// leave a file there have failed. It belongs in TestMain.
func Run(m *testing.M) int {
	temp, err := ownFolders()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	debug.SetGCPercent(mostLeft)
	debug.SetMemoryLimit(isMuch)
	code := m.Run()
	if shared, unknown := Shared(""); unknown == nil && filepath.Dir(filepath.Clean(shared)) == temp {
		err = os.RemoveAll(shared) // it is of this package alone
	}
	left, unread := os.ReadDir(temp)
	err = errors.Join(err, unread)
	for _, entry := range left {
		err = errors.Join(err, fmt.Errorf("tests have left %s", filepath.Join(temp, entry.Name())))
	}
	if err := errors.Join(err, os.RemoveAll(temp)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// ownFolders makes them, names them in the environment, and returns the folder for temporary files.
func ownFolders() (temp string, err error) {
	// Where Go keeps what it compiles depends on the user's cache, too.
	caches := map[string]string{}
	if os.Getenv("GOCACHE") == "" {
		said, err := exec.Command("go", "env", "GOCACHE").Output()
		if err == nil { // else there is no Go, and nothing that could be compiled
			caches["GOCACHE"] = strings.TrimSpace(string(said))
		}
	}
	temp, err = shortDir()
	if err != nil {
		return "", err
	}
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // which one is looked at depends on the system
		caches[name] = temp
	}
	if err := setAll(caches); err != nil {
		return "", err
	}
	cache, err := Shared("cache") // may be in the folder for temporary files
	return temp, errors.Join(err, setAll(map[string]string{"XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache}))
}

func setAll(variables map[string]string) (err error) {
	for name, value := range variables {
		err = errors.Join(err, os.Setenv(name, value))
	}
	return err
}

// shortDir makes a folder for temporary files whose path is short, and through which bots go that are other users.
func shortDir() (string, error) {
	above := os.TempDir()
	if len(above) > longestTemp && runtime.GOOS != "windows" {
		above = "/tmp"
	}
	for {
		// Folders of tests lie in each other, and the names that os.MkdirTemp gives have up to ten digits more.
		dir := filepath.Join(above, "t"+strconv.FormatUint(rand.Uint64N(36*36*36*36), 36))
		err := os.Mkdir(dir, 0o700)
		if errors.Is(err, fs.ErrExist) {
			continue
		} else if err != nil {
			return "", err
		}
		return dir, os.Chmod(dir, 0o711) //nolint:gosec // other users go through it
	}
}

// ShortDir makes a folder that is removed after the test, as [testing.T.TempDir] does, with a path that is short enough
// for sockets in it.
func ShortDir(t testing.TB) string {
	t.Helper()
	dir, err := shortDir()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// Shared returns a folder that all packages of one go test share: a part of the one in which Go links their tests,
// and which it removes. If the test was linked before, it has one of its own, which is removed with its cache.
func Shared(name string) (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	run := filepath.Dir(filepath.Dir(own))
	if !strings.HasPrefix(filepath.Base(run), "go-build") {
		run = os.TempDir()
	} else if err := os.Chmod(run, 0o711); err != nil { //nolint:gosec // bots that are other users go through it
		return "", err
	}
	dir := filepath.Join(run, "arena", name)
	return dir, os.MkdirAll(dir, 0o755) //nolint:gosec // the same
}

// AtOnce runs so many parallel tests at a time for each processor, instead of one, unless the command says how many.
// It is for packages whose tests mostly wait for processes, and belongs in TestMain, before the tests.
func AtOnce(perProcessor int) {
	const parallel = "test.parallel"
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == parallel })
	if said {
		return
	}
	if err := flag.Set(parallel, strconv.Itoa(perProcessor*runtime.GOMAXPROCS(0))); err != nil {
		panic(err) // it is not a test that called this
	}
}
