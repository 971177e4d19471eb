package broker_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

var kills = flag.Int("kills", 2, "how often each kind of process is killed")

// asRole makes the test binary a process of a league: its value is a [role] as JSON.
const asRole = "ARENA_TEST_BROKER"

// role is what a process of a test does.
type role struct {
	League     string // folder of the league to be served
	Matches    int    // it ends after so many
	Workers    int    // that it has invited
	Invitation string // of the league to be joined
	Server     string // folder of a server for others
	Address    string // of this server, or of the league's
	External   *wire.External
	Play       time.Duration
}

func TestMain(m *testing.M) {
	text := os.Getenv(asRole)
	if text == "" {
		testkit.AtOnce(4)
		os.Exit(testkit.Run(m))
	}
	var r role
	err := json.Unmarshal([]byte(text), &r)
	if err == nil {
		err = r.run(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (r role) run(ctx context.Context) error {
	go func() { // the test has ended if its pipe breaks
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(2)
	}()
	switch {
	case r.Invitation != "":
		return r.join(ctx)
	case r.Server != "":
		return r.serve(ctx)
	default:
		return r.league(ctx)
	}
}

func (r role) join(ctx context.Context) error {
	i, err := members.ParseInvitation(r.Invitation)
	if err != nil {
		return err
	}
	o := client.JoinOptions{
		Slots: 1, External: r.External,
		Play: func(ctx context.Context, t *client.Task) ([]byte, error) {
			time.Sleep(r.Play)
			return t.Body, nil
		},
	}
	for err = client.Join(ctx, i, o); err != nil && !errors.Is(err, wire.ErrRevoked); err = client.Join(ctx, i, o) {
		time.Sleep(100 * time.Millisecond) // the league was killed before it was joined
	}
	return err
}

// serve runs a server that is nobody's.
func (r role) serve(ctx context.Context) error {
	host, port, _ := strings.Cut(r.Address, ":")
	o := &server.Options{Host: host, JetStream: true, StoreDir: r.Server, NoSigs: true, NoLog: true}
	if _, err := fmt.Sscan(port, &o.Port); err != nil {
		return err
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	s.Start()
	if !s.ReadyForConnections(time.Minute) {
		return errors.New("the server has not started")
	}
	fmt.Println("ready")
	<-ctx.Done()
	return nil
}

// league has its matches played, and keeps the number of each in a file, which is its store.
func (r role) league(ctx context.Context) error {
	path := filepath.Join(r.League, "matches")
	known, err := readNumbers(path)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	o := broker.Options{
		Folder: filepath.Join(r.League, "broker"), Listen: r.Address, External: r.External, AckWait: wire.MinAckWait,
		Say: func(s string) { fmt.Fprintln(os.Stderr, s) },
	}
	b, err := broker.Open(ctx, o)
	if err != nil {
		return err
	}
	for len(b.Members()) < r.Workers {
		i, err := b.Invite("worker")
		if err != nil {
			return err
		}
		if err := appendLine(filepath.Join(r.League, "invitations"), i.String()); err != nil {
			return err
		}
	}
	fmt.Println("ready")
	for number, tick := 0, time.NewTicker(10*time.Millisecond); len(known) < r.Matches; {
		for ; number < r.Matches && b.Room() > 0; number++ {
			if known[number] == 0 {
				if err := b.Give(ctx, job(number)); err != nil {
					return err
				}
			}
		}
		select {
		case d := <-b.Results():
			number := int(binary.BigEndian.Uint64(d.Body))
			if known[number]++; known[number] > 1 {
				known[number] = 1 // the store's key refuses it
			} else if _, err := fmt.Fprintln(file, number); err != nil {
				return err
			}
			d.Done()
		case <-tick.C:
		}
	}
	return b.Close()
}

func appendLine(path, line string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(file, line)
	return errors.Join(err, file.Close())
}

// readNumbers returns how often each number is in a file.
func readNumbers(path string) (map[int]int, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	known := make(map[int]int)
	for line := range strings.Lines(string(text)) {
		var number int
		if _, err := fmt.Sscan(line, &number); err != nil {
			return nil, err
		}
		known[number]++
	}
	return known, nil
}

// process is one that runs for a test.
type process struct {
	role
	*life
}

// life is a process from its start to its end.
type life struct {
	command *exec.Cmd
	ended   chan struct{} // closed when it has ended, with err
	err     error
}

// start starts a process, and waits until it is ready, if it says so.
func start(t testing.TB, r role) *process {
	text, err := json.Marshal(r)
	require.NoError(t, err)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), asRole+"="+string(text))
	c.Stderr = os.Stderr
	_, err = c.StdinPipe() // breaks with this process
	require.NoError(t, err)
	output, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	if r.Invitation == "" {
		line, err := bufio.NewReader(output).ReadString('\n')
		require.NoError(t, err, "it was not ready")
		require.Equal(t, "ready\n", line)
	}
	l := &life{command: c, ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		l.err = c.Wait()
	}()
	t.Cleanup(l.kill)
	return &process{role: r, life: l}
}

// kill kills the process at once.
func (l *life) kill() {
	_ = l.command.Process.Kill() // it may have ended
	<-l.ended
}

// restart kills the process, and starts another like it.
func (p *process) restart(t testing.TB) {
	p.kill()
	p.life = start(t, p.role).life
}

// scene is a league with two workers, each a process.
type scene struct {
	league  *process
	workers []*process
}

func newScene(t testing.TB, r role) *scene {
	r.League, r.Workers = t.TempDir(), 2
	if r.Address == "" {
		r.Address = testkit.Address(t.Cleanup)
	}
	s := &scene{league: start(t, r)}
	text, err := os.ReadFile(filepath.Join(r.League, "invitations"))
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		s.workers = append(s.workers, start(t, role{Invitation: line, External: r.External, Play: r.Play}))
	}
	require.Len(t, s.workers, 2)
	return s
}

// requireAll waits until the league has ended, and requires that it has each match once.
func (s *scene) requireAll(t testing.TB) {
	testkit.Receive(t, "the end of the league", s.league.ended)
	require.NoError(t, s.league.err)
	known, err := readNumbers(filepath.Join(s.league.League, "matches"))
	require.NoError(t, err)
	require.Len(t, known, s.league.Matches)
	for _, w := range s.workers {
		select {
		case <-w.ended:
			require.Fail(t, "a worker was sent away, or has given up")
		default:
		}
	}
	for number, times := range known {
		require.Equal(t, 1, times, number)
		require.Less(t, number, s.league.Matches)
	}
}

// aMoment sleeps a little, never the same.
func aMoment() { time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond) }

