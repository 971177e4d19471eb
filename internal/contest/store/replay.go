package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Replay returns the replay of a match, or false if the store has none.
func (s *Store) Replay(ctx context.Context, key Key) ([]byte, bool, error) {
	var data []byte
	err := s.read.QueryRowContext(ctx, `select data from replay join match on match.id = replay.match where key = ?`,
		key[:]).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return data, err == nil, s.explain(err)
}

// KeepReplay keeps the replay of a match that is known, in the place of one that it may have.
func (s *Store) KeepReplay(ctx context.Context, key Key, replay []byte) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		var id int64
		err := tx.StmtContext(ctx, s.statements.matchID).QueryRowContext(ctx, key[:]).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("match %s is not in the store", key)
		}
		if err != nil {
			return err
		}
		return s.keepReplay(ctx, tx, id, replay)
	})
}

func (s *Store) keepReplay(ctx context.Context, tx *sql.Tx, match int64, replay []byte) error {
	_, err := tx.StmtContext(ctx, s.statements.addReplay).ExecContext(ctx, match, notNil(replay))
	return err
}
