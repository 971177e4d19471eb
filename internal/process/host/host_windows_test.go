package host_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/cgroup"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/host/system"
)

func TestProcessesPlayAMatchOnWindows(t *testing.T) {
	var output buffer
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &output), "random", "null", "bare", "random")))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Positive(t, result.Scores[0])
	require.Empty(t, output.String())
}

// TestABotOnWindowsSaysWhatItIs as it does elsewhere, where it is asked.
func TestABotOnWindowsSaysWhatItIs(t *testing.T) {
	p := start(t, options(t, &buffer{}), "named")[0]
	require.Equal(t, host.Description{
		Name: "gandalf", Version: "1.2", SDK: "go " + sdkVersion, Lines: true,
		Games: map[string]int{"orkisland": orkisland.Game.Info().Version},
	}, p.Description())
	require.Empty(t, p.Manners())
}

const sdkVersion = "0.1.0"

func TestABotThatOpensAPortIsToldWhatToDo(t *testing.T) {
	_, err := host.Start(t.Context(), command(t, "older"), options(t, &buffer{}))
	var no *host.NotABotError
	require.ErrorAs(t, err, &no)
	require.Contains(t, no.Problem, "it was built with an SDK that opens a port")
	require.Equal(t, host.BuildAgain, no.Fix)
}

func TestWhatABotPrintsSpoilsNothing(t *testing.T) {
	var output buffer
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &output), "prints", "null", "null", "null")))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, "seat 0 (a): done 3\nseat 0 (a): hello\n", output.String())
}

// TestNothingIsNoEnd: a write of no bytes comes at the other end of a pipe as a read of none.
func TestNothingIsNoEnd(t *testing.T) {
	var output buffer
	result, err := match.Play(t.Context(), newMatch(t),
		seated(start(t, options(t, &output), "nothing", "barenothing", "null", "null")))
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	require.Equal(t, "seat 0 (a): something\n", output.String())
}

// ended is a player that knows its process.
type ended interface{ Process() *host.Process }

func TestEndsAreToldApartOnWindows(t *testing.T) {
	for _, c := range []struct {
		bot, how, verdict string
		kind              match.Kind
	}{
		{"burn", "was killed by the arena", "used ", match.OverCPU},
		{"panic", "exited with code 2", "exited with code 2: panic: no more orks, in host_test.init", match.Crash},
		{"exit", "exited with code 7", "exited with code 7", match.Crash},
		{"minus", "exited with code -1", "exited with code -1", match.Crash},
		{
			"violation", "was ended by an exception (access violation, 0xC0000005)",
			"was ended by an exception (access violation, 0xC0000005)", match.Crash,
		},
		{"children", "exited with code 1", "exited with code 1", match.Crash},
	} {
		t.Run(c.bot, func(t *testing.T) {
			o := options(t, &buffer{})
			o.Limits.StartCPU = 3 * time.Second // where elapsed time counts
			players := seated(start(t, o, c.bot, "null", "null", "null"))
			result, err := match.Play(t.Context(), newMatch(t), players)
			require.NoError(t, err)
			require.Len(t, result.Verdicts, 1)
			require.Equal(t, c.kind, result.Verdict(0).Kind)
			require.Contains(t, result.Verdict(0).Detail, c.verdict)
			ending := players[0].(ended).Process().Ending() //nolint:forcetypeassert // it is one
			require.Equal(t, c.how, ending.How)
			if c.kind == match.OverCPU || !isWine() { // which knows nothing of a process that has ended
				require.Greater(t, ending.Memory, int64(1<<20))
				require.False(t, ending.AtMost)
			}
		})
	}
}

// runs reports whether a process of this number runs.
func runs(t *testing.T, pid int) bool {
	t.Helper()
	handle, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return false
	}
	defer func() { require.NoError(t, windows.CloseHandle(handle)) }()
	event, err := windows.WaitForSingleObject(handle, 0)
	require.NoError(t, err)
	return event == uint32(windows.WAIT_TIMEOUT)
}

func TestChildrenEndWithTheirBot(t *testing.T) {
	var output buffer
	processes := start(t, options(t, &output), "children", "null", "null", "null")
	_, err := match.Play(t.Context(), newMatch(t), seated(processes))
	require.NoError(t, err)
	closed := make(chan struct{})
	go func() { defer close(closed); host.CloseAll(processes) }()
	testkit.Receive(t, "the end, though a child holds the pipes", closed)
	_, number, found := strings.Cut(strings.TrimSpace(output.String()), "child ")
	require.True(t, found, output.String())
	child, err := strconv.Atoi(number)
	require.NoError(t, err)
	testkit.Await(t, "the end of the child", func() bool { return !runs(t, child) })
}

