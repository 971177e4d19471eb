package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
)

// Worker is another machine that plays matches of a league, with its counts.
type Worker struct {
	ID   string
	Name string // "" if it has none
	// Matches were taken from it, those that were set aside later among them.
	Matches int
	// Passed and Failed are checks: of its matches that others played again, and of those that it
	// played again itself and was alone with what it found.
	Passed, Failed int
	Refused        int       // results that were not what they said
	Last           time.Time // when its last result came, to the millisecond; zero before the first
	Unfounded      int       // verdicts that others did not find
	Revoked        time.Time // when its matches were set aside, to the millisecond; zero if they were not
	Why            string    // it was revoked, or its verdicts are not believed
}

// IsRevoked reports whether nothing of the worker is taken any more.
func (w Worker) IsRevoked() bool { return !w.Revoked.IsZero() }

// IsBelieved reports whether it counts that the worker froze a bot for what may lie in its machine.
func (w Worker) IsBelieved() bool { return w.Why == "" }

// Workers returns all workers of which there is a result, in the order of their names.
func (s *Store) Workers(ctx context.Context) ([]Worker, error) {
	workers, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (w Worker, err error) {
		var last int64
		var revoked sql.NullInt64
		err = scan(rows, &w.ID, &w.Name, &w.Matches, &w.Passed, &w.Failed, &w.Refused, &last, &revoked, &w.Why)
		if last != 0 {
			w.Last = time.UnixMilli(last)
		}
		if revoked.Valid {
			w.Revoked = time.UnixMilli(revoked.Int64)
		}
		return w, err
	}, `select id, name, matches, passed, failed, refused, last, revoked, why from worker order by name, id`)
	if err != nil {
		return nil, s.explain(err)
	}
	unfounded, err := s.Unfounded(ctx, time.UnixMilli(0))
	for _, u := range unfounded {
		for i := range workers {
			if workers[i].ID == u.Worker && !u.Lacks {
				workers[i].Unfounded++
			}
		}
	}
	return workers, err
}

// Meet notes the name of a worker.
func (s *Store) Meet(ctx context.Context, id, name string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(
			ctx, `insert into worker (id, name) values (?, ?) on conflict do update set name = excluded.name`, id, name)
		return err
	})
}

// Refuse counts a result of a worker that is not what it says.
func (s *Store) Refuse(ctx context.Context, worker string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(
			ctx, `insert into worker (id, refused) values (?, 1) on conflict do update set refused = refused + 1`, worker)
		return err
	})
}

// Revoke notes that a worker can't be trusted, and sets its matches aside: they leave their
// tournaments, where they can be played again, and can be seen by [Store.Doubted] alone. Its
// word counts no longer either: matches that passed a check by it are due again, and those in which
// somebody is frozen as it has found that too are set aside.
func (s *Store) Revoke(ctx context.Context, worker, why string, now time.Time) error {
	return s.change(ctx, func(tx *sql.Tx) error { return s.revoke(ctx, tx, worker, why, now) })
}

func (s *Store) revoke(ctx context.Context, tx *sql.Tx, worker, why string, now time.Time) error {
	if err := s.disregard(ctx, tx, worker, why, now); err != nil {
		return err
	}
	for _, step := range []string{
		`insert into worker (id, revoked, why) values (?1, ?3, ?2) on conflict do update set revoked = ?3, why = ?2 where revoked is null`,
		`insert into doubted (match, tournament, number, board, seed, entrants, key, why, noted)
			select match.id, part.tournament, part.number, part.board, part.seed, part.entrants, match.key, ?2, ?3
			from match join part on part.match = match.id where match.worker = ?1 and match.worker <> ''`,
		`update claim set worker = json_set(worker, '$.findings', json('[]'))
			where json_valid(worker) and key in (select key from match where worker = ?1)`,
		`update counted set matches = matches - (select count(*) from part where part.tournament = counted.tournament
			and match in (select id from match where worker = ?1 and worker <> ''))`,
		`delete from part where match in (select id from match where worker = ?1 and worker <> '')`,
		// A match has another key where it does not count: its own is needed when it is played again.
		`update match set key = cast('doubted ' || id as blob), checking = case checking when 'failed' then 'failed' else '' end
			where worker = ?1 and worker <> '' and id in (select match from doubted)`,
		`update match set checking = 'due' where checking = 'passed' and id in (select match from checked where worker = ?1 and agrees)
			and id in (select match from part)`,
		`delete from checked where worker = ?1 and agrees and match in (select id from match where checking = 'due')`,
	} {
		if _, err := tx.ExecContext(ctx, step, worker, why, now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}

// VoidedMatch is a match that was set aside.
type VoidedMatch struct {
	schedule.Planned

	Key    Key // of the match that can be played in its place
	Worker string
	Why    string
	Noted  time.Time // to the millisecond
}

// Vacant returns the matches of a tournament that were set aside, and of which nobody has played another in
// their place, nor failed to.
func (s *Store) Vacant(ctx context.Context, tournament int64) ([]VoidedMatch, error) {
	return s.doubted(ctx, tournament, `
		and not exists (select 1 from part where part.tournament = doubted.tournament and part.number = doubted.number)
		and not exists (select 1 from failure where failure.tournament = doubted.tournament and failure.number = doubted.number)`)
}

// Doubted returns the matches of a tournament that were set aside, in the order of their
// numbers. A number may have been set aside several times.
func (s *Store) Doubted(ctx context.Context, tournament int64) ([]VoidedMatch, error) {
	return s.doubted(ctx, tournament, "")
}

func (s *Store) doubted(ctx context.Context, tournament int64, where string) ([]VoidedMatch, error) {
	doubted, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (d VoidedMatch, err error) {
		var key []byte
		var noted int64
		d.Planned, err = scanPlanned(rows, &key, &d.Worker, &d.Why, &noted)
		copy(d.Key[:], key)
		d.Noted = time.UnixMilli(noted)
		return d, err
	},
		`select number, board, seed, entrants, doubted.key, worker, why, noted from doubted join match on match.id = doubted.match
		where tournament = ? `+where+` order by number, match.id`, tournament)
	return doubted, s.explain(err)
}
