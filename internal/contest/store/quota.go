package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Quotas are how much one author may bring into a league. 0 is no limit.
type Quotas struct {
	Bots     int // that play
	Versions int // of all bots, also those that are gone
	Uploads  int // within a day
}

// Quotas returns those of a tournament, and false if none were set.
func (s *Store) Quotas(ctx context.Context, tournament int64) (q Quotas, set bool, err error) {
	if s.format < quoting {
		return q, false, nil
	}
	row := s.read.QueryRowContext(ctx, `select bots, versions, uploads from quota where tournament = ?`, tournament)
	err = scan(row, &q.Bots, &q.Versions, &q.Uploads)
	if errors.Is(err, sql.ErrNoRows) {
		return q, false, nil
	}
	return q, err == nil, s.explain(err)
}

// SetQuotas changes the quotas of a tournament.
func (s *Store) SetQuotas(ctx context.Context, tournament int64, q Quotas) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`insert or replace into quota (tournament, bots, versions, uploads) values (?, ?, ?, ?)`,
			tournament, q.Bots, q.Versions, q.Uploads)
		return err
	})
}

// uploadTime is for how long an upload counts.
const uploadTime = 24 * time.Hour

// Upload notes that an author has brought a bot, unless there were that many within a day: then it returns after
// which time the first of them counts no longer. What a clock has noted that ran ahead does not count.
func (s *Store) Upload(
	ctx context.Context, tournament int64, author string, most int, now time.Time,
) (wait time.Duration, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		from, to := now.Add(-uploadTime).UnixMilli(), now.UnixMilli()
		if _, err := tx.ExecContext(ctx, `delete from upload where tournament = ? and (brought <= ? or brought > ?)`,
			tournament, from, to); err != nil {
			return err
		}
		var count int
		var first sql.Null[int64]
		if err := tx.QueryRowContext(ctx, `select count(*), min(brought) from upload where tournament = ? and author = ?`,
			tournament, author).Scan(&count, &first); err != nil {
			return err
		}
		if count >= most {
			wait = time.UnixMilli(first.V).Add(uploadTime).Sub(now)
			return nil
		}
		_, err := tx.ExecContext(ctx, `insert into upload (tournament, author, brought) values (?, ?, ?)`,
			tournament, author, to)
		return err
	})
	return wait, err
}
