package wasm_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// cache is the arena's cache for all tests of this process.
func cache(t testing.TB) string {
	t.Helper()
	folder, err := testkit.Shared("modules")
	require.NoError(t, err)
	return folder
}

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// built builds a Go program for WASI, once for all tests.
func built(t testing.TB, folder string) string {
	t.Helper()
	if b, isBenchmark := t.(*testing.B); !isBenchmark {
		tier.Long(t, "compiles Go for another system")
	} else {
		b.Helper()
	}
	at := cache(t)
	build, _ := builds.LoadOrStore(folder, sync.OnceValues(func() (string, error) {
		path := filepath.Join(at, filepath.Base(folder)+".wasm")
		command := exec.Command("go", "build", "-ldflags", "-s -w", "-o", path, ".")
		command.Dir = folder
		command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
		said, err := command.CombinedOutput()
		if err != nil {
			return "", &buildError{err, string(said)}
		}
		return path, nil
	}))
	path, err := build.(func() (string, error))()
	require.NoError(t, err)
	return path
}

var builds sync.Map

type buildError struct {
	error
	said string
}

func (e *buildError) Error() string { return e.error.Error() + "\n" + e.said }

// named returns a copy of the hostile bot, which does what its name says.
func named(t testing.TB, name string) string {
	t.Helper()
	return write(t, name+".wasm", read(t, built(t, "testdata/hostile")))
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}

func write(t testing.TB, name string, file []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, file, 0o644)) //nolint:gosec // bots of another user read it
	return path
}

func findBot(t testing.TB, typed string) (find.Bot, error) {
	return find.Finder{Builder: build.Builder{Cache: cache(t)}}.Find(t.Context(), typed)
}

