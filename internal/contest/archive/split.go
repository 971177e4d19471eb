package archive

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
)

// SplitBy is by what seats are told apart.
type SplitBy string

// The values of SplitBy.
const (
	BySeat     SplitBy = "seat"
	ByOpponent SplitBy = "opponent" // a bot that sits in another seat; a seat has several
	ByLength   SplitBy = "length"   // rounds of the match
	ByMargin   SplitBy = "margin"   // points from the best seat of the bot to the best of the others
	BySettings SplitBy = "settings" // of the tournament
)

// Splits are all of them.
var Splits = []SplitBy{BySeat, ByOpponent, ByLength, ByMargin, BySettings}

// Split is how bots did in seats of each kind.
type Split struct {
	Kinds []string // what they are called, in their order
	bots  []map[int]*stats.Lot
}

// Of returns how a bot did in seats of a kind; nil if it had none.
func (s *Split) Of(bot, kind int) *stats.Lot { return s.bots[bot][kind] }

// Count returns of how many kinds a bot had seats.
func (s *Split) Count(bot int) int { return len(s.bots[bot]) }

// kindsOf returns the kinds of a seat.
type kindsOf func(m played.Match, seat int) []int

func (s *Split) add(m played.Match, only Filter, kinds kindsOf) {
	for seat, bot := range m.Seats {
		if bot < 0 || !only.fits(m, seat) {
			continue
		}
		for _, kind := range kinds(m, seat) {
			if s.bots[bot] == nil {
				s.bots[bot] = make(map[int]*stats.Lot)
			}
			if s.bots[bot][kind] == nil {
				s.bots[bot][kind] = new(stats.Lot)
			}
			s.bots[bot][kind].Add(m, seat)
		}
	}
}

// Split tells the seats of a tournament's bots apart that count. Settings are those of all tournaments of its game in
// which the same bots played.
func (a *Archive) Split(ctx context.Context, t *Tournament, by SplitBy, only Filter) (*Split, error) {
	s := &Split{bots: make([]map[int]*stats.Lot, len(t.Bots))}
	if by == BySettings {
		return s, a.splitBySettings(ctx, s, t, only)
	}
	kinds := s.kinds(t, by)
	for _, m := range t.Standings.Matches {
		s.add(m, only, kinds)
	}
	return s, nil
}

// kinds names the kinds of seats, and returns what tells them.
func (s *Split) kinds(t *Tournament, by SplitBy) kindsOf {
	switch by {
	case BySeat:
		for seat := range t.Setup.Seats() {
			s.Kinds = append(s.Kinds, strconv.Itoa(seat))
		}
		return func(_ played.Match, seat int) []int { return []int{seat} }
	case ByOpponent:
		for _, bot := range t.Bots {
			s.Kinds = append(s.Kinds, bot.Label)
		}
		return opponents
	case ByLength:
		return s.quarters(t.Standings.Matches, func(m played.Match, _ int) int { return m.Rounds })
	default:
		return s.quarters(t.Standings.Matches, margin)
	}
}

// opponents returns the bots in the other seats that are others than the one in a seat.
func opponents(m played.Match, seat int) (all []int) {
	for _, bot := range m.Seats {
		if bot >= 0 && bot != m.Seats[seat] && !slices.Contains(all, bot) {
			all = append(all, bot)
		}
	}
	return all
}

// margin returns how many points are between the best seat of the bot that has a seat, and the best of the others. If
// all seats are its own, it is from the first to the second.
func margin(m played.Match, seat int) int {
	var own, others []int
	for other, score := range m.Scores {
		if m.Seats[other] == m.Seats[seat] {
			own = append(own, score)
		} else {
			others = append(others, score)
		}
	}
	if len(others) > 0 {
		return max(slices.Max(own)-slices.Max(others), slices.Max(others)-slices.Max(own))
	}
	slices.Sort(own)
	return own[len(own)-1] - own[max(0, len(own)-2)]
}

