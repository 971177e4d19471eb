package atonce_test

import (
	"flag"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/atonce"
)

const asked = "ARENA_TEST_ATONCE"

func TestMain(m *testing.M) {
	if os.Getenv(asked) != "" {
		atonce.Tests(3)
		_, _ = os.Stdout.WriteString(flag.Lookup("test.parallel").Value.String())
		os.Exit(0)
	}
	os.Exit(m.Run())
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
		again.Env = append(os.Environ(), asked+"=1", "GOMAXPROCS="+strconv.Itoa(c.processors))
		said, err := again.Output()
		require.NoError(t, err)
		require.Equal(t, strconv.Itoa(c.wanted), string(said), "%+v", c)
	}
}
