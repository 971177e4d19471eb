package testkit_test

import (
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/testkit"
)

// asked says what the test binary is.
const asked = "ARENA_TEST_TESTKIT"

func TestMain(m *testing.M) {
	if os.Getenv(asked) == "at once" {
		testkit.AtOnce(3)
		_, _ = os.Stdout.WriteString(flag.Lookup("test.parallel").Value.String())
		os.Exit(0)
	}
	os.Exit(testkit.Run(m))
}

func TestSoManyForEachProcessorUnlessTheCommandSaysIt(t *testing.T) {
	for _, c := range []struct {
		processors int
		args       []string
		wanted     int
	}{
		{1, nil, 3},
		{5, nil, 15},
		{5, []string{"-test.v"}, 15},
		{5, []string{"-test.parallel=5"}, 5},
		{5, []string{"-test.parallel=2"}, 2},
	} {
		again := exec.Command(os.Args[0], c.args...)
		again.Env = append(os.Environ(), asked+"=at once", "GOMAXPROCS="+strconv.Itoa(c.processors))
		said, err := again.Output()
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(c.wanted), string(said), "%+v", c)
	}
}

// TestInside is what TestTheFoldersOfTheUserStayAsTheyAre looks at.
func TestInside(t *testing.T) {
	var err error
	switch os.Getenv(asked) {
	case "leaves":
		_, err = os.MkdirTemp("", "left") //nolint:usetesting // it is to stay
	case "tidy":
		cache, unknown := os.UserCacheDir()
		require.NoError(t, unknown)
		err = os.WriteFile(filepath.Join(cache, "kept"), nil, 0o600)
		require.Less(t, len(testkit.ShortDir(t)), 40)
		fmt.Println("temp:", os.TempDir())
	}
	require.NoError(t, err)
}

func TestTheFoldersOfTheUserStayAsTheyAre(t *testing.T) {
	home := t.TempDir()
	long := filepath.Join(t.TempDir(), strings.Repeat("long", 20))
	require.NoError(t, os.Mkdir(long, 0o700))
	run := func(what string) (string, error) {
		again := exec.Command(os.Args[0], "-test.run=^TestInside$")
		again.Env = append(os.Environ(), asked+"="+what, "XDG_CACHE_HOME=", "HOME="+home, "TMPDIR="+long)
		said, err := again.CombinedOutput()
		return string(said), err
	}
	said, err := run("tidy")
	require.NoError(t, err, said)
	require.NoDirExists(t, filepath.Join(home, ".cache")) // Go itself writes elsewhere
	_, temp, ok := strings.Cut(said, "temp: ")
	require.True(t, ok)
	require.NoDirExists(t, strings.Fields(temp)[0])

	said, err = run("leaves")
	require.Error(t, err)
	require.Contains(t, said, "tests have left "+"/tmp/")
}

func TestWhatNeverComesIsWaitedForTwentySeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		ctx := testkit.Patiently(t)
		<-ctx.Done()
		require.GreaterOrEqual(t, time.Since(begun), 20*time.Second)
		require.Error(t, ctx.Err())
	})
	looks := 0
	testkit.Await(t, "the third look", func() bool { looks++; return looks == 3 })
	require.Equal(t, 3, looks)
	from := make(chan int, 1)
	from <- 7
	require.Equal(t, 7, testkit.Receive(t, "a number", from))
}

// TestABuildSharesWhatWasCompiledForTheTest: with other settings all of it would be compiled again.
func TestABuildSharesWhatWasCompiledForTheTest(t *testing.T) {
	said := exec.Command("go", "list", "-deps", "-f", "{{if .Stale}}{{.ImportPath}}{{end}}",
		"github.com/stretchr/testify/require")
	said.Env = append(os.Environ(), testkit.Settings()...)
	stale, err := said.CombinedOutput()
	require.NoError(t, err, string(stale))
	require.Empty(t, strings.TrimSpace(string(stale)))
}

func TestAnAddressIsOfOneTest(t *testing.T) {
	given := map[string]bool{}
	for range 300 { // of which two would be the same
		address := testkit.Address(t.Cleanup)
		require.False(t, given[address], address)
		given[address] = true
		server, err := net.Listen("tcp", address)
		require.NoError(t, err)
		require.NoError(t, server.Close())
	}
}
