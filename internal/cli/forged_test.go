//go:build unix

package cli

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestAForgedStore: rows that no arena has written are told, or shown as they are.
func TestAForgedStore(t *testing.T) {
	all := []string{
		"update tournament set kind = 'compare'",
		"update tournament set kind = 'tune'",
		"update tournament set kind = 'league'",
		"update tournament set kind = 'compare'; pragma foreign_keys = off; delete from entrant",
		"update tournament set kind = 'tune'; delete from entrant",
		"update tournament set kind = 'tune'; delete from entrant; delete from seat",
		"update tournament set kind = 'compare'; delete from entrant; delete from seat",
		"update tournament set kind = 'tune'; delete from entrant; delete from part",
		"update tournament set kind = 'compare'; delete from entrant; delete from part",
		"delete from entrant", "delete from seat", "delete from seat where seat = 0", "delete from match", "delete from part",
		"update seat set seat = seat + 10",
		"insert into seat select match, seat + 4, place, score, cpu, cpu_most, verdict, verdict_round, verdict_detail " +
			"from seat",
		"update part set entrants = '[0,0,0,-1]'", "update part set entrants = '[0,0,0,1]'", "update part set entrants = 'x'",
		"update part set entrants = '[]'",
		"update part set number = -1", "update part set number = 9223372036854775807",
		"update part set board = -9223372036854775808", "update part set seed = '-1'",
		"update seat set score = 9223372036854775807, place = 4", "update seat set place = 0",
		"update seat set cpu = -1, cpu_most = 9223372036854775807",
		"update match set rounds = -1, wall = -9223372036854775808, played = 9223372036854775807",
		"update match set key = x'00'",
		"update seat set verdict = 'x', verdict_round = -1", "update tournament set setup = x''",
		"update tournament set setup = zeroblob(60000000)",
		"update tournament set game = ''", "update tournament set rules = -1",
		"update tournament set begun = -9223372036854775808", "update tournament set first = 'x'",
		"update entrant set program = x''", "update entrant set number = 7", "update entrant set name = ''",
		"update entrant set typed = ''",
		"with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) insert into entrant (tournament, " +
			"number, name, version, typed, program) select 1, i, 'x', '', 'x', x'' from n",
	}
	if !tier.IsLong() {
		all = all[:3]
	}
	for _, forged := range all {
		t.Run(forged[:min(len(forged), 60)], func(t *testing.T) {
			a := unpacked(t, nil)
			a.storeOf("s.db", "x", [32]byte{}, "")
			a.sql("s.db", forged)
			file := filepath.Join(a.dir, "s.db")
			for _, flags := range [][]string{
				nil,
				{"--csv"},
				{"--json"},
				{"--all"},
				{"--html", filepath.Join(a.dir, "x.html")},
				{"--match", "1", "-o", filepath.Join(a.dir, "x")},
			} {
				require.NotPanics(t, func() {
					var out, errs bytes.Buffer
					code := run(t.Context(), games.All(), append([]string{"results", file}, flags...), &out, &errs)
					require.False(t, code != shell.Done && errs.Len() == 0, "nothing was told")
				})
			}
		})
	}
}
