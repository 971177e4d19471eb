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

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var w starshipsv1.State
	if err := proto.Unmarshal(state, &w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := newMatch(m.setup)
	now.round = int(w.GetRound())
	if rounds := m.setup.settings.Rounds; now.round < 0 || now.round > rounds {
		return nil, fmt.Errorf("state: round %d, but the match has %d", now.round, rounds)
	}
	if err := wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.GetStatus()), Want: players},
		wire.Length{Name: "scores", Got: len(w.GetScores()), Want: players},
		wire.Length{Name: "cells", Got: len(w.GetCells()), Want: len(now.cells.Cells())},
		wire.Length{Name: "starship cells", Got: len(w.GetStarshipCells()), Want: len(now.units)},
		wire.Length{Name: "starship missiles", Got: len(w.GetStarshipMissiles()), Want: len(now.units)},
		wire.Length{Name: "starship countdowns", Got: len(w.GetStarshipCountdowns()), Want: len(now.units)},
		wire.Length{Name: "missile starships", Got: len(w.GetMissileStarships()), Want: len(w.GetMissileIds())},
		wire.Length{Name: "missile cells", Got: len(w.GetMissileCells()), Want: len(w.GetMissileIds())},
	); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	for player := range players {
		now.scores[player] = int(w.GetScores()[player])
		now.status[player] = engine.Status(w.GetStatus()[player])
	}
	if err := now.decodeThings(&w); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	return now, nil
}

// decodeThings puts everything into the cells: starships after what is drawn, and
// missiles after starships.
func (m *match) decodeThings(w *starshipsv1.State) error {
	for k, letter := range w.GetCells() {
		c := cellOf(letter)
		if c < 0 {
			return fmt.Errorf("cell %d: %q", k, letter)
		}
		m.cells.Cells()[k] = c
	}
	for id := range m.units {
		if err := m.decodeUnit(UnitID(id), w); err != nil {
			return fmt.Errorf("starship %d: %w", id, err)
		}
	}
	m.shots = slices.Grow(m.shots, len(w.GetMissileIds()))
	for k := range w.GetMissileIds() {
		if err := m.decodeShot(k, w); err != nil {
			return fmt.Errorf("missile %d: %w", k, err)
		}
	}
	if next := ShotID(w.GetNextMissile()); next < m.nextShot {
		return fmt.Errorf("next missile %d, but there is %d", next, m.nextShot-1)
	}
	m.nextShot = ShotID(w.GetNextMissile())
	return nil
}

func (m *match) decodeCell(number int32) (Pos, error) {
	if cells := len(m.cells.Cells()); number < 0 || int(number) >= cells {
		return Pos{}, fmt.Errorf("cell %d, but there are %d", number, cells)
	}
	return m.cells.Pos(int(number)), nil
}

func (m *match) decodeUnit(id UnitID, w *starshipsv1.State) error {
	p, err := m.decodeCell(w.GetStarshipCells()[id])
	if err != nil {
		return err
	}
	ship := Unit{
		ID: id, Owner: m.setup.owner(id), Pos: p,
		Missiles: int(w.GetStarshipMissiles()[id]), Countdown: int(w.GetStarshipCountdowns()[id]),
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

func (m *match) decodeShot(k int, w *starshipsv1.State) error {
	p, err := m.decodeCell(w.GetMissileCells()[k])
	shot := Shot{ID: ShotID(w.GetMissileIds()[k]), Unit: UnitID(w.GetMissileStarships()[k]), Pos: p}
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
	units, actions := make([]int32, 0, c.Len()), make([]int32, 0, c.Len())
	for given := range c.All() {
		action := given.Dir
		switch {
		case given.Shoot:
			action = shotOnWire
		case action == shotOnWire:
			action = 0
		}
		units, actions = append(units, wire.Unit(given.Unit)), append(actions, int32(action))
	}
	return wire.AppendColumns(nil, units, actions)
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	columns, err := wire.ReadColumns(message, "starships", "actions")
	if err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	given := make([]Command, len(columns[0]))
	for k, unit := range columns[0] {
		given[k] = Command{Unit: UnitID(unit), Dir: Dir(columns[1][k])}
		if given[k].Dir == shotOnWire {
			given[k].Shoot, given[k].Dir = true, Default
		}
	}
	return &Commands{list: commands.Of(given)}, nil
}
