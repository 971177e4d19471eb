//go:build linux && (amd64 || arm64)

package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// withLayers is a sandbox with a layer of each kind.
func withLayers(l Level) *Sandbox {
	return &Sandbox{level: l, layers: []Layer{
		{Name: "on", On: true},
		{Name: "detailed", On: true, Detail: "version 7"},
		{Name: "usual", On: true, Always: true},
		{Name: "off", Fix: "mend it"},
		{Name: "hopeless", Detail: "nothing can be done"},
		{Name: "for strict", Strict: true, Fix: "be root"},
	}}
}

// TestWhatIsMissing is what can be had, on the level that wants it.
func TestWhatIsMissing(t *testing.T) {
	names := func(layers []Layer) (names []string) {
		for _, l := range layers {
			names = append(names, l.Name)
		}
		return names
	}
	require.Equal(t, []string{"off"}, names(withLayers(Standard).Missing()))
	require.Equal(t, []string{"off", "for strict"}, names(withLayers(Strict).Missing()))
	require.Equal(t, "standard: on, detailed (version 7); missing: off", withLayers(Standard).String())
	require.Equal(t, "strict: on", (&Sandbox{level: Strict, layers: []Layer{{Name: "on", On: true}}}).String())
}

func TestNoSandboxConfinesNothing(t *testing.T) {
	var none *Sandbox
	require.Equal(t, None, none.Level())
	require.False(t, none.Confines())
	require.Empty(t, none.Layers())
	require.Equal(t, "none: bots run with all your rights", none.String())
}

// TestOnlyLevelsAreTaken: what is no level changes nothing.
func TestOnlyLevelsAreTaken(t *testing.T) {
	for _, level := range Levels {
		var l Level
		require.NoError(t, l.Set(string(level)))
		require.Equal(t, level, l)
	}
	l := Standard
	for _, wrong := range []string{"", "None", "nonee", "standard "} {
		require.ErrorContains(t, l.Set(wrong), "is neither standard, strict nor none")
		require.Equal(t, Standard, l)
	}
}

// TestEachShortageHasItsOwnHint.
func TestEachShortageHasItsOwnHint(t *testing.T) {
	for errno, hint := range map[syscall.Errno]string{
		syscall.ETOOMANYREFS: "sends files", syscall.EMFILE: "ulimit -n", syscall.ENFILE: "files open",
		syscall.EAGAIN: "processes",
		syscall.ENOMEM: "memory", syscall.ENOBUFS: "memory",
	} {
		short := new(ShortageError)
		require.ErrorAs(t, Shortage(fmt.Errorf("fork: %w", errno)), &short, errno)
		require.Contains(t, short.Hint(), hint)
		require.ErrorIs(t, short, errno)
	}
	short := new(ShortageError)
	require.ErrorAs(t, Shortage(&fs.PathError{Op: "fork/exec", Path: "x", Err: syscall.EBADF}), &short)
	require.Contains(t, short.Hint(), "ulimit -n", "numbers of files beyond the limit")
	require.NoError(t, Shortage(&fs.PathError{Op: "open", Path: "x", Err: syscall.EBADF}))
	require.NoError(t, Shortage(&fs.PathError{Op: "fork/exec", Path: "x", Err: syscall.EACCES}))
	require.NoError(t, Shortage(syscall.EPERM))
	require.NoError(t, Shortage(nil))
}

// TestWhatIsWrongWithAPlace can be mended by another one; what is wrong with an interpreter can't.
func TestWhatIsWrongWithAPlace(t *testing.T) {
	require.True(t, IsMisplaced(fmt.Errorf("x: %w", &PrivateError{"/home/anna", "/home/anna/.ssh"})))
	require.True(t, IsMisplaced(&UnreadableError{Path: "/root/x"}))
	require.False(t, IsMisplaced(&InterpreterError{"x", "/x/python"}))
	require.False(t, IsMisplaced(os.ErrNotExist))
	require.EqualError(t, &PrivateError{"/etc", "/etc"}, "is /etc, which no bot may see")
	require.EqualError(t, &PrivateError{"/home/anna", "/home/anna/.ssh"},
		"is or holds /home/anna/.ssh, which no bot may see")
	require.Contains(t, (&InterpreterError{"x", "/home/anna's/bin/python"}).Hint(),
		`have it in PATH: PATH='/home/anna'\''s/bin':$PATH arena`)
}

