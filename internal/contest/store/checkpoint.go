package store

import (
	"context"
	"database/sql"
	"slices"
)

// mostPiece is how long a piece of a checkpoint is at most.
const mostPiece = 1 << 20

// SetCheckpoint keeps what follows from the matches of a tournament, in the place of the checkpoint before.
func (s *Store) SetCheckpoint(ctx context.Context, tournament int64, data []byte) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `delete from checkpoint where tournament = ?`, tournament); err != nil {
			return err
		}
		number := 0
		for piece := range slices.Chunk(data, mostPiece) {
			if _, err := tx.ExecContext(ctx, `insert into checkpoint (tournament, piece, data) values (?, ?, ?)`,
				tournament, number, piece); err != nil {
				return err
			}
			number++
		}
		return nil
	})
}

// Checkpoint returns the last checkpoint, or nothing.
func (s *Store) Checkpoint(ctx context.Context, tournament int64) ([]byte, error) {
	pieces, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (piece []byte, err error) {
		return piece, scan(rows, &piece)
	}, `select data from checkpoint where tournament = ? order by piece`, tournament)
	return slices.Concat(pieces...), s.explain(err)
}
