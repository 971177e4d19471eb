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

// Kept returns the matches of a tournament whose replays the store has, by their numbers.
func (s *Store) Kept(ctx context.Context, tournament int64) (map[int]Key, error) {
	kept := make(map[int]Key)
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return nil, err
	}
	_, err = all(ctx, s.path, s.read, func(rows *sql.Rows) (struct{}, error) {
		var number int
		var key []byte
		err := scan(rows, &number, &key)
		if len(key) == len(Key{}) {
			kept[number] = Key(key)
		}
		return struct{}{}, err
	}, `select number, key from part join match on match.id = part.match
		where tournament = ? and played <= ? and exists (select 1 from replay where replay.match = match.id)`,
		tournament, hidden.after())
	return kept, s.explain(err)
}

// Replays returns how many replays the store has.
func (s *Store) Replays(ctx context.Context) (count int, err error) {
	err = s.read.QueryRowContext(ctx, `select count(*) from replay`).Scan(&count)
	return count, s.explain(err)
}

// notDue holds for a match whose replay no check waits for.
const notDue = ` not exists (select 1 from match where match.id = replay.match and checking = 'due')`

// DropReplay drops the replay of a match, unless a check waits for it.
func (s *Store) DropReplay(ctx context.Context, key Key) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `delete from replay where match = (select id from match where key = ?) and`+notDue,
			key[:])
		return err
	})
}

// DropOldest drops so many replays, those that came first, but none for which a check waits. It returns how many it
// has dropped.
func (s *Store) DropOldest(ctx context.Context, count int) (dropped int, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `delete from replay where match in
			(select match from replay where`+notDue+` order by match limit ?)`, count)
		if err != nil {
			return err
		}
		rows, err := done.RowsAffected()
		dropped = int(rows)
		return err
	})
	return dropped, err
}
