package battleroyale

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
)

// The players of a record drew from the same generator as the match, so its draws
// are not known. explain searches for draws with which the rules lead from a
// recorded position to the next, with the very movements recorded. Rules 15.

// explain plays the round after a recorded position again. The error is of the
// attempt that came nearest to the next position.
func explain(before, after *match) error {
	var nearest *mismatch
	for _, order := range orders(before, after) {
		for _, jump := range []bool{true, false} {
			s := &search{before: before, after: after, order: order, jump: jump}
			miss := s.find()
			if miss == nil {
				return nil
			}
			if nearest == nil || miss.distance < nearest.distance {
				nearest = miss
			}
		}
	}
	return nearest
}

// orders are the permutations of the players in which the recorded movements can
// have happened: a player's are all together. If they are not, any will show it.
func orders(before, after *match) [][]int {
	var moved []int // the players with movements, in order
	for _, c := range after.moves {
		if player := before.units[c.Unit].Owner; !slices.Contains(moved, player) {
			moved = append(moved, player)
		}
	}
	all := [][]int{moved}
	for player := range before.setup.settings.Players {
		if slices.Contains(moved, player) {
			continue
		}
		var longer [][]int
		for _, order := range all {
			for at := range len(order) + 1 {
				longer = append(longer, slices.Insert(slices.Clone(order), at, player))
			}
		}
		all = longer
	}
	return all
}

// maxAttempts is how often a round is played with one order of the players.
const maxAttempts = 2000

// search is a source of draws that tries what can have been drawn. Every attempt
// plays the whole round; the next one differs in one of the choices made.
type search struct {
	before, after *match
	order         []int // of the players
	jump          bool  // go back to a choice that has to do with what went wrong

	playing   *match
	drawn     int    // draws of this attempt
	shuffled  []int  // as engine.Rand.Permute does
	converted UnitID // the unit that is to be placed next, or -1
	choices   []choice
	next      int // choice of this attempt
}

// choice is one draw of a damage or a tile.
type choice struct {
	unit  UnitID // the victim
	at    Pos    // where it was attacked
	can   []int
	taken int // index in can
}

// mismatch is the difference between what was played and what was recorded.
type mismatch struct {
	error
	distance int
	units    []UnitID // that it may be due to
	tiles    []Pos
}

// impossible ends an attempt that is known to be wrong.
type impossible struct{}

func (s *search) find() *mismatch {
	var nearest *mismatch
	for range maxAttempts {
		miss := s.attempt()
		if miss == nil {
			return nil
		}
		if nearest == nil || miss.distance < nearest.distance {
			nearest = miss
		}
		if !s.vary(miss) {
			break
		}
	}
	return nearest
}

func (s *search) attempt() *mismatch {
	s.playing, s.drawn, s.next, s.converted = s.before.clone(), 0, 0, -1
	s.shuffled = s.shuffled[:0]
	for player := range s.order {
		s.shuffled = append(s.shuffled, player)
	}
	turns := turnsWith(s.after.actions)
	for player := range turns {
		turns[player].Status = s.after.status[player]
	}
	func() {
		defer func() {
			if e := recover(); e != nil {
				_ = e.(impossible)
			}
		}()
		newRound(s.playing, engine.NewRand(s), nil).play(turns)
	}()
	return s.compare()
}

// Draw implements [engine.Source]. Step by step it finds out what is drawn: first
// the order of the players, then for each attack the damage, and the tile where the
// victim appears if that was too much for it.
func (s *search) Draw(low, high int) int {
	s.drawn++
	if s.drawn <= len(s.order) {
		k := slices.Index(s.shuffled, s.order[low])
		s.shuffled[low], s.shuffled[k] = s.shuffled[k], s.shuffled[low]
		return k
	}
	if s.movesDiffer() >= 0 {
		panic(impossible{})
	}
	if s.converted >= 0 {
		id := s.converted
		s.converted = -1
		return max(low, min(high, s.choose(id, func() []int { return s.tiles(id) })))
	}
	return s.damage(low, high)
}