// TestKilled: whoever is killed, and when, no match is lost and none is there twice.
func TestKilled(t *testing.T) {
	tier.Long(t, "kills processes again and again")
	external := func(t *testing.T) (role, *process) {
		address := testkit.Address(t.Cleanup)
		s := start(t, role{Server: t.TempDir(), Address: address})
		return role{External: &wire.External{URL: "nats://" + address}}, s
	}
	for name, c := range map[string]struct {
		external bool
		kill     func(t *testing.T, s *scene, server *process)
	}{
		"worker": {kill: func(t *testing.T, s *scene, _ *process) { s.workers[rand.IntN(2)].restart(t) }},
		"league": {kill: func(t *testing.T, s *scene, _ *process) { s.league.restart(t) }},
		"league and its queues": {kill: func(t *testing.T, s *scene, _ *process) {
			s.league.kill()
			require.NoError(t, os.RemoveAll(filepath.Join(s.league.League, "broker", "queues")))
			s.league.restart(t)
		}},
		"server": {external: true, kill: func(t *testing.T, _ *scene, server *process) { server.restart(t) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var server *process
			r := role{}
			if c.external {
				r, server = external(t)
			}
			// The last kill is to come while matches are left.
			r.Play, r.Matches = 5*time.Millisecond, 100+100**kills
			s := newScene(t, r)
			for range *kills {
				aMoment()
				if s.league.done() {
					t.Log("the league has ended too early")
					break
				}
				c.kill(t, s, server)
			}
			s.requireAll(t)
		})
	}
}

// done reports whether all matches are there.
func (p *process) done() bool {
	known, err := readNumbers(filepath.Join(p.League, "matches"))
	return err == nil && len(known) == p.Matches
}
