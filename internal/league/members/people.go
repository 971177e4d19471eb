package members

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"time"
)

// Newcomer is a person who is to get a link, as the organiser calls them. Those of a team share its bots.
type Newcomer struct{ Name, Group, Team string }

// renewed is why the key of a person counts no more who has another one.
const renewed = "has another link"

// Spelling returns what differs in the names of two people, or teams: capitals and spaces don't.
func Spelling(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

// AddPeople makes a key for each person, and returns these secrets; "" for those who have one. Their names differ. Who
// was there before, or is in a team that was, is known by the same ID again.
func (f Folder) AddPeople(all []Newcomer, now time.Time) (tokens []string, err error) {
	tokens = make([]string, len(all))
	err = f.changePeople(func(people []Member) ([]Member, error) {
		has, known := make(map[string]bool), make(map[string]string)
		for _, m := range people {
			has[Spelling(m.Name)] = has[Spelling(m.Name)] || m.Revoked == ""
			known[m.knownAs()] = m.Person
		}
		var fresh []Member
		for i, one := range all {
			if has[Spelling(one.Name)] {
				continue
			}
			who := Member{Name: one.Name, Group: one.Group, Team: one.Team, Submits: true}
			if who.Person = known[who.knownAs()]; who.Person == "" {
				who.Person = newPerson()
				known[who.knownAs()] = who.Person
			}
			key, err := who.newKey(now)
			if err != nil {
				return nil, err
			}
			tokens[i], fresh = key.seed, append(fresh, who)
		}
		return fresh, nil
	})
	return tokens, err
}

// knownAs returns what those have in common who are known by one ID.
func (who *Member) knownAs() string {
	if who.Team != "" {
		return "team " + Spelling(who.Team)
	}
	return "person " + Spelling(who.Name)
}

func newPerson() string {
	var id [8]byte
	_, _ = rand.Read(id[:]) // it never fails
	return hex.EncodeToString(id[:])
}

// Renew makes another key for a person, and the one that they had counts no more. It returns "" if nobody of the name
// has one.
func (f Folder) Renew(name string, now time.Time) (token string, err error) {
	err = f.changePeople(func(people []Member) ([]Member, error) {
		var changed []Member
		for _, m := range people {
			if m.Revoked != "" || Spelling(m.Name) != Spelling(name) {
				continue
			}
			fresh := m
			key, err := fresh.newKey(now)
			if err != nil {
				return nil, err
			}
			m.Revoked, token = renewed, key.seed
			changed = append(changed, m, fresh)
		}
		return changed, nil
	})
	return token, err
}

// RemovePerson revokes the key of a person. It reports whether one of the name had a key that counted.
func (f Folder) RemovePerson(name, why string) (found bool, err error) {
	err = f.changePeople(func(people []Member) ([]Member, error) {
		var changed []Member
		for _, m := range people {
			if m.Revoked == "" && Spelling(m.Name) == Spelling(name) {
				m.Revoked, found = why, true
				changed = append(changed, m)
			}
		}
		return changed, nil
	})
	return found && err == nil, err
}

// changePeople changes people for all processes. The change is told who there is, and returns those that are other now.
func (f Folder) changePeople(change func(people []Member) (changed []Member, err error)) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	m, err := Load(string(f))
	if err != nil {
		return err
	}
	var failed error
	err = m.change(func(all map[string]Member) {
		var changed []Member
		changed, failed = change(people(sorted(all)))
		for _, one := range changed {
			all[one.ID] = one
		}
	})
	if failed != nil {
		return failed
	}
	return err
}

func people(all []Member) []Member {
	return slices.DeleteFunc(all, func(m Member) bool { return m.Person == "" })
}

// People returns who has or had a link of their own, by group and name, each once: with the key that counts, or the
// last one.
func (f Folder) People() ([]Member, error) {
	all, err := f.Members()
	if err != nil {
		return nil, err
	}
	var each []Member
	for _, m := range people(all) {
		i := slices.IndexFunc(each, func(other Member) bool { return Spelling(other.Name) == Spelling(m.Name) })
		switch {
		case i < 0:
			each = append(each, m)
		case each[i].Revoked != "":
			each[i] = m
		}
	}
	slices.SortStableFunc(each, func(a, b Member) int {
		return cmp.Or(strings.Compare(a.Group, b.Group), strings.Compare(Spelling(a.Name), Spelling(b.Name)))
	})
	return each, nil
}
