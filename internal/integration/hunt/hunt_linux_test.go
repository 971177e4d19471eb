//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// need skips a test that this machine can't run, and fails it where nothing may be absent.
func need(t *testing.T, programs ...string) {
	t.Helper()
	tier.Needs(t, programs...)
	if confined, err := sandbox.New(sandbox.Standard); err != nil {
		tier.Lacks(t, err)
	} else if !confined.HasRoot() {
		tier.Lacks(t, "a bot has no root folder of its own here")
	}
}

// wrong are programs in the place of the arena that break what must hold.
var wrong = map[string]struct {
	broken invariant
	does   string
	step   step
}{
	"reads a key":               {opened, `cat $HOME/.ssh/id_ed25519 >/dev/null`, step{}},
	"lists a folder":            {opened, `ls $HOME/private >/dev/null`, step{}},
	"reads a key itself":        {lookedAt, `read -r key < $HOME/.ssh/config; sleep 1`, step{}},
	"changes a file":            {changed, `echo more >> $HOME/notes.txt`, step{}},
	"removes a file":            {changed, `rm $HOME/notes.txt`, step{}},
	"prints a secret":           {told, `echo $HUNT_TOKEN`, step{}},
	"writes a secret":           {told, `echo $HUNT_TOKEN > match.arena`, step{}},
	"starts a program":          {started, `canary </dev/null`, step{}},
	"starts more than the user": {started, `canary </dev/null`, step{builds: true}},
	"asks what it may not":      {started, `$HOME/bin/python -c "import os" </dev/null`, step{}},
	"starts what a bot may not": {became, `echo "HUNT-STARTED-$((6*7))"`, step{}},
	"does what a bot may not":   {did, `echo HUNT-DID 42 0`, step{}},
	"leaves a process":          {left, `setsid sleep 60 >/dev/null 2>&1 & exit 0`, step{}},
	"leaves a file":             {left, `: > $TMPDIR/arena-bot`, step{}},
	"takes memory": {
		tooMuch,
		`exec python3 -c 'import time; x = bytearray(1200 << 20); time.sleep(1)'`,
		step{},
	},
	"sleeps":                 {tooLong, `exec sleep 60`, step{deadline: 200 * time.Millisecond}},
	"hears no interrupt":     {deaf, `trap "" INT; sleep 5`, step{interrupt: time.Second}},
	"panics":                 {panicked, `echo "goroutine 1 [running]:"; exit 2`, step{}},
	"prints a colour":        {control, `printf '\033[31mred\n'`, step{}},
	"prints what is no text": {control, `printf '\377\n'`, step{}},
	"prints backwards":       {control, `printf '\342\200\256\n'`, step{}},
	"exits strangely":        {badCode, `exit 7`, step{}},
	"is killed":              {badCode, `kill -9 $$`, step{}},
}

// TestEveryCheckCanFail: a hunt that finds nothing is only as good as that.
func TestEveryCheckCanFail(t *testing.T) {
	tier.Long(t, "breaks all that a hunt checks")
	need(t, "bash", "python3")
	h := newFake(t)
	for name, w := range wrong {
		t.Run(name, func(t *testing.T) {
			found := h.fake(t, w.does, w.step)
			require.Contains(t, invariants(found), w.broken, "%v", found)
		})
	}
	t.Run("an arena that does nothing wrong", func(t *testing.T) {
		require.Empty(t, h.fake(t, `printf 'a\tb\r\n'; echo é; exit 2`, step{}))
		require.Empty(t, h.fake(t, `canary built </dev/null >/dev/null 2>&1; exit 0`, step{builds: true}),
			"the user has named it")
		require.Empty(t, h.fake(t, `$HOME/bin/python -c "import sys; print(sys.executable)" </dev/null; exit 0`, step{}),
			"it asks what a program stands for")
		require.Empty(t, h.fake(t, `read -r key < $HOME/.ssh/config; sleep 1 | cat $HOME/.ssh/config - > /dev/null`,
			step{lists: true}), "the user has named the folder; cat stays until it was looked at")
		require.Empty(t, h.fake(t, `exec sleep 60`, step{interrupt: 100 * time.Millisecond, endless: true}))
	})
}

