//go:build linux && (amd64 || arm64)

package hostile

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/sandbox"
)

const (
	// secretOfUser is in the environment of the test, where no bot may find it.
	secretOfUser = "secret-of-the-user"
	// programsVariable tells a test that runs as another user where the bots are.
	programsVariable = "HOSTILE_PROGRAMS"
	nobody           = 65534
)

func TestMain(m *testing.M) {
	if os.Getenv(noNamespacesVariable) != "" {
		becomeNobodyWithoutNamespaces()
	}
	beAlone()
	_ = os.Setenv("HOSTILE_SECRET", secretOfUser)
	if tier.IsLong() { // else it would take more time to start their rivals
		testkit.AtOnce(4) // most bots sleep
	}
	os.Exit(testkit.Run(m))
}

// suite plays against all enemies at one level, as the user who runs the test.
type suite struct {
	level   sandbox.Level
	sandbox *sandbox.Sandbox
	targets *targets
	dir     string // of the rivals' folders
	rivals  chan *rivals
	quiet   story // of a match beside a bot that gives no commands

	mu   sync.Mutex
	rows []row
}

// row is what came of one bot.
type row struct {
	bot, in string
	what    string // the verdict, or what the bot tells
	took    time.Duration
}

// TestHostile plays a match against every enemy, at every level that this machine has, or against chosen ones.
func TestHostile(t *testing.T) {
	for _, level := range sandbox.Levels {
		t.Run(string(level), func(t *testing.T) {
			confined, err := sandbox.New(level)
			if err != nil && level == sandbox.Strict && os.Geteuid() != 0 {
				t.Skip(err) // cgroup limits take root, or a scope that systemd delegates
			}
			requireIs(t, err)
			t.Log(confined)
			newSuite(t, level, confined).play(t)
		})
	}
}

// requireIs skips a test for which something is absent, and fails it where nothing may be.
func requireIs(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		tier.Lacks(t, err)
	}
}

// TestHostileToAnOrdinaryUser is the same for a user without any rights, if we are root.
func TestHostileToAnOrdinaryUser(t *testing.T) {
	output := asNobody(t, "^TestHostile$",
		&syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}, few())
	require.Contains(t, output, "--- PASS: TestHostile/standard")
}

// TestHostileWithoutNamespaces is the same on a system that allows none to users, which
// standard must make up for. It takes root to make one.
func TestHostileWithoutNamespaces(t *testing.T) {
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: 1}, {ContainerID: nobody, HostID: nobody, Size: 1}}
	output := asNobody(t, "^TestHostile$/^standard$", &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids, GidMappingsEnableSetgroups: true,
	}, noNamespacesVariable+"=1", few())
	require.Contains(t, output, "missing: namespaces")
	require.Contains(t, output, "--- PASS: TestHostile/standard")
}

// few has a test that runs again try one enemy of each topic, but at night.
func few() string {
	if tier.IsNight() {
		return "ARENA_LONG=night"
	}
	return "ARENA_LONG=0"
}

const noNamespacesVariable = "HOSTILE_NO_NAMESPACES"

// becomeNobodyWithoutNamespaces starts the test again as a user who may make none, in the
// namespace of users that it has been started in.
func becomeNobodyWithoutNamespaces() {
	_ = os.Unsetenv(noNamespacesVariable)
	err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	for _, give := range []func() error{
		func() error { return syscall.Setgroups(nil) },
		func() error { return syscall.Setgid(nobody) },
		func() error { return syscall.Setuid(nobody) },
		func() error { return syscall.Exec("/proc/self/exe", os.Args, os.Environ()) },
	} {
		if err == nil {
			err = give()
		}
	}
	panic(err)
}

// asNobody runs tests in a process of another user's, and returns what it printed.
func asNobody(t *testing.T, tests string, how *syscall.SysProcAttr, env ...string) string {
	t.Helper()
	tier.Long(t, "plays against all enemies once more")
	if os.Geteuid() != 0 {
		t.Skip("we are an ordinary user already")
	}
	dir := folder(t, 0o755)
	self, err := os.ReadFile("/proc/self/exe")
	require.NoError(t, err)
	binary := filepath.Join(dir, "hostile.test")
	require.NoError(t, os.WriteFile(binary, self, 0o755)) //nolint:gosec // it is to be started
	own := filepath.Join(dir, "tmp")
	require.NoError(t, os.Mkdir(own, 0o700))
	require.NoError(t, os.Chown(own, nobody, nobody))
	c := exec.CommandContext(t.Context(), binary, "-test.v", "-test.run", tests)
	c.Dir = own
	c.Env = append(append(os.Environ(), "TMPDIR="+own, "HOME="+own, programsVariable+"="+programs(t)), env...)
	c.SysProcAttr = how
	output, err := c.CombinedOutput()
	for line := range strings.Lines(string(output)) {
		if err != nil && !uninteresting.MatchString(line) {
			t.Log(strings.TrimRight(line, "\n"))
		}
	}
	require.NoError(t, err)
	left, err := os.ReadDir(own)
	require.NoError(t, err)
	require.Empty(t, left, "temporary files left behind")
	return string(output)
}

// uninteresting are lines of a test's output that say that a test goes on.
var uninteresting = regexp.MustCompile(`^\s*(=== (RUN|PAUSE|CONT|NAME)|--- PASS)`)

