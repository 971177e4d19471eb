package store

import (
	"context"
	"testing"
	"time"
)

// SetPatience sets for how long a process waits for another one to write.
func SetPatience(t *testing.T, d time.Duration) {
	before := usualPatience
	usualPatience = d
	t.Cleanup(func() { usualPatience = before })
}

// SetRemote pretends that folders are on a network file system.
func SetRemote(t *testing.T, name string) {
	remote = func(string) string { return name }
	t.Cleanup(func() { remote = networkOf })
}

// AddFormat adds a step to a newer format, without which a store can't be read.
func AddFormat(t *testing.T, step string) {
	before, oldest := formats, readable
	formats = append(formats[:len(formats):len(formats)], step)
	readable = len(formats)
	t.Cleanup(func() { formats, readable = before, oldest })
}

// Waits calls a function until the store is not busy, for so long.
func Waits(ctx context.Context, most time.Duration, do func() error) error {
	return patience{most: most}.waits(ctx, do)
}

// Exec runs SQL as the writer.
func (s *Store) Exec(ctx context.Context, query string) error {
	_, err := s.write.ExecContext(ctx, query)
	return s.explain(err)
}

// Query returns the one value that SQL returns.
func (s *Store) Query(ctx context.Context, query string) (value string, err error) {
	err = s.read.QueryRowContext(ctx, query).Scan(&value)
	return value, err
}

// AgainOf returns who has played a match again.
func (s *Store) AgainOf(ctx context.Context, key Key) ([]Replayed, error) { return s.again(ctx, key) }

// ReadLine reads a line that anybody may have written.
func ReadLine(data []byte) (Line, error) { return new(lineReader).read(0, data) }
