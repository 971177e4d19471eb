package store

import (
	"context"
	"errors"
	"path/filepath"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// CopyTo writes the contents of the store at one moment into a new file. Others write into the store
// meanwhile. If it fails, half of the file may be left.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	full, err := filepath.Abs(path) // no other name of a file begins as a URI does
	if err != nil {
		return err
	}
	db, err := connectWith(s.path, nil, 1, 1, "ro") // SQLite attaches the copy
	if err != nil {
		return s.explain(err)
	}
	_, err = db.ExecContext(ctx, "vacuum into ?", full)
	err = errors.Join(err, db.Close())
	if refused := new(sqlite.Error); errors.As(err, &refused) && refused.Code()&0xff == codes.SQLITE_FULL {
		return (&Store{path: path}).explain(err) // its disk, not that of the store
	}
	return s.explain(err)
}
