package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/bot/unfit"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/lineproto"
)

// MostRecordedMemory is how much memory a bot gets because a replay says so, which may be a stranger's. It was the
// usual limit once.
const MostRecordedMemory = 1 << 30

// LimitsOf returns the limits of a recorded match, in which typed ones replace its own, and those
// that its bots were told.
func (f *BotFlags) LimitsOf(c *cobra.Command, h replay.Header) (limits host.Limits, told lineproto.Told, err error) {
	told = transcript.ToldIn(h)
	if limits, err = f.Limits(); err != nil || f.NoLimits {
		return limits, told, err
	}
	limits.StartCPU = min(told.StartCPU, limits.StartCPU)
	if h.Limits != nil && h.Limits.Memory > 0 && !c.Flags().Changed("mem") {
		limits.Memory = min(h.Limits.Memory, MostRecordedMemory)
	}
	none := told.CPU == 0 || told.Wall == 0
	var loose []string
	recorded := host.Limits{CPU: told.CPU, Bank: told.Bank, Wall: told.Wall, WallBank: told.WallBank}
	for _, limit := range timeLimits {
		from, to := *limit.of(&recorded), limit.of(&limits)
		switch {
		case c.Flags().Changed(limit.flag):
		// The maker of the replay chose it. Without limits in the match, each is 0.
		case from > *to || none:
			loose = append(loose, fmt.Sprintf("--%s %v", limit.flag, from))
		default:
			*to = from
		}
	}
	f.noteLoose(c, none, loose)
	return limits, told, nil
}

// noteLoose tells if a match had looser limits than those that hold now.
func (f *BotFlags) noteLoose(c *cobra.Command, none bool, loose []string) {
	again := strings.Join(loose, " ")
	if none {
		again = "--no-limits"
	}
	if len(loose) > 0 && c.Flags().Lookup("no-limits") != nil {
		fmt.Fprintf(f.stderr(), "note: the match had looser limits than the usual ones, which hold now; the same again: %s\n",
			again)
	}
}

// NoteOther tells if the bot is not the program that played. One that was built for a
// debugger never is; then the one counts that would have been built otherwise.
func (f *BotFlags) NoteOther(ctx context.Context, s *Shell, b find.Bot, recorded []byte) {
	if len(recorded) == 0 || bytes.Equal(b.SHA256[:], recorded) {
		return
	}
	if finder := f.Finder(); finder.Debug {
		finder.Debug = false
		if usual, err := finder.Find(ctx, b.Typed); err == nil {
			b = usual
		}
		if bytes.Equal(b.SHA256[:], recorded) {
			return
		}
	}
	safe.Fprintf(s.Err, "note: %s is not the program that played: its SHA-256 is %.6x…, that of the match %.6x…\n",
		b.Typed, b.SHA256, recorded)
}

// PrintDifference prints recorded and new commands side by side, from a little before the
// first that differs, and so many at most.
func PrintDifference(s *Shell, d *rerun.Difference, recorded, now string, most int) {
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
	t := NewTable("", ">command", recorded, now)
	for i := from; i < to; i++ {
		mark := ""
		if at(d.Recorded, i) != at(d.Now, i) {
			mark = "*"
		}
		t.Row(mark, strconv.Itoa(i), at(d.Recorded, i), at(d.Now, i))
	}
	t.Print(s.Out)
	if to < last {
		fmt.Fprintf(s.Out, "and more commands (%s: %d, %s: %d)\n", recorded, max(0, len(d.Recorded)-to), now,
			max(0, len(d.Now)-to))
	}
}

// Listed lists the first few rounds.
func Listed(rounds []int) string {
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

// NotFound explains how to name a bot that has another name than its file.
func NotFound(err error, command string) error {
	missing := new(unfit.Error)
	if errors.As(err, &missing) && (missing.Fix == "" || strings.HasPrefix(missing.Problem, "no such file")) {
		return hint.With(err, "name the bot: "+command)
	}
	return err
}