func command(t testing.TB, typed string) executable.Command {
	t.Helper()
	bot, err := findBot(t, typed)
	require.NoError(t, err)
	return bot.Command
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(text)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// levels are those of this machine, by name.
func levels(t testing.TB) map[string]*sandbox.Sandbox {
	t.Helper()
	all := map[string]*sandbox.Sandbox{"none": nil}
	if confined, err := sandbox.New(sandbox.Standard); err == nil {
		all["standard"] = confined
	} else if runtime.GOOS == "linux" && tier.InCI() {
		require.NoError(t, err)
	}
	return all
}

func options(level *sandbox.Sandbox, output *buffer) host.Options {
	o := host.Options{Limits: host.DefaultLimits(), Output: output, Sandbox: level}
	o.Limits.Memory = 64 << 20
	o.Limits.CPU, o.Limits.Bank, o.Limits.StartCPU = 200*time.Millisecond, 300*time.Millisecond, 2*time.Second
	o.Limits.Wall, o.Limits.WallBank = 2*time.Second, 10*time.Second
	o.Limits.Output = 1 << 20
	return o
}

// hashes keeps the hash of the state after every round.
type hashes [][8]byte

func (h *hashes) Round(m engine.Match, _ match.Round) {
	var d engine.Digest
	m.Digest(&d)
	*h = append(*h, d.Sum())
}

// startAll starts processes, which end with the test.
func startAll(t testing.TB, o host.Options, commands ...executable.Command) []*host.Process {
	t.Helper()
	processes, err := host.StartAll(t.Context(), commands, o)
	require.NoError(t, err)
	t.Cleanup(func() { host.CloseAll(processes) })
	return processes
}

// playOn plays a match of bots, by seat.
func playOn(t testing.TB, setup engine.Setup, processes []*host.Process,
	watchers ...match.Watcher,
) (match.Result, hashes) {
	t.Helper()
	players := make([]match.Player, len(processes))
	for i, p := range processes {
		players[i] = p.Player()
	}
	return playBy(t, setup, players, watchers...)
}

// besideRandoms plays a match of Ork Island in which only the second player takes a process.
func besideRandoms(t testing.TB, tested match.Player) (match.Result, hashes) {
	t.Helper()
	random := func() match.Player { return match.Local(orkisland.Game.Random()) }
	return playBy(t, short(t, orkisland.Game), []match.Player{random(), tested, random(), random()})
}

func playBy(
	t testing.TB, setup engine.Setup, players []match.Player, watchers ...match.Watcher,
) (match.Result, hashes) {
	t.Helper()
	var seen hashes
	m, err := setup.New([]string{"a", "b", "c", "d"}, 30, engine.ChaCha8)
	require.NoError(t, err)
	result, err := match.Play(t.Context(), m, players, append(watchers, &seen)...)
	require.NoError(t, err)
	return result, seen
}

// short returns the setup of a short match.
func short(t testing.TB, game engine.Game) engine.Setup {
	t.Helper()
	setup, err := game.Default().With("nb_rounds", 20)
	require.NoError(t, err)
	return setup
}

// TestWhateverAModuleDoesTheOthersPlayOn has the verdict, and what is said of it; no
// verdict if there is none.
func TestWhateverAModuleDoesTheOthersPlayOn(t *testing.T) {
	endless := []byte{opLoop, empty, opBr, 0, opEnd}
	levels := levels(t)
	idle := match.Local(orkisland.Bot.Player(func(*orkisland.State, *orkisland.Commands) {}))
	_, want := besideRandoms(t, idle)
	for _, c := range []struct {
		bot    string
		byHand *byHand
		kind   match.Kind
		detail string
	}{
		{bot: "idle"},
		{bot: "spin", kind: match.OverCPU, detail: "of CPU time"},
		{bot: "grow", kind: match.TooMuchMemory, detail: "out of memory"},
		{bot: "outflood", kind: match.TooMuchOutput, detail: "wrote more than 1 MiB"},
		{bot: "errflood", kind: match.TooMuchOutput, detail: "wrote more than 1 MiB"},
		{bot: "exit", kind: match.Crash, detail: "exited with code 7"},
		{bot: "leave", kind: match.Crash, detail: "exited with code 0"},
		{bot: "panic", kind: match.Crash, detail: "exited with code 2: panic: on purpose"},
		{bot: "nonsense", kind: match.Protocol, detail: `"sideways" is not one of`},
		{bot: "clock"},
		{
			bot: "trap", byHand: &byHand{body: []byte{opUnreachable}}, kind: match.Crash,
			detail: "fatal error: wasm error: unreachable",
		},
		{
			bot: "deep", byHand: &byHand{body: []byte{opCall, 3}, other: []byte{opCall, 3}}, kind: match.Crash,
			detail: "fatal error: stack overflow",
		},
		{bot: "loop", byHand: &byHand{body: endless}, kind: match.OverCPU, detail: "of CPU time"},
		{bot: "quiet", byHand: &byHand{}, kind: match.Crash, detail: "exited with code 0"},
		{bot: "tables", byHand: &byHand{table: []byte{0x70, 0, 1}, body: []byte{
			0xd0, 0x70, opI32Const, 0xff, 0xff, 0xff, 0x3f, 0xfc, 0x0f, 0, // table.grow by 2^27 null references
			opI32Const, 1, 0x6a, 0x04, empty, opUnreachable, opEnd, // trap if that was not refused with -1
		}}, kind: match.Crash, detail: "exited with code 0"},
		{bot: "pages", byHand: &byHand{body: []byte{
			// until it is refused with -1
			opLoop, empty, opI32Const, 16, opMemoryGrow, 0, opI32Const, 1, 0x6a, 0x0d, 0, opEnd, opUnreachable,
		}}, kind: match.TooMuchMemory, detail: "out of memory: asked for 6[0-9] MiB, the most is 64 MiB"},
	} {
		for level, confined := range levels {
			t.Run(c.bot+"/"+level, func(t *testing.T) {
				if c.bot == "spin" && level == "none" {
					tier.Night(t, "a loop is ended there always")
				}
				t.Parallel()
				path := ""
				if c.byHand != nil {
					path = write(t, c.bot+".wasm", c.byHand.module())
				} else {
					path = named(t, c.bot)
				}
				var output buffer
				o := options(confined, &output)
				if c.kind == match.OverCPU { // it uses all of it
					o.Limits.StartCPU = 200 * time.Millisecond
				}
				result, got := besideRandoms(t, startAll(t, o, command(t, path))[0].Player())
				require.Equal(t, want, got, "nobody else saw anything")
				if c.kind == "" {
					require.Empty(t, result.Verdicts)
					return
				}
				require.Len(t, result.Verdicts, 1, output.String())
				require.Equal(t, 1, result.Verdicts[0].Seat)
				require.Equal(t, c.kind, result.Verdicts[0].Kind, result.Verdicts[0].Detail)
				require.Regexp(t, c.detail, result.Verdicts[0].Detail)
			})
		}
	}
}

func TestAModuleReachesNothing(t *testing.T) {
	t.Setenv("ARENA_TEST_SECRET", "hunter2")
	for level, confined := range levels(t) {
		t.Run(level, func(t *testing.T) {
			above := t.TempDir()
			folder := filepath.Join(above, "files")
			require.NoError(t, os.Mkdir(folder, 0o755)) //nolint:gosec // bots of another user read it
			require.NoError(t, os.WriteFile(filepath.Join(above, "secret"), []byte("secret"), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(folder, "weights.txt"), []byte("1 2 3"), 0o644))                    //nolint:gosec // likewise
			require.NoError(t, os.WriteFile(filepath.Join(folder, "bot.wasm"), read(t, built(t, "testdata/hostile")), 0o644)) //nolint:gosec // likewise
			if runtime.GOOS != "windows" {
				require.NoError(t, os.Symlink(filepath.Join(above, "secret"), filepath.Join(folder, "link")))
			}
			output := says(t, confined, folder)
			for _, path := range []string{"/etc/passwd", "../passwd", "/proc/self/environ", "/secret", "secret", "link"} {
				require.Contains(t, output, "read "+path+": \"\" true\n")
			}
			require.Contains(t, output, "own: \"1 2 3\" false\n")
			for _, what := range []string{"write", "over", "mkdir", "remove", "rename", "symlink", "chtimes"} {
				require.Contains(t, output, what+": true\n")
			}
			require.Contains(t, output, "weights.txt]")
			require.Contains(t, output, "arguments: [bot.wasm]\n")
			require.Contains(t, output, "environment: [ARENA_LINES=1 GOGC=400 ARENA_BOT_DIR=/]\n")
			require.NotContains(t, output, "hunter2")
			require.Equal(t, "1 2 3", string(read(t, filepath.Join(folder, "weights.txt"))))

			output = says(t, confined, named(t, "files"))
			require.Contains(t, output, "own: \"\" true\n", "a bot of one file sees no other, nor itself")
			require.Contains(t, output, "list: [] true\n")
			require.Contains(t, output, "environment: [ARENA_LINES=1 GOGC=400]\n")
			output = says(t, confined, named(t, "files"), "ARENA_PARAMS=spread=3 fear=0.5", "OTHER=1")
			require.Contains(t, output, "environment: [ARENA_LINES=1 GOGC=400 ARENA_PARAMS=spread=3 fear=0.5]\n")
			require.Contains(t, says(t, confined, named(t, "sockets")), "sockets: 0\n")
		})
	}
}

// says plays a match with a bot and returns what it wrote to standard error.
func says(t *testing.T, confined *sandbox.Sandbox, bot string, environment ...string) string {
	t.Helper()
	var output buffer
	asked := command(t, bot)
	asked.Env = append(asked.Env, environment...)
	result, _ := besideRandoms(t, startAll(t, options(confined, &output), asked)[0].Player())
	require.Empty(t, result.Verdicts)
	return strings.ReplaceAll(output.String(), "seat 1 (b): ", "")
}

func TestAModuleThatDoesNotBegin(t *testing.T) {
	endless := []byte{opLoop, empty, opBr, 0, opEnd}
	for name, c := range map[string]struct {
		module byHand
		want   string
	}{
		"burns":  {byHand{other: endless, begins: true}, "said nothing for"},
		"memory": {byHand{pages: 2000}, "asked for 125 MiB, the most is 64 MiB"},
		"traps":  {byHand{other: []byte{opUnreachable}, begins: true}, "wasm error: unreachable"},
	} {
		for level, confined := range levels(t) {
			t.Run(name+"/"+level, func(t *testing.T) {
				o := options(confined, new(buffer))
				if name == "burns" {
					o.Limits.Start = time.Second / 2
				}
				_, err := host.Start(t.Context(), command(t, write(t, name+".wasm", c.module.module())), o)
				no := new(host.NotABotError)
				require.ErrorAs(t, err, &no)
				require.Contains(t, no.Problem, c.want)
			})
		}
	}
}

// TestAModuleIsCompiledOnce, whatever its name, and again when its code is gone.
func TestAModuleIsCompiledOnce(t *testing.T) {
	own := t.TempDir()
	told := 0
	finder := find.Finder{Builder: build.Builder{Cache: own, Building: func(string, int, int) { told++ }}}
	for range 2 {
		bot, err := finder.Find(t.Context(), write(t, "x.wasm", byHand{}.module()))
		require.NoError(t, err)
		require.Equal(t, language.WASI, bot.Kind)
	}
	require.Equal(t, 1, told)
	_, err := finder.Find(t.Context(), write(t, "x.wasm", byHand{body: []byte{opUnreachable}}.module()))
	require.NoError(t, err)
	require.Equal(t, 2, told, "another module")
	require.NoError(t, os.RemoveAll(filepath.Join(own, "wasm")))
	_, err = finder.Find(t.Context(), write(t, "x.wasm", byHand{}.module()))
	require.NoError(t, err)
	require.Equal(t, 3, told)
	left, err := filepath.Glob(filepath.Join(own, "wasm", "new-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestCodeThatIsDamaged(t *testing.T) {
	own := t.TempDir()
	bot, err := find.Finder{Builder: build.Builder{Cache: own}}.Find(t.Context(), write(t, "x.wasm", byHand{}.module()))
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(own, "wasm", "*", "*", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	damaged := read(t, files[0])
	damaged[len(damaged)/2] ^= 1
	require.NoError(t, os.WriteFile(files[0], damaged, 0o644)) //nolint:gosec // bots of another user read it
	for level, confined := range levels(t) {
		_, err = host.Start(t.Context(), bot.Command, options(confined, new(buffer)))
		require.ErrorContains(t, err, "the compiled code is damaged: remove "+filepath.Join(own, "wasm"), level)
	}
}

// TestTheCacheIsOfThisCompiler: code of another one must not be found.
func TestTheCacheIsOfThisCompiler(t *testing.T) {
	used := regexp.MustCompile(`\n\t(github.com/tetratelabs/wazero v.*)\n`).FindSubmatch(read(t, "../../../go.mod"))
	require.NotNil(t, used)
	require.Contains(t, string(read(t, "wasm.go")), fmt.Sprintf("\nconst engine = %q\n", used[1]))
}

func TestCompilingIsStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	f := find.Finder{Builder: build.Builder{Cache: t.TempDir(), Building: func(string, int, int) { stop() }}}
	adds := []byte{opI32Const, 1, opI32Const, 2, opI32Add, opDrop}
	long := write(t, "long.wasm", byHand{other: bytes.Repeat(adds, 1<<22)}.module())
	ended := make(chan error, 1)
	go func() { _, err := f.Find(ctx, long); ended <- err }()
	require.ErrorIs(t, testkit.Receive(t, "the end of the compiler", ended), context.Canceled)
}
