//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	_ "modernc.org/sqlite" // stores are changed as what they are
)

// makeStore makes a store or a replay that a stranger has sent, with files that may lie beside
// it, and reads it. The reader has named no bot: nothing of that may run outside.
func (p *played) makeStore() {
	p.stranger()
	if p.oneIn(3) {
		p.makeReplay("match.arena")
		p.readReplay("match.arena")
		return
	}
	name := pick(p.Rand, "s.db", "s.db", "s.db", "-s.db", "s\x1b[31m.db", "orkisland.db")
	path, err := p.copyFile(pick(p.Rand, p.base.kept, p.base.bare, p.base.bare), name)
	if err != nil {
		return
	}
	if p.oneIn(4) {
		p.damage(path)
	} else {
		p.falsify(path)
	}
	if p.oneIn(5) {
		p.beside(path)
	}
	p.readStore("./" + name)
}

// stranger makes the folder evil, which a store or a replay names. It is the bot that played,
// or one with commands.
func (p *played) stranger() {
	dir := filepath.Join(p.dir, "evil")
	if p.oneIn(5) {
		_ = p.put(filepath.Join(dir, "main.sh"), idle, 0o755)
		p.made(dir, "the bot that played")
		return
	}
	lines := pick(p.Rand, "build ./canary\n", "build canary\n", "build sh -c canary\nrun sh main.sh\n",
		"run ./canary\n", "run canary\n", "build ./canary\nrun sh main.sh\n")
	_ = p.put(filepath.Join(dir, "main.sh"), idle, 0o755)
	_ = p.put(filepath.Join(dir, "bot.txt"), lines, 0o644)
	_ = p.put(filepath.Join(dir, "canary"), p.canary(), 0o755)
	p.made(dir, fmt.Sprintf("a bot with %q", lines))
}

// readStore adds commands that read a store.
func (p *played) readStore(name string) {
	flags := []string{"--sandbox", p.level}
	match := func(n int) []string {
		return append([]string{"results", name, "--match", fmt.Sprint(n), "-o", "out.arena"}, flags...)
	}
	all := [][]string{
		{"results", name},
		match(1), match(1), match(2),
		{"results", name, "--html", "page.html", "--with-replays"},
		{"results", name, "--json"},
		{"results", name, "--csv"},
		{"results", name, "--all", "--costs"},
		{"results", name, "--by", "score", "--of", "1"},
		slices.Concat([]string{
			"series", game[0], p.program("dummy"), p.program("null"), p.program("dummy"),
			p.program("dummy"),
		}, game[1:], []string{"--store", name, "-n", "2"}, flags),
	}
	for range 2 + p.IntN(2) {
		p.command(step{args: pick(p.Rand, all...)})
	}
	if p.oneIn(6) {
		s := step{
			args:    append([]string{"results", name, "--http", "127.0.0.1:0", "--no-open"}, flags...),
			endless: true,
		}
		s.interrupt = time.Duration(300+p.IntN(300)) * time.Millisecond
		p.steps = append(p.steps, s)
	}
}

// readReplay adds commands that read a replay.
func (p *played) readReplay(name string) {
	flags := []string{"--sandbox", p.level}
	with := func(args ...string) []string { return append(args, flags...) }
	all := [][]string{
		{"verify", name},
		{"export", name, "-o", "out.html"},
		{"export", name, "-o", "out.png"},
		{"export", name, "-o", "out.txt"},
		{"export", name, "-o", "out.json"},
		{"replay", name},
		{"replay", name, "--json"},
		{"replay", name, "--events"},
		{"transcript", name, "--seat", "0"},
		{"transcript", name, "--seat", "1", "--in"},
		with("rerun", name, "--seat", "0"), with("rerun", name, "--seat", "0", "-q"), with("rerun", name),
		with("branch", name, "--round", "3", "-o", "b.arena"), with("branch", name, "--round", "3", "-o",
			"b.arena", "0="+p.program("null"), "1=-"),
	}
	for range 2 + p.IntN(2) {
		p.command(step{args: pick(p.Rand, all...)})
	}
	if p.oneIn(6) {
		s := step{args: append([]string{"view", name, "--no-open"}, flags...), endless: true}
		s.interrupt = time.Duration(300+p.IntN(300)) * time.Millisecond
		p.steps = append(p.steps, s)
	}
}

// tables are those of a store.
var tables = []string{
	"tournament", "entrant", "match", "seat", "part", "replay", "league", "holder", "failure",
	"decision", "worker", "checked",
}

