package pagedata

import (
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/process/written"
)

// Encode turns a show into the data of the page.
func Encode(s *story.Story) Match {
	e := NewEncoder(s.Legend)
	m := e.Begin(s)
	before := s.At(0)
	for i, happening := range s.Played {
		after := s.At(i + 1)
		m.Played = append(m.Played, e.Round(before, after, happening))
		before = after
	}
	return m
}

// Ended is a match as if it had its last frame only.
func Ended(s *story.Story) Match {
	last := *s
	last.Scenes, last.Played = []scene.Scene{s.At(len(s.Scenes) - 1)}, nil
	return NewEncoder(s.Legend).Begin(&last)
}

// EncodeKept tells where files of bots are.
func EncodeKept(files []written.Seat) (kept []Kept) {
	for _, f := range files {
		if f.Dir != "" {
			kept = append(kept, Kept{f.Seat, safe.Name(f.Dir), f.String()})
		}
	}
	return kept
}

// Encoder encodes a match round by round.
type Encoder struct {
	legend scene.Legend
	rounds int            // encoded so far
	texts  map[string]int // all texts given so far, with their numbers
	fresh  []string       // those of them that are new in this round
}

// NewEncoder returns an encoder of a match that has not begun.
func NewEncoder(l scene.Legend) *Encoder {
	return &Encoder{legend: l, texts: make(map[string]int)}
}

// text returns the number of a text.
func (e *Encoder) text(s string) int {
	if s == "" {
		return 0
	}
	number, known := e.texts[s]
	if !known {
		number = len(e.texts) + 1
		e.texts[s] = number
		e.fresh = append(e.fresh, s)
	}
	return number
}

// takeFresh returns the texts that are new since the last call.
func (e *Encoder) takeFresh() []string {
	fresh := e.fresh
	e.fresh = nil
	return fresh
}

// Begin encodes a show without its rounds. It is called once, before [Encoder.Round].
func (e *Encoder) Begin(s *story.Story) Match {
	m := Match{
		Format: Format, Game: s.Game.Name, Title: s.Game.Title, Rounds: s.Rounds, Seed: s.Seed,
		Settings: append([]story.Setting{}, s.Settings...), Players: players(s), Looks: s.Looks, Budget: s.Budget,
		Legend: s.Legend, Start: e.frame(s.Scenes[0]), Played: []Round{}, Ended: s.Ended, Damage: s.Damage,
	}
	m.Texts = append([]string{}, e.takeFresh()...)
	return m
}

func players(s *story.Story) []PlayerInfo {
	all := make([]PlayerInfo, len(s.Players))
	for seat, label := range s.Labels() {
		all[seat] = PlayerInfo{s.Players[seat], label, story.LookOf(s.Look(seat))}
	}
	return all
}

// frame encodes all of a scene.
func (e *Encoder) frame(s scene.Scene) Frame {
	f := Frame{
		Cells: runs(s.Cells), Owners: runs(s.Owners), Units: []UnitInfo{}, Numbers: [][]int{},
		Window: []int{}, Caption: s.Caption,
	}
	for _, u := range s.Units {
		f.Units = append(f.Units, UnitInfo{u.ID, u.Kind, u.Owner, u.Cell, e.text(u.Note)})
		f.Signs = e.signs(f.Signs, scene.Unit{}, u)
	}
	for _, bySeat := range s.Numbers {
		f.Numbers = append(f.Numbers, slices.Clone(bySeat))
	}
	if w := s.Window; w != (scene.Window{}) {
		f.Window = []int{w.Row, w.Col, w.Rows, w.Cols}
	}
	return f
}

// signs adds the signs of a unit that are different.
func (e *Encoder) signs(all []Amount, was, now scene.Unit) []Amount {
	if was.Signs == now.Signs {
		return all
	}
	count := len(e.legend.Signs)
	for i := range count {
		if from, to := was.Signs[i], now.Signs[i]; from != to {
			all = append(all, Amount{count*now.ID + i, int(to.Value) - int(from.Value), int(to.Most) - int(from.Most)})
		}
	}
	return all
}

// runs returns pairs: a value, and how many times it is repeated.
func runs[T uint8 | int8](values []T) []int {
	pairs := []int{}
	for i, v := range values {
		if i == 0 || v != values[i-1] {
			pairs = append(pairs, int(v), 0)
		}
		pairs[len(pairs)-1]++
	}
	return pairs
}

// Round encodes the next round, between two scenes.
func (e *Encoder) Round(before, after scene.Scene, h story.Happening) Round {
	r := Round{Number: e.rounds}
	e.rounds++
	for _, i := range changes(before.Cells, after.Cells) {
		r.Cells = append(r.Cells, Cell{i, int(after.Cells[i])})
	}
	for _, i := range changes(before.Owners, after.Owners) {
		r.Owners = append(r.Owners, Owner{i, int(after.Owners[i])})
	}
	e.units(&r, before.Units, after.Units)
	r.Numbers = differences(before.Numbers, after.Numbers)
	if after.Window != before.Window {
		r.Window = e.window(after.Window)
	}
	if after.Caption != before.Caption {
		r.Caption = &after.Caption
	}
	r.Orders, r.Failed = e.orders(before.Units, h.Orders), failed(h.Orders)
	r.Events = e.events(h.Events)
	r.Used = used(h)
	for _, v := range h.Verdicts {
		r.Verdicts = append(r.Verdicts, Verdict{v.Seat, string(v.Kind), v.Detail})
	}
	r.Notes, r.Lines = e.notes(h.Notes), linesOf(h.Lines)
	r.Texts = e.takeFresh()
	return r
}

