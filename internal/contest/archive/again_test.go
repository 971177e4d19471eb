package archive_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/integration/archivetest"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// a and b are the programs of the bots, as the store knows them.
var programs = map[string]string{"a": "program a", "b": "program b"}

// stage is a store with a match that is to be played again, and how that comes out.
type stage struct {
	*archivetest.Filled
	archive.Again
	match  store.Match
	plan   series.Plan // of what was played
	comes  match.Result
	asked  []string // which entrants may play
	plays  int
	failed error
}

// newStage makes a stage with the programs in a bots folder. Change, if not nil, changes the tournament.
func newStage(t *testing.T, change func(*store.Tournament)) *stage {
	t.Helper()
	s := &stage{comes: match.Result{Rounds: 10, Scores: []int{3, 1}, Places: []int{1, 2}}}
	s.Filled = archivetest.New(t, store.KindSeries, func(begun *store.Tournament) {
		for i, e := range begun.Entrants {
			begun.Entrants[i].Program = sha256.Sum256([]byte(programs[e.Name]))
		}
		if change != nil {
			change(begun)
		}
	}, "a", "b", "absent")
	s.match = s.Add(archivetest.Match(0, 0, 1), archivetest.Scored(3, 1), nil)
	folder := t.TempDir()
	for name, text := range programs {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o700))
	}
	finder := find.Finder{
		Builder: build.Builder{Cache: t.TempDir(), Terms: sandbox.Terms{Level: sandbox.Standard}}, Dir: folder,
	}
	inFolder := find.Folder{Finder: finder.InFolder(false)}
	s.Again = archive.Again{
		Path: s.Filled.Path, Games: archivetest.Games, Arena: "v1", Terms: finder.Terms, Run: s.run,
		Programs: archive.Programs{Finder: finder, Folder: inFolder, MayPlay: func(e store.Entrant, _ find.Bot) error {
			s.asked = append(s.asked, e.Name)
			return s.failed
		}},
	}
	return s
}

func (s *stage) run(_ context.Context, plan series.Plan, m schedule.Planned) (series.Match, error) {
	s.plays++
	s.plan = plan
	return series.Match{Match: played.Match{Planned: m, Result: s.comes}, Replay: []byte("a replay")}, nil
}

// again plays the match again.
func (s *stage) again(t *testing.T) (replay []byte, difference string, err error) {
	t.Helper()
	return s.Play(t.Context(), s.Now(), s.match)
}

// kept returns the replay that the store has of the match.
func (s *stage) kept(t *testing.T) string {
	t.Helper()
	replay, kept, err := s.Replay(t.Context(), s.match.Key)
	require.NoError(t, err)
	require.Equal(t, kept, replay != nil)
	return string(replay)
}

func needsUnixPrograms(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("files are made executable the Unix way")
	}
}

func TestAMatchIsPlayedAgainAsItWas(t *testing.T) {
	needsUnixPrograms(t)
	s := newStage(t, func(begun *store.Tournament) { begun.Entrants[1].Version, begun.Random = "7", engine.Classic })
	replay, difference, err := s.again(t)
	require.NoError(t, err)
	require.Empty(t, difference)
	require.Equal(t, "a replay", string(replay))
	require.Equal(t, "a replay", s.kept(t))
	now, plan := s.Now(), s.plan
	require.Equal(t, now.Game, plan.Game)
	require.Equal(t, now.Setup, plan.Setup)
	require.Equal(t, engine.Classic, plan.Random)
	require.Equal(t, host.DefaultLimits(), plan.Limits)
	require.Equal(t, sandbox.Standard, plan.Sandbox)
	require.Equal(t, "v1", plan.Arena)
	require.Equal(t, series.KeepAll, plan.Keep)
	require.Len(t, plan.Bots, 3, "bots keep their numbers")
	require.Equal(t, filepath.Join(s.Programs.Folder.Dir, "b"), plan.Bots[1].Command.Path)
	require.Equal(t, now.Entrants[1].Entrant, plan.Bots[1].Entrant)
	require.Equal(t, "7", plan.Bots[1].Version)
	require.Empty(t, plan.Bots[2].Name, "who does not play is not looked for")
	require.Equal(t, []string{"a", "b"}, s.asked)
}

