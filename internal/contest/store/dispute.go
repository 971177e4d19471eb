package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// Dispute is a match in which a worker froze a bot for a cause that may lie in the worker's machine.
type Dispute struct {
	Findings  []Finding   `json:"findings"` // one of each worker, in the order in which they came
	Unfounded []Unfounded `json:"unfounded,omitempty"`
}

// Finding is what a worker found in a match that others play as well.
type Finding struct {
	Worker string `json:"worker"` // "" if it was this machine
	Frozen []int  `json:"frozen"` // the seats that it froze for what may lie in its machine
	// Lacks are those of them whose programs met an instruction that its processor may lack.
	Lacks []int `json:"lacks,omitempty"`
}

// Freezes reports whether a seat was frozen.
func (f Finding) Freezes(seat int) bool { return slices.Contains(f.Frozen, seat) }

// Unfounded is a verdict on a bot that others did not find.
type Unfounded struct {
	Worker  string            `json:"worker"`
	Program [sha256.Size]byte `json:"program"`
	Lacks   bool              `json:"lacks,omitempty"` // see [Finding]: nobody is to blame
}

// SetClaim notes a claim, in place of an earlier one of its match.
//
// The column is called worker as it had the name of only one once.
func (s *Store) SetClaim(ctx context.Context, key Key, c Dispute, now time.Time) error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err = tx.ExecContext(ctx, `insert into claim (key, worker, noted) values (?, ?, ?)
			on conflict do update set worker = excluded.worker, noted = excluded.noted`, key[:], string(text), now.UnixMilli())
		return err
	})
}

// setFindings writes a claim without another time.
func setFindings(ctx context.Context, tx *sql.Tx, key []byte, c Dispute) error {
	text, err := json.Marshal(c)
	if err == nil {
		_, err = tx.ExecContext(ctx, `update claim set worker = ? where key = ?`, string(text), key)
	}
	return err
}

// DropClaim forgets the claim of a match.
func (s *Store) DropClaim(ctx context.Context, key Key) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `delete from claim where key = ?`, key[:])
		return err
	})
}

// Claims returns the claims of matches that are not in the store.
func (s *Store) Claims(ctx context.Context) (map[Key][]Finding, error) {
	claims, err := s.claims(ctx, s.read, `where key not in (select key from match)`)
	open := make(map[Key][]Finding)
	for _, c := range claims {
		if len(c.Findings) > 0 && len(c.key) == len(Key{}) {
			open[Key(c.key)] = c.Findings
		}
	}
	return open, s.explain(err)
}

// Unfounded returns the verdicts since a time that others did not find.
func (s *Store) Unfounded(ctx context.Context, since time.Time) (unfounded []Unfounded, err error) {
	claims, err := s.claims(ctx, s.read, `where noted >= ?`, since.UnixMilli())
	for _, c := range claims {
		unfounded = append(unfounded, c.Unfounded...)
	}
	return unfounded, s.explain(err)
}

// keyed is a claim as the store has it.
type keyed struct {
	key []byte
	Dispute
}

func (s *Store) claims(ctx context.Context, from querier, where string, args ...any) ([]keyed, error) {
	return all(ctx, s.path, from, scanClaim, `select key, worker from claim `+where, args...)
}

// scanClaim reads a claim. Of one that an older arena wrote it is not known who was frozen: it has no findings.
func scanClaim(rows *sql.Rows) (c keyed, err error) {
	var text string
	if err = scan(rows, &c.key, &text); err != nil {
		return c, err
	}
	if json.Unmarshal([]byte(text), &c.Dispute) != nil {
		c.Dispute = Dispute{}
	}
	return c, nil
}

