package league

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/host"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

type leagueNewOptions struct {
	shell.MatchOptions
	folder   string
	name     string
	ladder   bool
	gate     string
	gateMost int
	keep     keepRule
	signed   bool
	checks   float64
	quotas   quotaFlags
}

func newLeagueNew(s *shell.Shell) *cobra.Command {
	o := &leagueNewOptions{}
	c := &cobra.Command{
		Use:   "new GAME FOLDER",
		Short: "Make a league",
		Long: `Make a league in a folder, which is made if there is none. Game, settings, limits and
seed hold for all its matches, and can't be changed later.

Usually all bots play about as often, meet each other about as often and sit in every
seat about as often. With --ladder, those play whose ranks are least certain: new bots
first, and then neighbours in the table.

With --qualify a bot is let in only if it is better than that bot, by the test of arena
compare.
With --signed only packages that somebody has signed are taken. Where they are not asked
for, a name belongs all the same to the first key that signs a bot of this name.

An author is a key that signs packages. The --author flags say how much each may bring
by the inbox or over the network; you yourself may add any bot.`,
		Example: `  arena league new orkisland tuesdays
  arena league new orkisland tuesdays --set nb_rounds=100 --qualify examples/dummy --ladder`,
		RunE: func(c *cobra.Command, args []string) error {
			o.Game, o.folder = gameFirst(s, args[0], args[1])
			return o.run(c.Context(), s)
		},
	}
	o.Register(s, c, "`SEED` of the first match (default: drawn at random)")
	shell.Must(c.Flags().MarkHidden("json"))
	c.Args = shell.WantArgs(2, 2)
	games := s.CompleteGame(nil)
	c.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]cobra.Completion,
		cobra.ShellCompDirective,
	) {
		if len(args) == 1 {
			return nil, cobra.ShellCompDirectiveFilterDirs
		}
		return games(c, args, typed)
	}
	f := c.Flags()
	f.StringVar(&o.name, "name", "", "`NAME` of the league (default: that of the folder)")
	f.BoolVar(&o.ladder, "ladder", false, "let those play whose ranks are least certain")
	f.StringVar(&o.gate, "qualify", "", "let in only bots that are better than `BOT`")
	f.IntVar(&o.gateMost, "qualify-max", 200, "play `N` matches at most to find that out")
	f.BoolVar(&o.signed, "signed", false, "take only signed packages")
	registerKeep(c, &o.keep)
	registerChecks(c, &o.checks)
	o.quotas.Register(c)
	return c
}

// gameFirst takes the arguments in the order of the last version as well, with the folder first, and says so.
func gameFirst(s *shell.Shell, first, second string) (game, folder string) {
	if _, err := s.Games.Find(first); err == nil {
		return first, second
	}
	if _, err := s.Games.Find(second); err != nil {
		return first, second
	}
	safe.Fprintf(s.Err, "note: the game comes first now: %s\n", safe.Shell("arena", "league", "new", second, first))
	return second, first
}

func (o *leagueNewOptions) run(ctx context.Context, s *shell.Shell) error {
	setup, err := o.SetupFor(s)
	if err != nil {
		return err
	}
	l, err := o.league(setup)
	if err != nil {
		return err
	}
	folder := league.Folder(o.folder)
	undo, err := folder.Make()
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return hint.New(o.folder, "there is a league in it", safe.Shell("arena", "league", "show", o.folder))
		}
		return notWritten(err)
	}
	if o.gate != "" {
		if l.Gate, err = o.bringGate(ctx, s, setup); err != nil {
			undo()
			return err
		}
	}
	opened, err := store.Open(ctx, folder.Store(), store.Options{})
	if err != nil {
		undo()
		return err
	}
	begun, err := opened.BeginLeague(ctx, l, time.Now())
	if err == nil {
		err = opened.SetQuotas(ctx, begun.ID, o.quotas.asked)
	}
	if err := errors.Join(err, opened.Close()); err != nil {
		_ = os.Remove(folder.Store())
		undo()
		return err
	}
	fmt.Fprintf(s.Out, "league %s: %s, first seed %d\n", l.Name, setup.Game().Info().Title, l.First)
	claimed, err := host.ReadLimits(l.Limits)
	if err != nil {
		return err
	}
	if _, err := claimed.Within(host.Bounds{}); err != nil {
		leagues.Note(s,
			"its limits are looser than the usual ones: serve and add need --stored-limits, workers --mem or the like")
	}
	fmt.Fprintf(s.Err, "hint: %s\n", safe.Shell("arena", "league", "add", o.folder, "BOT"))
	return nil
}

// league returns the league as it is before its folder is made.
func (o *leagueNewOptions) league(setup engine.Setup) (store.League, error) {
	limits, err := o.From.Limits()
	if err != nil {
		return store.League{}, err
	}
	if _, err := o.From.Confine(); err != nil {
		return store.League{}, err
	}
	switch {
	case o.From.NoLimits:
		return store.League{}, shell.Misused("leave out --no-limits", "--no-limits: a bot could stop the league for ever")
	case o.gate != "" && o.gateMost < comparison.MatchesOfGroup:
		return store.League{}, shell.Misused("--qualify-max 200", "--qualify-max: %d is less than a group of %d matches",
			o.gateMost, comparison.MatchesOfGroup)
	}
	if err := errors.Join(mayBeChecks(o.checks), o.quotas.Check()); err != nil {
		return store.League{}, err
	}
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // never fails
	if o.name == "" {
		if path, err := filepath.Abs(o.folder); err == nil {
			o.name = filepath.Base(path)
		}
	}
	if err := o.Setup.Seed.Draw(); err != nil {
		return store.League{}, err
	}
	info, format := setup.Game().Info(), league.Balanced
	if o.ladder {
		format = league.Ladder
	}
	return store.League{
		Name: safe.Outside(engine.Printable(o.name)), Ladder: o.ladder, Keep: o.keep.String(), GateMost: o.gateMost,
		Signed: o.signed,
		Secret: secret, Checks: o.checks,
		Tournament: store.Tournament{
			Format: format, First: o.Setup.Seed.Value,
			Conditions: store.Conditions{
				Game: info.Name, Rules: info.Version, Setup: setup.Text(), Random: o.Setup.Random,
				Limits: limits.Text(), Sandbox: string(o.From.Level),
			},
		},
	}, nil
}

// bringGate brings the bot into the folder that new ones must be better than.
func (o *leagueNewOptions) bringGate(ctx context.Context, s *shell.Shell, setup engine.Setup) (string, error) {
	limits, err := o.From.Limits()
	if err != nil {
		return "", err
	}
	l := &openLeague{
		League: &league.League{Folder: league.Folder(o.folder), Match: setup}, typed: o.folder, limits: limits,
	}
	a, err := l.admission(s, o.From, 1, io.Discard)
	if err != nil {
		return "", err
	}
	return a.BringGate(ctx, o.gate)
}
