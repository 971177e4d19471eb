package starships

import (
	"fmt"
	"slices"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	starshipsv1 "github.com/botarena/arena/proto/starships/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (m *match) EncodeStart() []byte {
	return wire.Marshal(&starshipsv1.Start{Settings: wire.Settings(m.setup)})
}

// DecodeStart reads the settings.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w starshipsv1.Start
	s := new(setup)
	if err := wire.ReadStart(start, &w, s); err != nil {
		return nil, err
	}
	return newMatch(s), nil
}

// The columns of a State after its round, as indexes of columns.
const (
	colStatus = iota
	colScores
	colCells
	colShips
	colMissiles
	colCountdowns
	colShotIDs
	colShotShips
	colShotCells
	colNextShot
)

var columns = wire.Table{
	colStatus:     {Name: "statuses", Kind: wire.Sint32s},
	colScores:     {Name: "scores", Kind: wire.Int64s},
	colCells:      {Name: "cells", Kind: wire.Bytes},
	colShips:      {Name: "starship cells", Kind: wire.Int32s},
	colMissiles:   {Name: "starship missiles", Kind: wire.Int64s},
	colCountdowns: {Name: "starship countdowns", Kind: wire.Sint32s},
	colShotIDs:    {Name: "missile ids", Kind: wire.Int32s},
	colShotShips:  {Name: "missile starships", Kind: wire.Int32s},
	colShotCells:  {Name: "missile cells", Kind: wire.Int32s},
	colNextShot:   {Name: "next missiles", Kind: wire.One},
}

// lengths returns how long each column is in a match with this number of missiles in
// flight.
func (m *match) lengths(shots int) [10]int {
	ships := m.setup.units()
	return [...]int{players, players, len(m.cells.Cells()), ships, ships, ships, shots, shots, shots, 1}
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	var room wire.Room
	lengths := m.lengths(len(m.shots))
	w := columns.Lists(&room, lengths[:]...)
	w.Round, *w.One(colNextShot) = int32(m.round), int32(m.nextShot)
	wire.Put(w.Int32s(colStatus), m.status[:])
	scores, cells := w.Int64s(colScores), w.Bytes(colCells)
	for player, score := range m.scores {
		scores[player] = int64(score)
	}
	for k, c := range m.cells.Cells() {
		cells[k] = c.letter()
	}
	ships, missiles, countdowns := w.Int32s(colShips), w.Int64s(colMissiles), w.Int32s(colCountdowns)
	for id, ship := range m.units {
		ships[id] = int32(m.cells.Index(ship.Pos))
		missiles[id] = int64(ship.Missiles)
		countdowns[id] = int32(ship.Countdown)
		if ship.Alive {
			countdowns[id] = -1
		}
	}
	ids, of, at := w.Int32s(colShotIDs), w.Int32s(colShotShips), w.Int32s(colShotCells)
	for k, shot := range m.shots {
		ids[k], of[k] = int32(shot.ID), int32(shot.Unit)
		at[k] = int32(m.cells.Index(shot.Pos))
	}
	return w.Encode()
}