func TestAReplayOfAnotherMatchIsNotKept(t *testing.T) {
	needsUnixPrograms(t)
	s := newStage(t, nil)
	s.comes.Scores = []int{3, 2}
	replay, difference, err := s.again(t)
	require.NoError(t, err)
	require.Equal(t, "came out otherwise: seat 1 has score 2, not 1. A bot is not reproducible, or met a limit on time",
		difference)
	require.Equal(t, "a replay", string(replay), "who asks for it gets it")
	require.Empty(t, s.kept(t))
}

// TestWhatAStoreAsksForIsRefused, unless the user asks for it too. Nothing is looked for or played then.
func TestWhatAStoreAsksForIsRefused(t *testing.T) {
	loose := func(change func(*host.Limits)) func(*store.Tournament) {
		limits := host.DefaultLimits()
		change(&limits)
		return func(t *store.Tournament) { t.Limits = limits.Text() }
	}
	sandboxed := func(level sandbox.Level) func(*store.Tournament) {
		return func(t *store.Tournament) { t.Sandbox = string(level) }
	}
	rules := func(t *store.Tournament) { t.Rules = 7 }
	for want, c := range map[string]struct {
		stored func(*store.Tournament)
		asks   func(*archive.Again)
		reason archive.Reason
	}{
		"was played by version 7 of the rules, and this arena has version 1": {stored: rules, reason: archive.OtherRules},
		"was played with sandbox standard, not strict": {
			asks: func(a *archive.Again) {
				a.Terms = sandbox.Terms{Level: sandbox.Strict, Asked: true}
			}, reason: archive.OtherSandbox,
		},
		"was played with sandbox none, not standard": {
			stored: sandboxed(sandbox.None),
			asks: func(a *archive.Again) {
				a.Terms = sandbox.Terms{Level: sandbox.Standard, Asked: true}
			}, reason: archive.OtherSandbox,
		},
		"was played without a sandbox": {stored: sandboxed(sandbox.None), reason: archive.Unconfined},
		"was played with looser limits than the usual ones: cpu": {
			stored: loose(func(l *host.Limits) { l.CPU++ }), reason: archive.LooseLimits,
		},
		"was played with looser limits than the usual ones: cpu, wall, output, mem": {
			stored: loose(func(l *host.Limits) { l.CPU, l.Wall, l.Output, l.Memory = 0, 0, 0, 0 }), reason: archive.LooseLimits,
		},
		"was played with looser limits than the usual ones: bank, start, wall-bank": {
			stored: loose(func(l *host.Limits) { l.Bank++; l.StartCPU++; l.WallBank++ }), reason: archive.LooseLimits,
		},
		"was played with looser limits than the usual ones: mem": {
			stored: loose(func(l *host.Limits) { l.Memory = 1<<30 + 1 }),
			asks:   func(a *archive.Again) { a.Limits = gigabyte() }, reason: archive.LooseLimits,
		},
	} {
		s := newStage(t, c.stored)
		if c.asks != nil {
			c.asks(&s.Again)
		}
		_, _, err := s.again(t)
		require.EqualError(t, err, "match 1: "+want)
		require.EqualError(t, s.Check(s.Now(), s.match), "match 1: "+want)
		refused := new(archive.RefusedError)
		require.ErrorAs(t, err, &refused, want)
		require.Equal(t, c.reason, refused.Reason, want)
		require.Zero(t, s.plays)
		require.Empty(t, s.asked)
	}
}

// gigabyte are the usual limits, but for a gigabyte of memory.
func gigabyte() host.Bounds {
	most := host.DefaultLimits()
	most.Memory = 1 << 30
	return host.AtMost(most)
}