// Disbelieve notes that no verdicts of a worker count any more that may lie in its machine. The matches are set aside
// for which it counted before that the worker froze somebody.
func (s *Store) Disbelieve(ctx context.Context, worker, why string, now time.Time) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into worker (id, why) values (?1, ?2)
			on conflict do update set why = ?2 where revoked is null and why = ''`, worker, why)
		if err != nil {
			return err
		}
		return s.disregard(ctx, tx, worker, why, now)
	})
}

// disregard forgets what a worker found in matches that others play as well. Those that rest on it are set aside.
func (s *Store) disregard(ctx context.Context, tx *sql.Tx, worker, why string, now time.Time) error {
	claims, err := s.claims(ctx, tx, "")
	if err != nil {
		return err
	}
	for _, c := range claims {
		i := slices.IndexFunc(c.Findings, func(f Finding) bool { return f.Worker == worker })
		if i < 0 {
			continue
		}
		frozen := c.Findings[i].Frozen
		c.Findings = slices.Delete(c.Findings, i, i+1)
		aside, err := setAside(ctx, tx, c.key, frozen, why, now)
		if err != nil {
			return err
		}
		if aside {
			c.Findings = nil // who has played it before may play it again
		}
		if err := setFindings(ctx, tx, c.key, c.Dispute); err != nil {
			return err
		}
	}
	return nil
}

// setAside sets a match aside that is in the store, if one of these seats is frozen in it: that is believed no more.
// What this machine has played rests on nobody else.
func setAside(ctx context.Context, tx *sql.Tx, key []byte, frozen []int, why string, now time.Time) (bool, error) {
	seats, err := json.Marshal(frozen)
	if err != nil {
		return false, err
	}
	var id int64
	err = scan(tx.QueryRowContext(ctx, `select id from match where key = ? and worker <> '' and exists (select 1 from seat
		where match = id and verdict is not null and seat in (select value from json_each(?)))`, key, string(seats)), &id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, drop(ctx, tx, id, why, now)
}

// SetAside sets the matches of a tournament aside in which an entrant played, on any machine, so that they are played
// anew; but those stay in which one of the removed played, who can't play anew. It returns how many of each there are.
func (s *Store) SetAside(
	ctx context.Context, tournament int64, entrant int, removed []int, why string, now time.Time,
) (aside, stay int, err error) {
	unable, err := json.Marshal(removed)
	if err != nil {
		return 0, 0, err
	}
	err = s.change(ctx, func(tx *sql.Tx) error {
		aside, stay = 0, 0
		ids, err := all(ctx, s.path, tx, func(rows *sql.Rows) (id int64, err error) {
			var stays bool
			err = scan(rows, &id, &stays)
			if stays {
				id = 0
			}
			return id, err
		}, `select match, exists (select 1 from json_each(part.entrants) where value in (select value from json_each(?)))
			from part where tournament = ? and exists (select 1 from json_each(part.entrants) where value = ?)`,
			string(unable), tournament, entrant)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if id == 0 {
				stay++
				continue
			}
			aside++
			if err := drop(ctx, tx, id, why, now); err != nil {
				return err
			}
		}
		return nil
	})
	return aside, stay, err
}

// Aside returns how many matches of a tournament were set aside.
func (s *Store) Aside(ctx context.Context, tournament int64) (count int, err error) {
	err = s.read.QueryRowContext(ctx, `select count(*) from doubted where tournament = ?`, tournament).Scan(&count)
	return count, s.explain(err)
}

// drop sets a match aside. Its findings count no more: who has played it before may play it again.
func drop(ctx context.Context, tx *sql.Tx, id int64, why string, now time.Time) error {
	for _, step := range []string{
		`insert into doubted (match, tournament, number, board, seed, entrants, key, why, noted)
			select match.id, part.tournament, part.number, part.board, part.seed, part.entrants, match.key, ?2, ?3
			from match join part on part.match = match.id where match.id = ?1`,
		`update counted set matches = matches - 1 where tournament in (select tournament from part where match = ?1)`,
		`delete from part where match = ?1`,
		`update claim set worker = json_set(worker, '$.findings', json('[]'))
			where json_valid(worker) and key = (select key from match where id = ?1)`,
		`update match set key = cast('doubted ' || id as blob), checking = case checking when 'due' then '' else checking end
			where id = ?1`,
	} {
		if _, err := tx.ExecContext(ctx, step, id, why, now.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