// TestTheWorldIsLookedAt: what a fake arena can't leave behind without a process, or without being root.
func TestTheWorldIsLookedAt(t *testing.T) {
	need(t)
	h := newFake(t)
	before := look(h)
	require.Empty(t, before.left(look(h), os.Getpid()))
	socket, err := new(net.ListenConfig).Listen(t.Context(), "unix", "@hunt-of-this-test")
	require.NoError(t, err)
	require.Contains(t, before.left(look(h), os.Getpid()), "socket: ")
	require.NoError(t, socket.Close())
	memory, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
	require.NoError(t, err)
	require.Contains(t, before.left(look(h), os.Getpid()), "shared memory or queue: ")
	_, err = unix.SysvShmCtl(memory, unix.IPC_RMID, nil)
	require.NoError(t, err)
	if os.Geteuid() != 0 {
		t.Skip("only root mounts, and makes control groups")
	}
	place := filepath.Join(h.dir, "mounted")
	require.NoError(t, os.Mkdir(place, 0o755)) //nolint:gosec // as in a hunt
	require.NoError(t, unix.Mount("tmpfs", place, "tmpfs", 0, ""))
	require.Contains(t, before.left(look(h), os.Getpid()), "mount: ")
	require.NoError(t, unix.Unmount(place, 0))
	for _, parent := range []string{"/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup"} {
		outer := filepath.Join(parent, "hunt-of-this-test")
		if os.Mkdir(outer, 0o755) != nil { //nolint:gosec // as others
			continue
		}
		inner := filepath.Join(outer, fmt.Sprintf("arena-%d-1", os.Getpid()))
		require.NoError(t, os.Mkdir(inner, 0o755)) //nolint:gosec // as others
		require.Contains(t, before.left(look(h), os.Getpid()), "control group: "+inner)
		require.NoError(t, errors.Join(os.Remove(inner), os.Remove(outer)))
		return
	}
	t.Log("no control group can be made here")
}

// newFake is a hunt whose arena is a script.
func newFake(t *testing.T) *hunt {
	t.Helper()
	h := &hunt{
		dir: folderOf(t), out: new(bytes.Buffer), secret: "HUNT-SECRET-of-this-test",
		files: map[string][]byte{}, commands: map[string]int{},
		options: options{out: t.TempDir()},
	}
	h.home, h.marks, h.arena = filepath.Join(h.dir, "home"), filepath.Join(h.dir, "marks"), filepath.Join(h.dir,
		"arena")
	require.NoError(t, h.makeFolders(t.Context()))
	require.NoError(t, h.makeHome(t.Context()))
	require.NoError(t, h.watchAll())
	t.Cleanup(h.watch.close)
	return h
}

func folderOf(t *testing.T) string {
	t.Helper()
	return testkit.ShortDir(t)
}

// fake plays a case in which the arena is a script that does this.
func (h *hunt) fake(t *testing.T, does string, s step) []finding {
	t.Helper()
	// As with the real one, canary "built" is what the user has asked for.
	does = strings.ReplaceAll(does, "canary", h.home+"/bin/canary")
	require.NoError(t, os.WriteFile(h.arena, []byte("#!/bin/bash\n"+does+"\n"),
		0o755)) //nolint:gosec // it is to be started
	p := &played{hunt: h, kind: "fake", dir: filepath.Join(h.dir, "case"), steps: []step{s}, tellers: map[string]bool{}}
	h.clear(p.dir)
	require.NoError(t, os.MkdirAll(p.dir, 0o755)) //nolint:gosec // as in a hunt
	h.watch.opened()
	return p.playAll(t.Context())
}

func invariants(found []finding) (all []invariant) {
	for _, f := range found {
		all = append(all, f.invariant)
	}
	return all
}

// TestSmoke plays a case of each kind against the real arena.
func TestSmoke(t *testing.T) {
	tier.Night(t, "builds the arena, and hunts as a night does")
	need(t, "gcc", "go", "python3")
	var said bytes.Buffer
	how := options{seed: 1, level: "standard", out: t.TempDir(), settings: testkit.Settings()}
	h, err := newHunt(t.Context(), how, &said)
	require.NoError(t, err)
	defer h.close()
	for kind, seeds := range smoke {
		for _, seed := range seeds {
			for _, f := range h.sure(t.Context(), kind, seed) {
				t.Errorf("%s seed %d: %s: %s", kind, seed, f.invariant, f.detail)
			}
			require.NotZero(t, h.commands[kind])
		}
	}
	t.Run("the same seed makes the same case", func(t *testing.T) {
		for _, kind := range kinds {
			require.Equal(t, h.words(kind, 5), h.words(kind, 5), kind)
		}
		require.NotEqual(t, h.words("folders", 5), h.words("folders", 6))
	})
	t.Run("the others must play the same", func(t *testing.T) {
		h.quietly = "another match"
		require.Contains(t, invariants(h.once(t.Context(), "calls", smoke["calls"][0])), otherwise)
	})
}

// smoke are seeds of cases of each kind, in which nothing was found.
var smoke = map[string][]uint64{"folders": {2}, "stores": {1}, "calls": {6}}

// words returns what a seed makes, in words.
func (h *hunt) words(kind string, seed uint64) string {
	p := h.newCase(kind, seed)
	p.make()
	var text strings.Builder
	text.WriteString(p.log.String())
	for _, s := range p.steps {
		text.WriteString(strings.Join(s.args, " ") + s.interrupt.String() + "\n")
	}
	return text.String()
}
