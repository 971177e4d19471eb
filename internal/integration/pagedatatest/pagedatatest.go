// Package pagedatatest reads what the page gets, for tests.
package pagedatatest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/match/story"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// ThroughJSON returns a match as the page gets it.
func ThroughJSON(t testing.TB, m pagedata.Match) (again pagedata.Match) {
	t.Helper()
	text, err := json.Marshal(m)
	require.NoError(t, err)
	require.NotContains(t, string(text), "null", "the page expects lists")
	require.NoError(t, json.Unmarshal(text, &again))
	return again
}

// RequireShown fails unless the page is given everything there is to see.
func RequireShown(t testing.TB, s *story.Story, m pagedata.Match) {
	t.Helper()
	scenes, logs := Decode(m)
	require.Len(t, scenes, len(s.Scenes))
	require.Len(t, logs, len(s.Played))
	for i, one := range s.Scenes {
		require.Equal(t, normal(one), normal(scenes[i]), "frame %d", i)
	}
	for i, h := range s.Played {
		require.Equal(t, i, m.Played[i].Number)
		require.Equal(t, normalLog(h.Log), normalLog(logs[i]), "round %d", i)
		require.Len(t, m.Played[i].Used, len(h.Turns))
	}
}

// normal returns a scene with nil for everything that is empty.
func normal(s scene.Scene) scene.Scene {
	s.Cells, s.Owners = orNil(s.Cells), orNil(s.Owners)
	s.Units, s.Numbers = orNil(s.Units), orNil(s.Numbers)
	return s
}

func normalLog(l scene.Log) scene.Log {
	return scene.Log{Orders: orNil(l.Orders), Events: orNil(l.Events)}
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clip(list)
}

// decoder is the inverse of the encoder, written as simply as possible. The page has
// its own; both read page.json in testdata.
type decoder struct {
	cells, cols, signs int
	texts              []string
}

// Decode returns the scenes, and the log of each round.
func Decode(m pagedata.Match) (scenes []scene.Scene, logs []scene.Log) {
	d := &decoder{
		cells: m.Legend.Rows * m.Legend.Cols, cols: m.Legend.Cols, signs: len(m.Legend.Signs),
		texts: append([]string{""}, m.Texts...),
	}
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
			ID: u.ID, Kind: u.Kind, Owner: u.Owner, Cell: u.Cell, Note: d.texts[u.Note],
		})
	}
	d.sign(s.Units, f.Signs)
	for _, bySeat := range f.Numbers {
		s.Numbers = append(s.Numbers, slices.Clone(bySeat))
	}
	if w := f.Window; len(w) > 0 {
		s.Window = scene.Window{Row: w[0], Col: w[1], Rows: w[2], Cols: w[3]}
	}
	return s
}

func (d *decoder) sign(units []scene.Unit, amounts []pagedata.Amount) {
	for _, a := range amounts {
		i, _ := findUnit(units, a.Key/d.signs)
		has := &units[i].Signs[a.Key%d.signs]
		has.Value += int32(a.Value)
		has.Most += int32(a.Most)
	}
}

func spread[T uint8 | int8](runs []int) (values []T) {
	for i := 0; i < len(runs); i += 2 {
		for range runs[i+1] {
			values = append(values, T(runs[i]))
		}
	}
	return values
}

func (d *decoder) after(before scene.Scene, r pagedata.Round) scene.Scene {
	s := before
	s.Cells, s.Owners, s.Units = slices.Clone(before.Cells), slices.Clone(before.Owners), slices.Clone(before.Units)
	for _, c := range r.Cells {
		s.Cells[c.Cell] = uint8(c.Kind)
	}
	for _, c := range r.Owners {
		s.Owners[c.Cell] = int8(c.Owner)
	}
	for _, m := range r.Moves {
		i, _ := findUnit(s.Units, m.ID)
		s.Units[i].Cell += m.Way
	}
	for _, g := range r.Gone {
		i, _ := findUnit(s.Units, g.ID)
		s.Units = slices.Delete(s.Units, i, i+1)
	}
	for _, u := range r.Units {
		i, found := findUnit(s.Units, u.ID)
		if !found {
			s.Units = slices.Insert(s.Units, i, scene.Unit{ID: u.ID})
		}
		one := &s.Units[i]
		one.Kind += u.Kind
		one.Owner += u.Owner
		one.Cell += u.Cell
		one.Note = d.texts[u.Note]
	}
	d.sign(s.Units, r.Signs)
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
	for _, q := range r.Orders {
		from := 0
		if i, found := findUnit(s.Units, q.Unit); found {
			from = s.Units[i].Cell
		}
		orders = append(orders, scene.Order{
			Seat: q.Seat, Unit: q.Unit, Text: d.texts[q.Text], To: d.way(from, q.Way), Outcome: d.texts[q.Outcome],
		})
	}
	for _, failed := range r.Failed {
		orders[failed.Order].Failed = true
	}
	return orders
}

func (d *decoder) events(all []pagedata.Event) (events []scene.Event) {
	for _, e := range all {
		events = append(events, scene.Event{
			Kind: e.Kind, Cell: e.Cell, To: d.way(e.Cell, e.Way), Unit: e.Unit, By: e.By, Seat: e.Seat, Pays: e.Pays,
			Text: d.texts[e.Text],
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