// oddTexts are what may stand where somebody expects something else.
func (p *played) oddText() string {
	return pick(p.Rand, "./evil", "evil", "../case/evil", filepath.Join(p.dir, "evil"), "evil:x=1",
		"evil/main.sh", "evil/bot.txt", "-q", "--help", "", ".", "..", "/", "/bin/sh", p.home+"/bin/canary",
		"../../bin/canary",
		p.home+"/.ssh/id_ed25519", "\x1b[31mred\x1b]0;x\x07", "\u202egnp", "new\nline", "inv\xffalid", "none",
		"strict", "standard", "[0,0,0,0]", "[4,5,6,7]", "[-1]", strings.Repeat("[", 10000), "{}", "1e999",
		"9223372036854775807", "moria",
		"cpu=1 bank=1", "none", "cpu=0", "mem=1", "mem=9223372036854775807", "wall=-1",
		"<script>alert(1)</script>", "\x00", strings.Repeat("x", 100000), "null", "2", "GENERATOR999",
		"OrkIsland 1.0\nrows 2000000000\n")
}

// falsify changes tables and rows.
func (p *played) falsify(path string) {
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(path)+"?_pragma=journal_mode(delete)&_pragma=foreign_keys(0)")
	if err != nil {
		return
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for range 1 + p.IntN(3) {
		what, args := p.change(db)
		_, err := db.Exec(what, args...)
		p.made(path, cut(fmt.Sprintf("%s %.80q: %v", what, args, err), 600))
	}
}

// change returns a statement that changes a store. A view takes the place of a table.
func (p *played) change(db *sql.DB) (statement string, args []any) {
	table := pick(p.Rand, tables[:6]...)
	if p.oneIn(6) {
		table = pick(p.Rand, tables...)
	}
	columns := columnsOf(db, table)
	if len(columns) == 0 {
		return "select 1", nil
	}
	column := pick(p.Rand, columns...)
	switch p.IntN(12) {
	case 0, 1:
		return p.view(table, columns), nil
	case 2:
		event := pick(p.Rand, "insert", "update", "delete")
		action := pick(p.Rand, "update match set rounds = 1", "delete from seat",
			"insert into worker (id) values (randomblob(8))", "update entrant set typed = './evil'",
			"select raise(abort, '\x1b[31m')",
			"insert into match select null, randomblob(20), 1, 1, 1")
		return fmt.Sprintf("create trigger t%d after %s on %s begin %s; end", p.IntN(1000), event, pick(p.Rand,
			"match", "seat", "part", "tournament"), action), nil
	case 3:
		return fmt.Sprintf("alter table %s add column g%d text generated always as (%s) virtual", table,
			p.IntN(1000), pick(p.Rand, "hex(zeroblob(100000000))", "1", "printf('%.*c', 500000000, 'x')")), nil
	case 4:
		return fmt.Sprintf("create table \"%s\" (a, b unique, check (a > 0)); insert into \"%[1]s\" values (1, 2)",
			pick(p.Rand, "x", "sqlite", "\x1b[31m", "match2")), nil
	case 5:
		return fmt.Sprintf("update %s set %s = printf('%%.*c', %d, 'x')", table, column, pick(p.Rand, 100000,
			1000000, 40000000)), nil
	case 6:
		return fmt.Sprintf("update %s set %s = ?", table, column), []any{pick[any](p.Rand, int64(-1), int64(0),
			int64(1)<<62, int64(1)<<31, int64(5), 0.5)}
	case 7:
		return "update tournament set limits = ?", []any{p.limits()}
	case 8:
		return "update entrant set typed = ?", []any{p.oddText()}
	case 9:
		return "update entrant set typed = ? where number = 0", []any{pick(p.Rand, "./evil", "evil",
			filepath.Join(p.dir, "evil"), p.oddText())}
	case 10:
		return "update replay set data = ?", []any{p.mangled()}
	}
	return fmt.Sprintf("update %s set %s = ?", table, column), []any{p.oddText()}
}

// limits are those of bots as a store may have them.
func (p *played) limits() string {
	return pick(p.Rand, "none", "", "cpu=0",
		"cpu=50000000 bank=1000000000 start=1000000000 wall=200000000 wall-bank=3000000000 output=16777216 mem=1099511627776",
		"mem=-5", "cpu=9223372036854775807 mem=0", p.oddText())
}

// view returns statements that put a view in the place of a table.
func (p *played) view(table string, columns []string) string {
	endless := "with recursive r(n) as (select 1 union all select n+1 from r) "
	var list string
	switch p.IntN(4) {
	case 0:
		list = endless + "select " + strings.Join(columns, ", ") + " from old, r"
	case 1:
		list = endless + "select " + strings.Join(columns, ", ") + " from old where (select count(*) from r) > 0"
	case 2:
		values := slices.Clone(columns)
		values[p.IntN(len(values))] = pick(p.Rand, "zeroblob(800000000)", "printf('%.*c', 800000000, 'x')",
			"randomblob(400000000)") + " as " + columns[0]
		list = "select " + strings.Join(values, ", ") + " from old"
	default:
		list = "select " + strings.Join(columns, ", ") + " from old"
	}
	return fmt.Sprintf("alter table %s rename to old; create view %[1]s (%[2]s) as %[3]s", table,
		strings.Join(columns, ", "), list)
}