func TestBotsEndWithAnArenaThatIsKilled(t *testing.T) {
	arena := again("arena")
	arena.Env = append(os.Environ(), "TMP="+folder(t), "TEMP="+folder(t))
	stdout, err := arena.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, arena.Start())
	t.Cleanup(func() { _ = arena.Process.Kill(); _ = arena.Wait() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	bot, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	require.True(t, runs(t, bot))
	require.NoError(t, arena.Process.Kill())
	testkit.Await(t, "the end of the bot", func() bool { return !runs(t, bot) })
}

func TestOutOfMemoryIsAVerdictOnWindows(t *testing.T) {
	onWine(t, "sets a limit on the memory of a job and does not hold it")
	o := options(t, &buffer{})
	o.Limits.Memory, o.Limits.CPU = 128<<20, 0
	result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "hog", "null", "null", "null")))
	require.NoError(t, err)
	require.Len(t, result.Verdicts, 1)
	require.Equal(t, match.TooMuchMemory, result.Verdict(0).Kind)
	require.Contains(t, result.Verdict(0).Detail, "needed more than 128 MiB of memory, and exited with code 2")
}

func TestThereIsAClockOnWindows(t *testing.T) {
	onWine(t, "counts no cycles of a process")
	require.True(t, host.HasCPUClock())
	o := options(t, &buffer{})
	var used receipts
	result, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "work", "null", "null", "null")), &used)
	require.NoError(t, err)
	require.Empty(t, result.Verdicts)
	for _, round := range used.rounds[1:] {
		require.Less(t, round.Receipts[0].CPU, 20*time.Millisecond, "it is busy for 5 ms of elapsed time")
		require.Less(t, round.Receipts[1].CPU, 5*time.Millisecond)
	}
	sum := time.Duration(0)
	for _, round := range used.rounds {
		sum += round.Receipts[0].CPU
	}
	require.Greater(t, sum, 20*5*time.Millisecond/2, "half of its time at least, on a busy machine")
}

func TestChildrenAreChargedOnWindows(t *testing.T) {
	onWine(t, "keeps no account of a job")
	o := options(t, &buffer{})
	o.Limits.CPU = time.Minute
	var used receipts
	_, err := match.Play(t.Context(), newMatch(t), seated(start(t, o, "workchild", "null", "null", "null")), &used)
	require.NoError(t, err)
	sum := time.Duration(0)
	for _, round := range used.rounds {
		sum += round.Receipts[0].CPU
	}
	require.Greater(t, sum, 100*time.Millisecond)
}

// TestWineHasNoClock, and the arena finds it out: it counts elapsed time.
func TestWineHasNoClock(t *testing.T) {
	if !isWine() {
		t.Skip("this is no Wine")
	}
	require.False(t, host.HasCPUClock())
}

func TestABotOutsideOfAJobDoesNotPlay(t *testing.T) {
	replace(t, &system.This.NewGroup, func() *cgroup.Group {
		g := cgroup.New()
		g.Close() // nothing can be put in it
		return g
	})
	_, err := host.Start(t.Context(), command(t, "null"), options(t, &buffer{}))
	require.ErrorContains(t, err, "null: can't be started: its job")
}

func TestNobodyTracesABot(t *testing.T) {
	p := start(t, options(t, &buffer{}), "null")[0]
	require.True(t, host.SeesTraced)
	require.False(t, host.Traced(p.PID()))
}

// TestOurEndOfAPipeObeysDeadlines though somebody holds the other end.
func TestOurEndOfAPipeObeysDeadlines(t *testing.T) {
	for _, weRead := range []bool{true, false} {
		read, write, err := system.This.NewPipe(weRead)
		require.NoError(t, err)
		own := write
		transfer := func() (int, error) { return write.Write(make([]byte, 1<<20)) }
		if weRead {
			own, transfer = read, func() (int, error) { return read.Read(make([]byte, 1)) }
		}
		require.NoError(t, own.SetDeadline(time.Now().Add(20*time.Millisecond)))
		_, err = transfer()
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
		require.NoError(t, read.Close())
		require.NoError(t, write.Close())
	}
}

func TestAPipeCarriesAllAndThenEnds(t *testing.T) {
	for _, weRead := range []bool{true, false} {
		read, write, err := system.This.NewPipe(weRead)
		require.NoError(t, err)
		sent := strings.Repeat("0123456789abcdef", 1<<16)
		go func() {
			_, _ = write.WriteString(sent)
			_ = write.Close()
		}()
		got := new(strings.Builder)
		_, err = bufio.NewReader(read).WriteTo(got)
		require.NoError(t, err)
		require.Equal(t, len(sent), got.Len())
		require.True(t, got.String() == sent) //nolint:testifylint // the texts are long
		require.NoError(t, read.Close())
	}
}
