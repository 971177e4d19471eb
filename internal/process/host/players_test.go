package host_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/host/system"
)

// rounds is how many the matches of these tests have, on every system.
const rounds = 20

// replace replaces something for the time of a test.
func replace[T any](t *testing.T, place *T, by T) {
	t.Helper()
	usual := *place
	*place = by
	t.Cleanup(func() { *place = usual })
}

// withoutCgroups runs the bots of a test as on a system without control groups.
func withoutCgroups(t *testing.T) {
	t.Helper()
	replace(t, &system.This.NewGroup, func() *cgroup.Group { return nil })
}

// awaitEnd is how this system waits for the end of a process.
var awaitEnd = system.This.AwaitEnd

type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func newMatch(t testing.TB) engine.Match {
	t.Helper()
	return matchOf(t, rounds)
}

func matchOf(t testing.TB, rounds int) engine.Match {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	m, err := setup.New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	return m
}

func start(t testing.TB, o host.Options, names ...string) []*host.Process {
	t.Helper()
	commands := make([]executable.Command, len(names))
	for i, name := range names {
		commands[i] = command(t, name)
	}
	return startAll(t, o, commands...)
}

func startAll(t testing.TB, o host.Options, commands ...executable.Command) []*host.Process {
	t.Helper()
	processes, err := host.StartAll(t.Context(), commands, o)
	require.NoError(t, err)
	t.Cleanup(func() { host.CloseAll(processes) })
	return processes
}

func seated(processes []*host.Process) []match.Player {
	players := make([]match.Player, len(processes))
	for i, p := range processes {
		players[i] = p.Player()
	}
	return players
}

// amongRandoms seats a player that is tested as the second of four. The others take no process, and their moves depend
// on what they see alone.
func amongRandoms(tested match.Player) []match.Player {
	random := func() match.Player { return match.Local(orkisland.Game.Random()) }
	return []match.Player{random(), tested, random(), random()}
}

// receipts keeps what each round has cost.
type receipts struct{ rounds []match.Round }

func (r *receipts) Round(_ engine.Match, round match.Round) { r.rounds = append(r.rounds, round) }
