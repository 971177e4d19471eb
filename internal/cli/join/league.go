// Package join has the commands of those who take part in a league that somebody else holds. For those who hold one,
// it starts arena-league.
package join

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/bot/sdks"

	"github.com/botarena/arena/internal/cli/shell"
	"github.com/botarena/arena/internal/cli/shell/leagues"
)

// held are the commands of arena-league, with how they are typed and what they do.
var held = []struct{ use, short string }{
	{"add FOLDER BOT...", "Let bots join a league"},
	{"backup FOLDER FILE", "Write a league into one file, also while it is served"},
	{"final FOLDER", "Play the final of a league: its best bots, on seeds that nobody knew before"},
	{"health FOLDER", "Tell whether a league is served and works"},
	{"invite FOLDER [NAME]", "Invite a worker, which plays matches of a league on another machine, or authors"},
	{"new GAME FOLDER", "Make a league"},
	{"pause FOLDER NAME", "Let a bot play no more for some time"},
	{"people", "Give each person of a class a link to hand in bots by"},
	{"prefer FOLDER NAME", "Let a bot play before others for some matches"},
	{"rejudge FOLDER NAME", "Have all matches of a bot played anew"},
	{"remove FOLDER NAME", "Remove a bot from a league, or an invitation"},
	{"restore FILE FOLDER", "Make the league of a backup"},
	{"resume FOLDER NAME", "Let a bot play on that was paused"},
	{"serve FOLDER", "Play the matches of a league"},
	{"set FOLDER", "Show or change when a league takes bots, and how many"},
	{"show FOLDER", "Show the table of a league"},
	{"similar FOLDER", "List bots whose sources are alike"},
	{"workers FOLDER", "List the workers of a league, and who is there now"},
	{"revoke", ""}, // as the last version called another one
}

// NewLeague returns the command arena league. If the commands of those who hold one are not here, arena-league is
// started for them.
func NewLeague(s *shell.Shell, ofLeague func(*shell.Shell) []*cobra.Command) *cobra.Command {
	all := []*cobra.Command{newSources(s), newSubmit(s), newChallenge(s)}
	if ofLeague != nil {
		return leagues.NewGroup(append(all, ofLeague(s)...)...)
	}
	for _, h := range held {
		all = append(all, newHeld(s, h.use, h.short))
	}
	return leagues.NewGroup(all...)
}

// newHeld returns a command that starts arena-league.
func newHeld(s *shell.Shell, use, short string) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Hidden: short == "",
		DisableFlagParsing: true,
		RunE: func(c *cobra.Command, args []string) error {
			return start(c.Context(), s, append([]string{c.Name()}, args...))
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) (
			[]cobra.Completion, cobra.ShellCompDirective,
		) {
			asked := append([]string{os.Args[1], c.Name()}, args...) // with descriptions or without
			_ = start(c.Context(), s, append(asked, typed))          // nobody reads why there is nothing
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// start becomes arena-league with some arguments. It returns only if that can't be.
func start(ctx context.Context, s *shell.Shell, args []string) error {
	path, err := find()
	if err != nil {
		return hint.New(leagues.Program, "this program holds leagues, and is not installed", howToGet()).Because(err)
	}
	if err := os.Setenv(leagues.StartedBy, leagues.AsTold(s)); err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", path, become(ctx, path, append([]string{path}, args...)))
}

// find returns the path of arena-league: that beside this program, or else one that the shell finds.
func find() (string, error) {
	own, err := os.Executable()
	if err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(own), leagues.Program)); err == nil {
			return beside, nil
		}
	}
	return exec.LookPath(leagues.Program)
}

// howToGet says how to get an arena-league that fits this arena.
func howToGet() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path != sdks.GoModule {
		return "build one with your games beside this arena: docs/adding-a-game.md"
	}
	version := shell.ArenaVersion()
	if !semver.IsValid(version) || semver.Build(version) != "" || module.IsPseudoVersion(version) {
		return "go install ./cmd/... in a clone, or go install " + sdks.GoModule + "/cmd/arena-league@latest"
	}
	return "go install " + sdks.GoModule + "/cmd/arena-league@" + version + ", or get it where the arena came from"
}
