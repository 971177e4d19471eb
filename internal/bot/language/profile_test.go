package language_test

import (
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/language"
)

func TestProfilersOfOtherLanguages(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the commands are written for a shell, with the paths of Linux")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	bot := func(kind language.Kind, args ...string) language.Profiling {
		return language.Profiling{
			Kind: kind, Args: args, Env: []string{"ARENA_BOT_DIR=/b", "PYTHONPATH=/sdk"}, Dir: "p", In: "p/in.txt",
		}
	}
	on := func(system string, p language.Profiling) []string {
		p.OS = system
		return p.Profiler()
	}
	for name, test := range map[string]struct {
		bot  language.Profiling
		want []string
	}{
		"python": {bot(language.Python, "/usr/bin/python3", "-u", "/b/my bot.py"), []string{
			"env PYTHONPATH=/sdk /usr/bin/python3 -u -m cProfile -o p/python.prof '/b/my bot.py' < p/in.txt > p/out.txt",
			`/usr/bin/python3 -c 'import pstats; pstats.Stats("p/python.prof").sort_stats("tottime").print_stats(15)'`,
		}},
		"packed python": {bot(language.Python, "/usr/bin/python3", "-u", "/b/x.pyz"), nil},
		"node": {bot(language.JavaScript, "/usr/bin/node", "/b/x.mjs"), []string{
			"/usr/bin/node --prof --logfile=p/node.log --no-logfile-per-isolate /b/x.mjs < p/in.txt > p/out.txt",
			"/usr/bin/node --prof-process p/node.log",
		}},
		"java": {bot(language.Java, "/usr/bin/java", "-jar", "/b/x.jar"), []string{
			"/usr/bin/java -XX:StartFlightRecording=settings=profile,filename=p/java.jfr -jar /b/x.jar < p/in.txt > p/out.txt",
			"jfr print --events jdk.ExecutionSample --stack-depth 1 p/java.jfr | grep line: | sort | uniq -c | sort -rn | " +
				"head -15",
		}},
		"shell": {bot(language.Shell, "/bin/sh", "/b/x.sh"), nil},
		"compiled": {bot(language.CPP, self, "7"), []string{
			"perf record -g -o p/perf.data " + self + " 7 < p/in.txt > p/out.txt",
			"perf report -i p/perf.data --stdio --no-children -g none",
		}},
	} {
		require.Equal(t, test.want, on("linux", test.bot), name)
		require.Nil(t, on("windows", test.bot), name)
		if name == "compiled" {
			test.want = nil
		}
		require.Equal(t, test.want, on("darwin", test.bot), name)
	}
}