// TestAWayThatMissesSomethingIsNotTaken: each finding of the probe counts, where it must be so.
func TestAWayThatMissesSomethingIsNotTaken(t *testing.T) {
	all := []byte{shim.NoPrivileges, shim.Filtered, shim.Limited, shim.Writes, shim.NoHost, shim.Alone, shim.NoFiles}
	full := way{namespaces: true, filter: true, landlock: 7}
	require.NoError(t, full.misses(string(all)))
	for i, needed := range all {
		without := string(all[:i]) + string(all[i+1:])
		require.Error(t, full.misses(without), "%c", needed)
		err := way{}.misses(without)
		if i == 1 || i > 3 {
			require.NoError(t, err, "%c: nobody has promised that", needed)
		} else {
			require.Error(t, err, "%c", needed)
		}
	}
	weak := way{landlock: leastLandlock}
	f := lookFor([]way{full, weak}, func(w way) (string, error) {
		if w == full {
			return string(all[1:]), nil
		}
		return string(all), nil
	})
	require.Equal(t, &weak, f.best)
	require.Len(t, f.refusals, 1)
}

// TestLandlockIsEnoughFromItsSixthVersionOn.
func TestLandlockIsEnoughFromItsSixthVersionOn(t *testing.T) {
	for version, alone := range map[int]bool{0: false, 5: false, 6: true, 7: true} {
		for _, gives := range []bool{true, false} {
			found := false
			for _, w := range ways(gives, version) {
				found = found || !w.namespaces
			}
			require.Equal(t, alone, found, version)
		}
	}
}

// TestHintsWhereNothingConfines, or Landlock is not there.
func TestHintsWhereNothingConfines(t *testing.T) {
	const inService = "in its service of systemd's: "
	const landlock = inService +
		"landlock_create_ruleset, landlock_add_rule and landlock_restrict_self in its SystemCallFilter="
	const inContainer = "inside a container: docker run --security-opt seccomp=arena.json, with the file that arena " +
		"doctor seccomp prints"
	forbidden := refusal{err: &StepError{"seccomp", syscall.EPERM}}
	service, container := surroundings{service: true, filtered: true}, surroundings{container: true, filtered: true}
	both := surroundings{service: true, container: true, filtered: true}

	require.Equal(t, howToPlayWithout, forbidden.fixOfAll(surroundings{}))
	require.Equal(t, "Linux 5.12 or later, without a filter of system calls; "+howToPlayWithout,
		refusal{err: syscall.ENOSYS}.fixOfAll(service))
	require.Equal(t, "there is no /proc, by which bots are started and watched: mount -t proc proc /proc",
		refusal{err: syscall.ENOENT}.fixOfAll(surroundings{noProc: true}))
	require.Equal(t, inContainer, forbidden.fixOfAll(container))
	require.Equal(t, inService+"seccomp in its SystemCallFilter=", forbidden.fixOfAll(service))
	require.Equal(t, inService+"seccomp in its SystemCallFilter=", forbidden.fixOfAll(both))
	folder := &folderError{errors.New("no room")}
	require.Equal(t, folder.Hint(), refusal{err: folder}.fixOfAll(service))

	const kept = "the kernel has none, or a filter of system calls keeps it from us"
	for _, c := range []struct {
		at          surroundings
		detail, fix string
	}{
		{surroundings{}, "the kernel has none", "Linux 6.12 or later, started with landlock among lsm="},
		{container, kept, inContainer},
		{service, kept, landlock},
		{both, kept, landlock},
	} {
		detail, fix := c.at.explainLandlock([]refusal{forbidden})
		require.Equal(t, c.detail, detail, "%+v", c.at)
		require.Equal(t, c.fix, fix, "%+v", c.at)
	}
	detail, fix := service.explainLandlock([]refusal{forbidden, {err: &StepError{"Landlock /usr", syscall.EACCES}}})
	require.Equal(t, "can't be confined: Landlock /usr: permission denied", detail)
	require.Equal(t, landlock, fix)

	require.Contains(t, both.procFix(), "ProcSubset=pid")
	require.Contains(t, container.procFix(), "systempaths=unconfined")
	require.Empty(t, surroundings{}.procFix())
	require.Contains(t, surroundings{container: true}.containerFix(), "on the host: sudo sysctl")
}

func TestAWayIsRefusedForItsOwnReasonsOnly(t *testing.T) {
	r := refusal{way{namespaces: true, proc: true, tell: true}, &StepError{"mount /", syscall.EPERM}}
	require.True(t, r.refuses(way{namespaces: true, tell: true}))
	require.False(t, r.refuses(way{proc: true, tell: true}), "it has no namespaces")
	r.err = syscall.EPERM
	require.False(t, r.refuses(way{namespaces: true}), "nobody knows at which step")
}

func TestFilesOfTheKernelAreLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, os.WriteFile(path, []byte("1\n"), 0o600))
	require.Equal(t, "1", content(path))
	require.Empty(t, content(path+"x"))
}

// TestAStrangerWhomNobodyNamedIsToldSo: naming it comes first.
func TestAStrangerWhomNobodyNamedIsToldSo(t *testing.T) {
	err := Terms{Level: None}.MayStart(Origin{Stranger: true, Unnamed: true})
	require.EqualError(t, err, "nothing would confine it, and you have not named it")
}
