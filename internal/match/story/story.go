// Package story holds a match as it is shown: all its scenes, and what happened
// between them. [Read] makes a Story from a file; [New] begins one for a match that is
// being played. The page (viewer) and the pictures (picture) are made from a Story.
package story

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/replay"
)

// Story is everything that is shown of a match.
type Story struct {
	Game     engine.Info
	Rounds   int // of the whole match
	Seed     string
	Settings []Setting
	Players  []Player // by seat
	Looks    []int    // by seat, as [LookOf] numbers them; nil: each seat has its own
	Budget   int64    // CPU time allowed for a round, in microseconds; 0 if unlimited or unknown
	Legend   scene.Legend
	// Scenes has the scene before each round and, last, the final one. Played has
	// the rounds between the scenes. On a large board most scenes lack their cells and
	// owners, which [Story.At] puts together.
	Scenes []scene.Scene
	Played []Happening
	thins  map[int]*thin // by scene; those that are whole have none
	newest scene.Scene   // the last one, whole
	Ended  bool          // the match was played to its end
	Damage string        // why the rest is missing; "" if nothing is
}

// Setting is one parameter of the game.
type Setting struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Doc   string `json:"doc"`
}

// Player is the player in a seat.
type Player struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Happening is what happened in a round, as logged by the rules and as seen by the
// referee. For the record of an original program, all that is known of the referee's
// part are the statuses, as turns without commands.
type Happening struct {
	scene.Log
	match.Round
}

// Labels returns what the players are called in texts, by seat; see [scene.Labels].
func (s *Story) Labels() []string {
	names := make([]string, len(s.Players))
	for seat, p := range s.Players {
		names[seat] = p.Name
	}
	return scene.Labels(names)
}

// Look returns the number of the look of a seat.
func (s *Story) Look(seat int) int {
	if seat < len(s.Looks) {
		return s.Looks[seat]
	}
	return seat
}

// New returns the show of a match that has not begun: one scene and no rounds.
func New(m engine.Match, h replay.Header) *Story {
	s := &Story{
		Game: m.Setup().Game().Info(), Rounds: m.Rounds(), Seed: strconv.FormatUint(h.Seed, 10),
		Budget: h.CPU.Microseconds(), Legend: m.Legend(), Scenes: []scene.Scene{m.Scene()},
	}
	for _, one := range m.Setup().Settings() {
		s.Settings = append(s.Settings, Setting{one.Name, *one.Value, one.Doc})
	}
	for _, seat := range h.Seats {
		s.Players = append(s.Players, Player{seat.Name, seat.Version})
	}
	return s
}

// Happened returns what happened in a round. The log is copied, because the match
// writes the next round into the same memory.
func Happened(log scene.Log, round match.Round) Happening {
	log.Orders, log.Events, log.Points = slices.Clone(log.Orders), slices.Clone(log.Events), slices.Clone(log.Points)
	return Happening{log, round}
}

// add adds a round and the scene after it, and returns how many bytes they take in memory,
// roughly. Cells and owners that did not change are shared with the scene before.
func (s *Story) add(after scene.Scene, h Happening) int {
	before := s.newest
	if before.Cells == nil {
		before = s.Scenes[len(s.Scenes)-1]
	}
	size := thingSize * (len(after.Units) + len(h.Orders) + len(h.Events))
	if slices.Equal(before.Cells, after.Cells) {
		after.Cells = before.Cells
	}
	if slices.Equal(before.Owners, after.Owners) {
		after.Owners = before.Owners
	}
	s.newest = after
	if t := s.thinOf(before, after); t != nil {
		s.keepThin(t)
		after.Cells, after.Owners = nil, nil
		size += patchSize * (len(t.cells) + len(t.owners))
	} else {
		size += len(after.Cells) + len(after.Owners)
	}
	s.Scenes = append(s.Scenes, after)
	s.Played = append(s.Played, h)
	return size
}

// keepThin keeps what the next scene has in place of its cells and owners.
func (s *Story) keepThin(t *thin) {
	if s.thins == nil {
		s.thins = map[int]*thin{}
	}
	s.thins[len(s.Scenes)] = t
}

// NoteText returns a note of a bot as a line of text.
func NoteText(n engine.Note) string {
	at := fmt.Sprintf("row %d, column %d", n.At.Row, n.At.Col)
	switch {
	case n.Kind == engine.MarkNote:
		return "mark: " + at
	case n.Kind == engine.ArrowNote:
		return fmt.Sprintf("arrow: %s to row %d, column %d", at, n.To.Row, n.To.Col)
	case n.Kind == engine.LabelNote:
		return fmt.Sprintf("label: %s: %s", at, n.Text)
	case n.Kind == engine.ChartNote:
		return "chart: " + n.Text + ": " + strconv.FormatFloat(n.Value, 'g', -1, 64)
	case n.Unit >= 0:
		return fmt.Sprintf("unit %d: %s", n.Unit, n.Text)
	}
	return n.Text
}
