package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
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
func (v *viewBranch) Branch(ctx context.Context, path string, round, seat int, bot string) (*show.Show, string, error) {
	if path == "" {
		path = v.path
	}
	known := v.Bots()
	if !slices.Contains(known, bot) {
		return nil, "", fmt.Errorf("%s: no such bot in the bots folder", words.Name(bot))
	}
	r, damage := v.s.readReplay(path)
	if r == nil {
		return nil, "", damage
	}
	if round < 0 || round > len(r.Rounds) || seat < 0 || seat >= len(r.Seats) {
		return nil, "", fmt.Errorf("the match has no round %d or no seat %d", round, seat)
	}
	o := &branchOptions{file: path, round: round}
	o.from = *v.from
	for other, player := range playersOn(r, round, known) {
		if other == seat {
			player = bot
		}
		o.bots = append(o.bots, fmt.Sprintf("%d=%s", other, player))
	}
	typed, err := o.typed(r)
	if err != nil {
		return nil, "", err
	}
	match, err := v.play(ctx, o, r, typed)
	return match, words.Shell(append([]string{"arena", "branch", path, "--round", fmt.Sprint(round)}, o.bots...)...), err
}

// playersOn returns who plays on in each seat: its bot if it is known, or else asRecorded.
func playersOn(r *replay.Replay, round int, known []string) []string {
	players := make([]string, len(r.Seats))
	for seat := range players {
		name, err := recordedBot(r, seat, "")
		i := slices.IndexFunc(known, func(one string) bool { return strings.EqualFold(one, name) })
		if players[seat] = asRecorded; err == nil && i >= 0 {
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
	limits, _, err := o.from.limitsOf(v.c, r.Header)
	if err != nil {
		return nil, err
	}
	confined, err := o.from.confineQuietly()
	if err != nil {
		return nil, err
	}
	options := host.Options{Limits: limits, Sandbox: confined}
	b := &branch{of: r, round: o.round}
	if err := b.start(ctx, v.s, o, typed, options); err != nil {
		return nil, err
	}
	defer b.bots.close()
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
