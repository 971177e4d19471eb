package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"
)

// Rated is how a bot of a league was rated on a day.
type Rated struct {
	Day     string // 2026-11-29
	Entrant int    // its number
	Place   int    // in the table, from 1
	Matches int    // so far
	Rating  float64
	// Low and High are the interval, if there was one.
	Low, High *float64
}

// KeepRatings keeps how bots are rated today, in place of what an earlier table of the same day said.
func (s *Store) KeepRatings(ctx context.Context, tournament int64, all []Rated) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		keep, err := tx.PrepareContext(ctx, `insert or replace into rated
			(tournament, day, entrant, place, matches, rating, low, high) values (?, ?, ?, ?, ?, ?, ?, ?)`)
		if err != nil {
			return err
		}
		defer keep.Close() //nolint:errcheck // it was used
		for _, r := range all {
			_, err := keep.ExecContext(ctx, tournament, r.Day, r.Entrant, r.Place, r.Matches, r.Rating, r.Low, r.High)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// RatingsOf returns how a bot of a league was rated on the last days, so many at most, in their order.
func (s *Store) RatingsOf(ctx context.Context, tournament int64, entrant, most int) ([]Rated, error) {
	return s.rated(ctx, tournament, `where tournament = ?1 and entrant = ?2 and day in (select day from rated
		where tournament = ?1 and entrant = ?2 order by day desc limit ?3) order by day`, entrant, most)
}

// RatingsBefore returns how all bots of a league were rated on the last day before a day that is kept.
func (s *Store) RatingsBefore(ctx context.Context, tournament int64, day string) ([]Rated, error) {
	return s.rated(ctx, tournament, `where tournament = ?1 and day = (select max(day) from rated
		where tournament = ?1 and day < ?2) order by place`, day)
}

// Leaders returns who was first in the table of a league on the last days, so many at most, in their order.
func (s *Store) Leaders(ctx context.Context, tournament int64, most int) ([]Rated, error) {
	return s.rated(ctx, tournament, `where tournament = ?1 and place = 1 and day in (select day from rated
		where tournament = ?1 and place = 1 order by day desc limit ?2) order by day`, most)
}

// rated returns the ratings that everybody may see, if that is all that the store shows. ?1 is the tournament.
func (s *Store) rated(ctx context.Context, tournament int64, which string, args ...any) ([]Rated, error) {
	if s.format < freezing {
		return nil, nil
	}
	hidden, err := s.hidden(ctx, tournament)
	if err != nil {
		return nil, err
	}
	found, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (r Rated, err error) {
		var low, high sql.Null[float64]
		if err := scan(rows, &r.Day, &r.Entrant, &r.Place, &r.Matches, &r.Rating, &low, &high); err != nil {
			return r, err
		}
		if low.Valid && high.Valid {
			r.Low, r.High = &low.V, &high.V
		}
		return r, nil
	}, fmt.Sprintf(`select day, entrant, place, matches, rating, low, high from rated %s`, which),
		append([]any{tournament}, args...)...)
	if !hidden.since.IsZero() { // the table of that day may have been kept at its end, and the freeze set later
		found = slices.DeleteFunc(found, func(r Rated) bool { return r.Day >= hidden.since.Format(time.DateOnly) })
	}
	return found, s.explain(err)
}
