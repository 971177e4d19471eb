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

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
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
// prints how well they were charged. The bounds are wide, for a busy machine. On one that has
// nothing else to do those hold that are wanted: -v -repeats 5 -rounds 20.
func TestCharged(t *testing.T) {
	tier.Night(t, "measures for half a minute")
	for _, with := range []string{"cgroup", "no cgroup"} {
		t.Run(with, func(t *testing.T) {
			if with == "no cgroup" {
				withoutCgroups(t)
			} else if !cgroup.CanCount() {
				t.Skip("this user may make no control group (version 2) here")
			}
			o := confined(t)
			o.Limits.Wall = time.Minute
			bot, ways := chargedBot(t)
			var alone float64
			for _, w := range ways {
				t.Run(w.name, func(t *testing.T) {
					var m measured
					for range *repeats {
						m.add(chargeOf(t, o, bot, w.name))
					}
					if alone == 0 {
						alone = median(m.free)
					}
					for range moreRepeats { // a machine that is busy with other things is asked again
						if m.wrong(w, alone) == "" {
							break
						}
						m.add(chargeOf(t, o, bot, w.name))
					}
					c := m.last
					t.Logf("| %s | %s | %.0f | %.3f | %.3f | %.2f | %.2f |", with, w.name,
						c.units, c.truth.Seconds(), c.charged.Seconds(), median(m.fair), median(m.free)/alone)
					require.Empty(t, m.wrong(w, alone))
					require.Equal(t, w.deaf && with == "no cgroup", c.deaf)
				})
			}
		})
	}
}

// moreRepeats is how often more a way is measured that seems to be charged wrongly. The
// medians of all count.
const moreRepeats = 6

// measured is what was found of a way of working.
type measured struct {
	free  []float64 // units of work for each second that was charged
	fair  []float64 // seconds charged for each that was used
	least []float64 // seconds charged, and what may have been rounded off, for each that was used
	most  []float64 // likewise, without what may have been rounded off
	last  charge
}

func (m *measured) add(c charge) {
	charged, truth := c.charged.Seconds(), c.truth.Seconds()
	m.free = append(m.free, c.units/charged)
	m.fair = append(m.fair, charged/truth)
	m.least = append(m.least, (charged+rounded)/truth)
	m.most = append(m.most, (charged-rounded)/truth)
	m.last = c
}

// wrong says what is wrong with the charge, given what a bot that works alone gets for a second.
func (m *measured) wrong(w way, alone float64) string {
	low, high := 0.8, 1.25
	if *repeats >= 5 {
		low, high = 0.9, 1.1
	}
	switch {
	case median(m.free)/alone >= high:
		return "works more for its CPU time than who works alone"
	case (m.last.all || !w.deaf) && median(m.least) <= low:
		return "charged too little"
	case !w.deaf && median(m.most) >= high:
		return "charged too much"
	}
	return ""
}

// chargeOf plays a match.
func chargeOf(t *testing.T, o host.Options, bot, way string) (c charge) {
	t.Helper()
	var output buffer
	o.Output = &output
	path := filepath.Join(filepath.Dir(bot), "bot.sh")
	writeProgram(t, path, "#!/bin/sh\nexec /bot/charged '"+way+"'\n")
	p := startAll(t, o, executable.Command{Path: filepath.Dir(bot), Args: []string{path}})[0]
	var truth func() time.Duration
	c.all, truth = p.Witness(t)
	null := func() match.Player { return match.Local(fixed(nil)) }
	result, err := match.Play(t.Context(), matchOf(t, *length), []match.Player{p.Player(), null(), null(), null()})
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
	tier.Needs(t, "cc")
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
