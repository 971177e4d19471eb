package host_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/program"
)

var (
	repeats = flag.Int("repeats", 1, "how often TestCharged plays with each bot")
	length  = flag.Int("rounds", 10, "how many rounds TestCharged plays")
)

// charge is what a bot did, and what it was charged with.
type charge struct {
	units   float64
	charged time.Duration
	truth   time.Duration
	all     bool // the truth has also those that nobody waited for
	deaf    bool // it was found out that it waits for none
}

// rounded is what the system may round off, in seconds.
const rounded = 0.02

// TestCharged plays beside shell scripts whose children work in all ways that we know, and
// prints how well they were charged. The bounds are wide, for a busy machine: see the
// medians with -v -repeats 9 -rounds 30.
func TestCharged(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	for _, with := range []string{"cgroup", "no cgroup"} {
		t.Run(with, func(t *testing.T) {
			if with == "no cgroup" {
				host.WithoutCgroups(t)
			} else if !host.HasCgroups() {
				t.Skip("this user may make no control group (version 2) here")
			}
			o := confined(t)
			o.Limits.Wall = time.Minute
			bot, ways := chargedBot(t)
			var alone float64
			for _, w := range ways {
				t.Run(w.name, func(t *testing.T) {
					var fair, free []float64
					var c charge
					for range *repeats {
						c = chargeOf(t, o, bot, w.name)
						fair = append(fair, c.charged.Seconds()/c.truth.Seconds())
						free = append(free, c.units/c.charged.Seconds())
					}
					if alone == 0 {
						alone = median(free)
					}
					work, part := median(free)/alone, median(fair)
					t.Logf("| %s | %s | %.0f | %.3f | %.3f | %.2f | %.2f |", with, w.name, c.units, c.truth.Seconds(), c.charged.Seconds(), part, work)
					require.Less(t, work, 1.25, "works more for its CPU time than who works alone")
					require.Equal(t, w.deaf && with == "no cgroup", c.deaf)
					if c.all || !w.deaf {
						require.Greater(t, c.charged.Seconds(), 0.8*c.truth.Seconds()-rounded, "charged too little")
					}
					if !w.deaf {
						require.Less(t, c.charged.Seconds(), 1.25*c.truth.Seconds()+rounded, "charged too much")
					}
				})
			}
		})
	}
}

// chargeOf plays a match.
func chargeOf(t *testing.T, o host.Options, bot, way string) (c charge) {
	t.Helper()
	var output buffer
	o.Output = &output
	path := filepath.Join(filepath.Dir(bot), "bot.sh")
	writeProgram(t, path, "#!/bin/sh\nexec /bot/charged '"+way+"'\n")
	setup, err := orkisland.Game.Default().With("nb_rounds", *length)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	p := startAll(t, o, program.Command{Path: filepath.Dir(bot), Args: []string{path}})[0]
	var truth func() time.Duration
	c.all, truth = p.Witness(t)
	null := func() match.Player { return match.Local(fixed(nil)) }
	result, err := match.Play(t.Context(), m, []match.Player{p.Player(), null(), null(), null()})
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	c.charged, c.deaf = p.Census(), p.IsDeaf()
	c.truth = truth()
	lines := strings.Fields(output.String())
	require.NotEmpty(t, lines)
	c.units, err = strconv.ParseFloat(lines[len(lines)-1], 64)
	require.NoError(t, err, output.String())
	return c
}

type way struct {
	name string
	deaf bool
}

// chargedBot compiles the bot and asks it for the ways in which it can work.
func chargedBot(t *testing.T) (bot string, ways []way) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o755)) //nolint:gosec // by the user that it becomes
	bot = filepath.Join(dir, "charged")
	if _, err := exec.LookPath("cc"); err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), err)
		t.Skip(err)
	}
	out, err := exec.CommandContext(t.Context(), "cc", "-O1", "-pthread", "-o", bot, "testdata/charged.c").CombinedOutput()
	require.NoError(t, err, string(out))
	list, err := exec.CommandContext(t.Context(), bot).Output()
	require.NoError(t, err)
	for line := range strings.Lines(string(list)) {
		var deaf int
		_, err := fmt.Sscan(line, &deaf)
		require.NoError(t, err)
		_, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		ways = append(ways, way{name, deaf > 0})
	}
	return bot, ways
}