// folder makes a folder with a short path, since those of sockets are bounded.
func folder(t testing.TB, mode os.FileMode) string {
	t.Helper()
	dir := testkit.ShortDir(t)
	require.NoError(t, os.Chmod(dir, mode))
	return dir
}

func newSuite(t *testing.T, level sandbox.Level, confined *sandbox.Sandbox) *suite {
	s := &suite{
		level: level, sandbox: confined, targets: newTargets(t), dir: folder(t, 0o755),
		rivals: make(chan *rivals, 64),
	}
	t.Cleanup(func() {
		for range len(s.rivals) {
			(<-s.rivals).close()
		}
	})
	quiet := s.start(t, enemy{}, harmless, "quiet")
	s.quiet = s.match(t, quiet).story
	quiet.close(t)
	require.NotZero(t, s.quiet.commands, "the rivals do nothing")
	return s
}

func (s *suite) play(t *testing.T) {
	before := looks(t)
	t.Run("bots", func(t *testing.T) {
		for _, topic := range chosen(s.level) {
			for _, e := range topic.enemies {
				if e.spaces && s.sandbox.Confines() && !s.sandbox.HasRoot() {
					continue
				}
				for _, name := range e.names {
					t.Run(name+"/"+string(e.language()), func(t *testing.T) {
						t.Parallel()
						s.meet(t, e, name)
					})
				}
			}
		}
	})
	for range len(s.rivals) {
		(<-s.rivals).close()
	}
	s.targets.heard(t, s.level != sandbox.None)
	looks(t).same(t, before)
	s.report(t)
}

// meet plays against one enemy, and holds it to the end that it must come to.
func (s *suite) meet(t *testing.T, e enemy, name string) {
	want := e.held
	if s.level == sandbox.None {
		want = e.free
	}
	bot := s.start(t, e, want, name)
	var what string
	if want.refused != "" {
		what = s.refuse(t, bot, want.refused)
	} else {
		m := s.match(t, bot)
		require.Equal(t, s.quiet, m.story, "the others play another match")
		what = m.judge(t, want, name, bot.output.String())
	}
	bot.close(t)
	s.targets.unharmed(t, bot, s.level != sandbox.None)
	requireNothingLeft(t, bot, e.leaves && s.level == sandbox.None)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rows = append(s.rows, row{name, string(e.language()), what, bot.killed})
}

// report prints what came of all bots.
func (s *suite) report(t *testing.T) {
	if len(s.rows) == 0 {
		return // a part of the test was asked for
	}
	slices.SortFunc(s.rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.bot, b.bot), cmp.Compare(a.in, b.in)) })
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "bot\tin\tuser\tlevel\twhat came of it\ttime to kill")
	times := make([]time.Duration, 0, len(s.rows))
	for _, r := range s.rows {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%v\n", r.bot, r.in, os.Geteuid(), s.level, r.what,
			r.took.Round(100*time.Microsecond))
		times = append(times, r.took)
	}
	require.NoError(t, w.Flush())
	slices.Sort(times)
	median := times[len(times)/2]
	t.Logf("\n%s%d bots; time to kill: median %v, longest %v", text.String(), len(s.rows),
		median.Round(100*time.Microsecond), times[len(times)-1].Round(100*time.Microsecond))
}

// ownPrograms are the bots, as built by this test.
var ownPrograms struct {
	once sync.Once
	dir  string
}

// programs returns the folder with the programs of all bots, which any user may start.
func programs(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv(programsVariable); dir != "" {
		return dir
	}
	p := &ownPrograms
	p.once.Do(func() {
		dir, err := testkit.Shared("hostile")
		require.NoError(t, err)
		build(t, dir)
		p.dir = dir
	})
	require.NotEmpty(t, p.dir, "they could not be built")
	return p.dir
}

// build makes the programs. Without a C compiler, those in C are missing.
func build(t testing.TB, dir string) {
	t.Helper()
	var settings []string
	if tier.IsLong() { // a program with no loader sees less, and some ends tell
		settings = []string{"CGO_ENABLED=0", "GOFLAGS="}
	}
	testkit.Build(t, dir, settings, "./bots")
	if compiler, err := exec.LookPath("gcc"); err == nil && tier.IsLong() {
		sources := []string{filepath.Join("c", "hostile.c"), filepath.Join("c", "doors.c")}
		for name, how := range map[string]string{"c": "-pthread", "c-static": "-static"} {
			args := slices.Concat([]string{"-O1", "-pthread", how, "-o", filepath.Join(dir, name)}, sources, []string{"-lrt"})
			output, err := exec.CommandContext(t.Context(), compiler, args...).CombinedOutput()
			require.NoError(t, err, string(output))
		}
	}
	for _, name := range []string{"hostile.py", "hostile.sh"} {
		text, err := os.ReadFile(filepath.Join("scripts", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o755)) //nolint:gosec // any user may start it
	}
}

// TestHostileToRootOfANamespace is the same for a user who is root in a namespace of its
// own alone, as in some containers.
func TestHostileToRootOfANamespace(t *testing.T) {
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: nobody, Size: 1}}
	output := asNobody(t, "^TestHostile$/^standard$", &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids,
		Credential: &syscall.Credential{NoSetGroups: true},
	}, few())
	require.Contains(t, output, "--- PASS: TestHostile/standard")
}
