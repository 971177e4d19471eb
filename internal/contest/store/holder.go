package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
)

// Holder is who may enter bots of a name into a league.
type Holder struct {
	Name   string // as it was written first
	Signer string // the fingerprint of the key; of a person's name, of the last one, "" if they never had one
	Author string // as the first package said; may be ""
	Person string // to whom the name belongs, whichever key signs the bot; "" if it belongs to the key
}

// HeldError reports a bot whose name belongs to another key than the one that signed it.
type HeldError struct {
	Holder
	By string // the fingerprint of the key that signed the bot; "" if none did
}

func (e *HeldError) Error() string {
	if e.Person != "" {
		return "the name belongs to somebody else" // of a class, whom the others need not know
	}
	by := "this bot is not signed"
	if e.By != "" {
		by = "this bot is signed by " + e.By
	}
	return safe.Sprintf("the name belongs to the key %s, and %s", e.Signer, by)
}

// Hint says what to do.
func (e *HeldError) Hint() string {
	if e.Person != "" {
		return "choose another name"
	}
	return "choose another name; the author of that bot signs it with that key"
}

// Admits returns a *[HeldError] unless a bot signed by a key, or by none if that is "", may have the name. Person is
// whose it is, or "".
func (h Holder) Admits(signer, person string) error {
	if h.Person != "" && h.Person == person || h.Person == "" && (h.Signer == "" || h.Signer == signer) {
		return nil
	}
	return &HeldError{h, signer}
}

// spelling returns a name without what may differ.
func spelling(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(name), ""))
}

// SameName reports whether two names belong to the same key: capitals and spaces don't matter.
func SameName(a, b string) bool { return spelling(a) == spelling(b) }

// Holder returns who holds a name in a tournament. Its Name is "" if nobody does.
func (s *Store) Holder(ctx context.Context, tournament int64, name string) (Holder, error) {
	h, err := s.holder(ctx, s.read, tournament, name)
	return h, s.explain(err)
}

// person is the SQL of the person to whom the name of a holder belongs.
func (s *Store) person() string {
	if s.format < timed {
		return `''`
	}
	return `coalesce((select person from personal
		where personal.tournament = holder.tournament and personal.spelling = holder.spelling), '')`
}

func (s *Store) holder(ctx context.Context, from querier, tournament int64, name string) (Holder, error) {
	var h Holder
	row := from.QueryRowContext(ctx, `select name, signer, author, `+s.person()+` from holder
		where tournament = ? and spelling = ?`, tournament, spelling(name))
	err := scan(row, &h.Name, &h.Signer, &h.Author, &h.Person)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return h, err
}

// Holders returns all names of a tournament that belong to somebody, in the order of names.
func (s *Store) Holders(ctx context.Context, tournament int64) ([]Holder, error) {
	holders, err := all(ctx, s.path, s.read, func(rows *sql.Rows) (h Holder, err error) {
		return h, scan(rows, &h.Name, &h.Signer, &h.Author, &h.Person)
	}, `select name, signer, author, `+s.person()+` from holder where tournament = ? order by spelling`, tournament)
	return holders, s.explain(err)
}

// Rekey gives a name to another key, or person, no matter which held it; to none if the key is "". The bot that has
// the name leaves with the next match.
func (s *Store) Rekey(ctx context.Context, tournament int64, h Holder) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		before, err := s.holder(ctx, tx, tournament, h.Name)
		if err != nil {
			return err
		}
		if before.Name != "" {
			if err := leave(ctx, tx, tournament, before.Name); err != nil {
				return err
			}
		}
		return give(ctx, tx, tournament, h)
	})
}

func give(ctx context.Context, tx *sql.Tx, tournament int64, h Holder) error {
	for _, table := range []string{"holder", "personal"} {
		_, err := tx.ExecContext(ctx, `delete from `+table+` where tournament = ? and spelling = ?`,
			tournament, spelling(h.Name))
		if err != nil {
			return err
		}
	}
	if h.Signer == "" && h.Person == "" {
		return nil
	}
	_, err := tx.ExecContext(ctx, `insert into holder (tournament, spelling, name, signer, author) values (?, ?, ?, ?, ?)`,
		tournament, spelling(h.Name), h.Name, h.Signer, h.Author)
	if err == nil && h.Person != "" {
		_, err = tx.ExecContext(ctx, `insert into personal (tournament, spelling, person) values (?, ?, ?)`,
			tournament, spelling(h.Name), h.Person)
	}
	return err
}

// take finds out whether a bot may have its name, and gives it to its person or key if nobody holds it.
func (s *Store) take(ctx context.Context, tx *sql.Tx, tournament int64, e Entrant) error {
	h, err := s.holder(ctx, tx, tournament, e.Name)
	if err != nil {
		return err
	}
	if err := h.Admits(e.Signer, e.Person); err != nil {
		return err
	}
	if h.Person == e.Person && (h.Signer == e.Signer || h.Person != "" && e.Signer == "") {
		return nil
	}
	return give(ctx, tx, tournament, Holder{e.Name, e.Signer, e.Author, e.Person})
}
