package starships

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

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
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := new(setup)
	if err := wire.ReadSettings(s, w.GetSettings()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s), nil
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	ships, shots := len(m.units), len(m.shots)
	numbers := make([]int32, 2*ships+3*shots)
	next := func(n int) []int32 {
		list := numbers[:n:n]
		numbers = numbers[n:]
		return list
	}
	w := &starshipsv1.State{
		Round:              int32(m.round),
		Status:             wire.Numbers(m.status[:]),
		Scores:             make([]int64, players),
		Cells:              make([]byte, len(m.cells.Cells())),
		StarshipCells:      next(ships),
		StarshipMissiles:   make([]int64, ships),
		StarshipCountdowns: next(ships),
		MissileIds:         next(shots),
		MissileStarships:   next(shots),
		MissileCells:       next(shots),
		NextMissile:        int32(m.nextShot),
	}
	for player, score := range m.scores {
		w.Scores[player] = int64(score)
	}
	for k, c := range m.cells.Cells() {
		w.Cells[k] = c.letter()
	}
	for id, ship := range m.units {
		w.StarshipCells[id] = int32(m.cells.Index(ship.Pos))
		w.StarshipMissiles[id] = int64(ship.Missiles)
		w.StarshipCountdowns[id] = int32(ship.Countdown)
		if ship.Alive {
			w.StarshipCountdowns[id] = -1
		}
	}
	for k, shot := range m.shots {
		w.MissileIds[k] = int32(shot.ID)
		w.MissileStarships[k] = int32(shot.Unit)
		w.MissileCells[k] = int32(m.cells.Index(shot.Pos))
	}
	return wire.Marshal(w)
}

// stateMessage is a State as it is on the wire.
type stateMessage struct {
	round, nextMissile                                               int32
	status, shipCells, countdowns, shotIDs, shotStarships, shotCells []int32
	scores, missiles                                                 []int64
	cells                                                            []byte
}

// room is where the numbers of a message are put. It is on the stack, as they are needed
// only to be checked, and large enough for most matches: otherwise, the lists grow.
type room struct {
	numbers [512]int32
	long    [64]int64
}

// newStateMessage divides room between the lists of a match with this number of
// starships.
func newStateMessage(room *room, ships int) (w stateMessage) {
	numbers, long := room.numbers[:], room.long[:]
	next := func(n int) []int32 {
		n = min(n, len(numbers))
		list := numbers[:0:n]
		numbers = numbers[n:]
		return list
	}
	w.status, w.shipCells, w.countdowns = next(players), next(ships), next(ships)
	shots := len(numbers) / 3
	w.shotIDs, w.shotStarships, w.shotCells = next(shots), next(shots), next(shots)
	w.scores, w.missiles = long[:0:players], long[players:players]
	return w
}

// read reads a State as protobuf would, in a part of the time. It returns a copy, since
// the lists would leave the stack for one behind a pointer.
func (w stateMessage) read(message []byte) (stateMessage, error) {
	fields := wire.NewFields(message)
	for fields.Next() {
		switch fields.Number() {
		case 1:
			fields.Int32(&w.round)
		case 2:
			w.status = fields.AppendSint32s(w.status)
		case 3:
			w.scores = fields.AppendInt64s(w.scores)
		case 4:
			fields.Bytes(&w.cells)
		case 5:
			w.shipCells = fields.AppendInt32s(w.shipCells)
		case 6:
			w.missiles = fields.AppendInt64s(w.missiles)
		case 7:
			w.countdowns = fields.AppendSint32s(w.countdowns)
		case 8:
			w.shotIDs = fields.AppendInt32s(w.shotIDs)
		case 9:
			w.shotStarships = fields.AppendInt32s(w.shotStarships)
		case 10:
			w.shotCells = fields.AppendInt32s(w.shotCells)
		case 11:
			fields.Int32(&w.nextMissile)
		}
	}
	return w, fields.Err()
}

// check returns an error if the round is not one of the match, or if there are not as
// many numbers as it needs.
func (w *stateMessage) check(s *setup) error {
	if w.round < 0 || int(w.round) > s.settings.Rounds {
		return fmt.Errorf("round %d, but the match has %d", w.round, s.settings.Rounds)
	}
	return wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.status), Want: players},
		wire.Length{Name: "scores", Got: len(w.scores), Want: players},
		wire.Length{Name: "cells", Got: len(w.cells), Want: s.settings.Rows * s.settings.Cols},
		wire.Length{Name: "starship cells", Got: len(w.shipCells), Want: s.units()},
		wire.Length{Name: "starship missiles", Got: len(w.missiles), Want: s.units()},
		wire.Length{Name: "starship countdowns", Got: len(w.countdowns), Want: s.units()},
		wire.Length{Name: "missile starships", Got: len(w.shotStarships), Want: len(w.shotIDs)},
		wire.Length{Name: "missile cells", Got: len(w.shotCells), Want: len(w.shotIDs)},
	)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var room room
	w, err := newStateMessage(&room, m.setup.units()).read(state)
	if err == nil {
		err = w.check(m.setup)
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := newMatch(m.setup)
	now.round = int(w.round)
	for player := range players {
		now.scores[player] = int(w.scores[player])
		now.status[player] = engine.Status(w.status[player])
	}
	if err := now.decodeThings(&w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return now, nil
}

// decodeThings puts everything into the cells: starships after what is drawn, and
// missiles after starships.
func (m *match) decodeThings(w *stateMessage) error {
	cells, worst := m.cells.Cells()[:len(w.cells)], cell(0)
	for k, letter := range w.cells {
		cells[k] = drawnBy[letter]
		worst = min(worst, cells[k])
	}
	if worst < 0 {
		k := slices.Index(cells, worst)
		return fmt.Errorf("cell %d: %q", k, w.cells[k])
	}
	for id := range m.units {
		if err := m.decodeUnit(UnitID(id), w); err != nil {
			return fmt.Errorf("starship %d: %w", id, err)
		}
	}
	m.shots = slices.Grow(m.shots, len(w.shotIDs))
	for k := range w.shotIDs {
		if err := m.decodeShot(k, w); err != nil {
			return fmt.Errorf("missile %d: %w", k, err)
		}
	}
	if next := ShotID(w.nextMissile); next < m.nextShot {
		return fmt.Errorf("next missile %d, but there is %d", next, m.nextShot-1)
	}
	m.nextShot = ShotID(w.nextMissile)
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

func (m *match) decodeUnit(id UnitID, w *stateMessage) error {
	p, err := m.decodeCell(w.shipCells[id])
	if err != nil {
		return err
	}
	ship := Unit{
		ID: id, Owner: m.setup.owner(id), Pos: p,
		Missiles: int(w.missiles[id]), Countdown: int(w.countdowns[id]),
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

func (m *match) decodeShot(k int, w *stateMessage) error {
	p, err := m.decodeCell(w.shotCells[k])
	shot := Shot{ID: ShotID(w.shotIDs[k]), Unit: UnitID(w.shotStarships[k]), Pos: p}
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
	return c.given().Encode(func(c Command) (UnitID, int32) {
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
