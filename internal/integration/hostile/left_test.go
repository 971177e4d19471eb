//go:build linux && (amd64 || arm64)

package hostile

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/cgroup"
)

// targets are what the bots may attack: a user's secret, and programs that listen.
type targets struct {
	secret, path string
	tcp, udp     string
	got          atomic.Int64 // connections and messages
}

const secretText = "the secret of a key"

func newTargets(t *testing.T) *targets {
	dir := folder(t, 0o755)
	s := &targets{secret: filepath.Join(dir, "id_ed25519"), path: filepath.Join(dir, "socket")}
	require.NoError(t, os.WriteFile(s.secret, []byte(secretText), 0o644)) //nolint:gosec // so that only the sandbox protects it
	require.NoError(t, os.Chmod(s.secret, 0o644))
	s.tcp = s.listen(t, "tcp", "127.0.0.1:0")
	s.listen(t, "unix", s.path)
	s.listen(t, "unix", "@"+s.path)
	s.udp = s.listenPackets(t, "udp", "127.0.0.1:0")
	s.listenPackets(t, "unixgram", s.path+".datagrams")
	for _, path := range []string{s.path, s.path + ".datagrams", dir} {
		require.NoError(t, os.Chmod(path, 0o777)) //nolint:gosec // so that only the sandbox protects it
	}
	// A file that all children inherit, as some library might leave one open.
	leak := filepath.Join(dir, "leak")
	require.NoError(t, os.WriteFile(leak, []byte("left open"), 0o600))
	fd, err := unix.Open(leak, unix.O_RDONLY, 0) // without O_CLOEXEC
	require.NoError(t, err)
	t.Cleanup(func() { _ = unix.Close(fd) })
	return s
}

func (s *targets) listen(t *testing.T, network, address string) string {
	l, err := net.Listen(network, address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			s.got.Add(1)
			_ = conn.Close()
		}
	}()
	return l.Addr().String()
}

func (s *targets) listenPackets(t *testing.T, network, address string) string {
	l, err := net.ListenPacket(network, address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			if _, _, err := l.ReadFrom(make([]byte, 64)); err != nil {
				return
			}
			s.got.Add(1)
		}
	}()
	return l.LocalAddr().String()
}

func (s *targets) arguments() []string {
	name, _ := os.Hostname()
	return []string{
		"secret=" + s.secret, "path=" + s.path, "tcp=" + s.tcp, "udp=" + s.udp,
		"arena=" + strconv.Itoa(os.Getpid()), "host-name=" + name,
	}
}

// heard requires that no bot has reached a program that listens, if it was confined.
func (s *targets) heard(t *testing.T, confined bool) {
	if confined {
		require.Zero(t, s.got.Load(), "connections and messages of confined bots")
	}
}

// unharmed requires that a confined bot has changed nothing of what it could attack.
func (s *targets) unharmed(t *testing.T, b *bot, confined bool) {
	t.Helper()
	text, err := os.ReadFile(s.secret)
	require.NoError(t, err)
	require.Equal(t, secretText, string(text))
	require.Equal(t, b.victim.mayDie && !confined, b.victim.dead(), "the victim is dead")
	if confined {
		text, err := os.ReadFile(b.victim.file)
		require.NoError(t, err)
		require.Equal(t, "victim", string(text))
		require.NoFileExists(t, s.secret+".written")
	}
}

// victim is a process and a file, for one bot to attack.
type victim struct {
	process *exec.Cmd
	file    string
	mayDie  bool
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	tier.Needs(t, "sleep")
	v := &victim{process: exec.Command("sleep", "600"), file: filepath.Join(folder(t, 0o777), "victim")}
	require.NoError(t, v.process.Start())
	t.Cleanup(func() { _ = v.process.Process.Kill(); _ = v.process.Wait() })
	require.NoError(t, os.WriteFile(v.file, []byte("victim"), 0o600))
	require.NoError(t, os.Chmod(v.file, 0o666)) //nolint:gosec // so that only the sandbox protects it
	return v
}

func (v *victim) arguments() []string {
	return []string{"victim=" + strconv.Itoa(v.process.Process.Pid), "victim-file=" + v.file}
}

// dead reports whether the process has ended or stands still.
func (v *victim) dead() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", v.process.Process.Pid))
	return err != nil || !lives(string(stat))
}

// lives reports whether a process runs or waits, by its stat of /proc. One that waits for a
// disk, as any may that has just been started on a busy machine, is alive.
func lives(stat string) bool {
	_, state, _ := strings.Cut(stat, ") ")
	return strings.IndexAny(state, "RSD") == 0
}

func TestLives(t *testing.T) {
	for _, state := range []string{"R", "S", "D"} {
		require.True(t, lives("7 (sleep) "+state+" 1 7 7 0"), state)
	}
	for _, state := range []string{"T", "t", "Z", "X"} { // stopped, traced, ended
		require.False(t, lives("7 (sleep) "+state+" 1 7 7 0"), state)
	}
}

// requireNothingLeft requires that neither processes nor files of a bot are left. A bot
// that holds out against all but a sandbox or a cgroup may leave a process.
func requireNothingLeft(t *testing.T, b *bot, mayLeave bool) {
	t.Helper()
	left, err := os.ReadDir(b.options.TempDir)
	require.NoError(t, err)
	require.Empty(t, left, "temporary files left behind")
	if b.options.Sandbox.Confines() { // what is mounted for it is there as long as one of its processes is
		require.Empty(t, processesOf(b.id), "processes of the bot, whose end was not waited for")
	}
	if mayLeave && !cgroup.CanCount() {
		for _, pid := range processesOf(b.id) {
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
		}
	}
	testkit.Await(t, "the end of all processes of the bot", func() bool { return len(processesOf(b.id)) == 0 })
}