func columnsOf(db *sql.DB, table string) (names []string) {
	rows, err := db.Query("select name from pragma_table_info(?)", table)
	if err != nil {
		return nil
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil {
			names = append(names, name)
		}
	}
	if rows.Err() != nil {
		return nil
	}
	return names
}

// damage changes bytes of a store.
func (p *played) damage(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		return
	}
	how := "bits flipped"
	switch p.IntN(5) {
	case 0: // what the header says
		at := pick(p.Rand, 16, 17, 18, 19, 20, 21, 24, 28, 32, 36, 40, 44, 52, 56, 60, 64, 92, 96)
		text[at], how = byte(p.IntN(256)), fmt.Sprintf("byte %d of the header", at)
	case 1:
		text, how = text[:p.IntN(len(text))], "cut"
	case 2:
		page := 4096 * p.IntN(len(text)/4096)
		copy(text[page:], p.flip(text[page:page+4096], 200))
		how = "a page of rubbish"
	default:
		text = p.flip(text, 1+p.IntN(40))
	}
	_ = os.WriteFile(path, text, 0o644) //nolint:gosec // a case
	p.made(path, how)
}

// beside puts what SQLite would take for its own beside a store.
func (p *played) beside(path string) {
	path += pick(p.Rand, "-journal", "-journal", "-wal", "-shm")
	switch p.IntN(3) {
	case 0:
		target := pick(p.Rand, p.home+"/.ssh/config", "../../.ssh/id_ed25519", "/dev/zero", "evil/main.sh",
			"../../notes.txt")
		_ = os.Symlink(target, path)
		p.made(path, "a link to "+target)
	case 1:
		_ = p.put(path, string(p.journal(p.home+pick(p.Rand, "/.ssh/config", "/notes.txt", "/private/diary"))), 0o644)
		p.made(path, "a journal that names a file of the user's")
	default:
		_ = p.put(path, string(p.flip(make([]byte, 9000), 2000)), 0o644)
		p.made(path, "rubbish")
	}
}

// journal is a hot journal of SQLite that names another file as its super-journal, which would
// be removed with it.
func (p *played) journal(super string) []byte {
	var b bytes.Buffer
	b.WriteString("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	for _, n := range []uint32{0, p.Uint32(), 10, 512, 4096} {
		_ = binary.Write(&b, binary.BigEndian, n)
	}
	b.Write(make([]byte, 512-b.Len()))
	sum := uint32(0)
	for _, c := range []byte(super) {
		sum += uint32(int32(int8(c))) //nolint:gosec // as in C
	}
	_ = binary.Write(&b, binary.BigEndian, uint32(262145))
	b.WriteString(super)
	_ = binary.Write(&b, binary.BigEndian, []uint32{uint32(len(super)), sum}) //nolint:gosec // short
	b.WriteString("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
	return b.Bytes()
}

// makeReplay writes a replay that is not what the arena has written.
func (p *played) makeReplay(name string) {
	path := filepath.Join(p.dir, name)
	if p.oneIn(12) {
		// what the user names may be opened
		_ = os.Symlink(pick(p.Rand, "/etc/passwd", "/dev/zero", "/proc/self/fd", name), path)
		p.made(path, "a link")
		return
	}
	if p.oneIn(4) {
		_, _ = p.copyFile(p.base.replay, name)
		p.made(path, "as it was")
		return
	}
	_ = p.put(path, string(p.mangled()), 0o644)
	p.made(path, "changed")
}

// mangled is a replay with changes in the packed bytes, or outside.
func (p *played) mangled() []byte {
	text, err := os.ReadFile(p.base.replay)
	if err != nil {
		return nil
	}
	if p.oneIn(4) {
		return p.flip(text, 1+p.IntN(5))
	}
	reader, err := zstd.NewReader(bytes.NewReader(text))
	if err != nil {
		return text
	}
	defer reader.Close()
	var plain bytes.Buffer
	_, _ = plain.ReadFrom(reader)
	text = plain.Bytes()
	switch p.IntN(4) {
	case 0: // another name, of the same length
		text = bytes.ReplaceAll(text, []byte("evil"), []byte(pick(p.Rand, "../x", "\x1b[2J", "a\nb\n", "null",
			"....", "-rf ", "a:bc", "\xff\xfe\xfd\xfc", "evil")))
	case 1:
		text = p.flip(text, 1+p.IntN(30))
	case 2:
		at := p.IntN(len(text))
		text = slices.Concat(text[:at], bytes.Repeat([]byte{byte(p.IntN(256))}, pick(p.Rand, 1, 1000, 200<<20)),
			text[at:])
	case 3:
		text = text[:p.IntN(len(text))]
	}
	writer, err := zstd.NewWriter(nil)
	if err != nil {
		return text
	}
	return writer.EncodeAll(text, nil)
}
