package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/process/host"
)

// mostRecordedMemory is how much memory a bot gets because a replay says so, which may be a stranger's. It was the
// usual limit once.
const mostRecordedMemory = 1 << 30

// limitsOf returns the limits of a recorded match, but for those that were typed, and those that
// its bots were told.
func (f *botFlags) limitsOf(c *cobra.Command, h replay.Header) (limits, told host.Limits, err error) {
	told = transcript.LimitsOf(h)
	if limits, err = f.limits(); err != nil || f.noLimits {
		return limits, told, err
	}
	limits.StartCPU = min(told.StartCPU, limits.StartCPU)
	if h.Limits != nil && h.Limits.Memory > 0 && !c.Flags().Changed("mem") {
		limits.Memory = min(h.Limits.Memory, mostRecordedMemory)
	}
	var loose []string
	for flag, of := range map[string]struct{ to, from *time.Duration }{
		"cpu": {&limits.CPU, &told.CPU}, "bank": {&limits.Bank, &told.Bank},
		"wall": {&limits.Wall, &told.Wall}, "wall-bank": {&limits.WallBank, &told.WallBank},
	} {
		if c.Flags().Changed(flag) {
			continue
		}
		// Whoever made the replay chose it. Without a limit in the match, each is 0.
		if *of.from > *of.to || told.CPU == 0 {
			loose = append(loose, fmt.Sprintf("--%s %v", flag, *of.from))
			continue
		}
		*of.to = *of.from
	}
	f.noteLoose(c, told.CPU == 0, loose)
	return limits, told, nil
}

// noteLoose tells if a match had looser limits than those that hold now.
func (f *botFlags) noteLoose(c *cobra.Command, none bool, loose []string) {
	slices.Sort(loose)
	again := strings.Join(loose, " ")
	if none {
		again = "--no-limits"
	}
	if len(loose) > 0 && c.Flags().Lookup("no-limits") != nil {
		fmt.Fprintf(f.stderr(), "note: the match had looser limits than the usual ones, which hold now; the same again: %s\n", again)
	}
}

// noteOther tells if the bot is not the program that played. One that was built for a
// debugger never is; then the one counts that would have been built otherwise.
func (f *botFlags) noteOther(ctx context.Context, s *program, b find.Bot, recorded []byte) {
	if len(recorded) == 0 || bytes.Equal(b.SHA256[:], recorded) {
		return
	}
	if finder := f.finder(); finder.Debug {
		finder.Debug = false
		if usual, err := finder.Find(ctx, b.Typed); err == nil {
			b = usual
		}
		if bytes.Equal(b.SHA256[:], recorded) {
			return
		}
	}
	fmt.Fprintf(s.err, "note: %s is not the program that played: its SHA-256 is %.6x…, that of the match %.6x…\n", safe.Name(b.Typed), b.SHA256, recorded)
}

// printDifference prints recorded and new commands side by side, from a little before the
// first that differs, and so many at most.
func printDifference(s *program, d *rerun.Difference, recorded, now string, most int) {
	if d.Recorded == nil && d.Now == nil {
		return // the game has no words for them
	}
	at := func(list []string, i int) string {
		if i < len(list) {
			return list[i]
		}
		return ""
	}
	last := max(len(d.Recorded), len(d.Now))
	first := 0
	for first < last && at(d.Recorded, first) == at(d.Now, first) {
		first++
	}
	const before = 3
	from := max(0, first-before)
	to := min(last, from+most)
	t := newTable("", ">command", recorded, now)
	for i := from; i < to; i++ {
		mark := ""
		if at(d.Recorded, i) != at(d.Now, i) {
			mark = "*"
		}
		t.row(mark, strconv.Itoa(i), at(d.Recorded, i), at(d.Now, i))
	}
	t.print(s.out)
	if to < last {
		fmt.Fprintf(s.out, "and more commands (%s: %d, %s: %d)\n", recorded, max(0, len(d.Recorded)-to), now, max(0, len(d.Now)-to))
	}
}

// listed lists the first few rounds.
func listed(rounds []int) string {
	const most = 10
	var numbers []string
	for _, round := range rounds[:min(len(rounds), most)] {
		numbers = append(numbers, strconv.Itoa(round))
	}
	if len(rounds) > most {
		numbers = append(numbers, "…")
	}
	return strings.Join(numbers, ", ")
}

// notFound explains how to name a bot that has another name than its file.
func notFound(err error, command string) error {
	missing := new(find.Error)
	if errors.As(err, &missing) && (missing.Fix == "" || strings.HasPrefix(missing.Reason, "no such file")) {
		return withHint(err, "name the bot: "+command)
	}
	return err
}
