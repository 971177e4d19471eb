//go:build unix

package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// netLeague is a league that others play.
type netLeague struct {
	t       *testing.T
	dir     string
	league  func(args ...string) *exec.Cmd // arena league …
	address string
	said    map[string]string // the files with what processes have said on standard error
}

func newNetLeague(t *testing.T) *netLeague {
	dir, arena := leagueIn(t)
	return &netLeague{t, dir, arena, testkit.Address(t.Cleanup), make(map[string]string)}
}

// Invite returns the file with an invitation.
func (l *netLeague) Invite(name string) string {
	l.t.Helper()
	path := filepath.Join(l.dir, name+".invitation")
	line := mustRun(l.t, l.league("invite", "l", name, "--address", l.address))
	require.NoError(l.t, os.WriteFile(path, []byte(line), 0o600))
	return path
}

// start starts a process that is killed with the test at the latest.
func (l *netLeague) start(name string, c *exec.Cmd) *exec.Cmd {
	l.t.Helper()
	l.said[name] = filepath.Join(l.dir, name+".stderr")
	stderr, err := os.OpenFile(l.said[name], os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	require.NoError(l.t, err)
	defer stderr.Close() //nolint:errcheck // the process has its own
	c.Stderr = stderr
	require.NoError(l.t, c.Start())
	l.t.Cleanup(func() {
		if c.ProcessState == nil {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	})
	return c
}

func (l *netLeague) worker(name, invitation string, more ...string) *exec.Cmd {
	l.t.Helper()
	c := l.league()
	c.Args = append(append(c.Args[:1:1], "worker", invitation, "-j", "1"), more...)
	return l.start(name, c)
}

func (l *netLeague) Serve(matches int, more ...string) *exec.Cmd {
	l.t.Helper()
	return l.start("league", l.league(append([]string{
		"serve", "l", "-n", fmt.Sprint(matches), "--sandbox", "none", "--listen", l.address, "--silence", "1s",
	}, more...)...))
}

func (l *netLeague) saidBy(name string) string {
	text, err := os.ReadFile(l.said[name])
	require.NoError(l.t, err)
	return string(text)
}

// table returns all that is known of a league, without what differs from run to run.
func tableOf(t *testing.T, arena func(...string) *exec.Cmd) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(mustRun(t, arena("show", "l", "--csv")))).ReadAll()
	require.NoError(t, err)
	for _, row := range rows[1:] {
		row[10], row[11] = "", ""
	}
	require.Equal(t, []string{"cpu_ns", "most_cpu_ns"}, rows[0][10:12])
	var text bytes.Buffer
	require.NoError(t, csv.NewWriter(&text).WriteAll(rows))
	shown, _, _ := strings.Cut(mustRun(t, arena("show", "l")), "worker  ")
	return text.String() + shown
}

// tablesAlone are those of leagues that were left alone, by the number of their matches.
var tablesAlone struct {
	sync.Mutex

	of map[int]string
}

// tableAlone returns the table of the league of leagueIn after so many matches on one machine, where nothing disturbs
// it. It is played once for all tests that compare theirs with it.
func tableAlone(t *testing.T, matches int) string {
	t.Helper()
	tablesAlone.Lock()
	defer tablesAlone.Unlock()
	if tablesAlone.of[matches] == "" {
		_, here := leagueIn(t)
		mustRun(t, here("serve", "l", "-n", fmt.Sprint(matches), "-j", "2", "--sandbox", "none"))
		if tablesAlone.of == nil {
			tablesAlone.of = make(map[int]string)
		}
		tablesAlone.of[matches] = tableOf(t, here)
	}
	return tablesAlone.of[matches]
}

// matchesAlone are enough for each bot to play in each seat, and for one that disturbs the league to come in between.
const matchesAlone = 24

