package shell

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games/moria"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/process/host"
)

// TestTheLimitsOfARecordedMatchHold where they are tighter than those that hold here. Looser ones are told, since a
// stranger may have chosen them.
func TestTheLimitsOfARecordedMatchHold(t *testing.T) {
	usual := host.DefaultLimits()
	const note = "note: the match had looser limits than the usual ones, which hold now; the same again: "
	tight := replay.Header{
		CPU:    time.Millisecond,
		Limits: &replay.Limits{Bank: 2, StartCPU: 3, Wall: 4, WallBank: 5, Memory: usual.Memory},
	}
	loose := replay.Header{
		CPU:    time.Hour,
		Limits: &replay.Limits{Bank: time.Hour, StartCPU: time.Hour, Wall: 4, WallBank: time.Hour, Memory: usual.Memory},
	}
	for name, test := range map[string]struct {
		header replay.Header
		typed  string
		want   func(l *host.Limits)
		told   string
	}{
		"tighter": {tight, "", func(l *host.Limits) {
			l.CPU, l.Bank, l.StartCPU, l.Wall, l.WallBank = time.Millisecond, 2, 3, 4, 5
		}, ""},
		"typed": {tight, "--cpu 1m --bank 2m --wall 3m --wall-bank 4m", func(l *host.Limits) {
			l.CPU, l.Bank, l.StartCPU, l.Wall, l.WallBank = time.Minute, 2*time.Minute, 3, 3*time.Minute, 4*time.Minute
		}, ""},
		"looser": {
			loose, "", func(l *host.Limits) { l.Wall = 4 },
			note + "--cpu 1h0m0s --bank 1h0m0s --wall-bank 1h0m0s\n",
		},
		"looser, typed": {loose, "--cpu 1h --bank 1h --wall-bank 1h", func(l *host.Limits) {
			l.CPU, l.Bank, l.Wall, l.WallBank = time.Hour, time.Hour, 4, time.Hour
		}, ""},
		"none on one": {
			replay.Header{CPU: time.Millisecond, Limits: &replay.Limits{Bank: 2, StartCPU: 3}},
			"",
			func(l *host.Limits) { l.StartCPU = 3 }, note + "--no-limits\n",
		},
		"none": {replay.Header{}, "", func(l *host.Limits) { l.StartCPU = 0 }, note + "--no-limits\n"},
		"none, typed": {loose, "--no-limits", func(l *host.Limits) {
			*l = host.Limits{Start: usual.Start, End: usual.End}
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, c := memoryFlags(t, strings.Fields(test.typed)...)
			var told strings.Builder
			f.stderr, f.cpuClock = func() io.Writer { return &told }, true
			limits, asked, err := f.LimitsOf(c, test.header)
			require.NoError(t, err)
			want := usual
			test.want(&want)
			require.Equal(t, want, limits)
			require.Equal(t, test.header.CPU, asked.CPU)
			require.Equal(t, test.told, told.String())
		})
	}
	f := &BotFlags{cpuClock: true, stderr: func() io.Writer { panic("there is no flag to type") }}
	f.UsualLimits()
	_, _, err := f.LimitsOf(&cobra.Command{}, loose)
	require.NoError(t, err)
}

func TestAnotherProgramThanTheOneThatPlayedIsNoted(t *testing.T) {
	s, _, told := printing()
	f, _ := parsed(t)
	b := find.Bot{Typed: "zorg", SHA256: [32]byte{1, 2, 3}}
	f.NoteOther(t.Context(), s, b, nil)
	f.NoteOther(t.Context(), s, b, b.SHA256[:])
	require.Empty(t, told.String())
	other := [32]byte{9}
	f.NoteOther(t.Context(), s, b, other[:])
	require.Equal(t, "note: zorg is not the program that played: its SHA-256 is 010203000000…, that of the match "+
		"090000000000…\n", told.String())
}

func TestABotThatIsNotThereCanBeNamed(t *testing.T) {
	const named = "name the bot: arena x BOT"
	for _, test := range []struct{ problem, fix, want string }{
		{"no such file or folder in bots", "look there", named},
		{"no bot", "", named},
		{"not a bot", "look there", "look there"},
	} {
		requireSays(t, NotFound(unfit.New("zorg", test.problem, test.fix), "arena x BOT"), "zorg: "+test.problem, test.want)
	}
	other := errors.New("other")
	require.Equal(t, other, NotFound(other, "arena x BOT"))
}

func TestRecordsOfTheOriginalPrograms(t *testing.T) {
	s, _, _ := printing(known...)
	require.Equal(t, []string{".out", ".res"}, s.RecordExtensions())
	require.Equal(t, orkisland.Game.Info().Title, s.RecordedBy(".out"))
	title := orkisland.Game.Info().Title
	require.Contains(t, s.RecordHelp(), "  .out   "+title+"\n  .res   "+moria.Game.Info().Title+"\n\n")
	none, _, _ := printing(duel.Game)
	require.Empty(t, none.RecordHelp())
	for path, want := range map[string]bool{
		"a.out": true, "a.OUT": true, "a.arena": false, "a": false, "-": true, "out": false,
	} {
		wants, err := s.WantsRecord(orkisland.Game, path)
		require.NoError(t, err)
		require.Equal(t, want, wants, path)
	}
	wants, err := s.WantsRecord(duel.Game, "-")
	require.NoError(t, err)
	require.False(t, wants)
	_, err = s.WantsRecord(orkisland.Game, "a b.res")
	requireSays(t, err, "a b.res: .res is a record of "+moria.Game.Info().Title+", and this is a match of "+title,
		"-o 'a b.out'")
	_, err = s.WantsRecord(duel.Game, "a.out")
	requireSays(t, err, "a.out: .out is a record of "+title+", and this is a match of "+duel.Game.Info().Title,
		"-o a.arena")
}

// TestARecordWithoutItsEndIsAnError, but one that could not be written fails for that reason.
func TestARecordWithoutItsEndIsAnError(t *testing.T) {
	m, err := orkisland.Game.Default().New(make([]string, 4), 1, "chacha8")
	require.NoError(t, err)
	var text strings.Builder
	w := newRecordWriter(&text, m)
	require.NotEmpty(t, text.String())
	require.NoError(t, w.Close(match.Result{}, true))
	require.Equal(t, errCutRecord, w.Close(match.Result{}, false))
	room := &full{}
	w = newRecordWriter(room, m)
	room.room = 1 << 30
	w.Round(m, match.Round{})
	require.Equal(t, 1<<30, room.room, "nothing is written after that")
	require.EqualError(t, w.Close(match.Result{}, false), "full")
}

func TestNoReplayIsWrittenUnlessAsked(t *testing.T) {
	t.Chdir(t.TempDir())
	s, _, _ := printing(known...)
	r, err := s.NewRecorder("none", false, nil, replay.Header{})
	require.NoError(t, err)
	require.Empty(t, r.Watchers())
	require.NoError(t, r.Close(match.Result{}, false))
	m, err := orkisland.Game.Default().New(make([]string, 4), 1, "chacha8")
	require.NoError(t, err)
	r, err = s.NewRecorder("a.out", true, m, replay.Header{})
	require.NoError(t, err)
	require.Len(t, r.Watchers(), 1)
	require.EqualError(t, r.Close(match.Result{}, false),
		"a.out: the record is incomplete: it ends before the match does, so that nothing can read it")
}