// quarters makes as many as four kinds of about as many seats each, by a number of theirs.
func (s *Split) quarters(matches []played.Match, number func(m played.Match, seat int) int) kindsOf {
	var all []int
	for _, m := range matches {
		for seat := range m.Seats {
			all = append(all, number(m, seat))
		}
	}
	slices.Sort(all)
	var ends []int // the greatest of each kind
	for quarter := 1; quarter <= 4 && len(all) > 0; quarter++ {
		from, end := all[0], all[(len(all)*quarter+3)/4-1]
		if last := len(ends) - 1; last >= 0 {
			if end == ends[last] {
				continue
			}
			next, _ := slices.BinarySearch(all, ends[last]+1)
			from = all[next]
		}
		name := strconv.Itoa(from)
		if end > from {
			name = fmt.Sprintf("%d to %d", from, end)
		}
		ends, s.Kinds = append(ends, end), append(s.Kinds, name)
	}
	return func(m played.Match, seat int) []int {
		kind, _ := slices.BinarySearch(ends, number(m, seat))
		return []int{kind}
	}
}

// splitBySettings reads the other tournaments, too. A match that several of them have counts once.
func (a *Archive) splitBySettings(ctx context.Context, s *Split, t *Tournament, only Filter) error {
	all, err := a.Store.Tournaments(ctx)
	if err != nil {
		return err
	}
	kinds, seen := make(map[string]int), make(map[string]bool)
	for _, other := range all {
		if other.Game != t.Game || other.Rules != t.Rules || other.Kind == store.KindTune {
			continue
		}
		read := t
		if other.ID != t.ID {
			if read, err = a.Read(ctx, other); err != nil {
				return err
			}
		}
		kind := s.settings(read, kinds)
		numbers := sameBots(read, t)
		for _, m := range read.Standings.Matches {
			who := fmt.Appendf(nil, "%d %d", kind, m.Seed)
			seats := make([]int, len(m.Seats))
			for seat, bot := range m.Seats {
				seats[seat], who = numbers[bot], append(who, identity(read.Entrants[bot])...)
			}
			if m.Seats = seats; !seen[string(who)] {
				seen[string(who)] = true
				s.add(m, only, func(played.Match, int) []int { return []int{kind} })
			}
		}
	}
	return nil
}

// settings returns the kind of the settings of a tournament, by their text. Those that are called alike differ in the
// board.
func (s *Split) settings(t *Tournament, kinds map[string]int) int {
	text := string(t.Setup.Text())
	kind, known := kinds[text]
	if !known {
		kind = len(s.Kinds)
		kinds[text] = kind
		name := SettingsText(t.Setup)
		if slices.Contains(s.Kinds, name) {
			name += fmt.Sprintf(", and the board of tournament %d", t.ID)
		}
		s.Kinds = append(s.Kinds, name)
	}
	return kind
}

// sameBots returns for each bot of a tournament which bot of another one it is; -1 for none of them.
func sameBots(from, to *Tournament) []int {
	known := make(map[string]int)
	for i, e := range to.Entrants {
		known[identity(e)] = to.last[i]
	}
	numbers := make([]int, len(from.Entrants))
	for i, e := range from.Entrants {
		numbers[i] = -1
		if number, is := known[identity(e)]; is {
			numbers[i] = number
		}
	}
	return numbers
}

// identity is what a bot is known by in several tournaments.
func identity(e store.Entrant) string { return fmt.Sprintf("%x %q", e.Program, e.Name) }

// SettingsText lists the settings that are not the usual ones.
func SettingsText(setup engine.Setup) string {
	usual := make(map[string]int)
	for _, one := range setup.Game().Default().Settings() {
		usual[one.Name] = *one.Value
	}
	text := ""
	for _, one := range setup.Settings() {
		if value := *one.Value; value != usual[one.Name] {
			text += " " + one.Name + "=" + strconv.Itoa(value)
		}
	}
	if text == "" {
		return "the usual ones"
	}
	return text[1:]
}
