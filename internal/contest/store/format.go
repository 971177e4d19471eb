package store

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"

	"github.com/botarena/arena/internal/base/hint"
)

// application marks a store among SQLite's files. It is "aren" in ASCII.
const application = 0x6172656e

//go:embed schema/1.sql
var format1 string

//go:embed schema/2.sql
var format2 string

//go:embed schema/3.sql
var format3 string

//go:embed schema/4.sql
var format4 string

//go:embed schema/5.sql
var format5 string

//go:embed schema/6.sql
var format6 string

//go:embed schema/7.sql
var format7 string

//go:embed schema/8.sql
var format8 string

//go:embed schema/9.sql
var format9 string

// formats are the steps from each format to the next, from an empty file on. The format of a
// store is the number of steps that it has taken. Steps are added, and never changed.
var formats = []string{format1, format2, format3, format4, format5, format6, format7, format8, format9}

// readable is the oldest format that is read as it is: the steps after it only add what readers can do without.
var readable = 2

// Format returns the format of the stores that this arena writes. Older ones are brought up
// to it when they are opened for writing, and some are read as they are; newer ones are refused.
func Format() int { return len(formats) }

// migrate takes the steps that the file has not taken. It changes nothing in a file that is
// no store.
func (s *Store) migrate(ctx context.Context) error {
	has, err := readFormat(ctx, s.path, s.write)
	if err != nil {
		return err
	}
	var mode string
	if err := s.write.QueryRowContext(ctx, "pragma journal_mode = wal").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return hint.New(
			s.path, "can't be written and read at the same time there", "choose a file on a disk of this machine",
		)
	}
	if s.format = len(formats); has == len(formats) {
		return nil
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		has, err := readFormat(ctx, s.path, tx) // again, as another process may have been faster
		if err != nil {
			return err
		}
		for _, step := range formats[has:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		if has > 0 && has < lined {
			if err := s.writeLines(ctx, tx); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(
			ctx, fmt.Sprintf("pragma application_id = %d; pragma user_version = %d", application, len(formats)))
		return err
	})
}

// readFormat returns the format of a file that is a store or empty, from 0 to the latest. It asks
// first, and by names that nothing in the file can have.
func readFormat(ctx context.Context, path string, from querier) (int, error) {
	var app, version int
	if err := from.QueryRowContext(ctx, "pragma application_id").Scan(&app); err != nil {
		return 0, err
	}
	if err := from.QueryRowContext(ctx, "pragma user_version").Scan(&version); err != nil {
		return 0, err
	}
	has, err := readSchema(ctx, from)
	switch {
	case err != nil:
		return 0, err
	case app == application && version > len(formats):
		return 0, hint.New(
			path,
			fmt.Sprintf("was made by a newer arena: it has format %d, this arena knows those up to %d", version, len(formats)),
			"use that arena, or choose another file",
		)
	case app == application:
		return version, checkSchema(ctx, path, version, has)
	case len(has) > 0:
		return 0, hint.New(path, "is a database of another program, not a store", "choose another file")
	}
	return 0, nil
}

// checkFormat returns an error unless the file has a format that can be read.
func (s *Store) checkFormat(ctx context.Context) error {
	has, err := readFormat(ctx, s.path, s.read)
	switch s.format = has; {
	case err != nil:
		return err
	case has == 0:
		return hint.New(s.path, "is empty, not a store", "")
	case has < readable:
		return hint.New(
			s.path, fmt.Sprintf("was made by an older arena: it has format %d, not %d", has, len(formats)),
			"play a match into it: that brings it up to date",
		)
	}
	return nil
}
