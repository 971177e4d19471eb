package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/spread"
)

// receipts are what the players' answers cost, by seat.
type receipts []receipt

// receipt is what one player's answers cost, by round: from round 0 to the last round
// in which the player was asked.
type receipt struct {
	cpu, wall, bytes []int64 // times in nanoseconds
	wallBank         []int64 // drawn from it, in nanoseconds
	status           []int64 // in millionths of the budget; ends before a verdict
}

var _ match.Watcher = receipts{}

// Round implements [match.Watcher].
func (r receipts) Round(_ engine.Match, round match.Round) {
	for seat, one := range round.Receipts {
		frozen := round.Turns[seat].Status.IsFrozen()
		if frozen && one == (match.Receipt{}) {
			continue // the player was not asked
		}
		s := &r[seat]
		s.cpu = append(s.cpu, int64(one.CPU))
		s.wall = append(s.wall, int64(one.Wall))
		s.wallBank = append(s.wallBank, int64(one.WallBank))
		s.bytes = append(s.bytes, int64(one.Bytes))
		if !frozen {
			s.status = append(s.status, int64(round.Turns[seat].Status))
		}
	}
}

// wasLate reports whether an answer drew on the bank of wall-clock time.
func (s receipt) wasLate() bool {
	return slices.ContainsFunc(s.wallBank, func(drawn int64) bool { return drawn > 0 })
}

// measured reports whether CPU time was measured. Where the system has no clock for
// it, the CPU time of each receipt is zero or exactly the wall-clock time.
func (r receipts) measured() bool {
	return slices.ContainsFunc(r, func(s receipt) bool {
		for i, cpu := range s.cpu {
			if cpu != 0 && cpu != s.wall[i] {
				return true
			}
		}
		return false
	})
}

// totalCPU returns 0 if CPU time was not measured.
func (r receipts) totalCPU(seat int) time.Duration {
	if !r.measured() {
		return 0
	}
	return time.Duration(spread.Of(r[seat].cpu).Total)
}

// shownCPU returns the total as text; "-" if CPU time was not measured.
func (r receipts) shownCPU(seat int) string {
	if !r.measured() {
		return "-"
	}
	return r.totalCPU(seat).Round(time.Millisecond).String()
}

// print prints totals, means and the worst rounds. verdict returns the verdict on a
// seat.
func (r receipts) print(to io.Writer, names []string, verdict func(seat int) string) {
	t := newTable("what", "player", ">rounds", ">total", ">mean", ">99 of 100", ">worst", ">in round", "verdict")
	rows := func(what string, known bool, quantity func(receipt) []int64, show func(int64) string) {
		for seat, s := range r {
			cells := []string{what, seated(names, seat), strconv.Itoa(len(s.wall))}
			cells = append(cells, spreadCells(quantity(s), known, show)...)
			t.row(append(cells, verdict(seat))...)
		}
	}
	rows("cpu", r.measured(), func(s receipt) []int64 { return s.cpu }, showTime)
	rows("wall", true, func(s receipt) []int64 { return s.wall }, showTime)
	if slices.ContainsFunc(r, receipt.wasLate) {
		rows("wall bank", true, func(s receipt) []int64 { return s.wallBank }, showTime)
	}
	rows("bytes", true, func(s receipt) []int64 { return s.bytes }, showNumber)
	rows("status", true, func(s receipt) []int64 { return s.status }, showMillionths)
	t.print(to)
}

func spreadCells(byRound []int64, known bool, show func(int64) string) []string {
	if !known || len(byRound) == 0 {
		return []string{"-", "-", "-", "-", "-"}
	}
	s := spread.Of(byRound)
	return []string{show(s.Total), show(s.Mean), show(s.P99), show(s.Worst), strconv.Itoa(s.Round)}
}

func showTime(ns int64) string {
	d := time.Duration(ns)
	switch {
	case d < time.Millisecond:
		d = d.Round(time.Microsecond)
	case d < time.Second:
		d = d.Round(10 * time.Microsecond)
	default:
		d = d.Round(time.Millisecond)
	}
	return d.String()
}

func showNumber(n int64) string     { return strconv.FormatInt(n, 10) }
func showMillionths(n int64) string { return fmt.Sprintf("%.1f%%", float64(n)/1e4) }
