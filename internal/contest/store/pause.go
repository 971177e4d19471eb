package store

import (
	"context"
	"database/sql"
	"errors"
)

// Pause lets the bot of a name leave a league at the next [Store.Settle], until [Store.GoOn]. It returns false if there
// is none that stays.
func (s *Store) Pause(ctx context.Context, tournament int64, name string) (bool, error) {
	found := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `insert into paused select tournament, number from entrant
			where tournament = ? and name = ? and gone is null and not leaving`, tournament, name)
		if err != nil {
			return err
		}
		count, err := done.RowsAffected()
		if found = count > 0; err != nil {
			return err
		}
		return leave(ctx, tx, tournament, name)
	})
	return found && err == nil, err
}

// GoOn lets the bot of a name come back that was paused, at the next [Store.Settle]. It returns false if there is none.
func (s *Store) GoOn(ctx context.Context, tournament int64, name string) (bool, error) {
	found := false
	err := s.change(ctx, func(tx *sql.Tx) error {
		var number int
		var leaving bool
		row := tx.QueryRowContext(ctx, `select number, leaving from entrant join paused
			on paused.tournament = entrant.tournament and paused.entrant = entrant.number
			where entrant.tournament = ? and name = ?`, tournament, name)
		err := scan(row, &number, &leaving)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		found = true
		return goOn(ctx, tx, tournament, number, leaving)
	})
	return found && err == nil, err
}

func goOn(ctx context.Context, tx *sql.Tx, tournament int64, number int, leaving bool) error {
	steps := []string{
		`insert into entrant (tournament, number, name, version, typed, program, package, signer, author)
			select tournament, (select count(*) from entrant where tournament = ?1), name, version, typed, program, package,
			signer, author from entrant where tournament = ?1 and number = ?2`,
		`insert into handed (tournament, entrant, came, late, person)
			select tournament, (select count(*) - 1 from entrant where tournament = ?1), came, late, person from handed
			where tournament = ?1 and entrant = ?2`,
	}
	if leaving { // it has not gone yet
		steps = []string{`update entrant set leaving = 0 where tournament = ?1 and number = ?2`}
	}
	for _, step := range append(steps, `delete from paused where tournament = ?1 and entrant = ?2`) {
		if _, err := tx.ExecContext(ctx, step, tournament, number); err != nil {
			return err
		}
	}
	return nil
}

// Last returns of each entrant the last one that is the same program under the same name: itself, or as which it came
// back. All their matches are those of one bot.
func Last(entrants []Entrant) []int {
	type identity struct {
		name, version string
		program       [32]byte
	}
	last := make(map[identity]int)
	for number, e := range entrants {
		last[identity{e.Name, e.Version, e.Program}] = number
	}
	numbers := make([]int, len(entrants))
	for number, e := range entrants {
		if numbers[number] = number; e.Gone != nil {
			numbers[number] = last[identity{e.Name, e.Version, e.Program}]
		}
	}
	return numbers
}
