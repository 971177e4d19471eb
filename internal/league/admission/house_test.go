package admission_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/contest"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/process/executable"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// organisers is in the path of each file of the organiser's, so nobody else is to read it.
const organisers = "organisers-own"

// house is a league, and bots that come to it. None of them is started: their texts say how they do.
type house struct {
	*admission.Admission

	t        *testing.T
	folder   league.Folder
	home     string            // where the organiser has bots
	better   bool              // newcomers than the bot at the gate
	compared [2]lineup.Entrant // in the last match against the bot at the gate
	passed   []admission.Passed
	limits   host.Limits // with which the last bot was started
}

func newHouse(t *testing.T, change func(*store.League)) *house {
	t.Helper()
	t.Setenv("HOME", t.TempDir())            // whose key signs packages decides who is a stranger
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // so does what is trusted
	top := filepath.Join(t.TempDir(), organisers)
	h := &house{t: t, folder: league.Folder(filepath.Join(top, "league")), home: filepath.Join(top, "home")}
	_, err := h.folder.Make()
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(h.home, 0o700))
	h.begin(change)
	opened, err := league.Open(t.Context(), h.folder, games.All(), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	h.Admission = &admission.Admission{
		League: opened, Limits: read(t, opened.Limits),
		Finder: find.Finder{
			Builder: build.Builder{Cache: filepath.Join(top, "cache"), Terms: sandbox.Terms{Level: sandbox.Standard}},
			Dir:     h.home,
		},
		Play:  contest.Run{Jobs: 1, Referee: h.referee},
		Check: h.check, Meet: h.meet,
		Tell: func(p admission.Passed) { h.passed = append(h.passed, p) },
	}
	return h
}

// read reads limits, and agrees to all.
func read(t *testing.T, text string) host.Limits {
	t.Helper()
	claimed, err := host.ReadLimits(text)
	require.NoError(t, err)
	limits, err := claimed.Within(host.AnyLimits(false))
	require.NoError(t, err)
	return limits
}

func (h *house) begin(change func(*store.League)) {
	l := store.League{Name: "test", GateMost: 40, Tournament: store.Tournament{
		Format: league.Balanced, First: 7,
		Conditions: store.Conditions{
			Game: "orkisland", Rules: orkisland.Game.Info().Version, Setup: orkisland.Game.Default().Text(),
			Random: engine.ChaCha8, Limits: host.DefaultLimits().Text(), Sandbox: "standard",
		},
	}}
	if change != nil {
		change(&l)
	}
	s, err := store.Open(h.t.Context(), h.folder.Store(), store.Options{})
	require.NoError(h.t, err)
	_, err = s.BeginLeague(h.t.Context(), l, noon)
	require.NoError(h.t, errors.Join(err, s.Close()))
}

// gated has newcomers compared with the program whose text is "gate".
func gated(l *store.League) {
	name := "gate"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	l.Gate = fmt.Sprintf("%x/%s", sha256.Sum256([]byte("gate")), name)
}

// passes is a check that all bots pass.
func passes(
	_ context.Context, _ executable.Command, _ []engine.Game, _ check.Options, report func(check.Step),
) (bool, error) {
	report(check.Step{Name: "end"})
	return true, nil
}

// text is what is in a program.
func (h *house) text(path string) string {
	text, err := os.ReadFile(path)
	require.NoError(h.t, err)
	return string(text)
}

func (h *house) meet(ctx context.Context, b find.Bot, _ engine.Info, o host.Options) (lineup.Entrant, error) {
	h.limits = o.Limits
	switch text := h.text(b.Command.Args[0]); {
	case strings.Contains(text, "quits"):
		no := &host.NotABotError{HintedError: *hint.New(b.Command.Path, "not a bot: it exited with code 3", "flush")}
		return lineup.Entrant{}, lineup.StartError(ctx, []find.Bot{b}, no)
	case strings.Contains(text, "no room"):
		path := filepath.Join(string(h.folder), "x")
		return lineup.Entrant{}, &os.PathError{Op: "mkdir", Path: path, Err: errors.New("no room")}
	}
	return lineup.Entrant{Name: b.Name, Version: "of the bot", Bot: b}, nil
}

