package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Final is what ends a league: matches of its best bots, on seeds that were drawn when no bots were taken any more.
type Final struct {
	Tournament

	Of int // how many matches it is to have
}

// BeginFinal begins a final of a league, whose seed was drawn now. It is the last one from then on.
func (s *Store) BeginFinal(ctx context.Context, league int64, f Final, now time.Time) (Final, error) {
	err := s.change(ctx, func(tx *sql.Tx) error {
		id, err := insertTournament(ctx, tx, f.Tournament, f.settings(), now)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `insert into final (tournament, league, matches) values (?, ?, ?)`,
			id, league, f.Of)
		if err == nil {
			f.Tournament, err = s.tournament(ctx, tx, id)
		}
		return err
	})
	return f, err
}

// Final returns the last final of a league, or false if there is none.
func (s *Store) Final(ctx context.Context, league int64) (f Final, found bool, err error) {
	if s.format < freezing {
		return f, false, nil
	}
	var id int64
	row := s.read.QueryRowContext(
		ctx, `select tournament, matches from final where league = ? order by tournament desc limit 1`, league)
	err = scan(row, &id, &f.Of)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	if err == nil {
		f.Tournament, err = s.tournament(ctx, s.read, id)
	}
	return f, err == nil, s.explain(err)
}
