package devloop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/match/faults"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
)

// author is somebody at work on the bot zorg.sh, of which nothing is run: the text of a bot tells how it plays.
//
//	score N   the score that it has in every match
//	crash     it is frozen in every match
//	hangs     a match with it never ends
//	unfit     it does not start
type author struct {
	*Loop
	t     *testing.T
	dir   string
	saves chan struct{}
	next  []string // texts to be saved, each when all was told of the one before
	stop  context.CancelFunc

	mu     sync.Mutex
	told   []string
	events []Event
	played []uint64 // seeds
	begun  chan struct{}
	copies []string // folders at the end of each turn
	record []byte
}

func (a *author) Saved() <-chan struct{} { return a.saves }
func (a *author) Build(build func())     { build() }
func (a *author) Close() error           { close(a.begun); return nil }

// works returns all that is told of some texts, one after the other.
func works(t *testing.T, change func(*author), texts ...string) *author {
	t.Helper()
	tier.Needs(t, "sh")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	a := &author{
		t: t, dir: t.TempDir(), saves: make(chan struct{}, 1), next: texts[1:], stop: stop,
		begun: make(chan struct{}), record: recorded(t),
	}
	t.Setenv("TMPDIR", t.TempDir())
	a.Loop = &Loop{
		Bot: "zorg.sh", Finder: find.Finder{Dir: a.dir, Inside: true}, saved: a, meet: a.meets, rerun: a.reruns,
		Matches: contest.Run{
			Setup: orkisland.Game.Default(), Games: engine.NewGames(orkisland.Game), Jobs: 1, Referee: a.referee,
		},
		Question: comparison.Question{By: comparison.ByPairs, Margin: comparison.UsualMargin}, Seed: 100,
		Most: 40, Time: time.Hour, Tell: a.tell,
	}
	a.save("zorg.sh", texts[0])
	if change != nil {
		change(a)
	}
	require.NoError(t, a.Run(ctx))
	require.NotErrorIs(t, ctx.Err(), context.DeadlineExceeded, "%q", a.told)
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	require.Empty(t, left, "no copy is left")
	return a
}

func (a *author) save(name, text string) {
	require.NoError(a.t, os.WriteFile(filepath.Join(a.dir, name), []byte(text), 0o600))
}

// tell notes what is told in a few words, and saves the next text when all was told of one.
func (a *author) tell(e Event) error {
	text, last := inWords(e)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.events = append(a.events, e)
	if text != "" {
		a.told = append(a.told, text)
	}
	if last {
		a.saveNext()
	}
	return nil
}

func (a *author) saveNext() {
	folders, _ := filepath.Glob(filepath.Join(a.folder, "*"))
	names := ""
	for _, folder := range folders {
		names += filepath.Base(folder) + " "
	}
	a.copies = append(a.copies, strings.TrimSpace(names))
	if len(a.next) == 0 {
		a.stop()
		return
	}
	a.save("zorg.sh", a.next[0])
	a.next = a.next[1:]
	a.saves <- struct{}{}
}

// inWords returns an event in words, and whether it is the last one that is told of a text.
func inWords(e Event) (text string, last bool) {
	switch e := e.(type) {
	case Doing, Progress:
		return "", false
	case Built:
		return e.Build.Label(), false
	case Same:
		return fmt.Sprintf("same as %s, last %v", e.Build.Label(), e.Last), true
	case Faults:
		text := fmt.Sprintf("%s: faults", e.Build.Label())
		for _, v := range e.Verdicts {
			text += " " + string(v.Kind)
		}
		return text, false
	case Baseline:
		return fmt.Sprintf("baseline %s, first %v", e.Build.Label(), e.First), false
	case Differs:
		switch {
		case e.Fault != nil:
			return fmt.Sprintf("%s: %s on the States of %s", e.Newer.Label(), e.Fault.Kind, e.Older.Label()), false
		case e.First != nil:
			return fmt.Sprintf("%s: other commands than %s from %d of %d", e.Newer.Label(), e.Older.Label(), e.First.Round,
				e.Rounds), false
		}
		return fmt.Sprintf("%s: commands of %s in %d", e.Newer.Label(), e.Older.Label(), e.Rounds), false
	case Compared:
		return fmt.Sprintf("%s, played %d, frozen %d", e.Answer.Sentence("N", "O"), e.Played, e.Frozen), false
	case LookAt:
		return fmt.Sprintf("look at %d of %s: %d %.1f", e.Match.Seed, e.Build.Label(), e.Why, e.Share), true
	case Stopped:
		return "stopped", false
	case Failed:
		return "failed: " + e.Err.Error(), true
	}
	return fmt.Sprintf("unknown: %T", e), true
}

