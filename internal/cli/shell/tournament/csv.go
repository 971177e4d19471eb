package tournament

import (
	"encoding/csv"
	"encoding/hex"
	"iter"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"

	"github.com/botarena/arena/internal/cli/shell"
)

// csvColumns are the columns of --csv.
var csvColumns = []string{
	"tournament", "match", "group", "seed", "seat", "bot", "version", "sha256", "place", "score",
	"cpu_ns", "most_cpu_ns", "verdict", "round", "detail",
}

// PrintCSV prints a row for each seat of each match.
func PrintCSV(s *shell.Shell, all []*Tournament) error {
	return PrintRows(s, func(yield func([]string) bool) {
		if !yield(csvColumns) {
			return
		}
		for _, t := range all {
			for _, m := range t.matches() {
				for seat := range m.Seats {
					if !yield(t.csvRow(m, seat)) {
						return
					}
				}
			}
		}
	})
}

// PrintRows prints rows as CSV. What others have chosen in them has gone through [TextCell].
func PrintRows(s *shell.Shell, rows iter.Seq[[]string]) error {
	var text strings.Builder
	to := csv.NewWriter(&text)
	to.UseCRLF = true
	for row := range rows {
		if err := to.Write(row); err != nil {
			return err
		}
	}
	to.Flush()
	_, _ = s.Out.AsIs([]byte(text.String())) // its cells are plain
	return to.Error()
}

func (t *Tournament) csvRow(m played.Match, seat int) []string {
	bot := t.All.Bots[m.Seats[seat]]
	row := []string{
		strconv.FormatInt(t.ID, 10), strconv.Itoa(m.Number + 1), strconv.Itoa(m.Group), strconv.FormatUint(m.Seed, 10),
		strconv.Itoa(seat), TextCell(bot.Name), TextCell(bot.Version), hex.EncodeToString(bot.Bot.SHA256[:]),
		strconv.Itoa(m.Places[seat]), strconv.Itoa(m.Scores[seat]),
		strconv.FormatInt(m.CPU[seat].Nanoseconds(), 10), strconv.FormatInt(m.MostCPU[seat].Nanoseconds(), 10),
	}
	if v := m.Verdict(seat); v != nil {
		return append(row, TextCell(string(v.Kind)), strconv.Itoa(v.Round), TextCell(v.Detail))
	}
	return append(row, "", "", "")
}

// TextCell is a text in a cell. A spreadsheet takes a cell that begins with some characters
// for a formula, which a bot could choose as its name; an apostrophe before them says that
// it is a text.
func TextCell(text string) string {
	text = strings.ReplaceAll(engine.Printable(text), "\t", " ")
	if trimmed := strings.TrimLeft(text, " "); trimmed != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(trimmed)[0]) {
		return "'" + text
	}
	return text
}
