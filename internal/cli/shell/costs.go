package shell

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/match/ask"
)

// ShownCPU returns the total as text; "-" if CPU time was not measured.
func ShownCPU(costs ask.Costs, seat int) string {
	if !costs.Measured() {
		return "-"
	}
	return costs.CPU(seat).Round(time.Millisecond).String()
}

// PrintCosts prints totals, means and the worst rounds. verdict returns the verdict on a
// seat.
func PrintCosts(to io.Writer, costs ask.Costs, names []string, verdict func(seat int) string) {
	t := NewTable("what", "player", ">rounds", ">total", ">mean", ">99 of 100", ">worst", ">in round", "verdict")
	rows := func(what string, known bool, quantity func(ask.Cost) []int64, show func(int64) string) {
		for seat, s := range costs {
			cells := []string{what, Seated(names, seat), strconv.Itoa(len(s.Wall))}
			cells = append(cells, spreadCells(quantity(s), known, show)...)
			t.Row(append(cells, verdict(seat))...)
		}
	}
	rows("cpu", costs.Measured(), func(s ask.Cost) []int64 { return s.CPU }, ShowTime)
	rows("wall", true, func(s ask.Cost) []int64 { return s.Wall }, ShowTime)
	if slices.ContainsFunc(costs, ask.Cost.WasLate) {
		rows("wall bank", true, func(s ask.Cost) []int64 { return s.WallBank }, ShowTime)
	}
	rows("bytes", true, func(s ask.Cost) []int64 { return s.Bytes }, showNumber)
	rows("status", true, func(s ask.Cost) []int64 { return s.Status }, showMillionths)
	t.Print(to)
}

func spreadCells(byRound []int64, known bool, show func(int64) string) []string {
	if !known || len(byRound) == 0 {
		return []string{"-", "-", "-", "-", "-"}
	}
	s := percentiles.Of(byRound)
	return []string{show(s.Total), show(s.Mean), show(s.P99), show(s.Worst), strconv.Itoa(s.Round)}
}

// ShowTime writes nanoseconds for a table.
func ShowTime(ns int64) string {
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