func textOf(b find.Bot) string {
	text, _ := os.ReadFile(b.Command.Path)
	return string(text)
}

func (a *author) meets(_ context.Context, list []find.Bot) ([]lineup.Entrant, error) {
	var entrants []lineup.Entrant
	for _, b := range list {
		if strings.Contains(textOf(b), "unfit") {
			return nil, errors.New("zorg.sh: does not start")
		}
		entrants = append(entrants, lineup.Entrant{Name: b.Name, Label: b.Name, Bot: b})
	}
	return entrants, nil
}

func (a *author) reruns(_ context.Context, b find.Bot, r *replay.Replay, seat int) (rerun.Outcome, error) {
	require.NotNil(a.t, r)
	text := textOf(b)
	out := rerun.Outcome{Rounds: 2, Compared: 2}
	switch {
	case strings.Contains(text, "crash"):
		out.Fault = &match.Verdict{Seat: seat, Kind: match.Crash}
	case !strings.Contains(text, "same"):
		out.First = &rerun.Difference{Round: 9 - seat}
	}
	return out, nil
}

func (a *author) referee(ctx context.Context, entrants []lineup.Entrant, m schedule.Planned) (series.Match, error) {
	a.mu.Lock()
	a.played = append(a.played, m.Seed)
	a.mu.Unlock()
	one := series.Match{Match: played.Match{Planned: m}, Replay: a.record}
	for seat, number := range m.Seats {
		text := textOf(entrants[number].Bot)
		score := 0
		if _, after, found := strings.Cut(text, "score "); found {
			_, err := fmt.Sscan(after, &score)
			require.NoError(a.t, err)
		}
		if strings.Contains(text, "lucky") && m.Seed%2 == 0 {
			score += 10
		}
		if strings.Contains(text, "crash") {
			one.Verdicts = append(one.Verdicts, match.Verdict{Seat: seat, Kind: match.Crash})
		}
		if strings.Contains(text, "hangs") && number == schedule.New {
			a.save("zorg.sh", a.next[0])
			a.next = a.next[1:]
			a.saves <- struct{}{}
			<-ctx.Done()
			return one, errors.New("its processes were ended")
		}
		one.Scores = append(one.Scores, score)
	}
	if strings.Contains(textOf(entrants[0].Bot), "unreported") {
		one.Reports = []faults.Report{{Problem: "the disk is full"}}
	}
	one.Places = engine.Places(one.Scores)
	return one, nil
}

// recorded returns a replay of a short match.
func recorded(t *testing.T) []byte {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", 2)
	require.NoError(t, err)
	h := replay.Header{Setup: setup, Seed: 5, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	m, err := setup.New(h.Names(), h.Seed, h.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, h)
	require.NoError(t, err)
	players := make([]match.Player, 4)
	for i := range players {
		players[i] = match.Local(orkisland.Game.Random())
	}
	result, err := match.Play(t.Context(), m, players, w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	return file.Bytes()
}

func TestItMayBeEndedWhileTheOtherBotsStart(t *testing.T) {
	a := works(t, func(a *author) {
		a.save("other.sh", "score 1")
		a.Opponents = []string{"other.sh"}
		a.meet = func(ctx context.Context, _ []find.Bot) ([]lineup.Entrant, error) {
			a.stop()
			return nil, ctx.Err()
		}
	}, "score 1")
	require.Empty(t, a.told)
}
