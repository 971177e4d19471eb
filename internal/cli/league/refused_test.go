package league

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
)

func quiet() (s *shell.Shell, out, told *strings.Builder) {
	out, told = &strings.Builder{}, &strings.Builder{}
	return shell.New(engine.NewGames(duel.Game), out, told), out, told
}

func requireSays(t *testing.T, err error, want, fix string) {
	t.Helper()
	require.EqualError(t, err, want)
	require.Equal(t, fix, hint.Of(err))
}

func requireMisused(t *testing.T, err error, want, fix string) {
	t.Helper()
	requireSays(t, err, want, fix)
	require.ErrorAs(t, err, new(*shell.UsageError))
}

func TestFlagsOfServeThatAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	const effect = "--nats nats://example.org:4222"
	for typed, want := range map[string][2]string{
		"-j -1":                         {"--jobs: -1 is negative", "-j 0 plays one match per processor"},
		"-n -1":                         {"--matches: -1 is negative", "-n 1000"},
		"--for -1s":                     {"--for: -1s is negative", "--for 90m"},
		"--listen :1 --nats nats://x":   {"--listen and --nats: contradict each other", "leave out one of them"},
		"--silence 31s":                 {"--silence: has no effect without --listen or --nats", "--listen :4222"},
		"--max-workers 9":               {"--max-workers: has no effect without --listen or --nats", "--listen :4222"},
		"--listen :1 --max-workers 0":   {"--max-workers: 0 is not from 1 to 10000", "--max-workers 500"},
		"--listen :1 --silence 999ms":   {"--silence: 999ms is less than 1s", "--silence 30s"},
		"--creds x":                     {"--creds and --prefix: have no effect without --nats", effect},
		"--prefix x":                    {"--creds and --prefix: have no effect without --nats", effect},
		"--nats nats://x --prefix a.b":  {"--prefix: a.b: may have letters, digits and dashes", "--prefix tuesdays"},
		"--nats nats://x --prefix a_b":  {"--prefix: a_b: may have letters, digits and dashes", "--prefix tuesdays"},
		"--nats nats://x --creds none":  {"--creds: none: no such file", ""},
		"--nats nats://x --prefix zZ-9": {},
		"--listen :1 --silence 1s":      {},
		"--nats x --max-workers 10000":  {},
		"--nats nats://x":               {},
		"":                              {},
		"-n 0 --for 0s":                 {},
		"-j 3 -n 1 --for 1ns":           {},
	} {
		s, _, _ := quiet()
		c := newLeagueServe(s)
		o := &serveOptions{typed: c.Flags()}
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		o.jobs, _ = c.Flags().GetInt("jobs")
		o.matches, _ = c.Flags().GetInt("matches")
		o.during, _ = c.Flags().GetDuration("for")
		o.net.listen, o.net.URL = c.Flag("listen").Value.String(), c.Flag("nats").Value.String()
		o.net.Credentials, o.net.Prefix = c.Flag("creds").Value.String(), c.Flag("prefix").Value.String()
		o.net.silence, _ = c.Flags().GetDuration("silence")
		o.net.most, _ = c.Flags().GetInt("max-workers")
		o.net.only = true
		asked := o.jobs
		err := o.Check()
		if want[0] != "" {
			requireSays(t, err, want[0], want[1])
			continue
		}
		require.NoError(t, err, typed)
		require.Positive(t, o.jobs)
		require.True(t, asked == 0 || o.jobs == asked)
		require.Equal(t, o.net.listen != "" || o.net.URL != "", o.net.only, "somebody must play")
	}
}

func TestQuotasThatAreNone(t *testing.T) {
	require.NoError(t, (&quotaFlags{}).Check())
	for _, one := range []struct {
		asked     store.Quotas
		says, fix string
	}{
		{store.Quotas{Bots: -1}, "--author-bots: -1 is negative", "--author-bots 3"},
		{store.Quotas{Versions: -2}, "--author-versions: -2 is negative", "--author-versions 100"},
		{store.Quotas{Uploads: -3}, "--author-uploads: -3 is negative", "--author-uploads 20"},
	} {
		requireMisused(t, (&quotaFlags{one.asked}).Check(), one.says, one.fix)
	}
}

// madeLeague makes a league by the command, and returns its folder.
func madeLeague(t *testing.T, typed ...string) string {
	t.Helper()
	s, _, _ := quiet()
	folder := filepath.Join(t.TempDir(), "tuesdays")
	c := newLeagueNew(s)
	c.SetArgs(append([]string{"duel", folder}, typed...))
	require.NoError(t, c.ExecuteContext(t.Context()))
	return folder
}

