package scale_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/remote"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// asWorkers makes the test binary the workers of a league. Their invitations come on standard input.
const asWorkers = "ARENA_TEST_WORKERS"

func TestMain(m *testing.M) {
	for as, do := range map[string]func(string) error{
		asReader: readAlone, asStarter: startAlone, asWorkers: workFor,
	} {
		if text := os.Getenv(as); text != "" {
			if err := do(text); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(testkit.Run(m))
}

// workFor lets workers play whose matches take so long at least.
func workFor(text string) error {
	long, err := time.ParseDuration(text)
	if err != nil {
		return err
	}
	return work(long)
}

// startWorkers starts the workers. What it returns ends them, and tells their CPU time.
func startWorkers(t *testing.T, invitations []string) func() time.Duration {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), asWorkers+"="+length.String())
	c.Stderr = os.Stderr
	input, err := c.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	_, err = io.WriteString(input, strings.Join(invitations, "\n")+"\n\n")
	require.NoError(t, err)
	return func() time.Duration {
		require.NoError(t, input.Close())
		require.NoError(t, c.Wait())
		return c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	}
}

// work lets workers play until standard input ends.
func work(long time.Duration) error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	lines := bufio.NewScanner(os.Stdin)
	text, err := about().Text()
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	failed := make(chan error, 1)
	for lines.Scan() && lines.Text() != "" {
		i, err := members.ParseInvitation(lines.Text())
		if err != nil {
			return err
		}
		all.Go(func() {
			w := &worker{long: long, have: make(map[wire.Digest]bool)}
			err := client.Join(ctx, i, client.JoinOptions{Slots: 1, About: text, Play: w.play})
			if err != nil && ctx.Err() == nil {
				fmt.Fprintln(os.Stderr, "a worker ends:", err)
				select {
				case failed <- err:
				default:
				}
			}
		})
	}
	go func() {
		for lines.Scan() { //nolint:revive // until it ends
		}
		stop()
	}()
	all.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return nil
	}
}

func about() remote.About {
	info := orkisland.Game.Info()
	return remote.About{
		Arena: "test", Rules: map[string]int{info.Name: info.Version}, OS: "any", Arch: "any",
		Sandboxes: []string{"none"}, Limits: host.DefaultLimits().Text(),
	}
}

// playThere has a league played by workers that are as about tells.
func playThere(t *testing.T, folder league.Folder, o broker.Options) (*broker.Broker, *remote.Transport) {
	t.Helper()
	o.Admit = func(_ string, told []byte) error { return about().Admit(told) }
	b, err := broker.Open(t.Context(), o)
	require.NoError(t, err)
	return b, remote.Open(t.Context(), b, remote.Options{Folder: folder, Entrant: entrant})
}

// worker fetches the bots that it is to play with, and plays with the game's own.
type worker struct {
	long time.Duration
	have map[wire.Digest]bool
}

// job is what a worker is told of a match.
type job struct {
	Setup   []byte
	Random  string
	Limits  string
	Sandbox string
	Seed    uint64
	Seats   []struct{ Name, Program, Archive string }
}

func (w *worker) play(ctx context.Context, task *client.Task) ([]byte, error) {
	begun := time.Now()
	_, text, _ := bytes.Cut(task.Body, []byte("\n"))
	var j job
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, err
	}
	for _, seat := range j.Seats {
		var archive scheduler.Key
		if err := archive.UnmarshalText([]byte(seat.Archive)); err != nil {
			return nil, err
		}
		if d := wire.Digest(archive); !w.have[d] {
			if err := task.Bot(ctx, d, io.Discard); err != nil {
				return nil, err
			}
			w.have[d] = true
		}
	}
	recorded, err := j.play(ctx)
	if err != nil {
		return nil, err
	}
	// Matches that all take as long would end at once.
	rest := w.long - time.Since(begun) + time.Duration(rand.Int64N(int64(w.long/4)+1)) - w.long/8
	select {
	case <-time.After(rest):
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	result := binary.BigEndian.AppendUint64([]byte("arena result 1\n"), uint64(time.Since(begun)))
	return append(result, recorded...), nil
}

func (j *job) play(ctx context.Context) ([]byte, error) {
	setup, err := orkisland.Game.ReadSetup(j.Setup)
	if err != nil {
		return nil, err
	}
	claimed, err := host.ReadLimits(j.Limits)
	if err != nil {
		return nil, err
	}
	limits := claimed.Told()
	s := series.Series{Keep: series.KeepAll, Player: random, Header: replay.Header{
		Setup: setup, Random: engine.Randomness(j.Random), Arena: "test", CPU: limits.CPU, Sandbox: j.Sandbox + ": test",
		Limits: &replay.Limits{
			Bank: limits.Bank, StartCPU: limits.StartCPU, Wall: limits.Wall, WallBank: limits.WallBank,
			Memory: claimed.Memory(),
		},
	}}
	planned := schedule.Planned{Seed: j.Seed}
	for seat, who := range j.Seats {
		var program scheduler.Key
		if err := program.UnmarshalText([]byte(who.Program)); err != nil {
			return nil, err
		}
		bot := series.Entrant{Entrant: played.Entrant{Name: who.Name, Program: program}}
		s.Bots, planned.Seats = append(s.Bots, bot), append(planned.Seats, seat)
	}
	m, err := s.Play(ctx, planned)
	return m.Replay, err
}

func random(context.Context, int, int) (match.Player, error) {
	return match.Local(orkisland.Game.Random()), nil
}
