package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/host"
	"github.com/botarena/arena/internal/replay"
	"github.com/botarena/arena/internal/show"
	"github.com/botarena/arena/internal/viewer"
	"github.com/botarena/arena/internal/words"
)

// viewBranch plays on for the page of arena view.
type viewBranch struct {
	s    *program
	c    *cobra.Command
	from *botFlags
	path string // of the match that is shown first
}

var _ viewer.Brancher = (*viewBranch)(nil)

func (v *viewBranch) Bots() []string {
	names, err := bots.Finder{Dir: v.from.dir}.List()
	if err != nil {
		return []string{}
	}
	return names
}

// Branch implements [viewer.Brancher]. The other bots play on if they are in the bots folder;
// otherwise what they did goes on.
func (v *viewBranch) Branch(ctx context.Context, a viewer.Asked) (*show.Show, string, error) {
	if a.Path == "" {
		a.Path = v.path
	}
	known := v.Bots()
	if a.Bot != "" && !slices.Contains(known, a.Bot) {
		return nil, "", fmt.Errorf("%s: no such bot in the bots folder", words.Name(a.Bot))
	}
	r, damage := v.s.readReplay(a.Path)
	if r == nil {
		return nil, "", damage
	}
	if a.Round < 0 || a.Round > len(r.Rounds) || a.Seat < 0 || a.Seat >= len(r.Seats) {
		return nil, "", fmt.Errorf("the match has no round %d or no seat %d", a.Round, a.Seat)
	}
	o := &branchOptions{file: a.Path, round: a.Round, byPage: true}
	o.from = *v.from
	for seat, player := range v.playersOn(ctx, r, a.Round, known) {
		if seat == a.Seat && a.Bot != "" {
			player = a.Bot
			if err := v.from.mayStart(player); err != nil {
				return nil, "", err
			}
		}
		o.bots = append(o.bots, fmt.Sprintf("%d=%s", seat, player))
	}
	if orders := onOneLine(a.Orders); orders != "" {
		o.orders = []string{fmt.Sprintf("%d=%s", a.Seat, orders)}
	}
	typed, err := o.typed(r)
	if err != nil {
		return nil, "", err
	}
	match, err := v.play(ctx, o, r, typed)
	return match, words.Shell(o.command()...), err
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

// command returns the command that does the same.
func (o *branchOptions) command() []string {
	command := append([]string{"arena", "branch", o.file, "--round", strconv.Itoa(o.round)}, o.bots...)
	for _, orders := range o.orders {
		command = append(command, "--orders", orders)
	}
	return command
}

// playersOn returns who plays on in each seat: its bot if it is known and still the same program, or
// else asRecorded.
func (v *viewBranch) playersOn(ctx context.Context, r *replay.Replay, round int, known []string) []string {
	players := make([]string, len(r.Seats))
	for seat := range players {
		name, err := recordedBot(r, seat, "")
		i := slices.IndexFunc(known, func(one string) bool { return strings.EqualFold(one, name) })
		if players[seat] = asRecorded; err != nil || i < 0 {
			continue
		}
		if _, err := v.from.recorded(ctx, r.Setup.Game().Info().Name, known[i], r.Seats[seat].SHA256); err == nil {
			players[seat] = known[i]
		}
	}
	for _, v := range r.Verdicts() {
		if v.Round < round {
			players[v.Seat] = asRecorded
		}
	}
	return players
}

// play plays on, and keeps the match in memory.
func (v *viewBranch) play(ctx context.Context, o *branchOptions, r *replay.Replay, typed []string) (*show.Show, error) {
	defer v.s.plays()()
	orders, err := o.firstOrders(r)
	if err != nil {
		return nil, err
	}
	limits, _, err := o.from.limitsOf(v.c, r.Header)
	if err != nil {
		return nil, err
	}
	confined, err := o.from.confineQuietly()
	if err != nil {
		return nil, err
	}
	options := host.Options{Limits: limits, Sandbox: confined}
	b := &branch{of: r, round: o.round, orders: orders}
	if err := b.start(ctx, v.s, o, typed, options); err != nil {
		return nil, err
	}
	defer b.bots.Close()
	header := b.header(options)
	m, err := header.Setup.New(header.Names(), header.Seed, header.Random)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	record, err := replay.NewWriter(&file, m, header)
	if err != nil {
		return nil, err
	}
	result, stopped := b.match(ctx, m, record)
	if stopped != nil {
		return nil, stopped
	}
	if err := record.Close(result, true); err != nil {
		return nil, err
	}
	return show.Read(file.Bytes(), v.s.games)
}
