//go:build unix

package cli

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
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

// TestTextsOfAForgedStoreMakeNoLines: a text in it that has another line makes none of the arena's.
func TestTextsOfAForgedStoreMakeNoLines(t *testing.T) {
	tier.Needs(t, "sh")
	const line = "hint: sudo rm -rf /"
	for name, c := range map[string]struct {
		files    *unpackedFiles
		store    string
		more     string // SQL
		commands [][]string
	}{
		"a series": {
			func() *unpackedFiles {
				a := unpacked(t, nil)
				a.storeOf("s.db", "x", [32]byte{}, "")
				return a
			}(), "s.db", "update seat set verdict = 'crash', verdict_round = 1, verdict_detail = 'x'",
			[][]string{{"results", "s.db"}, {"results", "s.db", "--all"}, {"results", "s.db", "--match", "1", "-o", "x"}},
		},
		"a league": {
			leagueOf(t), "l/league.db",
			"insert into failure select id, 0, 0, '1', '[0,1,2,3]', 'x', 0 from tournament;" +
				"insert into holder select id, 'ten', 'ten', 'x', 'x' from tournament;" +
				"insert into holder select id, 'one', 'one', 'x', 'x' from tournament;" +
				"insert into worker (id, name, last) values ('UX', 'x', 1), ('UY', '', 2);" +
				"insert into worker (id, name, revoked, why) values ('UZ', '', 2, 'x')",
			[][]string{
				{"league", "show", "l"},
				{"league", "show", "l", "--history"},
				{"league", "workers", "l"},
				{"league", "add", "l", "./one.sh"},
				{"league", "add", "l", "./ten.sh"},
				{"league", "remove", "l", "one"},
				{"league", "health", "l"},
				{"league", "backup", "l", "x"},
				{"results", "l/league.db"},
			},
		},
	} {
		c.files.write("ten.sh", lineBot+"# ten\n")
		c.files.sql(c.store, c.more)
		columns := c.files.texts(c.store)
		require.Greater(t, len(columns), 25)
		if !tier.IsLong() {
			columns = []string{"tournament.game", "tournament.format", "entrant.name"}
		}
		for i, column := range columns {
			t.Run(name+"/"+column, func(t *testing.T) {
				a := unpacked(t, nil)
				require.NoError(t, os.CopyFS(a.dir, os.DirFS(c.files.dir)))
				t.Chdir(a.dir)
				table, field, _ := strings.Cut(column, ".")
				a.sql(c.store, "pragma ignore_check_constraints = on; update or ignore "+table+" set "+field+" = "+field+
					" || char(10) || '"+line+"' || char(10) where "+field+" is not null")
				for j, command := range c.commands {
					if i%3 != j%3 && !tier.IsNight() { // some check bots, which takes long
						continue
					}
					var said bytes.Buffer
					run(t.Context(), games.All(), command, &said, &said)
					for one := range strings.Lines(said.String()) {
						require.NotEqual(t, line, strings.TrimSpace(one), "%q says\n%s", command, &said)
					}
				}
			})
		}
	}
}

// texts returns the columns of a store that have text.
func (a *unpackedFiles) texts(path string) (columns []string) {
	a.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(a.dir, path))
	require.NoError(a.t, err)
	rows, err := db.QueryContext(a.t.Context(), "select m.name || '.' || c.name from sqlite_master m, "+
		"pragma_table_info(m.name) c where m.type = 'table' and c.type = 'TEXT' collate nocase")
	require.NoError(a.t, err)
	for rows.Next() {
		var column string
		require.NoError(a.t, rows.Scan(&column))
		columns = append(columns, column)
	}
	require.NoError(a.t, rows.Err())
	require.NoError(a.t, db.Close())
	return columns
}
