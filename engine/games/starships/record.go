package starships

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

// Record is a match as the original program wrote it to a file: all its states,
// and between them the commands of the players.
type Record struct {
	Judged bool // whether the judge's program made it
	Seed   int
	Names  []string

	states []*universe // before the first round, and after each
}

// Rounds is how many rounds were played.
func (r *Record) Rounds() int { return len(r.states) - 1 }

// State returns what a player sees after so many rounds have been played, from 0
// to Rounds.
func (r *Record) State(rounds, player int) *State {
	return newState(engine.NewSeat(player, r.Names, 0), r.states[rounds])
}

// Asked returns the commands of a player that counted in a round, in the order
// given. Rounds count from 0.
func (r *Record) Asked(round, player int) []Command {
	return slices.Clone(r.states[round+1].asked[player])
}

// Done returns those of them that were carried out, in this order. The default
// moves of the other starships are not among them.
func (r *Record) Done(round, player int) []Command {
	return slices.Clone(r.states[round+1].done[player])
}

// ReadRecord reads a match record. Rules 8.
func ReadRecord(text []byte) (*Record, error) {
	r := cnf.NewReader(text)
	s := setup{}
	record := &Record{}
	r.Expect("starwar")
	r.Expect("v1")
	r.Expect("secgame")
	record.Judged = r.Int("whether the judge's program has played", 0, 1) == 1
	r.Expect("seed")
	record.Seed = r.Int("the seed", math.MinInt, math.MaxInt)
	readSettings(r, &s)
	record.Names = readNames(r)
	if r.Err() != nil {
		return nil, r.Err()
	}
	for round := range s.settings.Rounds + 1 {
		u := readState(r, &s, round)
		if r.Err() != nil {
			return nil, fmt.Errorf("state %d: %w", round, r.Err())
		}
		if round > 0 {
			u.nextShot = max(u.nextShot, record.states[round-1].nextShot+u.countShots())
		} else {
			s.board = &u.space
			u.setup = s
		}
		record.states = append(record.states, u)
	}
	if !r.AtEnd() {
		r.Word("")
		r.Reject("the end of the file")
	}
	return record, r.Err()
}

// readState reads a state, and before it the commands that led there.
func readState(r *cnf.Reader, s *setup, round int) *universe {
	var asked, done [players][]Command
	if round > 0 {
		r.Expect("actions_asked")
		asked = readCommands(r, s)
		r.Expect("actions_done")
		done = readCommands(r, s)
	}
	u := readUniverse(r, s, round)
	u.asked, u.done = asked, done
	return u
}

// countShots is how many missiles were shot in the round that led here.
func (u *universe) countShots() int {
	n := 0
	for _, done := range u.done {
		for _, c := range done {
			if c.Shoot {
				n++
			}
		}
	}
	return n
}

func readCommands(r *cnf.Reader, s *setup) (all [players][]Command) {
	for player := range players {
		r.Int("a player", player, player)
		first := player * s.settings.Starships
		for r.Err() == nil && r.Peek() != "-1" {
			unit := r.Int("-1, or a starship", first, first+s.settings.Starships-1)
			if command := readCommand(r, unit); r.Err() == nil {
				all[player] = append(all[player], command)
			}
		}
		r.Expect("-1")
	}
	return all
}

func readCommand(r *cnf.Reader, unit int) Command {
	action := r.Word("m or s")
	if action != "m" && action != "s" {
		r.Reject("m or s")
	}
	rows := r.Int("the rows of a move", -1, 1)
	at := r.Place()
	c := Command{Unit: unit, Shoot: action == "s"}
	c.Dir = Toward(Pos{Row: rows, Col: r.Int("the columns of a move", 0, 2)})
	if c.Shoot && c.Dir != Default {
		r.RejectAt(at, c.Dir.String(), "0 1, as it is a shot")
	}
	return c
}

// Text writes the record as the original program does, to the byte. Rules 8.
func (r *Record) Text() []byte {
	judged := "0"
	if r.Judged {
		judged = "1"
	}
	text := r.states[0].appendHead(nil, judged, strconv.Itoa(r.Seed), r.Names)
	for k, u := range r.states {
		if k > 0 {
			text = appendCommands(append(text, "actions_asked\n"...), u.asked)
			text = appendCommands(append(text, "actions_done\n"...), u.done)
		}
		text = u.append(text)
	}
	return text
}

func appendCommands(text []byte, all [players][]Command) []byte {
	for player, commands := range all {
		text = fmt.Appendf(text, "\n%d\n", player)
		for _, c := range commands {
			action := 'm'
			if c.Shoot {
				action = 's'
			}
			text = fmt.Appendf(text, "%d %c %d %d\n", c.Unit, action, c.Dir.Offset().Row, c.Dir.Offset().Col)
		}
		text = append(text, "-1\n"...)
	}
	return append(text, '\n')
}
