package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
)

// Entrant is a bot in a tournament.
type Entrant struct {
	played.Entrant

	// What follows is of bots that came in packages.

	// Package is the SHA-256 of the manifest, zero if there was none.
	Package [sha256.Size]byte
	Signer  string // the fingerprint of the key that signed it; "" if none did
	Author  string // as the package says

	// Person is whose it is, if it came by the link of a person, or of one of a team.
	Person string
	// Late is how long after the deadline of its league it came, to the millisecond; 0 if it came in time.
	Late time.Duration
	// Came is when it was handed in, to the millisecond; zero if that is not known.
	Came time.Time

	// What follows is of leagues. Where all play from the first match to the last, it is
	// zero.

	// Joined is the number of the first match that it may play; nil before it joins.
	Joined *int
	// Gone is the number of the first match without it; nil as long as it stays.
	Gone *int
	// Leaving says that it is to go when the next match is given.
	Leaving bool
	// Paused says that it is to come back, and has left or is leaving until then.
	Paused bool
}

// Waits reports whether an entrant of a league has not joined yet.
func (e Entrant) Waits() bool { return e.Joined == nil && e.Gone == nil && !e.Leaving }

// Stays reports whether an entrant of a league plays, or will.
func (e Entrant) Stays() bool { return e.Gone == nil && !e.Leaving }

// Replaced reports of each entrant whether it was a version of a bot of a league that is gone, and another one has
// followed under its name.
func Replaced(entrants []Entrant) []bool {
	last := make(map[string]int) // by the spelling of the name
	for number, e := range entrants {
		last[spelling(e.Name)] = number
	}
	replaced := make([]bool, len(entrants))
	for number, e := range entrants {
		replaced[number] = e.Gone != nil && last[spelling(e.Name)] > number
	}
	return replaced
}

// Stay returns in which matches an entrant of a league takes part.
func (e Entrant) Stay() schedule.Stay {
	if e.Joined == nil || e.Gone != nil && *e.Gone <= *e.Joined {
		return schedule.Never()
	}
	stay := schedule.Stay{From: *e.Joined}
	if e.Gone != nil {
		stay.Until = *e.Gone
	}
	return stay
}

// Owner returns whose bot it is: a person's, or else that of a key; "" if nobody has signed it.
func (e Entrant) Owner() string {
	if e.Person != "" {
		return "person " + e.Person
	}
	return e.Signer
}

// StaysOf returns in which matches the entrants of a league take part. A new version of a bot, or another bot of its
// author, takes the place of one that has gone before: matches are owed to a newcomer once.
func StaysOf(entrants []Entrant) []schedule.Stay {
	stays, taken := make([]schedule.Stay, len(entrants)), make([]bool, len(entrants))
	earlier := make(map[string][]int) // those whose place nobody has, by name and by owner
	for number, e := range entrants {
		stays[number] = e.Stay()
		if stays[number] == schedule.Never() {
			continue
		}
		groups := []string{"name " + spelling(e.Name)}
		if owner := e.Owner(); owner != "" {
			groups = append(groups, "owner "+owner)
		}
		for _, group := range groups {
			all := slices.DeleteFunc(earlier[group], func(old int) bool { return taken[old] })
			for _, old := range slices.Backward(all) {
				if gone := entrants[old].Gone; stays[number].After == 0 && gone != nil && *gone <= *e.Joined {
					stays[number].After, taken[old] = old+1, true
				}
			}
			earlier[group] = append(all, number)
		}
	}
	return stays
}

// IsNeeded reports whether somebody may want the program of an entrant for a match that was played: a worker's, as it
// may be set aside and played again, or one without a replay, if those are asked for as well.
func (s *Store) IsNeeded(ctx context.Context, tournament int64, number int, e Entrant, unkept bool) (bool, error) {
	stay := e.Stay()
	if stay == schedule.Never() {
		return false, nil
	}
	needed := false
	err := s.read.QueryRowContext(ctx, `select exists (select 1 from part join match on match.id = part.match
		where tournament = ?1 and number >= ?2 and (number < ?3 or ?3 = 0)
		and exists (select 1 from json_each(part.entrants) where value = ?4)
		and (worker <> '' or ?5 and not exists (select 1 from replay where replay.match = match.id)))`,
		tournament, stay.From, stay.Until, number, unkept).Scan(&needed)
	return needed, s.explain(err)
}

