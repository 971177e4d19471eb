package cgroup

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"

	"github.com/botarena/arena/internal/base/testkit"
)

// The processes of these tests, by the argument that they are started with.
var roles = map[string]func(){
	"burner": func() {
		for begin := time.Now(); time.Since(begin) < time.Minute; { //nolint:revive // until it is killed
		}
	},
	"hog": func() {
		var all [][]byte
		for range 256 {
			all = append(all, make([]byte, 1<<20))
			for i := range all[len(all)-1] {
				all[len(all)-1][i] = 1
			}
		}
		os.Exit(len(all) % 2)
	},
	"parent": func() {
		child := again("burner")
		if child.Start() != nil {
			os.Exit(3)
		}
		_ = child.Wait()
	},
}

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && roles[os.Args[1]] != nil {
		roles[os.Args[1]]()
		return
	}
	os.Exit(m.Run())
}

func again(role string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return &exec.Cmd{Path: self, Args: []string{self, role}, SysProcAttr: &syscall.SysProcAttr{}}
}

// start starts this test in another role, in a job.
func start(t *testing.T, g *Group, role string) *exec.Cmd {
	t.Helper()
	c := again(role)
	g.Hold(c)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	require.NoError(t, g.Begun(c.Process))
	return c
}

func newGroup(t *testing.T) *Group {
	t.Helper()
	g := New()
	require.NotNil(t, g)
	return g
}

// onWine skips a test of what Wine does not do, and says what.
func onWine(t *testing.T, lacks string) {
	t.Helper()
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		t.Skip("Wine " + lacks + "; Windows itself shows it")
	}
}

// members returns how many processes are in a job.
func (g *Group) members() uint32 { return g.account().active }

func TestNothingRunsBeforeItIsInItsJob(t *testing.T) {
	g := newGroup(t)
	defer g.Close()
	c := again("burner")
	g.Hold(c)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	closed := newGroup(t)
	closed.Close()
	var join *JoinError
	require.ErrorAs(t, closed.Begun(c.Process), &join)
	require.Contains(t, join.Hint(), "console window")
	require.NoError(t, g.Begun(c.Process))
	require.EqualValues(t, 1, g.members())
	require.NoError(t, (*Group)(nil).Begun(nil), "without a job there is nothing to do")
}

func TestAJobKillsAllWithOurCode(t *testing.T) {
	g := newGroup(t)
	defer g.Close()
	c := start(t, g, "parent")
	testkit.Await(t, "both processes", func() bool { return g.members() == 2 })
	g.Kill()
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, KilledCode, exit.ExitCode())
	testkit.Await(t, "the end of both", func() bool { return g.members() == 0 })
	require.False(t, g.WasOutOfMemory())
}

func TestACloseKillsAll(t *testing.T) {
	g := newGroup(t)
	c := start(t, g, "parent")
	testkit.Await(t, "both processes", func() bool { return g.members() == 2 })
	g.Close()
	testkit.Await(t, "the end of the process", func() bool {
		handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(c.Process.Pid))
		require.NoError(t, err, "it is not reaped yet")
		defer func() { require.NoError(t, windows.CloseHandle(handle)) }()
		event, err := windows.WaitForSingleObject(handle, 0)
		require.NoError(t, err)
		return event == windows.WAIT_OBJECT_0
	})
}

func TestAJobCounts(t *testing.T) {
	onWine(t, "keeps no account of a job's time")
	g := newGroup(t)
	defer g.Close()
	require.Zero(t, g.CPUTime())
	c := start(t, g, "parent")
	testkit.Await(t, "CPU time of the group", func() bool { return g.CPUTime() > 100*time.Millisecond })
	others := g.Others(c.Process, 0)
	require.Greater(t, others, 50*time.Millisecond, "its child is what burns")
	require.LessOrEqual(t, others, g.CPUTime())
}

func TestAJobLimitsMemory(t *testing.T) {
	onWine(t, "sets a limit on the memory of a job and does not hold it")
	g := newGroup(t)
	defer g.Close()
	require.NoError(t, g.Limit(Limits{Memory: 64 << 20, Threads: 64}))
	c := start(t, g, "hog")
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, 2, exit.ExitCode(), "as Go ends without memory")
	require.True(t, g.WasOutOfMemory())
}

func TestAJobLimitsItsProcesses(t *testing.T) {
	onWine(t, "sets a limit on the processes of a job and does not hold it")
	g := newGroup(t)
	defer g.Close()
	require.NoError(t, g.Limit(Limits{Threads: 1}))
	c := start(t, g, "parent")
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.NotZero(t, exit.ExitCode())
	require.NotEqual(t, KilledCode, exit.ExitCode())
}

// TestASetLimitStays: also that all end with the job, which is of the same setting.
func TestASetLimitStays(t *testing.T) {
	onWine(t, "does not tell the limits of a job")
	g := newGroup(t)
	defer g.Close()
	require.NoError(t, g.Limit(Limits{Memory: 64 << 20, Threads: 7}))
	var all windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	require.NoError(t, g.query(&all))
	require.EqualValues(t, 64<<20, all.JobMemoryLimit)
	require.EqualValues(t, 7, all.BasicLimitInformation.ActiveProcessLimit)
	require.NotZero(t, all.BasicLimitInformation.LimitFlags&windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE)
	require.NotZero(t, all.BasicLimitInformation.LimitFlags&windows.JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION)
}

func (g *Group) query(all *windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION) error {
	ok, _, err := ask.Call(uintptr(g.job), windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(all)),
		unsafe.Sizeof(*all), 0)
	if ok == 0 {
		return err
	}
	return nil
}