// changes returns the places of the values that are different.
func changes[T uint8 | int8](before, after []T) (places []int) {
	for i, v := range after {
		if v != before[i] {
			places = append(places, i)
		}
	}
	return places
}

// units encodes what became of the units. Both lists are by increasing ID.
func (e *Encoder) units(r *Round, before, after []scene.Unit) {
	for _, now := range after {
		for len(before) > 0 && before[0].ID < now.ID {
			r.Gone = append(r.Gone, Gone{before[0].ID})
			before = before[1:]
		}
		var was scene.Unit
		known := len(before) > 0 && before[0].ID == now.ID
		if known {
			was, before = before[0], before[1:]
		}
		r.Signs = e.signs(r.Signs, was, now)
		was.Signs = now.Signs
		moved := now
		moved.Cell = was.Cell
		switch {
		case known && now == was:
		case known && moved == was:
			r.Moves = append(r.Moves, Move{now.ID, now.Cell - was.Cell})
		default:
			r.Units = append(r.Units, Change{
				now.ID, now.Kind - was.Kind, now.Owner - was.Owner, now.Cell - was.Cell,
				e.text(now.Note),
			})
		}
	}
	for _, was := range before {
		r.Gone = append(r.Gone, Gone{was.ID})
	}
}

// differences returns the differences between numbers, or nil if there are none.
func differences(before, after [][]int) []int {
	var all []int
	different := false
	for k, bySeat := range after {
		for seat, now := range bySeat {
			all = append(all, now-before[k][seat])
			different = different || now != before[k][seat]
		}
	}
	if !different {
		return nil
	}
	return all
}

func (e *Encoder) window(w scene.Window) []int {
	if w == (scene.Window{}) {
		w = scene.Window{Rows: e.legend.Rows, Cols: e.legend.Cols}
	}
	return []int{w.Row, w.Col, w.Rows, w.Cols}
}

func (e *Encoder) orders(units []scene.Unit, orders []scene.Order) (all []Order) {
	for _, o := range orders {
		from := 0
		if i, found := findUnit(units, o.Unit); found {
			from = units[i].Cell
		}
		all = append(all, Order{o.Seat, o.Unit, e.text(o.Text), e.way(from, o.To), e.text(o.Outcome)})
	}
	return all
}

func failed(orders []scene.Order) (all []Failed) {
	for i, o := range orders {
		if o.Failed {
			all = append(all, Failed{i})
		}
	}
	return all
}

func findUnit(units []scene.Unit, id int) (int, bool) {
	return slices.BinarySearchFunc(units, id, func(u scene.Unit, id int) int { return u.ID - id })
}

// way encodes the cell to which something goes from another. The number of cells
// means nowhere.
func (e *Encoder) way(from, to int) int {
	if to == scene.Nowhere {
		return e.legend.Rows * e.legend.Cols
	}
	return to - from
}

func (e *Encoder) events(events []scene.Event) (all []Event) {
	for _, v := range events {
		all = append(all, Event{v.Kind, v.Cell, e.way(v.Cell, v.To), v.Unit, v.By, v.Seat, v.Pays, e.text(v.Text)})
	}
	return all
}

func used(h story.Happening) (all []Used) {
	for seat, turn := range h.Turns {
		cpu := -1
		if seat < len(h.Receipts) && h.Receipts[seat].CPU > 0 {
			cpu = int(h.Receipts[seat].CPU.Microseconds())
		}
		all = append(all, Used{cpu, int(turn.Status)})
	}
	return all
}

// notes leaves out notes outside the board, because a bot can note anything.
func (e *Encoder) notes(bySeat [][]engine.Note) (all []Note) {
	for seat, notes := range bySeat {
		for _, n := range notes {
			if note, ok := e.note(seat, n); ok {
				all = append(all, note)
			}
		}
	}
	return all
}

func (e *Encoder) note(seat int, n engine.Note) (note Note, ok bool) {
	note = Note{
		Seat: seat, Kind: n.Kind.String(), Cell: scene.Nowhere, To: scene.Nowhere, Unit: int(n.Unit), Text: n.Text,
		Value: n.Value,
	}
	ok = n.Kind.IsKnown()
	if n.Kind.HasCell() {
		note.Cell = e.legend.CellAt(n.At.Row, n.At.Col)
		ok = ok && note.Cell != scene.Nowhere
	}
	if n.Kind == engine.ArrowNote {
		note.To = e.legend.CellAt(n.To.Row, n.To.Col)
		ok = ok && note.To != scene.Nowhere
	}
	return note, ok
}

func linesOf(bySeat [][]string) (all []Line) {
	for seat, written := range bySeat {
		for _, text := range written {
			all = append(all, Line{seat, text})
		}
	}
	return all
}