// damage draws for the next recorded movement, which must be the attack.
func (s *search) damage(low, high int) int {
	victim := UnitID(-1)
	if k := len(s.playing.moves); k < len(s.after.moves) {
		c := s.after.moves[k]
		victim = UnitID(s.playing.at.At(s.playing.board.dest(s.playing.units[c.Unit].Pos, c.Dir)))
	}
	if victim < 0 {
		panic(impossible{})
	}
	drawn := s.choose(victim, func() []int { return s.damages(victim, low, high) })
	if drawn >= s.playing.units[victim].Health && s.playing.countFree(s.playing.board.whole()) > 0 {
		s.converted = victim
	}
	return drawn
}

// choose makes the choice of this attempt, or the first choice of a new one.
func (s *search) choose(unit UnitID, can func() []int) int {
	if s.next == len(s.choices) {
		s.choices = append(s.choices, choice{unit: unit, at: s.playing.units[unit].Pos, can: can()})
	}
	c := &s.choices[s.next]
	s.next++
	return c.can[c.taken]
}

// damages are enough of the possible damages for all that can follow: of several
// attacks on a unit that stays, all but the last can have been of the least or the
// most, and the last of what is missing. The likeliest come first.
func (s *search) damages(victim UnitID, low, high int) []int {
	u, end := s.playing.units[victim], s.after.units[victim]
	again := len(s.lunges(func(to Pos, _ Unit) bool { return to == u.Pos })) > 0
	last, least := []int{s.missing(u, end), u.Health - end.Health}, []int{low, high, u.Health - 1}
	if again {
		last, least = least, last
	}
	var stays, converts []int
	for _, d := range append(last, least...) {
		if d >= low && d <= high && d < u.Health && !slices.Contains(stays, d) {
			stays = append(stays, d)
		}
	}
	if high >= u.Health {
		converts = []int{high} // as good as any other
	}
	if u.Owner != end.Owner && !again {
		return append(converts, stays...)
	}
	return append(stays, converts...)
}

// lunges are the tiles that were probably attacked later in the round: those where
// a knight was to go that is not there in the end.
func (s *search) lunges(fits func(to Pos, by Unit) bool) []Pos {
	var tiles []Pos
	for _, c := range s.after.moves[len(s.playing.moves)+1:] {
		by := s.playing.units[c.Unit]
		to := s.playing.board.dest(by.Pos, c.Dir)
		if by.Kind == Knight && s.after.units[c.Unit].Pos != to && fits(to, by) {
			tiles = append(tiles, to)
		}
	}
	return tiles
}

// missing is the damage that leads to the recorded health, if no other follows.
func (s *search) missing(u, end Unit) int {
	if s.used(u.ID) || end.Health == s.playing.setup.settings.maxHealth(u.Kind) {
		return u.Health - end.Health
	}
	return u.Health + s.playing.setup.settings.regen(u.Kind) - end.Health
}

// used reports whether a unit was told to go somewhere.
func (s *search) used(id UnitID) bool {
	return slices.ContainsFunc(s.after.actions[s.before.units[id].Owner], func(c Command) bool {
		return c.Unit == id && c.Dir != None
	})
}

// tiles are the numbers of the free tiles where a converted unit can have
// appeared: where it is in the end, or one step back if it still moved, or in front
// of a knight that attacked it again.
func (s *search) tiles(id UnitID) []int {
	m, end := s.playing, s.after.units[id]
	likely := []Pos{end.Pos}
	for _, c := range s.after.moves[len(m.moves)+1:] {
		if c.Unit == id {
			likely = append(likely, m.board.dest(end.Pos, opposite(c.Dir)))
		}
	}
	again := s.lunges(func(_ Pos, by Unit) bool { return by.Owner != m.units[id].Owner })
	if end.Owner == m.units[id].Owner {
		likely = append(likely, again...)
	} else {
		likely = append(again, likely...)
	}
	within := m.board.spawn(m.units[id].Owner)
	if m.countFree(within) == 0 {
		within = m.board.whole()
	}
	var numbers []int
	for _, p := range likely {
		for n := range m.countFree(within) {
			if m.freeTile(within, n) == p && !slices.Contains(numbers, n) {
				numbers = append(numbers, n)
			}
		}
	}
	if len(numbers) == 0 {
		return []int{0}
	}
	return numbers
}

