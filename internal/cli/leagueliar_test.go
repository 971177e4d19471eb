//go:build unix

package cli

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/worker"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// lies are what a worker sends instead of what it has played, by the worker's name. A result begins
// with what it is and its time; the replay follows.
var lies = map[string]func(body []byte) []byte{
	"sally": func(body []byte) []byte {
		return falsified(body, func(r *replay.Replay) { r.Seed++ })
	},
	"mark": func(body []byte) []byte {
		firstBody.Do(func() { first = body })
		return first
	},
	"brook": func(body []byte) []byte {
		body[len(body)/2] ^= 4
		return body
	},
	"boris": func(body []byte) []byte { return append(body[:resultHead:resultHead], bomb()...) },
	"carl": func(body []byte) []byte {
		return falsified(body, func(r *replay.Replay) {
			for _, round := range r.Rounds {
				for seat := range round.Turns {
					round.Turns[seat].Commands = nil
				}
			}
		})
	},
}

var (
	firstBody sync.Once
	first     []byte
)

// resultHead is how many bytes of a result come before the replay: what it is, and its time.
var resultHead = len("arena result 1\n") + binary.Size(uint64(0))

// bomb returns a file that is small, and has a quarter of a gigabyte when it is unpacked.
var bomb = sync.OnceValue(func() []byte {
	var packed bytes.Buffer
	to, err := zstd.NewWriter(&packed)
	if err != nil {
		panic(err)
	}
	zeros := make([]byte, 1<<20)
	for range 1 << 8 {
		if _, err := to.Write(zeros); err != nil {
			panic(err)
		}
	}
	if err := to.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
})

// falsified changes the replay in a result.
func falsified(body []byte, change func(*replay.Replay)) []byte {
	r, err := replay.Read(bytes.NewReader(body[resultHead:]), games.All())
	if err != nil {
		panic(err)
	}
	change(r)
	begun, err := r.Setup.New(r.Names(), r.Seed, r.Random)
	if err != nil {
		panic(err)
	}
	text := bytes.NewBuffer(body[:resultHead:resultHead])
	to, err := replay.NewWriter(text, begun, r.Header)
	if err != nil {
		panic(err)
	}
	for _, round := range r.Rounds {
		begun.Step(round.Turns)
		to.Round(begun, round.Round)
	}
	if err := to.Close(match.Result{Scores: begun.Scores()}, true); err != nil {
		panic(err)
	}
	return text.Bytes()
}