func TestTheUserCanAskForWhatAStoreAsksFor(t *testing.T) {
	needsUnixPrograms(t)
	for what, c := range map[string]struct {
		stored func(*store.Tournament)
		asks   func(*archive.Again)
		wants  func(series.Plan) bool
	}{
		"no sandbox": {
			func(t *store.Tournament) { t.Sandbox = string(sandbox.None) },
			func(a *archive.Again) { a.Terms = sandbox.Terms{Level: sandbox.None, Asked: true} },
			func(p series.Plan) bool { return p.Sandbox == sandbox.None },
		},
		"a stricter sandbox than the usual one": {
			func(t *store.Tournament) { t.Sandbox = string(sandbox.Strict) },
			func(*archive.Again) {},
			func(p series.Plan) bool { return p.Sandbox == sandbox.Strict },
		},
		"loose limits": {
			func(t *store.Tournament) { l := host.DefaultLimits(); l.CPU = 0; t.Limits = l.Text() },
			func(a *archive.Again) { a.Limits = host.AnyLimits(true) },
			func(p series.Plan) bool { return p.Limits.CPU == 0 },
		},
		"memory that is still usual": {
			func(t *store.Tournament) { l := host.DefaultLimits(); l.Memory = 1 << 30; t.Limits = l.Text() },
			func(a *archive.Again) { a.Limits = gigabyte() },
			func(p series.Plan) bool { return p.Limits.Memory == 1<<30 },
		},
	} {
		s := newStage(t, c.stored)
		c.asks(&s.Again)
		_, _, err := s.again(t)
		require.NoError(t, err, what)
		require.True(t, c.wants(s.plan), what)
	}
}

func TestAMatchThatCanNotBeIsNotPlayed(t *testing.T) {
	type change = func(*store.Tournament, *store.Match)
	for want, change := range map[string]change{
		"match 1: has not 2 seats":   func(_ *store.Tournament, m *store.Match) { m.Seats = []int{0} },
		"match 1: there is no bot 9": func(_ *store.Tournament, m *store.Match) { m.Seats = []int{0, 9} },
		"match 1: chess: no such game; there are: duel": func(t *store.Tournament, _ *store.Match) {
			t.Game = "chess"
		},
		`match 1: sandbox: "x" is neither standard`: func(t *store.Tournament, _ *store.Match) { t.Sandbox = "x" },
		"match 1: limits that this arena does not know: cpu=x": func(t *store.Tournament, _ *store.Match) {
			t.Limits = "cpu=x"
		},
	} {
		s := newStage(t, nil)
		now := s.Now()
		change(&now, &s.match)
		_, _, err := s.Play(t.Context(), now, s.match)
		require.ErrorContains(t, err, want)
		require.Zero(t, s.plays)
	}
}