// TestTheSameTableHereAndOverTheNetwork, to the byte.
func TestTheSameTableHereAndOverTheNetwork(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	l := newNetLeague(t)
	anna, bert := l.Invite("anna"), l.Invite("bert")
	serve := l.Serve(matchesAlone, "-j", "0")
	l.listens()
	first, second := l.worker("anna", anna, "--sandbox", "none"), l.worker("bert", bert, "--sandbox", "none")
	require.NoError(t, serve.Wait(), l.saidBy("league"))
	require.Equal(t, tableAlone(t, matchesAlone), tableOf(t, l.league))
	requireLeagueWhole(t, filepath.Join(l.dir, "l", "league.db"), matchesAlone)
	listed := mustRun(t, l.league("workers", "l"))
	require.Contains(t, listed, "anna")
	require.NotContains(t, listed, "this machine")
	for name, c := range map[string]*exec.Cmd{"anna": first, "bert": second} {
		require.Contains(t, l.saidBy(name), "with programs of strangers, in the sandbox none or")
		require.NoError(t, c.Process.Signal(os.Interrupt))
		require.NoError(t, c.Wait(), l.saidBy(name))
	}
}

// TestKilledOverTheNetwork: workers and the league are killed at any time, and its queues are deleted
// now and then. Nothing is lost, and nothing is played twice.
func TestKilledOverTheNetwork(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	const matches = matchesAlone
	whole := tableAlone(t, matches)
	killed := map[string]int{}
	for killed["anna"]+killed["league"] < *kills {
		l := newNetLeague(t)
		invitations := []string{l.Invite("anna"), l.Invite("bert")}
		serve := l.Serve(matches, "-j", "0")
		l.listens()
		workers := map[string]*exec.Cmd{}
		ended := make(chan error, 1)
		go func() { ended <- serve.Wait() }()
		for over := false; !over; {
			for i, name := range []string{"anna", "bert"} {
				if workers[name] == nil {
					workers[name] = l.worker(name, invitations[i], "--sandbox", "none")
				}
			}
			var kill <-chan time.Time
			if killed["anna"]+killed["league"] < mostKills() {
				kill = time.After(500*time.Millisecond + rand.N(2*time.Second))
			}
			select {
			case err := <-ended:
				require.NoError(t, err, l.saidBy("league"))
				over = true
				continue
			case <-kill:
			}
			if rand.IntN(2) == 0 {
				require.NoError(t, workers["anna"].Process.Kill())
				_ = workers["anna"].Wait()
				workers["anna"] = nil
				killed["anna"]++
				continue
			}
			_ = serve.Process.Kill()
			if err := <-ended; err == nil {
				over = true // just in time
				continue
			}
			killed["league"]++
			if rand.IntN(4) == 0 {
				require.NoError(t, os.RemoveAll(filepath.Join(l.dir, "l", "workers", "queues")))
			}
			serve = l.Serve(matches, "-j", "0")
			go func() { ended <- serve.Wait() }()
		}
		require.Equal(t, whole, tableOf(t, l.league), l.saidBy("league"))
		requireLeagueWhole(t, filepath.Join(l.dir, "l", "league.db"), matches)
		for _, c := range workers {
			if c != nil {
				require.NoError(t, c.Process.Kill())
				_ = c.Wait()
			}
		}
	}
	t.Log("killed", killed)
}

// TestWorkersThatAreNotTaken, and those that are sent away.
func TestWorkersThatAreNotTaken(t *testing.T) {
	tier.Long(t, "holds a league over the network")
	t.Parallel()
	l := newNetLeague(t)
	anna, bert := l.Invite("anna"), l.Invite("bert")
	l.Serve(1_000_000, "-j", "1")
	l.listens()

	careful := l.worker("anna", anna) // the league plays without a sandbox
	require.Error(t, careful.Wait())
	require.Contains(
		t, l.saidBy("anna"),
		"the league does not take this worker: the league plays with --sandbox none, and the worker offers ")

	reckless := l.worker("bert", bert, "--sandbox", "none")
	l.waitFor("bert", "joined")
	require.Contains(t, mustRun(t, l.league("remove", "l", "bert", "--invitation", "--why", "\x1b[31mred<b>")),
		"bert: its key is revoked")
	require.Error(t, reckless.Wait())
	require.Contains(t, l.saidBy("bert"), "does not know this key, or has revoked it")
	listed := mustRun(t, l.league("workers", "l"))
	require.Contains(t, listed, "revoked: ")
	require.NotContains(t, listed, "\x1b")
	testkit.Await(t, "the league goes on by itself", func() bool {
		return strings.Contains(mustRun(t, l.league("workers", "l")), "this machine")
	})
}
