package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
)

// object is what a schema has: a table, an index, or what no store has.
type object struct{ kind, name, table, text safe.Outside }

// mostObjects is how many objects of a schema are read: far more than a store has.
const mostObjects = 1000

// readSchema returns what a file has, sorted.
func readSchema(ctx context.Context, from querier) ([]object, error) {
	rows, err := from.QueryContext(
		ctx, fmt.Sprintf("select type, name, tbl_name, coalesce(sql, '') from sqlite_master limit %d", mostObjects))
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // Err tells
	var has []object
	for rows.Next() {
		var o object
		if err := scan(rows, &o.kind, &o.name, &o.table, &o.text); err != nil {
			return nil, err
		}
		has = append(has, o)
	}
	slices.SortFunc(has, func(a, b object) int { return cmp.Compare(a.kind+" "+a.name, b.kind+" "+b.name) })
	return has, rows.Err()
}

// knownSchemas are the schemas by the steps that made them.
var knownSchemas = struct {
	sync.Mutex
	by map[string][]object
}{by: make(map[string][]object)}

// knownSchema returns what a store of a format has. The steps themselves say it.
func knownSchema(ctx context.Context, format int) ([]object, error) {
	steps := strings.Join(formats[:format], ";\n")
	knownSchemas.Lock()
	defer knownSchemas.Unlock()
	if known, ok := knownSchemas.by[steps]; ok {
		return known, nil
	}
	memory, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer memory.Close()      //nolint:errcheck // nothing is kept
	memory.SetMaxOpenConns(1) // each has a memory of its own
	if _, err := memory.ExecContext(ctx, steps); err != nil {
		return nil, err
	}
	known, err := readSchema(ctx, memory)
	if err == nil {
		knownSchemas.by[steps] = known
	}
	return known, err
}

// checkSchema returns an error unless a file has the schema of a format, and nothing else: a view or
// a trigger would run whenever the store is read or written.
func checkSchema(ctx context.Context, path string, format int, has []object) error {
	if format < 1 {
		return foreign(path, "is damaged: it has format %d", format)
	}
	known, err := knownSchema(ctx, format)
	if err != nil {
		return err
	}
	for _, o := range has {
		i := slices.IndexFunc(known, func(k object) bool { return k.kind == o.kind && k.name == o.name })
		switch {
		case i < 0:
			return foreign(path, "has %s %s, which no store has", kindOf(o), o.name)
		case known[i] != o:
			return foreign(path, "has %s %s that is not the one of a store", kindOf(o), o.name)
		}
	}
	for _, k := range known {
		if !slices.Contains(has, k) {
			return foreign(path, "lacks the %s %s", k.kind, k.name)
		}
	}
	return nil
}

func foreign(path, problem string, args ...any) error {
	return hint.New(
		path, fmt.Sprintf(problem, args...),
		"choose another file: what another program has put into this one would run in the arena",
	)
}

// kindOf names the kind of an object, which the file may have made up.
func kindOf(o object) string {
	if o.kind == "index" {
		return "an index"
	}
	return "a " + o.kind.String()
}
