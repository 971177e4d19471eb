package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/botarena/arena/internal/contest/schedule"
)

// The kinds of tournaments.
const (
	KindSeries  = "series"
	KindCompare = "compare"
	KindTune    = "tune"
	KindLeague  = "league"
)

// Tournament is who plays whom for what, in all matches of a schedule.
type Tournament struct {
	Kind   string
	Format string // the schedule, with all that it is made of but entrants and seed
	Conditions
	First    uint64 // the seed of the first group of matches
	Entrants []Entrant

	// What follows is filled in by the store.

	ID      int64
	Begun   time.Time // to the millisecond
	Matches int       // how many of its matches are in the store
	Doubted int       // how many were set aside
	// Preferred are bots of a league that the organiser lets play before others, in the order in which that was said.
	Preferred []Preference
	// AsOf is of which time a league is shown, see [Store.Public]; zero if it is shown as it is now.
	AsOf time.Time
}

// Facts returns the facts of a match of the tournament's schedule.
func (t Tournament) Facts(m schedule.Planned) Facts {
	f := Facts{Conditions: t.Conditions, Seed: m.Seed}
	for _, entrant := range m.Seats {
		e := t.Entrants[entrant]
		f.Names, f.Programs = append(f.Names, e.Name), append(f.Programs, e.Program)
	}
	return f
}

// settings is a digest of the tournament without its first seed.
func (t Tournament) settings() []byte {
	d := newDigest("arena tournament 1")
	d.text(t.Kind)
	d.text(t.Format)
	d.conditions(t.Conditions)
	for _, e := range t.Entrants {
		d.text(e.Name)
		d.text(e.Version)
		d.text(e.Typed)
		d.bytes(e.Program[:])
	}
	return d.Sum(nil)
}

// Begin returns the tournament of these settings as it is in the store. If it is not there,
// it begins now.
func (s *Store) Begin(ctx context.Context, t Tournament, now time.Time) (Tournament, error) {
	settings, first := t.settings(), strconv.FormatUint(t.First, 10)
	var begun Tournament
	err := s.change(ctx, func(tx *sql.Tx) error {
		var id int64
		err := tx.QueryRowContext(ctx, `select id from tournament where settings = ? and first = ?`, settings,
			first).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			id, err = insertTournament(ctx, tx, t, settings, now)
		}
		if err != nil {
			return err
		}
		begun, err = s.tournament(ctx, tx, id)
		return err
	})
	return begun, err
}

func insertTournament(ctx context.Context, tx *sql.Tx, t Tournament, settings []byte, now time.Time) (int64, error) {
	done, err := tx.ExecContext(ctx, `insert into tournament
		(settings, first, kind, format, game, rules, setup, random, limits, sandbox, begun) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		settings, strconv.FormatUint(t.First, 10), t.Kind, t.Format, t.Game, t.Rules, notNil(t.Setup), string(t.Random),
		t.Limits, t.Sandbox, now.UnixMilli())
	if err != nil {
		return 0, err
	}
	id, err := done.LastInsertId()
	if err != nil {
		return 0, err
	}
	for number, e := range t.Entrants {
		if err := insertEntrant(ctx, tx, id, number, e); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// notNil returns the bytes; an empty blob is not NULL in SQL.
func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// Latest returns the tournament that was begun last of those that differ from this one in
// nothing but the first seed. It is how a command without a seed goes on.
func (s *Store) Latest(ctx context.Context, t Tournament) (Tournament, bool, error) {
	var id int64
	err := s.read.QueryRowContext(ctx, `select id from tournament where settings = ? order by id desc limit 1`,
		t.settings()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return Tournament{}, false, nil
	}
	if err != nil {
		return Tournament{}, false, s.explain(err)
	}
	latest, err := s.tournament(ctx, s.read, id)
	return latest, err == nil, s.explain(err)
}

// Tournament returns the tournament with an ID as it is now.
func (s *Store) Tournament(ctx context.Context, id int64) (Tournament, error) {
	t, err := s.tournament(ctx, s.read, id)
	return t, s.explain(err)
}

// Tournaments returns all tournaments, in the order in which they were begun.
func (s *Store) Tournaments(ctx context.Context) ([]Tournament, error) {
	ids, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (id int64, err error) {
		return id, scan(rows, &id)
	}, `select id from tournament order by id`)
	if err != nil {
		return nil, s.explain(err)
	}
	tournaments := make([]Tournament, len(ids))
	for i, id := range ids {
		if tournaments[i], err = s.tournament(ctx, s.read, id); err != nil {
			return nil, s.explain(err)
		}
	}
	return tournaments, nil
}

// handed is the SQL of how an entrant was handed in, and from where it comes.
func (s *Store) handed() string {
	if s.format < timed {
		return `null, 0, '', 0 from entrant`
	}
	paused := `exists (select 1 from paused where paused.tournament = entrant.tournament and paused.entrant = number)`
	if s.format < freezing {
		paused = `0`
	}
	return `came, coalesce(late, 0), coalesce(person, ''), ` + paused + ` from entrant left join handed
		on handed.tournament = entrant.tournament and handed.entrant = entrant.number`
}

// counted is the SQL of how many matches a tournament has.
func (s *Store) counted() string {
	if s.format < counting {
		return `(select count(*) from part where tournament = id)`
	}
	return `coalesce((select matches from counted where tournament = id), 0)`
}

func (s *Store) tournament(ctx context.Context, from querier, id int64) (Tournament, error) {
	t := Tournament{ID: id}
	var first string
	var begun int64
	row := from.QueryRowContext(ctx, `select first, kind, format, game, rules, setup, random, limits, sandbox, begun,
			`+s.counted()+`, (select count(*) from doubted where tournament = id)
			from tournament where id = ?`, id)
	err := scan(row, &first, &t.Kind, &t.Format, &t.Game, &t.Rules, &t.Setup, (*string)(&t.Random), &t.Limits, &t.Sandbox,
		&begun, &t.Matches, &t.Doubted)
	if err != nil {
		return Tournament{}, err
	}
	t.Begun = time.UnixMilli(begun)
	if t.First, err = strconv.ParseUint(first, 10, 64); err != nil {
		return Tournament{}, fmt.Errorf("tournament %d: %w", id, err)
	}
	t.Entrants, err = all(ctx, s.path, from, scanEntrant,
		`select name, version, typed, program, package, signer, author, joined, gone, leaving,
		`+s.handed()+` where entrant.tournament = ? order by entrant.number`, id)
	if err != nil {
		return t, err
	}
	if t.Preferred, err = s.preferred(ctx, from, id); err != nil {
		return t, err
	}
	return t, s.freeze(ctx, &t)
}