func insertEntrant(ctx context.Context, tx *sql.Tx, tournament int64, number int, e Entrant) error {
	var packed []byte // null if there is none
	if e.Package != [sha256.Size]byte{} {
		packed = e.Package[:]
	}
	_, err := tx.ExecContext(
		ctx, `insert into entrant (tournament, number, name, version, typed, program, package, signer, author)
		values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		tournament, number, e.Name, e.Version, e.Typed, e.Program[:], packed, e.Signer, e.Author)
	if err == nil && (e.Late > 0 || e.Person != "" || !e.Came.IsZero()) {
		_, err = tx.ExecContext(ctx, `insert into handed (tournament, entrant, came, late, person) values (?, ?, ?, ?, ?)`,
			tournament, number, toMillis(e.Came), e.Late.Milliseconds(), e.Person)
	}
	return err
}

func scanEntrant(rows *sql.Rows) (e Entrant, err error) {
	var program, packed []byte
	var joined, gone sql.Null[int]
	var late int64
	var came sql.Null[int64]
	err = scan(rows, &e.Name, &e.Version, &e.Typed, &program, &packed, &e.Signer, &e.Author, &joined, &gone, &e.Leaving,
		&came, &late, &e.Person, &e.Paused)
	e.Late, e.Came = time.Duration(late)*time.Millisecond, fromMillis(came)
	copy(e.Program[:], program)
	copy(e.Package[:], packed)
	e.Joined, e.Gone = orNil(joined), orNil(gone)
	return e, err
}

// orNil returns a number, or nil for null.
func orNil(n sql.Null[int]) *int {
	if !n.Valid {
		return nil
	}
	return &n.V
}

// Enter adds a bot to a league, and returns its number. It joins at the next [Store.Settle];
// those with its name leave then. If the name belongs to another key or person, the error is a
// *[HeldError]. The first key that signs a bot of a name, or whose it is, holds it from then on.
func (s *Store) Enter(ctx context.Context, tournament int64, e Entrant) (number int, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		if err := s.take(ctx, tx, tournament, e); err != nil {
			return err
		}
		if err := leave(ctx, tx, tournament, e.Name); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `delete from paused where tournament = ?1
			and entrant in (select number from entrant where tournament = ?1 and name = ?2)`, tournament, e.Name); err != nil {
			return err
		}
		if err := tx.QueryRowContext(ctx, `select count(*) from entrant where tournament = ?`,
			tournament).Scan(&number); err != nil {
			return err
		}
		return insertEntrant(ctx, tx, tournament, number, e)
	})
	return number, err
}

// Withdraw lets the bot of a name leave a league at the next [Store.Settle]. It returns
// false if there is none that stays.
func (s *Store) Withdraw(ctx context.Context, tournament int64, name string) (bool, error) {
	found := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(
			ctx, `select exists (select 1 from entrant where tournament = ? and name = ? and gone is null and not leaving)`,
			tournament, name).Scan(&found)
		if err != nil {
			return err
		}
		return leave(ctx, tx, tournament, name)
	})
	return found && err == nil, err
}

func leave(ctx context.Context, tx *sql.Tx, tournament int64, name string) error {
	_, err := tx.ExecContext(ctx, `update entrant set leaving = 1 where tournament = ? and name = ? and gone is null`,
		tournament, name)
	return err
}

// Settle lets all who wait join a league, all who are to leave go, and those be preferred who are to be, with the match
// of a number. It returns whether anything has changed. It fails if that match or a later one was
// played: who took part in it must not change.
func (s *Store) Settle(ctx context.Context, tournament int64, next int) (bool, error) {
	changed := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		waiting := 0
		err := tx.QueryRowContext(ctx, `select (select count(*) from entrant
			where tournament = ?1 and gone is null and (joined is null or leaving))
			+ (select count(*) from preferred where tournament = ?1 and since is null)`, tournament).Scan(&waiting)
		if changed = waiting > 0; err != nil || !changed {
			return err
		}
		last := sql.Null[int]{}
		if err := tx.QueryRowContext(ctx, `select max(number) from part where tournament = ?`,
			tournament).Scan(&last); err != nil {
			return err
		}
		if last.Valid && next <= last.V {
			return fmt.Errorf("match %d was played already", last.V)
		}
		for _, update := range []string{
			`update entrant set joined = ?2 where tournament = ?1 and gone is null and joined is null`,
			`update entrant set gone = ?2, leaving = 0 where tournament = ?1 and gone is null and leaving`,
			`update preferred set since = ?2 where tournament = ?1 and since is null`,
		} {
			if _, err := tx.ExecContext(ctx, update, tournament, next); err != nil {
				return err
			}
		}
		return nil
	})
	return changed && err == nil, err
}
