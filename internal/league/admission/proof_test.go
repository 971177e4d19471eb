package admission_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// TestWhatFailsTheCheckLeavesNothing, unless another bot has the same program.
func TestWhatFailsTheCheckLeavesNothing(t *testing.T) {
	h := newHouse(t, nil)
	copies := func() int {
		found, err := os.ReadDir(h.folder.Bots())
		require.NoError(t, err)
		return len(found)
	}
	sub := h.own("zorg", "fails")
	require.Equal(t, admission.Failed, h.refused(sub).Reason)
	require.Equal(t, 0, copies())
	checks := h.Check
	h.Check = passes
	h.joins(sub)
	h.Check = checks
	require.Equal(t, admission.Failed, h.refused(renamed(sub, "other")).Reason)
	require.Equal(t, 1, copies())
}

// TestTheGateStays when the same program fails the check.
func TestTheGateStays(t *testing.T) {
	h := newHouse(t, gated)
	gate, err := h.BringGate(t.Context(), h.own("gate", "gate").Typed)
	require.NoError(t, err)
	h.Check = func(
		_ context.Context, _ executable.Command, _ []engine.Game, _ check.Options, report func(check.Step),
	) (bool, error) {
		report(check.Step{Name: "rounds", Failure: "it is too busy today"})
		return false, nil
	}
	require.Equal(t, admission.Failed, h.refused(h.own("gate", "gate")).Reason)
	require.FileExists(t, filepath.Join(h.folder.Bots(), filepath.FromSlash(gate)))
}

// TestSourcesOfOthersAreBuiltOnlyIfTheOrganiserSaysSo: else a bot that says how it was built is taken as it is.
func TestSourcesOfOthersAreBuiltOnlyIfTheOrganiserSaysSo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("what is executable is told by the ending there")
	}
	h := newHouse(t, nil)
	folder := filepath.Join(h.folder.Inbox(), "zorg")
	require.NoError(t, os.Mkdir(folder, 0o700))
	h.program(folder, "play", "zorg")
	how := []byte("build no-such-tool\nrun ./play\n")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "bot.txt"), how, 0o600))
	sub := admission.Submission{Typed: folder, By: admission.ByInbox}
	h.joins(sub)
	sub.Build = true
	require.Equal(t, "would have to be built, and nothing would confine that", h.refused(sub).Why)
	h.Finder.Terms = sandbox.Terms{Level: sandbox.None, Asked: true}
	require.Equal(t, "needs no-such-tool, which is not in PATH", h.refused(sub).Why)
}

// TestABotThatVariesIsLetIn, and it is written down.
func TestABotThatVariesIsLetIn(t *testing.T) {
	h := newHouse(t, nil)
	e := h.joins(h.own("zorg", "varies"))
	require.Equal(t, []admission.Passed{{Steps: 2, Varies: "round 1 differs"}}, h.passed)
	varying, err := h.League.Store.Varying(t.Context())
	require.NoError(t, err)
	require.Equal(t, map[[32]byte]string{e.Program: "arena check: round 1 differs"}, varying)
}

// TestWhoIsBetterThanTheGateIsLetIn. The bot at the gate itself is not compared.
func TestWhoIsBetterThanTheGateIsLetIn(t *testing.T) {
	limits := host.DefaultLimits()
	limits.CPU *= 3
	h := newHouse(t, func(l *store.League) {
		gated(l)
		l.Limits = limits.Text()
	})
	gate, err := h.BringGate(t.Context(), h.own("gate", "gate").Typed)
	require.NoError(t, err)
	require.Equal(t, h.League.Gate, gate)
	h.joins(h.own("gate", "gate"))
	require.Zero(t, h.compared)
	h.better = true
	h.passed = nil
	h.joins(h.own("zorg", "zorg"))
	kept, err := h.League.Store.Tournaments(t.Context())
	require.NoError(t, err)
	require.Len(t, kept, 2, "the league, and the comparison")
	compared := kept[slices.IndexFunc(kept, func(one store.Tournament) bool { return one.Kind == store.KindCompare })]
	require.GreaterOrEqual(t, compared.Matches, 14)
	require.Equal(t, h.League.First, compared.First)
	require.Equal(t, h.League.Limits, compared.Limits)
	const better = "zorg is better than gate: ahead in 100 % of pairs, between 52 and 100; decided after 14 matches"
	require.Equal(t, []admission.Passed{{Steps: 2}, {Qualified: better}}, h.passed)
	require.Equal(t, gate, h.compared[1].Bot.Typed)
	require.True(t, strings.HasPrefix(h.compared[0].Bot.Command.Path, string(h.folder)), "the copy plays")
	h.joins(renamed(h.own("gate", "another"), "another"))
	require.NotEqual(t, h.compared[0].Label, h.compared[1].Label)
}

// TestBotsAreMetWithTheLimitsOfTheLeague, whatever the usual ones are.
func TestBotsAreMetWithTheLimitsOfTheLeague(t *testing.T) {
	limits := host.DefaultLimits()
	limits.Memory, limits.CPU = 1<<30, 3*limits.CPU
	h := newHouse(t, func(l *store.League) { l.Limits = limits.Text() })
	h.joins(h.own("zorg", "zorg"))
	require.Equal(t, limits, h.limits)
}

// TestTroubleOfTheLeagueIsNotToldOutside: it names files, and it is not the bot's fault.
func TestTroubleOfTheLeagueIsNotToldOutside(t *testing.T) {
	for name, trouble := range map[string]func(h *house) admission.Submission{
		"no room": func(h *house) admission.Submission { return h.byWire("new", "1", "eve", "no room") },
		"no folder for packages": func(h *house) admission.Submission {
			require.NoError(h.t, os.Remove(h.folder.Packages()))
			require.NoError(h.t, os.WriteFile(h.folder.Packages(), nil, 0o600))
			return h.byWire("new", "1", "eve", "new")
		},
		"no folder for bots": func(h *house) admission.Submission {
			require.NoError(h.t, os.Remove(h.folder.Bots()))
			return h.inInbox("new", "new")
		},
		"no bot at the gate": func(h *house) admission.Submission {
			return h.inInbox("new", "new")
		},
	} {
		t.Run(name, func(t *testing.T) {
			change := func(*store.League) {}
			if name == "no bot at the gate" {
				change = gated
			}
			h := newHouse(t, change)
			_, err := h.Admit(t.Context(), trouble(h))
			require.ErrorContains(t, err, organisers, "the organiser is told all")
			require.Equal(t, admission.Trouble, admission.ForOutside(err).Reason)
			require.NotEmpty(t, admission.ForOutside(err).Why)
			requireNoPath(t, err)
		})
	}
}

// TestASignatureIsNews: the same program joins again when somebody has signed it, and then holds the name.
func TestASignatureIsNews(t *testing.T) {
	h := newHouse(t, nil)
	plain := h.joins(h.own("zorg", "zorg"))
	signed := h.joins(h.byOrganiser("zorg", "1", "anna", "zorg"))
	require.Equal(t, plain.Program, signed.Program)
	require.Equal(t, fingerprint(t, "anna"), signed.Signer)
}