// TestAProgramIsFoundAmongTheNamedOrInTheFolder, and is the one that played.
func TestAProgramIsFoundAmongTheNamedOrInTheFolder(t *testing.T) {
	needsUnixPrograms(t)
	found := func(t *testing.T, s *stage) string {
		t.Helper()
		_, _, err := s.again(t)
		require.NoError(t, err)
		return s.plan.Bots[1].Command.Path
	}
	t.Run("named", func(t *testing.T) {
		s := newStage(t, func(begun *store.Tournament) { begun.Entrants[1].Typed = "../elsewhere/b" })
		mine := filepath.Join(t.TempDir(), "mine")
		require.NoError(t, os.WriteFile(mine, []byte(programs["b"]), 0o700))
		s.Programs.Named = []string{mine}
		require.Equal(t, mine, found(t, s))
		require.Equal(t, []string{"a"}, s.asked, "the user has named it")
	})
	t.Run("by its name, not by its path", func(t *testing.T) {
		s := newStage(t, func(begun *store.Tournament) { begun.Entrants[1].Typed = "../elsewhere/b" })
		require.Equal(t, filepath.Join(s.Programs.Folder.Dir, "b"), found(t, s))
	})
	for what, c := range map[string]struct {
		stored func(*store.Entrant)
		change func(*stage)
		want   string
		reason archive.Reason
	}{
		"changed": {
			stored: func(e *store.Entrant) { e.Program[0]++ },
			want:   "b: has changed since match 1 was played: its SHA-256 was ", reason: archive.Changed,
		},
		"gone": {stored: func(e *store.Entrant) {
			e.Typed = "c"
		}, want: "c: no such file or folder in ", reason: archive.NotFound},
		"not a name": {stored: func(e *store.Entrant) {
			e.Typed = "x/.."
		}, want: "x/..: not the name of a bot", reason: archive.NotFound},
		"unconfined": {
			change: func(s *stage) {
				s.Programs.Folder.Unnamed, s.Programs.Folder.Terms = true, sandbox.Terms{Level: sandbox.None}
			},
			want: "a: nothing would confine it", reason: archive.NotFound,
		},
	} {
		s := newStage(t, func(begun *store.Tournament) {
			if c.stored != nil {
				c.stored(&begun.Entrants[1])
			}
		})
		if c.change != nil {
			c.change(s)
		}
		_, _, err := s.again(t)
		require.ErrorContains(t, err, c.want, what)
		refused := new(archive.RefusedError)
		require.ErrorAs(t, err, &refused, what)
		require.Equal(t, c.reason, refused.Reason, what)
		require.Zero(t, s.plays, what)
	}
	s := newStage(t, nil)
	s.failed = errors.New("a stranger's")
	_, _, err := s.again(t)
	require.EqualError(t, err, "a stranger's")
	require.Zero(t, s.plays)
}

func TestABotIsLookedForByItsName(t *testing.T) {
	sum := [32]byte{0xab}
	key := store.Key(sum).String()
	for typed, want := range map[string]string{
		"a": "a", "./a": "a", "/home/me/a": "a", "../../a": "a", "a:zeal=2": "a:zeal=2", "x/a:zeal=2": "a:zeal=2",
		key + "/a": key + "/a", "x/" + key + "/a": "a",
		"": "", ".": "", "..": "", "x/": "", "~/.": "", `..\a`: "", "a:b:c/..": "",
	} {
		name, err := archive.NameOf(store.Entrant{Entrant: played.Entrant{Typed: typed, Program: sum}})
		require.Equal(t, want, name, "%q", typed)
		require.Equal(t, want == "", err != nil, "%q", typed)
	}
}

func TestResultsDifferInWhatAMatchShows(t *testing.T) {
	crash := []match.Verdict{{Seat: 1, Kind: "crash", Round: 3, Detail: "a"}}
	stored := match.Result{Rounds: 5, Scores: []int{2, 0}, Places: []int{1, 2}, Verdicts: crash}
	for want, change := range map[string]func(*match.Result){
		"":                          func(r *match.Result) { r.Verdicts[0].Detail = "b" },
		"4 rounds, not 5":           func(r *match.Result) { r.Rounds = 4 },
		"seat 0 has score 3, not 2": func(r *match.Result) { r.Scores[0] = 3 },
		"seat 1 has place 1, not 2": func(r *match.Result) { r.Places[1] = 1 },
		"seat 1 has no verdict, not crash in round 3": func(r *match.Result) { r.Verdicts = nil },
		"seat 0 has wall in round 1, not no verdict": func(r *match.Result) {
			r.Verdicts = append(r.Verdicts, match.Verdict{Kind: "wall", Round: 1})
		},
		"seat 1 has crash in round 2, not crash in round 3": func(r *match.Result) { r.Verdicts[0].Round = 2 },
	} {
		now := match.Result{
			Rounds: 5, Scores: []int{2, 0}, Places: []int{1, 2},
			Verdicts: []match.Verdict{{Seat: 1, Kind: "crash", Round: 3}},
		}
		change(&now)
		require.Equal(t, want, archive.Differs(stored, now))
	}
}
