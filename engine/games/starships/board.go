package starships

import "strings"

// defaultSetup is the setup of a match when nothing is said. Boards of this game
// are drawn, not generated, and this one is the project's own: five times the same
// twelve columns, whose lower half is the upper one in a mirror. So it has 125
// asteroids and ten bonuses of each kind. The starships begin in the second column,
// in every other row, those of a player eight rows apart.
func defaultSetup() setup {
	s := setup{settings: Settings{
		Players: players, Rounds: 300, Rows: 15, Cols: 60, WindowCols: 31, Starships: 2,
		RoundsToRegenerate: 50, MissileBonuses: 10, PointBonuses: 10,
		BonusMissiles: 5, BonusPoints: 10, KillPoints: 30,
	}}
	b := newSpace(&s.settings)
	rows := strings.Fields(reef)
	for r := range s.settings.Rows {
		row := rows[min(r, s.settings.Rows-1-r)]
		for col := range s.settings.Cols {
			b.cells.Set(Pos{Row: r, Col: col}, cellOf(row[col%len(row)]))
		}
	}
	for id := range b.units {
		owner, k := id/s.settings.Starships, id%s.settings.Starships
		p := Pos{Row: 8*k + 2*owner, Col: 1}
		b.units[id] = Unit{ID: id, Owner: owner, Pos: p, Missiles: 5, Alive: true}
		b.cells.Set(p, starshipCell(id))
	}
	s.board = &b
	return s
}

// reef is the upper half of twelve columns of the default board, and its middle row.
const reef = `
	............
	.....XX..X..
	....X.......
	....X.P..X..
	.....X..XX..
	.......M....
	....XX...X..
	.......X....
`

// letters are how cells are written in files, by number. Starships and missiles are
// not drawn. Rules 7.
const letters = ".XPM"

// letter is how a cell is drawn.
func (c cell) letter() byte {
	if c < 0 || c >= firstStarship {
		c = empty
	}
	return letters[c]
}

// cellOf is the cell that is drawn so, -1 if there is none.
func cellOf(letter byte) cell { return cell(strings.IndexByte(letters, letter)) }
