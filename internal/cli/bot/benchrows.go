package bot

import (
	"slices"

	"github.com/botarena/arena/internal/contest/bench"
)

// benchFigure is a figure to print of the samples of a case.
type benchFigure struct {
	name   string
	unit   string
	digits int
	of     bench.Case
	value  func(bench.Sample) float64
}

// benchRow is one figure with its value in each sample.
type benchRow struct {
	benchFigure

	values []float64
}

// usualFigures are those of every game.
var usualFigures = []benchFigure{
	{"CPU per player-round, host and bot", "µs", 1, bench.Free, bench.Sample.CPU},
	{"  host", "µs", 1, bench.Free, bench.Sample.HostCPU},
	{"  bot", "µs", 1, bench.Free, bench.Sample.BotCPU},
	{"CPU per player-round, on one processor", "µs", 1, bench.Pinned, bench.Sample.CPU},
	{"  host", "µs", 1, bench.Pinned, bench.Sample.HostCPU},
	{"  bot", "µs", 1, bench.Pinned, bench.Sample.BotCPU},
	{"match, wall", "ms", 1, bench.Free, bench.Sample.Wall},
	{"match, wall, on one processor", "ms", 1, bench.Pinned, bench.Sample.Wall},
	{"matches per second, one at a time", "", 1, bench.Pinned, bench.Sample.Rate},
	{"matches per second, two at once", "", 1, bench.TwoAtOnce, bench.Sample.Rate},
	{"matches per second, four at once", "", 1, bench.FourAtOnce, bench.Sample.Rate},
	{"start of a bot for every seat, wall", "ms", 1, bench.Starts, bench.Sample.Start},
	{"allocations per player-round, host", "", 1, bench.Free, bench.Sample.Allocs},
	{"rules: match in one process, wall", "ms", 2, bench.Rules, bench.Sample.Wall},
	{"rules: CPU per player-round", "µs", 2, bench.Rules, bench.Sample.HostCPU},
	{"rules: the same match, recorded, wall", "ms", 2, bench.Recorded, bench.Sample.Wall},
	{"replay of a match", "kB", 1, bench.Recorded, bench.Sample.ReplaySize},
	{"State, size", "B", 0, bench.Encoding, bench.Sample.StateSize},
	{"State, CPU of encoding it", "µs", 2, bench.Encoding, bench.Sample.Encode},
}

// benchRows returns all rows, but those that the game lacks.
func benchRows(samples bench.Samples, languages []string) (rows []benchRow) {
	figures := slices.Concat(usualFigures, aheadFigures(samples[bench.LookAhead][0][0].Ahead))
	for _, language := range languages {
		figures = append(figures, languageFigures(language)...)
	}
	figures = append(figures,
		benchFigure{"floor: bare bytes, CPU per player-round", "µs", 1, bench.Bare, bench.Sample.CPU},
		benchFigure{"floor: the same, on one processor", "µs", 1, bench.BarePinned, bench.Sample.CPU})
	for _, f := range figures {
		row := benchRow{benchFigure: f}
		for _, s := range samples[f.of] {
			row.values = append(row.values, f.value(s))
		}
		rows = append(rows, row)
	}
	return rows
}

// aheadFigures are those of a game that has Next and Sim, one of them or neither.
func aheadFigures(has bench.AheadFigures) (figures []benchFigure) {
	if has.Next.Times > 0 {
		figures = append(figures,
			benchFigure{"look-ahead: 20 rounds by Next, CPU", "µs", 0, bench.LookAhead, bench.Sample.Next})
	}
	if has.Sim.Times > 0 {
		figures = append(figures,
			benchFigure{"look-ahead: 20 rounds with Sim, CPU", "µs", 0, bench.LookAhead, bench.Sample.Sim})
	}
	return figures
}

// languageFigures are those of bots in another language than Go.
func languageFigures(language string) []benchFigure {
	of := bench.InLanguage(language)
	return []benchFigure{
		{language + " over lines, CPU, on one processor", "µs", 1, of, bench.Sample.CPU},
		{"  host", "µs", 1, of, bench.Sample.HostCPU},
		{"  bot", "µs", 1, of, bench.Sample.BotCPU},
	}
}
