package store_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/contest/store"
)

// whole makes a store with matches, closes it, and returns its path.
func whole(t *testing.T) string {
	f := begin(t)
	for number := range 2 {
		_, err := f.add(t.Context(), number, []byte("replay"))
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	path := filepath.Join(filepath.Dir(f.path), "plain.db") // without what is special in addresses
	require.NoError(t, os.Rename(f.path, path))
	return path
}

// endlessly is a query without an end.
const endlessly = `with recursive n(i) as (select 1 union all select i + 1 from n) select `

// TestAStoreIsTablesAndNothingElse: whoever opens a store, to read or to write, runs nothing that
// its author has put there.
func TestAStoreIsTablesAndNothingElse(t *testing.T) {
	for name, test := range map[string]struct{ sql, problem string }{
		"endless": {
			`drop table replay; create view replay as ` + endlessly + `i as match, x'00' as data from n`,
			"has a view replay, which no store has",
		},
		"parts": {
			`drop index part_match; alter table part rename to parts; create view part as ` + endlessly +
				`1 as tournament, i as number, 0 as board, '1' as seed, '[0,1]' as entrants, 1 as match from n`,
			"has a table line that is not the one of a store", // it refers to the other one now
		},
		"blob": {
			`alter table league rename to l; create view league as select hex(zeroblob(400000000)) as name`,
			"has a table l, which no store has",
		},
		"trigger": {
			`create trigger t after insert on match begin update seat set score = 0; end`,
			"has a trigger t, which no store has",
		},
		"table":     {`create table song (title text)`, "has a table song, which no store has"},
		"index":     {`create index i on match (lower(hex(key)))`, "has an index i, which no store has"},
		"statistic": {`analyze`, "has a table sqlite_stat1, which no store has"},
		"generated": {
			`alter table worker add column more text as (hex(zeroblob(400000000)))`,
			"has a table worker that is not the one of a store",
		},
		"missing": {`drop table cost`, "lacks the table cost"},
		"imposter": {
			`pragma writable_schema = on; insert into sqlite_master values ('view', 'sqlite_schema', 'sqlite_schema', 0,
				'create view sqlite_schema as ` + endlessly + `1 as type from n')`,
			"is damaged",
		},
		"pragma": {
			`create view pragma_application_id as ` + endlessly + `1634887022 as application_id from n where i < 0`,
			"has a view pragma_application_id, which no store has",
		},
		"controls": {`create table "a` + "\x1b[2J\n" + `b" (c)`, `has a table "a\x1b[2J\nb", which no store has`},
		"format":   {`pragma user_version = -1`, "is damaged: it has format -1"},
	} {
		for _, o := range []store.Options{{ReadOnly: true}, {}} {
			t.Run(fmt.Sprint(name, " ", o.ReadOnly), func(t *testing.T) {
				path := whole(t)
				execute(t, path, test.sql)
				before, err := os.ReadFile(path)
				require.NoError(t, err)
				_, err = store.Open(testkit.Patiently(t), path, o)
				fix := "choose another file: what another program has put into this one would run in the arena"
				if test.problem == "is damaged" { // SQLite itself says so
					fix = "sqlite3 FILE .recover | sqlite3 NEW saves what can be read"
				}
				requireTold(t, err, path, test.problem, fix)
				after, err := os.ReadFile(path)
				require.NoError(t, err)
				require.True(t, bytes.Equal(before, after), "nothing was changed")
			})
		}
	}
}

// TestAStoreOfAnOlderFormatIsCheckedToo: also by who brings it up to date.
func TestAStoreOfAnOlderFormatIsCheckedToo(t *testing.T) {
	old := func(more string) string {
		path := filepath.Join(t.TempDir(), "old.db")
		step, err := os.ReadFile("schema/1.sql")
		require.NoError(t, err)
		execute(t, path, string(step)+more+"; pragma application_id = 1634887022; pragma user_version = 1")
		return path
	}
	require.NoError(t, open(t, old(""), store.Options{}).Close())
	for _, o := range []store.Options{{ReadOnly: true}, {}} {
		_, err := store.Open(t.Context(), old("create trigger t after insert on match begin delete from seat; end"), o)
		require.ErrorContains(t, err, "has a trigger t, which no store has")
	}
}

// TestTextsOfAStoreAreBounded: of rows that are as they should be, but for their size.
func TestTextsOfAStoreAreBounded(t *testing.T) {
	long := fmt.Sprintf("printf('%%.*c', %d, 'x')", 1<<20)
	const fix = "choose another file: no arena writes such a text"
	for name, sql := range map[string]string{
		"name":   `update entrant set name = ` + long,
		"typed":  `update entrant set typed = ` + long,
		"game":   `update tournament set game = ` + long,
		"limits": `update tournament set limits = ` + long,
	} {
		t.Run(name, func(t *testing.T) {
			path := whole(t)
			execute(t, path, sql)
			s := open(t, path, store.Options{ReadOnly: true})
			_, err := s.Tournaments(t.Context())
			requireTold(t, err, path, "has a text of 1048576 bytes, and 65536 are the most", fix)
		})
	}
	for _, column := range []string{"verdict", "verdict_detail"} {
		path := whole(t)
		execute(t, path, `update seat set `+column+` = `+long)
		s := open(t, path, store.Options{ReadOnly: true})
		for _, err := range s.Matches(t.Context(), 1) {
			requireTold(t, err, path, "has a text of 1048576 bytes, and 65536 are the most", fix)
		}
	}
}

// TestABlobOfAStoreIsBounded: a file of a few blocks can say that it holds a gigabyte.
func TestABlobOfAStoreIsBounded(t *testing.T) {
	tier.Long(t, "stores 64 MB")
	path := whole(t)
	execute(t, path, fmt.Sprintf("update replay set data = zeroblob(%d)", 65<<20))
	s := open(t, path, store.Options{ReadOnly: true})
	_, _, err := s.Replay(t.Context(), keyOf(t, s))
	requireTold(t, err, path, "has a text or a replay that is too long",
		"choose another file: no arena writes one of more than 64 MB")
}

func keyOf(t *testing.T, s *store.Store) store.Key { return matches(t, s, 1)[0].Key }

// TestRowsOfAStoreAreCounted: a tree in which every branch leads to the same leaf has more rows than
// anybody can wait for, or has memory for.
func TestRowsOfAStoreAreCounted(t *testing.T) {
	path := whole(t)
	loopTable(t, path, "tournament")
	s := open(t, path, store.Options{ReadOnly: true})
	_, err := s.Tournaments(t.Context())
	require.ErrorContains(t, err, "is damaged: it has more rows than fit in it")
}

// loopTable makes the root of a table a page whose branches all lead to the next one, and so on down
// to what was the root.
func loopTable(t *testing.T, path, table string) {
	execute(t, path, "vacuum; pragma wal_checkpoint(truncate); pragma journal_mode = delete")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	var root int
	require.NoError(
		t, db.QueryRowContext(t.Context(), "select rootpage from sqlite_master where name = ?", table).Scan(&root))
	require.NoError(t, db.Close())
	const levels, size = 12, 4096
	file, err := os.ReadFile(path)
	require.NoError(t, err)
	pages := len(file) / size
	leaf := append([]byte(nil), file[(root-1)*size:root*size]...)
	inner := func(child int) []byte {
		page := make([]byte, size)
		const cells = 500
		page[0] = 5 // an interior page of a table
		page[3], page[4] = cells>>8, cells&0xff
		content := size - 5*cells
		page[5], page[6] = byte(content>>8), byte(content&0xff)
		put := func(at, n int) {
			page[at], page[at+1], page[at+2], page[at+3] = byte(n>>24), byte(n>>16), byte(n>>8), byte(n)
		}
		put(8, child)
		for i := range cells {
			at := content + 5*i
			page[12+2*i], page[13+2*i] = byte(at>>8), byte(at&0xff)
			put(at, child)
			page[at+4] = 1 // the key
		}
		return page
	}
	copy(file[(root-1)*size:], inner(pages+1))
	for level := 1; level < levels; level++ {
		file = append(file, inner(pages+level+1)...)
	}
	file = append(file, leaf...)
	total := pages + levels
	for i := range 4 {
		file[28+i] = byte(total >> (24 - 8*i))
	}
	require.NoError(t, os.WriteFile(path, file, 0o600))
}

// TestNoTextOfAnArenaIsRefused: the bounds are far above what it writes.
func TestNoTextOfAnArenaIsRefused(t *testing.T) {
	f := begin(t)
	long := sample()
	long.Format, long.Entrants[0].Typed = strings.Repeat("f", 60_000), strings.Repeat("t", 60_000)
	begun, err := f.Begin(t.Context(), long, noon)
	require.NoError(t, err)
	_, err = f.Add(t.Context(), begun.ID,
		with(f.schedule.At(0), begun.Facts(f.schedule.At(0)).Key(), result(0)), make([]byte, 32<<20))
	require.NoError(t, err)
	_, kept, err := f.Replay(t.Context(), begun.Facts(f.schedule.At(0)).Key())
	require.NoError(t, err)
	require.True(t, kept)
}