// checkLists returns an error if the round is not one of the match, or if something is not known
// of all missiles.
func (s *setup) checkLists(w *wire.Lists) error {
	if w.Round < 0 || int(w.Round) > s.settings.Rounds {
		return fmt.Errorf("round %d, but the match has %d", w.Round, s.settings.Rounds)
	}
	shots := len(w.Int32s(colShotIDs))
	return wire.CheckLengths(
		wire.Length{Name: columns[colShotShips].Name, Got: len(w.Int32s(colShotShips)), Want: shots},
		wire.Length{Name: columns[colShotCells].Name, Got: len(w.Int32s(colShotCells)), Want: shots},
	)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var room wire.Room
	lengths := m.lengths(wire.Any)
	w, err := columns.Read(state, &room, lengths[:]...)
	if err == nil {
		err = m.setup.checkLists(&w)
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := newMatch(m.setup)
	now.round = int(w.Round)
	status, scores := w.Int32s(colStatus), w.Int64s(colScores)
	for player := range players {
		now.scores[player] = int(scores[player])
		now.status[player] = engine.Status(status[player])
	}
	if err := now.decodeThings(&w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return now, nil
}

// decodeThings puts everything into the cells: starships after the things that are drawn, and
// missiles after starships.
func (m *match) decodeThings(w *wire.Lists) error {
	letters := w.Bytes(colCells)
	cells, worst := m.cells.Cells()[:len(letters)], cell(0)
	for k, letter := range letters {
		cells[k] = drawnBy[letter]
		worst = min(worst, cells[k])
	}
	if worst < 0 {
		k := slices.Index(cells, worst)
		return fmt.Errorf("cell %d: %q", k, letters[k])
	}
	ships, missiles, countdowns := w.Int32s(colShips), w.Int64s(colMissiles), w.Int32s(colCountdowns)
	for id := range m.units {
		if err := m.decodeUnit(UnitID(id), ships[id], missiles[id], countdowns[id]); err != nil {
			return fmt.Errorf("starship %d: %w", id, err)
		}
	}
	ids, of, at := w.Int32s(colShotIDs), w.Int32s(colShotShips), w.Int32s(colShotCells)
	m.shots = slices.Grow(m.shots, len(ids))
	for k, id := range ids {
		if err := m.decodeShot(ShotID(id), UnitID(of[k]), at[k]); err != nil {
			return fmt.Errorf("missile %d: %w", k, err)
		}
	}
	next := ShotID(*w.One(colNextShot))
	if next < m.nextShot {
		return fmt.Errorf("next missile %d, but there is %d", next, m.nextShot-1)
	}
	m.nextShot = next
	return nil
}

// drawnBy is cellOf as a table: a State has many cells.
var drawnBy = func() (cells [256]cell) {
	for letter := range cells {
		cells[letter] = cellOf(byte(letter))
	}
	return cells
}()

func (m *match) decodeCell(number int32) (Pos, error) {
	if cells := len(m.cells.Cells()); number < 0 || int(number) >= cells {
		return Pos{}, fmt.Errorf("cell %d, but there are %d", number, cells)
	}
	return m.cells.Pos(int(number)), nil
}

func (m *match) decodeUnit(id UnitID, number int32, missiles int64, countdown int32) error {
	p, err := m.decodeCell(number)
	if err != nil {
		return err
	}
	ship := Unit{
		ID: id, Owner: m.setup.owner(id), Pos: p,
		Missiles: int(missiles), Countdown: int(countdown),
	}
	if ship.Countdown == -1 {
		ship.Alive, ship.Countdown = true, 0
	}
	switch {
	case ship.Missiles < 0:
		return fmt.Errorf("%d missiles", ship.Missiles)
	case ship.Countdown < 0:
		return fmt.Errorf("countdown %d", ship.Countdown)
	}
	if f := m.addUnit(ship); f != nil {
		return f
	}
	return nil
}

func (m *match) decodeShot(id ShotID, of UnitID, number int32) error {
	p, err := m.decodeCell(number)
	shot := Shot{ID: id, Unit: of, Pos: p}
	switch {
	case err != nil:
		return err
	case shot.ID < 0:
		return fmt.Errorf("number %d", shot.ID)
	case m.unit(shot.Unit) == nil:
		return fmt.Errorf("starship %d, but there are %d", shot.Unit, len(m.units))
	}
	shot.Owner = m.setup.owner(shot.Unit)
	if f := m.addShot(shot); f != nil {
		return f
	}
	return nil
}

// shotOnWire is the action that is a shot. The others are directions.
const shotOnWire = Dir(starshipsv1.Action_ACTION_SHOOT)

// EncodeCommands encodes all commands that were given, valid or not: the arena is the
// judge. A direction that has the number of a shot must not become one.
func (rules) EncodeCommands(c *Commands) []byte {
	return commands.Encode(c, func(c Command) (UnitID, int32) {
		switch {
		case c.Shoot:
			return c.Unit, int32(shotOnWire)
		case c.Dir == shotOnWire:
			return c.Unit, 0
		}
		return c.Unit, int32(c.Dir)
	})
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "starships", "actions", func(unit UnitID, action int32) Command {
		if Dir(action) == shotOnWire {
			return Command{unit, true, Default}
		}
		return Command{Unit: unit, Dir: Dir(action)}
	})
	return &Commands{list: list}, err
}
