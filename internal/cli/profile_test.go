package cli

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
	runnable "github.com/botarena/arena/internal/program"
)

// profiledBots are programs whose CPU time goes to a known place, and such as hand over
// another profile than they should.
var profiledBots = map[string]func(){
	"hot": serve(func(*orkisland.State, *orkisland.Commands) { plantedHotLoop(2_000_000) }),
	"burnsonce": serve(func(s *orkisland.State, _ *orkisland.Commands) {
		if s.Round() == 7 {
			plantedHotLoop(40_000_000)
		}
	}),
	"profilebomb": handsOver(func(file *os.File) {
		for range 1 << 10 {
			if _, err := file.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	}),
	"profilelies": handsOver(func(file *os.File) {
		_, _ = file.WriteString("\x1b[31mno profile")
		_ = file.Close()
	}),
	"noprofile": handsOver(func(file *os.File) { _ = file.Close() }),
}

// plantedHotLoop takes a nanosecond or so of CPU time for each time, all of it in itself.
//
//go:noinline
func plantedHotLoop(times int) {
	for range times {
		sink = sink*31 + 7
	}
}

var sink int

// handsOver serves a bot that does something else with the file for its profile, and does
// not end when it should.
func handsOver(what func(file *os.File)) func() {
	return func() {
		_ = os.Unsetenv(botwire.ProfileVariable)
		read, write, err := os.Pipe()
		if err != nil {
			panic(err)
		}
		os.Stdin = read // instead of that which the arena closes
		go what(os.NewFile(botwire.BotWritesProfile, "profile"))
		serve(orkisland.Random)()
		runtime.KeepAlive(write)
	}
}

func TestProfilersOfOtherLanguages(t *testing.T) {
	bot := func(kind bots.Kind, args ...string) bots.Bot {
		return bots.Bot{Kind: kind, Command: runnable.Command{Args: args, Env: []string{"ARENA_BOT_DIR=/b", "PYTHONPATH=/sdk"}}}
	}
	for name, test := range map[string]struct {
		bot  bots.Bot
		want []string
	}{
		"python": {bot(bots.Python, "/usr/bin/python3", "-u", "/b/my bot.py"), []string{
			"env PYTHONPATH=/sdk /usr/bin/python3 -u -m cProfile -o p/python.prof '/b/my bot.py' < p/in.txt > p/out.txt",
			`/usr/bin/python3 -c 'import pstats; pstats.Stats("p/python.prof").sort_stats("tottime").print_stats(15)'`,
		}},
		"packed python": {bot(bots.Python, "/usr/bin/python3", "-u", "/b/x.pyz"), []string{ownProfiler}},
		"node": {bot(bots.JavaScript, "/usr/bin/node", "/b/x.mjs"), []string{
			"/usr/bin/node --prof --logfile=p/node.log --no-logfile-per-isolate /b/x.mjs < p/in.txt > p/out.txt",
			"/usr/bin/node --prof-process p/node.log",
		}},
		"java": {bot(bots.Java, "/usr/bin/java", "-jar", "/b/x.jar"), []string{
			"/usr/bin/java -XX:StartFlightRecording=settings=profile,filename=p/java.jfr -jar /b/x.jar < p/in.txt > p/out.txt",
			"jfr print --events jdk.ExecutionSample --stack-depth 1 p/java.jfr | grep line: | sort | uniq -c | sort -rn | head -15",
		}},
		"shell": {bot(bots.Shell, "/bin/sh", "/b/x.sh"), []string{ownProfiler}},
		"wasi": {bot(bots.WASI, "/usr/bin/arena", "x.wasm"), []string{
			"no profiler looks into a module for WASI: build the same source for this system, and profile that",
		}},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, test.want, profilerOf(test.bot, "p", "p/in.txt")) })
	}
}

func TestLimitsOfAProfiledBot(t *testing.T) {
	usual := host.DefaultLimits()
	long := withLongBanks(usual)
	require.Equal(t, usual.CPU, long.CPU, "the status in a match goes by it")
	require.Equal(t, time.Minute, long.Bank)
	require.Equal(t, time.Minute, long.WallBank)
	usual.Bank = time.Hour
	require.Equal(t, time.Hour, withLongBanks(usual).Bank)
}