// vary prepares the next attempt: it takes back all choices after the last one that
// can be made another way, and that one too. It is false when there is none.
func (s *search) vary(miss *mismatch) bool {
	s.choices = s.choices[:s.next]
	return s.jump && s.back(func(c choice) bool {
		return slices.Contains(miss.units, c.unit) || slices.Contains(miss.tiles, c.at)
	}) || s.back(func(choice) bool { return true })
}

func (s *search) back(fits func(choice) bool) bool {
	for i := len(s.choices) - 1; i >= 0; i-- {
		if c := &s.choices[i]; c.taken+1 < len(c.can) && fits(*c) {
			c.taken++
			s.choices = s.choices[:i+1]
			return true
		}
	}
	return false
}

// movesDiffer is the first movement that is not as recorded, -1 if there is none
// so far.
func (s *search) movesDiffer() int {
	for k, c := range s.playing.moves {
		if k >= len(s.after.moves) || c != s.after.moves[k] {
			return k
		}
	}
	return -1
}

// compare returns how the round differs from the recorded one, or nil if it does not.
func (s *search) compare() *mismatch {
	if k := s.movesDiffer(); k >= 0 || len(s.playing.moves) < len(s.after.moves) {
		if k < 0 {
			k = len(s.playing.moves)
		}
		return s.otherMove(k)
	}
	var first *mismatch
	n := 0
	differs := func(miss *mismatch) {
		if n++; first == nil {
			first = miss
		}
	}
	for id, want := range s.after.units {
		if got := s.playing.units[id]; got != want && !s.isConflict(got, want) {
			differs(s.otherUnit(got, want))
		}
	}
	for index, want := range s.after.colours.Cells() {
		if got := s.playing.colours.Cells()[index]; got != want {
			p := s.after.colours.Pos(index)
			differs(&mismatch{error: fmt.Errorf("tile %v: of player %d, recorded %d", p, got, want), tiles: []Pos{p}})
		}
	}
	for player, want := range s.after.scores {
		if got := s.playing.scores[player]; got != want {
			differs(&mismatch{error: fmt.Errorf("score of player %d: %d, recorded %d", player, got, want)})
		}
	}
	if first != nil {
		first.distance = n
	}
	return first
}

// isConflict reports whether a unit differs only because it was told to stay: then it
// rests, but in the original program it does not. Rules 7.3, 13.
func (s *search) isConflict(got, want Unit) bool {
	told := slices.Contains(s.after.actions[s.before.units[got.ID].Owner], Command{got.ID, None})
	gain := got.Health - want.Health
	full := got.Health == s.after.setup.settings.maxHealth(got.Kind)
	regen := s.after.setup.settings.regen(got.Kind)
	got.Health = want.Health
	return told && got == want && (gain == regen || full && gain >= 0 && gain < regen)
}

func (s *search) otherMove(k int) *mismatch {
	none := Command{Unit: -1}
	got, want := engine.LookUp(s.playing.moves, k, none), engine.LookUp(s.after.moves, k, none)
	miss := &mismatch{distance: 1000000 - k}
	miss.error = fmt.Errorf("movement %d: %v, recorded %v", k, got, want)
	for _, c := range []Command{got, want} {
		if c.Unit >= 0 {
			s.suspect(miss, c.Unit, c.Dir)
		}
	}
	return miss
}

func (s *search) otherUnit(got, want Unit) *mismatch {
	miss := &mismatch{error: fmt.Errorf("unit %d: %v, recorded %v", got.ID, got, want)}
	dir := None
	for _, c := range s.after.moves {
		if c.Unit == got.ID {
			dir = c.Dir
		}
	}
	s.suspect(miss, got.ID, dir)
	return miss
}

// suspect names a unit, and the tiles where it was, is and was to go: who stood
// there may have been converted, or should have been.
func (s *search) suspect(miss *mismatch, id UnitID, d Dir) {
	miss.units = append(miss.units, id)
	for _, p := range []Pos{s.before.units[id].Pos, s.playing.units[id].Pos} {
		miss.tiles = append(miss.tiles, p, s.playing.board.dest(p, d))
	}
}

// String is for messages about a movement.
func (c Command) String() string {
	if c.Unit < 0 {
		return "none"
	}
	return fmt.Sprintf("unit %d %v", c.Unit, c.Dir)
}