func (h *house) check(
	_ context.Context, c executable.Command, _ []engine.Game, _ check.Options, report func(check.Step),
) (bool, error) {
	report(check.Step{Name: "start"})
	switch text := h.text(c.Args[0]); {
	case strings.Contains(text, "fails"):
		report(check.Step{Name: "rounds", Failure: "seat 0 is frozen", Hint: "think less"})
		return false, nil
	case strings.Contains(text, "varies"):
		report(check.Step{Name: check.Reproducible, Failure: "round 1 differs"})
		return false, nil
	}
	report(check.Step{Name: "end"})
	return true, nil
}

// referee lets the bot of schedule.New win or lose all its matches.
func (h *house) referee(_ context.Context, entrants []lineup.Entrant, m schedule.Planned) (series.Match, error) {
	h.compared = [2]lineup.Entrant(entrants)
	one := series.Match{Match: played.Match{Planned: m, Ended: noon}}
	one.CPU, one.MostCPU = make([]time.Duration, len(m.Seats)), make([]time.Duration, len(m.Seats))
	one.Scores, one.Places = make([]int, len(m.Seats)), make([]int, len(m.Seats))
	for seat, bot := range m.Seats {
		if (bot == schedule.New) == h.better {
			one.Scores[seat] = 10
		}
	}
	return one, nil
}

// program writes a program, and returns its path. The same text is the same program.
func (h *house) program(folder, name, text string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	path := filepath.Join(folder, name)
	require.NoError(h.t, os.WriteFile(path, []byte(text), 0o700)) //nolint:gosec // a program
	return path
}

// key returns the key of a person.
func key(t *testing.T, person string) ssh.Signer {
	t.Helper()
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, person)
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	require.NoError(t, err)
	return signer
}

// pack packs a program, signed by a person, unless that is "", and returns the path of the package.
func (h *house) pack(folder, file, name, version, person, text string) string {
	h.t.Helper()
	content := botfile.Content{
		OS: runtime.GOOS, Arch: runtime.GOARCH,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
	if strings.Contains(text, "elsewhere") {
		content.OS, content.Arch = "plan9", "mips"
	}
	parcel, err := botfile.NewParcel([]botfile.Content{content})
	require.NoError(h.t, err)
	var sign botfile.Sign
	if person != "" {
		sign = func(text []byte) ([]byte, error) { return trust.Sign(text, key(h.t, person)) }
	}
	var packed bytes.Buffer
	manifest := botfile.Manifest{Name: name, Version: version, Author: person, Kind: "program", Start: name}
	require.NoError(h.t, parcel.Write(&packed, manifest, sign))
	path := filepath.Join(folder, file)
	require.NoError(h.t, os.WriteFile(path, packed.Bytes(), 0o600))
	return path
}

// joins requires that a bot is let in, and returns it.
func (h *house) joins(sub admission.Submission) store.Entrant {
	h.t.Helper()
	e, err := h.Admit(h.t.Context(), sub)
	require.NoError(h.t, err)
	require.NoError(h.t, h.League.Read(h.t.Context()))
	require.True(h.t, slices.ContainsFunc(h.League.Entrants, func(in store.Entrant) bool {
		return in.Name == e.Name && in.Program == e.Program && in.Stays()
	}))
	return e
}

// refused requires that a bot is refused, and returns why.
func (h *house) refused(sub admission.Submission) *admission.Refusal {
	h.t.Helper()
	require.NoError(h.t, h.League.Read(h.t.Context()))
	before := len(h.League.Entrants)
	_, err := h.Admit(h.t.Context(), sub)
	why := new(admission.Refusal)
	require.ErrorAs(h.t, err, &why)
	require.NoError(h.t, h.League.Read(h.t.Context()))
	require.Len(h.t, h.League.Entrants, before)
	drafts, err := filepath.Glob(filepath.Join(h.folder.Packages(), ".new*"))
	require.NoError(h.t, err)
	require.Empty(h.t, drafts)
	return why
}
