package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/lineup"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/web/viewer"

	"github.com/botarena/arena/internal/cli/shell"
)

// viewBranch plays on for the page of arena view.
type viewBranch struct {
	s    *shell.Shell
	c    *cobra.Command
	from *shell.BotFlags
	path string // of the match that is shown first
}

var _ viewer.Brancher = (*viewBranch)(nil)

func (v *viewBranch) Bots() []string {
	return append([]string{}, v.from.Places().Names("")...) // the page wants a list, also of none
}

// Branch implements [viewer.Brancher]. The other bots play on if they are in the bots folder;
// otherwise what they did goes on.
func (v *viewBranch) Branch(ctx context.Context, a viewer.Asked) (*story.Story, string, error) {
	if a.Path == "" {
		a.Path = v.path
	}
	known := v.Bots()
	if a.Bot != "" && !slices.Contains(known, a.Bot) {
		return nil, "", hint.New(a.Bot, "no such bot in the bots folder", "")
	}
	r, damage := readReplay(v.s, a.Path)
	if r == nil {
		return nil, "", damage
	}
	plan, err := v.plan(ctx, r, a, known)
	if err != nil {
		return nil, "", err
	}
	match, err := v.play(ctx, plan)
	return match, safe.Shell(branchCommand(a, plan)...), err
}

// plan returns how a match is played on as a page asks for it.
func (v *viewBranch) plan(ctx context.Context, r *replay.Replay, a viewer.Asked, known []string) (*rerun.Plan, error) {
	if err := cmp.Or(r.CheckFrom(a.Round, rerun.TheMatch), r.CheckSeat(a.Seat, rerun.TheMatch)); err != nil {
		return nil, err
	}
	players := v.playersOn(ctx, r, a.Round, known)
	if a.Bot != "" {
		if err := v.from.Folder().MayStart(a.Bot); err != nil {
			return nil, err
		}
		players[a.Seat] = rerun.Player{Bot: a.Bot}
	}
	orders := make(map[int]rerun.Orders)
	if text := onOneLine(a.Orders); text != "" {
		read, err := rerun.ReadOrders(r.Setup.Game(), a.Round, []byte(inLines(text)))
		if err != nil {
			return nil, unreadable(ordersOf(a.Seat), r.Setup.Game().Info().Name, err)
		}
		orders[a.Seat] = read
	}
	return rerun.NewPlan(r, a.Round, players, orders)
}

// onOneLine returns orders as --orders takes them. A page names no file.
func onOneLine(orders string) string {
	lines := strings.FieldsFunc(orders, func(c rune) bool { return c == '\n' || c == '\r' || c == ';' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	return strings.TrimLeft(strings.Join(lines, "; "), "@")
}

// branchCommand returns the command that does the same.
func branchCommand(a viewer.Asked, plan *rerun.Plan) []string {
	command := []string{"arena", "branch", a.Path, "--round", strconv.Itoa(plan.Round)}
	for seat, player := range plan.Players {
		if player == rerun.Nobody {
			player.Bot = asRecorded
		}
		command = append(command, fmt.Sprintf("%d=%s", seat, player.Bot))
	}
	if orders := onOneLine(a.Orders); orders != "" {
		command = append(command, "--orders", fmt.Sprintf("%d=%s", a.Seat, orders))
	}
	return command
}

// playersOn returns who plays on in each seat: its bot if it is known and still the same program, or
// else nobody.
func (v *viewBranch) playersOn(ctx context.Context, r *replay.Replay, round int, known []string) map[int]rerun.Player {
	players := make(map[int]rerun.Player)
	for seat := range r.Seats {
		players[seat] = rerun.Nobody
		name, err := rerun.BotOf(r, seat)
		i := slices.IndexFunc(known, func(one string) bool { return strings.EqualFold(one, name) })
		if err != nil || i < 0 || rerun.Frozen(r, round, seat) != nil {
			continue
		}
		if _, err := v.from.Folder().Recorded(ctx, r.Setup.Game().Info().Name, known[i], r.Seats[seat].SHA256); err == nil {
			players[seat] = rerun.Player{Bot: known[i], Played: true}
		}
	}
	return players
}

// play plays on, and keeps the match in memory.
func (v *viewBranch) play(ctx context.Context, plan *rerun.Plan) (*story.Story, error) {
	defer v.s.Plays()()
	limits, _, err := v.from.LimitsOf(v.c, plan.Match.Header)
	if err != nil {
		return nil, err
	}
	confined, err := v.from.ConfineQuietly()
	if err != nil {
		return nil, err
	}
	options := host.Options{Limits: limits, Sandbox: confined}
	folder := v.from.Folder()
	v.s.Err.Progress("starting the bots")
	started, err := lineup.PlayOn(ctx, plan, folder.Finder, folder, options)
	v.s.Err.Clear()
	if err != nil {
		return nil, err
	}
	defer started.Close()
	file, err := plan.Record(ctx, headerOn(plan, started, options), started.Match())
	if err != nil {
		return nil, err
	}
	return story.Read(file, v.s.Games)
}