// TestOnlyQuotasThatWereTypedChange.
func TestOnlyQuotasThatWereTypedChange(t *testing.T) {
	s, _, _ := quiet()
	folder := madeLeague(t, "--author-bots", "7")
	l, err := opened(s, t.Context(), folder, store.Options{})
	require.NoError(t, err)
	defer l.Close() //nolint:errcheck // the test is over
	f, c := &quotaFlags{}, &cobra.Command{}
	f.Register(c)
	for _, step := range []struct {
		typed []string
		want  store.Quotas
	}{
		{nil, store.Quotas{Bots: 7, Versions: 100, Uploads: 20}},
		{[]string{"--author-versions", "0"}, store.Quotas{Bots: 7, Versions: 0, Uploads: 20}},
		{[]string{"--author-uploads", "1", "--author-bots", "2"}, store.Quotas{Bots: 2, Versions: 0, Uploads: 1}},
	} {
		require.NoError(t, c.ParseFlags(step.typed))
		require.NoError(t, f.change(t.Context(), l, c.Flags()))
		got, err := l.Quotas(t.Context())
		require.NoError(t, err)
		require.Equal(t, step.want, got)
	}
}

// TestLooseLimitsOfALeagueHoldIfTheUserSaysSo: the folder may be a stranger's.
func TestLooseLimitsOfALeagueHoldIfTheUserSaysSo(t *testing.T) {
	const (
		stored = "--stored-limits lets them"
		all    = "a league that arena league new makes has all limits"
	)
	serving := func(folder string, typed ...string) error {
		s, _, _ := quiet()
		serve := newLeagueServe(s)
		serve.SetArgs(append([]string{folder, "-j", "1", "--http", "nonsense"}, typed...))
		return serve.ExecuteContext(t.Context())
	}
	const agreed = "--http nonsense: missing port in address" // which is looked at after that
	tight := madeLeague(t, "--cpu", "1ms", "--wall", "1ms", "--mem", "1GB")
	require.EqualError(t, serving(tight), agreed, "a gigabyte was the usual limit once")
	s, _, told := quiet()
	loose := filepath.Join(t.TempDir(), "loose")
	c := newLeagueNew(s)
	c.SetArgs([]string{"duel", loose, "--mem", "64GB", "--cpu", "10s", "--wall", "20s"})
	require.NoError(t, c.ExecuteContext(t.Context()))
	require.Contains(t, told.String(), "note: its limits are looser than the usual ones: serve and add need")
	const looser = ": its bots have looser limits than the usual ones: cpu, wall, mem"
	requireSays(t, serving(loose), loose+looser, stored)
	s, _, _ = quiet()
	add := newLeagueAdd(s)
	add.SetArgs([]string{loose, "zorg"})
	requireSays(t, add.ExecuteContext(t.Context()), loose+looser, stored)
	require.EqualError(t, serving(loose, "--stored-limits"), agreed)

	s, _, _ = quiet()
	none := madeLeague(t)
	l, err := opened(s, t.Context(), none, store.Options{})
	require.NoError(t, err)
	unlimited := l.League.League
	require.NoError(t, errors.Join(l.Close(), os.Remove(l.Folder.Store())))
	unlimited.Limits = host.Limits{Bank: time.Hour}.Text()
	made, err := store.Open(t.Context(), l.Folder.Store(), store.Options{})
	require.NoError(t, err)
	_, err = made.BeginLeague(t.Context(), unlimited, noon)
	require.NoError(t, errors.Join(err, made.Close()))
	for _, typed := range [][]string{nil, {"--stored-limits"}} {
		requireSays(t, serving(none, typed...), none+": its bots have no limit on cpu, wall, output, mem", all)
	}
}

func TestAShareOfChecks(t *testing.T) {
	for _, share := range []float64{0, 0.5, 1} {
		require.NoError(t, mayBeChecks(share))
	}
	for share, text := range map[float64]string{-0.01: "-0.01", 1.01: "1.01"} {
		err := mayBeChecks(share)
		require.EqualError(t, err, "--check-share: "+text+" is not from 0 to 1")
		require.ErrorAs(t, err, new(*shell.UsageError))
		require.True(t, strings.HasPrefix(hint.Of(err), "--check-share 0."))
	}
}

