package remote

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/host"
)

func sample() league.Job {
	return league.Job{Longest: time.Minute, Versions: []string{"", "1.2"}, Facts: store.Facts{
		Conditions: store.Conditions{
			Game: "orkisland", Rules: 3, Setup: []byte("board"), Random: engine.ChaCha8,
			Limits: "cpu=1", Sandbox: "standard",
		},
		Seed: 1<<64 - 1, Repeat: 2, Names: []string{"a", "b"}, Programs: [][32]byte{{1}, {2}},
	}}
}

func TestJobComesAsItWasSent(t *testing.T) {
	told := newJob(sample())
	for i := range told.Seats {
		told.Seats[i].Path = "zorg:spread=3"
	}
	told.Seats[1].Package, told.Seats[1].Signer, told.Seats[1].Path = digest{3}, "SHA256:x", "package.bot:spread=3"
	text, err := told.text()
	require.NoError(t, err)
	came, err := readJob(text)
	require.NoError(t, err)
	require.Equal(t, &told, came)
	require.Equal(t, sample(), came.league())
	require.Equal(t, sample().Key(), came.league().Key())
}

// TestJobsThatAreRefused, as no league of this version makes them.
func TestJobsThatAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*job)
		want   string
	}{
		"path up":       {func(j *job) { j.Seats[0].Path = "../x" }, "not the path of a bot"},
		"path within":   {func(j *job) { j.Seats[0].Path = `a\b` }, "not the path of a bot"},
		"hidden":        {func(j *job) { j.Seats[0].Path = ".x" }, "not the path of a bot"},
		"no path":       {func(j *job) { j.Seats[0].Path = ":a=1" }, "not the path of a bot"},
		"package":       {func(j *job) { j.Seats[0].Package = digest{1} }, `"zorg" is not the path of a package`},
		"long signer":   {func(j *job) { j.Seats[0].Signer = strings.Repeat("x", 257) }, "more than 256 bytes"},
		"no seats":      {func(j *job) { j.Seats = nil }, "0 seats"},
		"too many":      {func(j *job) { j.Seats = make([]seat, 17) }, "not the path of a bot"},
		"long name":     {func(j *job) { j.Seats[1].Name = strings.Repeat("x", 257) }, "more than 256 bytes"},
		"long limits":   {func(j *job) { j.Limits = strings.Repeat("x", 257) }, "more than 256 bytes"},
		"long game":     {func(j *job) { j.Game = strings.Repeat("x", 257) }, "more than 256 bytes"},
		"long random":   {func(j *job) { j.Random = engine.Randomness(strings.Repeat("x", 257)) }, "more than 256 bytes"},
		"long sandbox":  {func(j *job) { j.Sandbox = strings.Repeat("x", 257) }, "more than 256 bytes"},
		"no board":      {func(j *job) { j.Setup = nil }, "no board, or two"},
		"two boards":    {func(j *job) { j.Fetch = &digest{1} }, "no board, or two"},
		"a large board": {func(j *job) { j.Setup = make([]byte, inlineSetup+1) }, "a board of 262145 bytes"},
		"for ever":      {func(j *job) { j.Longest = 25 * time.Hour }, "a match of 25h"},
		"no time":       {func(j *job) { j.Longest = 0 }, "a match of 0s"},
		"repeat":        {func(j *job) { j.Repeat = -1 }, "repeat -1"},
	} {
		told := newJob(sample())
		for i := range told.Seats {
			told.Seats[i].Path = "zorg"
		}
		test.change(&told)
		text, err := told.text()
		require.NoError(t, err, name)
		_, err = readJob(text)
		require.ErrorContains(t, err, test.want, name)
	}
	for text, want := range map[string]string{
		"arena job 2\n{}":              `the job is "arena job 2", and this arena knows "arena job 1"`,
		"{}":                           "this is not a job of a league",
		"":                             "this is not a job of a league",
		"arena job 1\n{\"colour\": 1}": "unknown field",
		"arena job 1\n{}{}":            "something follows it",
		"arena job 1\n[]":              "cannot unmarshal",
	} {
		_, err := readJob([]byte(text))
		require.ErrorContains(t, err, want, text)
	}
}

