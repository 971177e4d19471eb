package pagedatatest

import (
	"slices"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// decoder is the inverse of the encoder, written as simply as possible. The page has
// its own; both read page.json in testdata.
type decoder struct {
	cells, cols int
	texts       []string
}

// Decode returns the scenes, and the log of each round.
func Decode(m pagedata.Match) (scenes []scene.Scene, logs []scene.Log) {
	d := &decoder{cells: m.Legend.Rows * m.Legend.Cols, cols: m.Legend.Cols, texts: append([]string{""}, m.Texts...)}
	scenes = append(scenes, d.start(m.Start))
	for _, r := range m.Played {
		d.texts = append(d.texts, r.Texts...)
		before := scenes[len(scenes)-1]
		logs = append(logs, scene.Log{Orders: d.orders(before, r), Events: d.events(r.Events)})
		scenes = append(scenes, d.after(before, r))
	}
	return scenes, logs
}

func (d *decoder) start(f pagedata.Frame) scene.Scene {
	s := scene.Scene{Cells: spread[uint8](f.Cells), Owners: spread[int8](f.Owners), Caption: f.Caption}
	for _, u := range f.Units {
		s.Units = append(s.Units, scene.Unit{
			ID: u[0], Kind: u[1], Owner: u[2], Cell: u[3], Health: u[4], MaxHealth: u[5], Note: d.texts[u[6]],
		})
	}
	for _, bySeat := range f.Numbers {
		s.Numbers = append(s.Numbers, slices.Clone(bySeat))
	}
	if w := f.Window; len(w) > 0 {
		s.Window = scene.Window{Row: w[0], Col: w[1], Rows: w[2], Cols: w[3]}
	}
	return s
}

func spread[T uint8 | int8](runs []int) (values []T) {
	for i := 0; i < len(runs); i += 2 {
		for range runs[i+1] {
			values = append(values, T(runs[i]))
		}
	}
	return values
}

// rows turns columns into rows.
func rows(columns []int, width int) [][]int {
	all := make([][]int, len(columns)/width)
	for i, v := range columns {
		all[i%len(all)] = append(all[i%len(all)], v)
	}
	return all
}

// increasing replaces the gaps in the first column by the numbers.
func increasing(rows [][]int) [][]int {
	for i := range rows[min(1, len(rows)):] {
		rows[i+1][0] += rows[i][0]
	}
	return rows
}

func (d *decoder) after(before scene.Scene, r pagedata.Round) scene.Scene {
	s := before
	s.Cells, s.Owners, s.Units = slices.Clone(before.Cells), slices.Clone(before.Owners), slices.Clone(before.Units)
	for _, c := range increasing(rows(r.Cells, 2)) {
		s.Cells[c[0]] = uint8(c[1])
	}
	for _, c := range increasing(rows(r.Owners, 2)) {
		s.Owners[c[0]] = int8(c[1])
	}
	for _, m := range increasing(rows(r.Moves, 2)) {
		i, _ := findUnit(s.Units, m[0])
		s.Units[i].Cell += m[1]
	}
	for _, g := range increasing(rows(r.Gone, 1)) {
		i, _ := findUnit(s.Units, g[0])
		s.Units = slices.Delete(s.Units, i, i+1)
	}
	for _, u := range increasing(rows(r.Units, 7)) {
		i, found := findUnit(s.Units, u[0])
		if !found {
			s.Units = slices.Insert(s.Units, i, scene.Unit{ID: u[0]})
		}
		one := &s.Units[i]
		one.Kind += u[1]
		one.Owner += u[2]
		one.Cell += u[3]
		one.Health += u[4]
		one.MaxHealth += u[5]
		one.Note = d.texts[u[6]]
	}
	s.Numbers = nil
	for k, bySeat := range before.Numbers {
		s.Numbers = append(s.Numbers, slices.Clone(bySeat))
		for seat := range bySeat {
			if len(r.Numbers) > 0 {
				s.Numbers[k][seat] += r.Numbers[k*len(bySeat)+seat]
			}
		}
	}
	if w := r.Window; len(w) > 0 {
		s.Window = scene.Window{Row: w[0], Col: w[1], Rows: w[2], Cols: w[3]}
	}
	if r.Caption != nil {
		s.Caption = *r.Caption
	}
	return s
}

func (d *decoder) orders(s scene.Scene, r pagedata.Round) (orders []scene.Order) {
	for _, q := range rows(r.Orders, 5) {
		from := 0
		if i, found := findUnit(s.Units, q[1]); found {
			from = s.Units[i].Cell
		}
		orders = append(orders, scene.Order{Seat: q[0], Unit: q[1], Text: d.texts[q[2]], To: d.way(from, q[3]), Outcome: d.texts[q[4]]})
	}
	for _, i := range increasing(rows(r.Failed, 1)) {
		orders[i[0]].Failed = true
	}
	return orders
}

func (d *decoder) events(columns []int) (events []scene.Event) {
	for _, e := range rows(columns, 7) {
		events = append(events, scene.Event{
			Kind: e[0], Cell: e[1], To: d.way(e[1], e[2]), Unit: e[3], By: e[4], Seat: e[5], Text: d.texts[e[6]],
		})
	}
	return events
}

func findUnit(units []scene.Unit, id int) (int, bool) {
	return slices.BinarySearchFunc(units, id, func(u scene.Unit, id int) int { return u.ID - id })
}

func (d *decoder) way(from, difference int) int {
	if difference == d.cells {
		return scene.Nowhere
	}
	return from + difference
}
