package lineup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
)

// found returns a bot as a finder does.
func found(typed, name string, sum byte) find.Bot {
	return find.Bot{Typed: typed, Name: name, Command: executable.Alone("/bots/" + typed), SHA256: [32]byte{sum}}
}

// anonymous are the descriptions of bots without names of their own.
func anonymous(n int) []host.Description { return make([]host.Description, n) }

func TestABotThatIsTypedTwiceIsOneEntrant(t *testing.T) {
	zorg, demo := found("zorg", "zorg", 1), found("demo", "demo", 2)
	l := lineupOf([]find.Bot{zorg, demo, zorg, zorg}, anonymous(4))
	require.Equal(t, []int{0, 1, 0, 0}, l.Typed)
	require.Len(t, l.Entrants, 2)
	require.Equal(t, []string{"zorg", "demo", "zorg", "zorg"}, l.Labels())
	require.Equal(t, []Entrant{l.Entrants[0], l.Entrants[1], l.Entrants[0], l.Entrants[0]}, l.Apart())
}

func TestBotsAreToldApartByTheirPrograms(t *testing.T) {
	for name, other := range map[string]find.Bot{
		"another program at the same place": found("zorg", "zorg", 2),
		"the same program elsewhere":        found("old/zorg", "zorg", 1),
	} {
		l := lineupOf([]find.Bot{found("zorg", "zorg", 1), other}, anonymous(2))
		require.Len(t, l.Entrants, 2, name)
		require.Equal(t, []int{0, 1}, l.Typed, name)
	}
}

func TestTheSameProgramHasTheWordsOfItsFirst(t *testing.T) {
	second := found("zorg", "zorg", 1)
	second.Typed = "./zorg"
	l := lineupOf([]find.Bot{found("zorg", "zorg", 1), second}, anonymous(2))
	require.Len(t, l.Entrants, 1)
	require.Equal(t, "zorg", l.Entrants[0].Bot.Typed)
}

func TestABotHasItsOwnNameOrThatOfItsFile(t *testing.T) {
	described := []host.Description{{}, {Name: "own", Version: "1.2"}}
	l := lineupOf([]find.Bot{found("a", "file", 1), found("b", "file2", 2)}, described)
	require.Equal(t, []string{"file", "own"}, l.Labels())
	require.Equal(t, "1.2", l.Entrants[1].Version)
	require.Empty(t, l.Entrants[0].Version)
}

func TestBotsOfOneNameAreLabelledByWhatWasTyped(t *testing.T) {
	list := []find.Bot{found("zorg", "zorg", 1), found("old/zorg", "zorg", 2), found("demo", "demo", 3)}
	l := lineupOf(list, anonymous(3))
	require.Equal(t, []string{"zorg (zorg)", "zorg (old/zorg)", "demo"}, l.Labels())
	require.Equal(t, "zorg", l.Entrants[1].Name, "the name stays")
}

func TestVersionsThatWereTypedAlikeHaveOneLabel(t *testing.T) {
	entrants := []Entrant{{Name: "zorg", Bot: find.Bot{Typed: "zorg"}}, {Name: "zorg", Bot: find.Bot{Typed: "zorg"}}}
	Label(entrants)
	require.Equal(t, "zorg", entrants[0].Label)
	require.Equal(t, "zorg", entrants[1].Label)
}

func TestAnEntrantIsTheSameInAStoreAndInASeries(t *testing.T) {
	e := lineupOf([]find.Bot{found("z", "zorg", 7)}, []host.Description{{Name: "Zorg", Version: "3"}}).Entrants[0]
	require.Equal(t, played.Entrant{Name: "Zorg", Version: "3", Typed: "z", Program: [32]byte{7}}, e.Played())
	stored, started := InStore([]Entrant{e})[0], InSeries([]Entrant{e})[0]
	require.Equal(t, store.Entrant{Entrant: e.Played()}, stored)
	require.Equal(t, series.Entrant{Entrant: e.Played(), Command: e.Bot.Command}, started)
	require.Equal(t, e.Played(), Stored(stored).Played())
}

func TestAnErrorNamesTheBotAsItWasTyped(t *testing.T) {
	list := []find.Bot{found("demo", "demo", 1), found("zorg", "zorg", 2)}
	no := &host.NotABotError{HintedError: *hint.New("/bots/zorg", "ended at once", "run it by hand")}
	err := StartError(t.Context(), list, fmt.Errorf("seat 1: %w", no))
	require.Equal(t, unfit.New("zorg", "ended at once", "run it by hand"), err)

	changed := &host.ChangedError{HintedError: *hint.New("/bots/zorg", "has changed", "type it again")}
	err = StartError(t.Context(), list, fmt.Errorf("seat 1: %w", changed))
	require.Equal(t, unfit.New("zorg", "has changed", "type it again"), err)

	other := errors.New("the disk is full")
	require.Equal(t, other, StartError(t.Context(), list, other))
	require.ErrorIs(t, StartError(t.Context(), nil, no), no, "a bot that nobody has typed")
}

func TestNobodyIsToBlameForAStop(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("interrupted"))
	no := &host.NotABotError{HintedError: *hint.New("/bots/zorg", "was killed", "")}
	err := StartError(ctx, []find.Bot{found("zorg", "zorg", 1)}, no)
	require.EqualError(t, err, "stopped before the first round: interrupted")
}

func TestABotOfAnotherGameSaysWhatItPlays(t *testing.T) {
	why := errors.New("does not play moria")
	for fix, d := range map[string]host.Description{
		"it plays orkisland, starships": {Games: map[string]int{"starships": 1, "orkisland": 2}},
		"it plays any game":             {AnyGame: true},
		host.BuildAgain:                 {Games: map[string]int{"moria": 1, "orkisland": 2}},
	} {
		err := otherGame(found("zorg", "zorg", 1), d, engine.Info{Name: "moria"}, why)
		require.Equal(t, unfit.New("zorg", "does not play moria", fix), err)
	}
}

// A path from the root says whose computer it was, and a replay is for everybody.
func TestAReplaySaysHowABotWasNamedUnlessThatIsPrivate(t *testing.T) {
	root, err := filepath.Abs(".")
	require.NoError(t, err)
	for typed, want := range map[string]string{
		"demo": "demo", "mine/bot.py": "mine/bot.py", "../mine": "../mine", filepath.Join(root, "mine"): "",
		"~/mine": "", strings.Repeat("x", longestNamed): strings.Repeat("x", longestNamed),
		strings.Repeat("x", longestNamed+1): "",
	} {
		require.Equal(t, want, shareable(typed), typed)
	}
}