// processesOf returns all processes that have an identification in their arguments or
// environment, in whatever namespace they are. Zombies have neither.
func processesOf(id string) (pids []int) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		for _, file := range []string{"cmdline", "environ"} {
			text, _ := os.ReadFile(filepath.Join("/proc", e.Name(), file))
			if bytes.Contains(append(text, 0), []byte(id+"\x00")) {
				pids = append(pids, pid)
				break
			}
		}
	}
	return pids
}

// traces is what bots could leave in the system.
type traces struct {
	queues, cgroups, shared, temporary []string

	mounts map[string]string // lines by number and place
}

// looks looks at the system.
func looks(t *testing.T) traces {
	t.Helper()
	var s traces
	s.mounts = mountsOf(lines(t, "/proc/self/mountinfo"))
	for _, kind := range []string{"shm", "sem", "msg"} {
		for _, line := range lines(t, "/proc/sysvipc/"+kind) {
			if strings.HasPrefix(strings.TrimSpace(line), strconv.Itoa(keyOfBots)+" ") {
				s.queues = append(s.queues, line)
			}
		}
	}
	own := fmt.Sprintf("arena-%d-", os.Getpid())
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && strings.HasPrefix(d.Name(), own) {
			s.cgroups = append(s.cgroups, path)
		}
		return nil
	})
	s.shared, _ = filepath.Glob("/dev/shm/hostile-*")
	s.temporary, _ = filepath.Glob(filepath.Join(os.TempDir(), "arena-*"))
	s.temporary = slices.DeleteFunc(s.temporary, func(path string) bool {
		return !strings.Contains(path, fmt.Sprintf("-%d-", os.Getpid()))
	})
	return s
}

// keyOfBots is the key of what bots in C make for other processes.
const keyOfBots = 0x41524e41

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return strings.Split(string(text), "\n")
}

func mountsOf(lines []string) map[string]string {
	all := make(map[string]string)
	for _, line := range lines {
		if words := strings.Fields(line); len(words) > 4 {
			all[words[0]+" "+words[4]] = line
		}
	}
	return all
}

// mountsLeft returns what bots, or the arena for them, have mounted or changed. Where others are seen as well, who may
// mount what they like, that is what has a name of ours: nobody but root could change theirs.
func (s traces) mountsLeft(before traces, alone bool) (left []string) {
	ours := regexp.MustCompile(fmt.Sprintf("/arena-bot-%d-|/arena-probe-| /nowhere ", os.Getpid()))
	for place, is := range s.mounts {
		if is != before.mounts[place] && (alone || ours.MatchString(is)) {
			left = append(left, is)
		}
	}
	for place, was := range before.mounts {
		if s.mounts[place] == "" && alone {
			left = append(left, "gone: "+was)
		}
	}
	return left
}

func TestMountsOfBotsAreFound(t *testing.T) {
	root, disk := "27 1 254:0 / / rw - ext4 /dev/vda rw", "30 27 0:53 / /tmp/somebody rw - tmpfs tmpfs rw,size=4k"
	before := traces{mounts: mountsOf([]string{root, disk, ""})}
	bots := func(arena int) string {
		return fmt.Sprintf("31 27 0:53 / /tmp/h7/arena-bot-%d-8 rw - tmpfs tmpfs rw", arena)
	}
	for line, c := range map[string]struct{ alone, among bool }{
		disk:                                   {false, false},
		"27 1 254:0 / / ro - ext4 /dev/vda rw": {true, false},
		"30 27 0:53 / /tmp/somebody rw - tmpfs tmpfs rw,size=8k": {true, false}, // another disk at the same place
		"31 27 0:53 / /tmp/another rw - tmpfs tmpfs rw":          {true, false},
		"31 27 0:53 / /nowhere rw - tmpfs tmpfs rw":              {true, true},
		"31 27 0:53 / /tmp/arena-probe-5 rw - tmpfs tmpfs rw":    {true, true},
		bots(os.Getpid()):     {true, true},
		bots(os.Getpid() + 1): {true, false},
	} {
		now := traces{mounts: mountsOf([]string{root, disk})}
		maps.Copy(now.mounts, mountsOf([]string{line}))
		require.Equal(t, c.alone, len(now.mountsLeft(before, true)) > 0, line)
		require.Equal(t, c.among, len(now.mountsLeft(before, false)) > 0, line)
	}
	require.Equal(t, []string{"gone: " + disk}, traces{mounts: mountsOf([]string{root})}.mountsLeft(before, true))
}

// aloneVariable tells a test that nobody else mounts anything where it is.
const aloneVariable = "HOSTILE_ALONE"

// beAlone starts the test again where nobody else is seen to mount anything, if we may.
func beAlone() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if os.Getenv(aloneVariable) != "" || os.Geteuid() != 0 || unix.Unshare(unix.CLONE_NEWNS) != nil {
		return
	}
	err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	if err == nil {
		err = unix.Exec("/proc/self/exe", os.Args, append(os.Environ(), aloneVariable+"=1"))
	}
	panic(err)
}

// same requires that nothing was left since an earlier look.
func (s traces) same(t *testing.T, before traces) {
	t.Helper()
	require.Empty(t, s.mountsLeft(before, os.Getenv(aloneVariable) != ""), "mounts")
	require.Empty(t, s.queues, "memory, queues and semaphores")
	require.Empty(t, s.cgroups, "cgroups")
	require.Empty(t, s.shared, "files in shared memory")
	require.Empty(t, s.temporary, "temporary files")
}
