package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"
)

// Challenge is a tournament of bots of a league that somebody has chosen. It counts for no table.
type Challenge struct {
	Tournament

	Person string    // who has asked for it
	Ended  time.Time // to the millisecond; zero as long as it waits or is played
	Why    string    // why it could not be played to its end; "" if it was
}

// ChallengeBounds are how many challenges a league has at most.
type ChallengeBounds struct {
	Waiting int // or played
	Day     int // of a person, within 24 hours
	Kept    int // that have ended
}

// Why a league takes no challenge.
var (
	ErrChallengeWaits = errors.New("one of the same person waits")
	ErrChallengesWait = errors.New("too many wait")
)

// ManyError says that a person has asked for as many challenges within a day as there may be.
type ManyError struct{ Wait time.Duration } // until there may be another one

func (e *ManyError) Error() string { return "there were too many within a day" }

// BeginChallenge lets a challenge wait until it is played, within some bounds. One of the same person that waits, or is
// played, and is of the same bots is the same: an answer about it was lost. Those that are oldest of the ones that have
// ended are forgotten, with their matches.
func (s *Store) BeginChallenge(
	ctx context.Context, league int64, c Challenge, most ChallengeBounds, now time.Time,
) (Challenge, error) {
	err := s.change(ctx, func(tx *sql.Tx) error {
		if open, same, err := s.openChallenge(ctx, tx, league, c); err != nil || same {
			c.Tournament = open
			return err
		}
		if err := mayChallenge(ctx, tx, league, c.Person, most, now); err != nil {
			return err
		}
		id, err := insertTournament(ctx, tx, c.Tournament, c.settings(), now)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `insert into challenge (tournament, league, person, why) values (?, ?, ?, '')`,
			id, league, c.Person)
		if err != nil {
			return err
		}
		if c.Tournament, err = s.tournament(ctx, tx, id); err != nil {
			return err
		}
		old, err := all(ctx, s.path, tx, scanID, `select tournament from challenge where league = ? and ended is not null
			order by tournament desc limit -1 offset ?`, league, most.Kept)
		for _, id := range old {
			if err == nil {
				err = s.forgetChallenge(ctx, tx, id)
			}
		}
		return err
	})
	return c, err
}

func scanID(rows *sql.Rows) (id int64, err error) { return id, scan(rows, &id) }

// openChallenge returns the challenge of a person that waits, or is played, and whether it is of the same bots.
func (s *Store) openChallenge(ctx context.Context, tx *sql.Tx, league int64, c Challenge) (
	open Tournament, same bool, err error,
) {
	var id int64
	err = tx.QueryRowContext(ctx, `select tournament from challenge where league = ? and person = ? and ended is null`,
		league, c.Person).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return open, false, nil
	}
	if err == nil {
		open, err = s.tournament(ctx, tx, id)
	}
	same = slices.EqualFunc(open.Entrants, c.Entrants, func(a, b Entrant) bool {
		return a.Name == b.Name && a.Program == b.Program
	})
	return open, same, err
}

func mayChallenge(
	ctx context.Context, tx *sql.Tx, league int64, person string, most ChallengeBounds, now time.Time,
) error {
	var waiting, own, today int
	var first sql.Null[int64]
	from, to := now.Add(-uploadTime).UnixMilli(), now.UnixMilli() // what a clock has noted that ran ahead does not count
	err := tx.QueryRowContext(ctx, `select coalesce(sum(ended is null), 0), coalesce(sum(ended is null and person = ?2), 0),
		coalesce(sum(person = ?2 and begun > ?3 and begun <= ?4), 0),
		min(case when person = ?2 and begun > ?3 and begun <= ?4 then begun end)
		from challenge join tournament on tournament.id = challenge.tournament where league = ?1`,
		league, person, from, to).Scan(&waiting, &own, &today, &first)
	switch {
	case err != nil:
		return err
	case own > 0:
		return ErrChallengeWaits
	case today >= most.Day:
		return &ManyError{time.UnixMilli(first.V).Add(uploadTime).Sub(now)}
	case waiting >= most.Waiting:
		return ErrChallengesWait
	}
	return nil
}

// forgetChallenge removes a challenge with its matches, except those that count elsewhere.
func (s *Store) forgetChallenge(ctx context.Context, tx *sql.Tx, id int64) error {
	matches, err := all(ctx, s.path, tx, scanID, `select match from part where tournament = ?1
		and not exists (select 1 from part other where other.match = part.match and other.tournament <> ?1)`, id)
	if err != nil {
		return err
	}
	for _, step := range []string{
		`delete from challenge where tournament = ?`, `delete from part where tournament = ?`,
		`delete from counted where tournament = ?`, `delete from entrant where tournament = ?`,
		`delete from tournament where id = ?`,
	} {
		if _, err := tx.ExecContext(ctx, step, id); err != nil {
			return err
		}
	}
	for _, match := range matches {
		for _, step := range []string{
			`delete from replay where match = ?`, `delete from seat where match = ?`, `delete from match where id = ?`,
		} {
			if _, err := tx.ExecContext(ctx, step, match); err != nil {
				return err
			}
		}
	}
	return nil
}

// EndChallenge notes that a challenge has ended, or why it can't be played.
func (s *Store) EndChallenge(ctx context.Context, id int64, why string, now time.Time) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update challenge set ended = ?, why = ? where tournament = ?`,
			now.UnixMilli(), why, id)
		return err
	})
}

// NextChallenge returns the challenge of a league that has waited for longest, or is played; false if there is none.
func (s *Store) NextChallenge(ctx context.Context, league int64) (Challenge, bool, error) {
	return s.challenge(ctx, league, `and ended is null order by tournament limit 1`)
}

// Challenge returns the challenge of a league with an ID; false if there is none, or it is hidden.
func (s *Store) Challenge(ctx context.Context, league, id int64) (Challenge, bool, error) {
	return s.challenge(ctx, league, `and tournament = ?`, id)
}

func (s *Store) challenge(
	ctx context.Context, league int64, which string, args ...any,
) (c Challenge, has bool, err error) {
	found, err := s.challenges(ctx, league, which, args...)
	if err != nil || len(found) == 0 {
		return c, false, err
	}
	return found[0], true, nil
}

// Challenges returns the challenges of a league, the newest first, so many at most.
func (s *Store) Challenges(ctx context.Context, league int64, most int) ([]Challenge, error) {
	return s.challenges(ctx, league, `order by tournament desc limit ?`, most)
}

// challenges returns some challenges. While a table stands still, those are hidden that had not ended before: they tell
// how bots play now.
func (s *Store) challenges(ctx context.Context, league int64, which string, args ...any) ([]Challenge, error) {
	if s.format < preferring {
		return nil, nil
	}
	h, err := s.hidden(ctx, league)
	if err != nil {
		return nil, err
	}
	shown := ``
	if !h.since.IsZero() && !s.public.now().Before(h.since) {
		shown = `and ended <= ` + strconv.FormatInt(h.after(), 10)
	}
	found, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (c Challenge, err error) {
		var ended sql.Null[int64]
		err = scan(rows, &c.ID, &c.Person, &ended, &c.Why)
		c.Ended = fromMillis(ended)
		return c, err
	}, `select tournament, person, ended, why from challenge where league = ? `+shown+` `+which,
		append([]any{league}, args...)...)
	for i := range found {
		if err == nil {
			found[i].Tournament, err = s.tournament(ctx, s.read, found[i].ID)
		}
	}
	return found, s.explain(err)
}
