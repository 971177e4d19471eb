package store

import (
	"cmp"
	"context"
	"database/sql"
	"math"
	"slices"

	"github.com/botarena/arena/internal/contest/schedule"
)

// Preference says that a bot of a league is to play before others. Its first match is math.MaxInt until it is known.
type Preference struct {
	schedule.Debt

	Over bool // it has had its matches, or another one has followed
}

// Prefer lets the bot of a name, or a later version of it, play so many matches before others from the next
// [Store.Settle] on, in place of those that were said before; none ends that. It returns false if there is no such bot
// that stays.
func (s *Store) Prefer(ctx context.Context, tournament int64, name string, matches int) (bool, error) {
	found := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update preferred set over = 1 where tournament = ?1 and not over
			and entrant in (select number from entrant where tournament = ?1 and name = ?2)`, tournament, name)
		if err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, `insert into preferred (tournament, entrant, since, matches, over)
			select tournament, number, null, ?3, ?3 = 0 from entrant
			where tournament = ?1 and name = ?2 and gone is null and not leaving`, tournament, name, matches)
		if err != nil {
			return err
		}
		count, err := done.RowsAffected()
		found = count > 0
		return err
	})
	return found && err == nil, err
}

// EndPreferences notes that a bot of a league has had its matches.
func (s *Store) EndPreferences(ctx context.Context, tournament int64, entrant int) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `update preferred set over = 1
			where tournament = ? and entrant = ? and since is not null`, tournament, entrant)
		return err
	})
}

// preferred returns the bots of a league that are to play before others, and were.
func (s *Store) preferred(ctx context.Context, from querier, tournament int64) ([]Preference, error) {
	if s.format < preferring {
		return nil, nil
	}
	return all(ctx, s.path, from, func(rows *sql.Rows) (p Preference, err error) {
		var since sql.Null[int]
		err = scan(rows, &p.Bot, &since, &p.Matches, &p.Over)
		if p.From = math.MaxInt; since.Valid {
			p.From = since.V
		}
		return p, err
	}, `select entrant, since, matches, over from preferred where tournament = ? order by rowid`, tournament)
}

// Debts are the matches that bots of the league are owed, and were.
func (t Tournament) Debts() []schedule.Debt {
	var debts []schedule.Debt
	for _, p := range t.Preferred {
		if p.Bot >= 0 && p.Matches >= 0 { // the store may come from anybody
			debts = append(debts, p.Debt)
		}
	}
	return debts
}

// Prefers are the numbers of the bots that are to play before others, in their order.
func (t Tournament) Prefers() (numbers []int) {
	for _, p := range t.Preferred {
		if number := t.Follower(p.Bot); !p.Over && number >= 0 {
			numbers = append(numbers, number)
		}
	}
	slices.SortFunc(numbers, cmp.Compare[int])
	return slices.Compact(numbers)
}

// Follower returns the number of the bot that plays, or will, under the name of an entrant; -1 if there is none.
func (t Tournament) Follower(entrant int) int {
	if entrant < 0 || entrant >= len(t.Entrants) {
		return -1
	}
	return slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.Name == t.Entrants[entrant].Name && e.Stays() })
}