// TestTheShareOfChecksStaysUnlessItIsTyped: a league is often served again without the flags of the last time.
func TestTheShareOfChecksStaysUnlessItIsTyped(t *testing.T) {
	folder := madeLeague(t, "--check-share", "0.25")
	for _, step := range []struct {
		typed []string
		share float64
		bots  int
	}{
		{[]string{"--author-bots", "7"}, 0.25, 7},
		{[]string{"--author-bots", "8", "--check-share", "0.75"}, 0.75, 8},
	} {
		s, _, told := quiet()
		ctx, end := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() {
			serve := newLeagueServe(s)
			serve.SetArgs(append([]string{folder, "-j", "1"}, step.typed...))
			served <- serve.ExecuteContext(ctx)
		}()
		l, err := opened(s, t.Context(), folder, store.Options{ReadOnly: true})
		require.NoError(t, err)
		testkit.Await(t, "the quota of authors", func() bool {
			quotas, err := l.Quotas(t.Context())
			return err == nil && quotas.Bots == step.bots // which changes after the share
		})
		require.NoError(t, l.Read(t.Context()))
		require.NoError(t, l.Close())
		end()
		require.NoError(t, <-served, told)
		require.InDelta(t, step.share, l.Checks, 0)
	}
}

// TestConditionsStayIfWhatElseWasTypedIsWrong: who corrects it may well type other conditions then, or none.
func TestConditionsStayIfWhatElseWasTypedIsWrong(t *testing.T) {
	folder := madeLeague(t)
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close() //nolint:errcheck // nothing was written
	for _, flag := range []string{"--http", "--metrics", "--listen"} {
		for _, address := range []string{"nonsense", taken.Addr().String()} {
			s, _, _ := quiet()
			serve := newLeagueServe(s)
			serve.SetArgs([]string{
				folder, "-j", "1", "--check-share", "0.5", "--keep", "none", "--author-bots", "7", flag, address,
			})
			require.Error(t, serve.ExecuteContext(t.Context()), "%s %s", flag, address)
			l, err := opened(s, t.Context(), folder, store.Options{ReadOnly: true})
			require.NoError(t, err)
			quotas, err := l.Quotas(t.Context())
			require.NoError(t, err)
			require.NoError(t, l.Close())
			require.InDelta(t, league.UsualChecks, l.Checks, 0, flag)
			require.Equal(t, "faults", l.Keep, flag)
			require.Equal(t, league.UsualQuotas, quotas, flag)
		}
	}
}

func TestWhatANewLeagueRefuses(t *testing.T) {
	s, _, _ := quiet()
	for typed, want := range map[string][2]string{
		"--no-limits":                  {"--no-limits: a bot could stop the league for ever", "leave out --no-limits"},
		"--qualify x --qualify-max 1":  {"--qualify-max: 1 is less than a group of 2 matches", "--qualify-max 200"},
		"--qualify x --qualify-max 2":  {},
		"--qualify-max 1":              {},
		"--name other --ladder -s 9":   {},
		"--signed --keep all --cpu 1s": {},
	} {
		o, c := &leagueNewOptions{folder: filepath.Join("a", "tuesdays"), checks: 0.5}, &cobra.Command{}
		o.Register(s, c, "seed")
		c.Flags().StringVar(&o.name, "name", "", "")
		c.Flags().BoolVar(&o.ladder, "ladder", false, "")
		c.Flags().BoolVar(&o.signed, "signed", false, "")
		c.Flags().StringVar(&o.gate, "qualify", "", "")
		c.Flags().IntVar(&o.gateMost, "qualify-max", 200, "")
		registerKeep(c, &o.keep)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		l, err := o.league(duel.Game.Default())
		if want[0] != "" {
			requireMisused(t, err, want[0], want[1])
			continue
		}
		require.NoError(t, err)
		require.Equal(t, map[bool]string{true: "other", false: "tuesdays"}[strings.Contains(typed, "--name")], l.Name.Raw())
		require.Equal(t, strings.Contains(typed, "--ladder"), l.Ladder)
		require.Equal(t, map[bool]string{true: league.Ladder, false: league.Balanced}[l.Ladder], l.Format)
		require.Equal(t, strings.Contains(typed, "--signed"), l.Signed)
		require.Equal(t, map[bool]string{true: "all", false: "faults"}[l.Signed], l.Keep)
		require.Len(t, l.Secret, 32)
		require.InDelta(t, 0.5, l.Checks, 0)
		require.True(t, l.First == 9 || !l.Ladder)
	}
}

func TestFoldersThatAreNoLeagues(t *testing.T) {
	path := filepath.Join("a", "league.db")
	requireMisused(t, noLeague(path), path+": a league is named by its folder", "that is a")
	requireSays(t, noLeague("my league"), "my league: there is no league in it", "arena league new GAME 'my league'")
	s, _, _ := quiet()
	t.Chdir(t.TempDir())
	_, err := healthOf(t.Context(), "none")
	requireSays(t, err, "none: there is no league in it", "arena league new GAME none")
	require.Empty(t, namesIn(s, t.Context(), "none"))
	require.Empty(t, workerNames(s, t.Context(), "none"))
}