func TestResultComesAsItWasSent(t *testing.T) {
	key := scheduler.Key{7}
	r, err := readResult(key, resultText(3*time.Second, []byte("replay")))
	require.NoError(t, err)
	require.Equal(t, league.Result{Key: store.Key(key), Wall: 3 * time.Second, Replay: []byte("replay")}, r)
	for _, wrong := range [][]byte{
		nil, []byte("arena result 1\n1234567"), []byte("arena result 2\n12345678"),
		bytes.Repeat([]byte("x"), 99),
	} {
		_, err := readResult(key, wrong)
		require.Error(t, err)
	}
	_, err = readResult(key, append([]byte(resultMagic), bytes.Repeat([]byte{0xff}, 8)...))
	require.EqualError(t, err, "the match took longer than a day")
}

func TestWhoIsAdmitted(t *testing.T) {
	wants := About{
		Arena: "v1", Protocol: 2, OS: "linux", Arch: "amd64", Rules: map[string]int{"orkisland": 3},
		Sandboxes: []string{"standard"}, Limits: host.DefaultLimits().Text(),
	}
	tight := host.DefaultLimits()
	tight.Memory = 1 << 20
	for want, change := range map[string]func(*About){
		"":                                       func(a *About) { a.Processors = 64 },
		"it has arena v2, and the league has v1": func(a *About) { a.Arena = "v2" },
		`it has arena "\x1b[1mv2", and the league has v1`: func(a *About) {
			a.Arena = "\x1b[1mv2"
		},
		"it has version 4 of the rules of orkisland, and the league has version 3": func(a *About) {
			a.Rules["orkisland"] = 4
		},
		"it does not know the game orkisland": func(a *About) {
			a.Rules = nil
		},
		"it has version 1 of the bots' protocol, and the league has version 2": func(a *About) {
			a.Protocol = 1
		},
		"it is windows/amd64, and the bots of the league are for linux/amd64": func(a *About) {
			a.OS = "windows"
		},
		"it is linux/386, and the bots of the league are for linux/amd64": func(a *About) {
			a.Arch = "386"
		},
		`the league plays with --sandbox standard, and the worker offers ["strict" "<none>"]`: func(a *About) {
			a.Sandboxes = []string{"strict", "<none>"}
		},
		"the league plays with looser limits than allowed: mem; flags of arena worker allow more, as --mem": func(a *About) {
			a.Limits = tight.Text()
		},
		"limits that this arena does not know: mem": func(a *About) {
			a.Limits = "mem"
		},
	} {
		worker := wants
		worker.Rules, worker.Sandboxes = map[string]int{"orkisland": 3, "moria": 1}, []string{"standard", "strict"}
		change(&worker)
		text, err := worker.Text()
		require.NoError(t, err)
		if err = wants.Admit(text); want == "" {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, want)
	}
	require.EqualError(t, wants.Admit([]byte(`{"format":1,"arena":"1.4.0","protocol":7,"processors":2}`)),
		"its arena, 1.4.0, speaks version 1 of what leagues and workers say, and that of the league, "+wants.Arena.Raw()+
			", version 3", "as before the object store went")
	require.ErrorContains(t, wants.Admit([]byte(`{"format":3,"secret":2}`)), "can't be read")
	require.ErrorContains(t, wants.Admit(nil), "can't be read")
}

// TestNoResultIsTooLargeForALeague that was not too large to be sent: three of them would cost a key.
func TestNoResultIsTooLargeForALeague(t *testing.T) {
	_, err := league.Verify(nil, sample(), league.Result{Replay: make([]byte, wire.MostResult)})
	require.EqualError(t, err, "the key is that of another match")
}
