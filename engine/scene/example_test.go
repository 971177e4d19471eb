package scene_test

import (
	"fmt"

	"github.com/botarena/arena/engine/scene"
)

// A board of two rows, with a wall and one unit, as pictures in text.
func Example() {
	legend := scene.Legend{
		Rows: 2, Cols: 3,
		Cells:   []scene.Cell{{Name: "ground", Glyph: "."}, {Name: "wall", Glyph: "#", Height: 1}},
		Units:   []scene.Kind{{Name: "ork", Glyph: "o", Plate: true}},
		Numbers: []string{"score"},
	}
	now := scene.Scene{
		Cells:   []uint8{0, 1, 0, 0, 0, 0},
		Units:   []scene.Unit{{ID: 0, Kind: 0, Owner: 0, Cell: legend.CellAt(1, 2)}},
		Numbers: [][]int{{12}},
	}
	board := make([]string, len(now.Cells))
	for cell, kind := range now.Cells {
		board[cell] = legend.Cells[kind].Glyph
	}
	for _, u := range now.Units {
		board[u.Cell] = legend.Units[u.Kind].Glyph
	}
	for row := range legend.Rows {
		fmt.Println(board[row*legend.Cols : (row+1)*legend.Cols])
	}
	fmt.Println(legend.Numbers[0], now.Numbers[0])
	// Output:
	// [. # .]
	// [. . o]
	// score [12]
}

// What happens in a round. The log of a match that nobody watches is nil and keeps nothing.
func ExampleLog() {
	tell := func(log *scene.Log) {
		log.Order(0, 3, "north", 5)
		log.Outcome(3, "moved")
		log.Refuse(1, 3, "south", "another player's unit")
		log.Pay(0, 0, 2)
	}
	tell(nil)
	log := &scene.Log{Names: []string{"anna", "ben"}}
	tell(log)
	for _, o := range log.Orders {
		fmt.Printf("%s tells unit %d: %s: %s\n", log.Name(o.Seat), o.Unit, o.Text, o.Outcome)
	}
	// Output:
	// anna tells unit 3: north: moved
	// ben tells unit 3: south: another player's unit
}

// The pictures of cells and units are paths in the notation of SVG.
func ExampleParsePath() {
	steps, err := scene.ParsePath("M8 6h8v12z")
	fmt.Println(len(steps), "steps", err)
	_, err = scene.ParsePath("8 6h8")
	fmt.Println(err)
	// Output:
	// 4 steps <nil>
	// path "8 6h8": at byte 0: '8' is not a command; there are M, L, H, V, C, Q and Z
}