func TestWhyALeagueIsNotWell(t *testing.T) {
	require.NoError(t, notWell("x", nil))
	requireSays(t, notWell("a b", league.ErrNotServed), "a b: "+league.ErrNotServed.Error(), "arena league serve 'a b'")
	requireSays(t, notWell("a b", league.HealthError("the disk is full")), "a b: the disk is full",
		"see what arena league serve has printed")
	at := &fs.PathError{Op: "open", Path: "f", Err: errors.New("no")}
	requireSays(t, notWell("x", at), "f: no", "")
	requireSays(t, notWritten(at), "f: no", "")
	kept := hint.With(at, "look")
	require.Equal(t, kept, notWritten(kept))
	requireSays(t, errServed("a b", league.ErrServed), "a b: "+league.ErrServed.Error(),
		"bots that are added join there; to end it, press Ctrl-C where it runs")
	requireSays(t, errServed("a b", errors.New("no")), "a b: no", "")
}

// TestAFolderThatDoesNotAnswerIsNotWaitedFor as one of a machine that is gone.
func TestAFolderThatDoesNotAnswerIsNotWaitedFor(t *testing.T) {
	typed := t.TempDir()
	require.NoError(t, os.WriteFile(league.Folder(typed).Store(), nil, 0o600))
	before := longestHealth
	longestHealth = time.Nanosecond
	defer func() { longestHealth = before }()
	testkit.Await(t, "no answer", func() bool {
		_, err := healthOf(t.Context(), typed)
		return err.Error() == typed+": does not answer for 1ns"
	})
	require.Equal(t, 5*time.Second, before)
}

func TestWhoIsNotAdmitted(t *testing.T) {
	err := notAdmitted(&admission.Refusal{Reason: admission.BadName, Culprit: "zorg", Why: "is long", Fix: "--name x"})
	requireMisused(t, err, "is long", "--name x")
	held := &admission.Refusal{Reason: admission.Held, Culprit: "zorg", Why: "is held", Fix: "ask"}
	requireSays(t, notAdmitted(held), "zorg: is held",
		"--rekey gives the name to this bot's key, if you are sure that it is the same author")
	unfit := &admission.Refusal{Reason: admission.Unfit, Culprit: "zorg", Why: "is no bot", Fix: "look"}
	requireSays(t, notAdmitted(unfit), "zorg: is no bot", "look")
	requireSays(t, notAdmitted(&fs.PathError{Op: "open", Path: "f", Err: errors.New("no")}), "f: no", "")
}

func TestNamesOfWorkers(t *testing.T) {
	for _, name := range []string{"anna", "anna b", strings.Repeat("é", 40)} {
		require.NoError(t, checkWorker(name))
	}
	for _, name := range []string{"", "  ", "a\tb", "a\nb", "\x1b[31m", strings.Repeat("é", 41)} {
		err := checkWorker(name)
		require.ErrorContains(t, err, ": is not a name for a worker")
		require.Equal(t, "a name may have 40 characters that can be printed", hint.Of(err))
	}
	requireSays(t, notInvited("my league", "a b", members.ErrInvited), "a b: "+members.ErrInvited.Error(),
		"arena league remove 'my league' 'a b' --invitation ends that one; or choose another name")
	requireSays(t, notInvited("x", "a b", hint.With(errors.New("no"), "look")), "a b: no", "look")
}

func TestBackupsThatAreRefused(t *testing.T) {
	const alone = "--backup-every and --backup-most: have no effect without --backup"
	for typed, want := range map[string][2]string{
		"--backup-every 6h":             {alone, "--backup DIR"},
		"--backup-most 3":               {alone, "--backup DIR"},
		"--backup d --backup-every 59s": {"--backup-every: 59s is less than 1m", "--backup-every 6h"},
		"--backup d --backup-most 0":    {"--backup-most: 0 is less than 1", "--backup-most 14"},
		"--backup d --backup-every 1m":  {},
		"--backup d":                    {},
		"":                              {},
	} {
		f, c := &backupFlags{}, &cobra.Command{}
		f.Register(c)
		require.NoError(t, c.ParseFlags(strings.Fields(typed)))
		err := f.Check(c.Flags())
		if want[0] == "" {
			require.NoError(t, err, typed)
			continue
		}
		requireMisused(t, err, want[0], want[1])
	}
}
