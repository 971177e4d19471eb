package viewer

import "github.com/botarena/arena/engine/scene"

// encodeLegend has empty lists where there is nothing, never null.
func encodeLegend(l scene.Legend) Legend {
	e := Legend{
		Rows: l.Rows, Cols: l.Cols, WrapRows: l.WrapRows, WrapCols: l.WrapCols,
		Cells: []CellKind{}, Units: []UnitKind{}, Events: []EventKind{}, Numbers: append([]string{}, l.Numbers...),
	}
	for _, c := range l.Cells {
		kind := CellKind{Name: c.Name, Glyph: c.Glyph, Fill: encodeColour(c.Fill), Over: [][]Path{}, Height: c.Height}
		for _, shape := range c.Over {
			kind.Over = append(kind.Over, encodeShape(shape))
		}
		e.Cells = append(e.Cells, kind)
	}
	for _, u := range l.Units {
		e.Units = append(e.Units, UnitKind{Name: u.Name, Glyph: u.Glyph, Plate: u.Plate, Shape: encodeShape(u.Shape)})
	}
	for _, v := range l.Events {
		e.Events = append(e.Events, EventKind(v))
	}
	return e
}

func encodeShape(s scene.Shape) []Path {
	paths := []Path{}
	for _, p := range s {
		paths = append(paths, Path{D: p.D, Fill: encodeColour(p.Fill), Stroke: encodeColour(p.Stroke), Width: p.Width})
	}
	return paths
}

func encodeColour(c scene.Colour) Colour { return Colour{c.Light, c.Dark} }
