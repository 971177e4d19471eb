package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Hours are when a league takes bots of authors, and shows its table. A time that is zero is no bound.
type Hours struct {
	Opens, Deadline time.Time
	// Late is for how long after the deadline bots are taken, which are marked.
	Late time.Duration
	// Freeze is from when on only the organiser sees how the league goes on, see [Store.Public].
	Freeze time.Time
}

// Hours returns those of a league.
func (s *Store) Hours(ctx context.Context, tournament int64) (h Hours, err error) {
	if s.format < timed {
		return h, nil
	}
	freezes := "freeze"
	if s.format < freezing {
		freezes = "null"
	}
	var opens, deadline, freeze sql.Null[int64]
	var late int64
	row := s.read.QueryRowContext(
		ctx, `select opens, deadline, late, `+freezes+` from hours where tournament = ?`, tournament)
	err = scan(row, &opens, &deadline, &late, &freeze)
	if errors.Is(err, sql.ErrNoRows) {
		return h, nil
	}
	h = Hours{
		fromMillis(opens), fromMillis(deadline), time.Duration(late) * time.Millisecond, fromMillis(freeze),
	}
	return h, s.explain(err)
}

// SetHours changes those of a league.
func (s *Store) SetHours(ctx context.Context, tournament int64, h Hours) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`insert or replace into hours (tournament, opens, deadline, late, freeze) values (?, ?, ?, ?, ?)`,
			tournament, toMillis(h.Opens), toMillis(h.Deadline), h.Late.Milliseconds(), toMillis(h.Freeze))
		return err
	})
}

func fromMillis(n sql.Null[int64]) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMilli(n.V)
}

func toMillis(t time.Time) sql.Null[int64] {
	return sql.Null[int64]{V: t.UnixMilli(), Valid: !t.IsZero()}
}

// Change is something of a league that somebody has changed.
type Change struct {
	Noted     time.Time // to the millisecond
	Who, What string
}

// NoteChange writes down what somebody has changed.
func (s *Store) NoteChange(ctx context.Context, tournament int64, c Change) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into change (tournament, noted, who, what) values (?, ?, ?, ?)`,
			tournament, c.Noted.UnixMilli(), c.Who, c.What)
		return err
	})
}

// Changes returns the changes of a league, the newest first, so many at most.
func (s *Store) Changes(ctx context.Context, tournament int64, most int) ([]Change, error) {
	if s.format < timed {
		return nil, nil
	}
	changes, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (c Change, err error) {
		var noted int64
		err = scan(rows, &noted, &c.Who, &c.What)
		c.Noted = time.UnixMilli(noted)
		return c, err
	}, `select noted, who, what from change where tournament = ? order by noted desc, rowid desc limit ?`, tournament, most)
	return changes, s.explain(err)
}