// liar is a worker that lies. Its arguments are a file with its invitation, its name, a folder
// for bots, and the version that it says it has, or nothing for the true one.
func liar() {
	if len(os.Args) != 5 { // one of its own worker processes
		Main(games.All(), nil, nil)
		return
	}
	if err := lie(context.Background(), os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// goAhead ends the name of a file without which a liar sends nothing.
const goAhead = " goes ahead"

func lie(ctx context.Context, invitation, name, folder, version string) error {
	line, err := os.ReadFile(invitation)
	if err != nil {
		return err
	}
	i, err := members.ParseInvitation(strings.TrimSpace(string(line)))
	if err != nil {
		return err
	}
	own := leagues.About()
	own.Sandboxes, own.Rules, own.Limits = []string{"none"}, make(map[string]int), host.DefaultLimits().Text()
	for _, game := range games.All() {
		own.Rules[game.Info().Name] = game.Info().Version
	}
	honest := own.Arena
	if version != "" {
		own.Arena = safe.Outside(version)
	}
	text, err := own.Text()
	if err != nil {
		return err
	}
	cache, err := remote.OpenCache(filepath.Join(folder, "worker"), remote.MostCache)
	if err != nil {
		return err
	}
	player := remote.NewPlayer(ctx, remote.PlayerOptions{
		Local: local.Options{
			Workers: 1, Worker: worker.Order{Args: shell.WorkerArgs, Stderr: os.Stderr}, Arena: honest.Raw(),
			MostProcesses: 4,
		},
		Cache: cache, Sums: folder, About: own,
	})
	defer player.Close()
	err = client.Join(ctx, i, client.JoinOptions{
		Slots: 1, About: text, Say: func(s string) { fmt.Fprintln(os.Stderr, s) },
		Joined: func() { fmt.Fprintln(os.Stderr, "joined") },
		Play: func(ctx context.Context, t *client.Task) ([]byte, error) {
			body, err := player.Play(ctx, t)
			if err != nil {
				return nil, err
			}
			for !fileExists(filepath.Join(folder, name+goAhead)) && ctx.Err() == nil {
				time.Sleep(20 * time.Millisecond)
			}
			return lies[name](body), nil
		},
	})
	return errors.Join(err, cache.Close())
}

// liar starts a worker that lies as soon as the function is called.
func (l *netLeague) liar(name, version string) (c *exec.Cmd, goOn func()) {
	l.t.Helper()
	c = l.league()
	program, err := exec.LookPath("liar")
	require.NoError(l.t, err)
	folder := filepath.Join(l.dir, "arena") // as all workers: one takes over the bots of another that was killed
	c.Path, c.Args = program, []string{program, l.Invite(name), name, folder, version}
	return l.start(name, c), func() {
		require.NoError(l.t, os.WriteFile(filepath.Join(folder, name+goAhead), nil, 0o600))
	}
}

// listens waits until the league takes workers.
func (l *netLeague) listens() { l.waitFor("league", "workers join at") }

// waitFor waits until a process has said something.
func (l *netLeague) waitFor(name, text string) {
	l.t.Helper()
	testkit.Await(l.t, fmt.Sprintf("%s says %q", name, text), func() bool {
		return strings.Contains(l.saidBy(name), text)
	})
}

// ends waits until the league has ended without an error, but not for ever.
func (l *netLeague) ends(c *exec.Cmd) {
	l.t.Helper()
	defer context.AfterFunc(testkit.Patiently(l.t), func() { _ = c.Process.Kill() })()
	require.NoError(l.t, c.Wait(), l.saidBy("league"))
}

// TestLyingWorkers: whatever workers on other machines send, the table is that of an honest league,
// and they are revoked.
func TestLyingWorkers(t *testing.T) {
	tier.Long(t, "plays many matches")
	t.Parallel()
	const matches = matchesAlone
	l := newNetLeague(t)
	anna, bert := l.Invite("anna"), l.Invite("bert")
	serve := l.Serve(matches, "-j", "0", "--check-share", "1")
	l.listens()
	revoked := func(name, why string) {
		l.waitFor("league", "nothing of "+name+" counts any longer: "+why)
	}
	// Four send what is found out without anybody's help.
	for _, name := range []string{"sally", "mark", "brook", "boris"} {
		liar, goOn := l.liar(name, "")
		goOn()
		revoked(name, "3 of its results were refused")
		_ = liar.Process.Kill() // it may have heard why
		_ = liar.Wait()
	}
	// What the fifth sends could be true, were there not two others. They have played before, or
	// nobody would compare.
	_, goOn := l.liar("carl", "")
	l.waitFor("carl", "joined")
	for name, invitation := range map[string]string{"anna": anna, "bert": bert} {
		l.worker(name, invitation, "--sandbox", "none")
	}
	testkit.Await(t, "the honest play", func() bool {
		played := l.playedBy()
		return played["anna"] > 0 && played["bert"] > 0
	})
	goOn()
	revoked("carl", "what it says of match")
	l.ends(serve)
	require.Equal(t, 5, strings.Count(mustRun(t, l.league("workers", "l")), "revoked: "))
	require.Equal(t, tableAlone(t, matches), tableOf(t, l.league))
	requireLeagueWhole(t, filepath.Join(l.dir, "l", "league.db"), matches)
}

// playedBy returns how many matches there are by each worker, by its name.
func (l *netLeague) playedBy() map[string]int {
	l.t.Helper()
	s, err := store.Open(l.t.Context(), filepath.Join(l.dir, "l", "league.db"), store.Options{ReadOnly: true})
	require.NoError(l.t, err)
	defer func() { require.NoError(l.t, s.Close()) }()
	league, err := s.League(l.t.Context())
	require.NoError(l.t, err)
	workers, err := s.Workers(l.t.Context())
	require.NoError(l.t, err)
	names := make(map[string]string)
	for _, w := range workers {
		names[w.ID] = w.Name
	}
	played := make(map[string]int)
	for m, err := range s.Matches(l.t.Context(), league.ID) {
		require.NoError(l.t, err)
		played[names[m.Worker]]++
	}
	return played
}

// TestWorkerOfAnotherVersion is told both versions.
func TestWorkerOfAnotherVersion(t *testing.T) {
	tier.Long(t, "holds a league over the network")
	t.Parallel()
	l := newNetLeague(t)
	l.Serve(1_000_000, "-j", "1")
	l.listens()
	liar, _ := l.liar("sally", "v0.0.1")
	require.Error(t, liar.Wait())
	require.Contains(t, l.saidBy("sally"), "it has arena v0.0.1, and the league has "+shell.ArenaVersion())
}
