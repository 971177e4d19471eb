package starships

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	starshipsv1 "github.com/botarena/arena/proto/starships/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (rules) EncodeStart(u *universe) []byte {
	s := &u.settings
	return encode(&starshipsv1.Start{Settings: &starshipsv1.Settings{
		Players: int32(s.Players), Rounds: int32(s.Rounds),
		Rows: int32(s.Rows), Cols: int32(s.Cols), WindowCols: int32(s.WindowCols),
		StarshipsPerPlayer: int32(s.Starships), RoundsToRegenerate: int32(s.RoundsToRegenerate),
		MissileBonuses: int32(s.MissileBonuses), PointBonuses: int32(s.PointBonuses),
		BonusMissiles: int32(s.BonusMissiles), BonusPoints: int32(s.BonusPoints), KillPoints: int32(s.KillPoints),
	}})
}

// encode panics for nothing but a message that is not well formed, which ours
// always are.
func encode(m proto.Message) []byte {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("starships: %v", err))
	}
	return bytes
}

// DecodeStart reads the settings.
func (rules) DecodeStart(start []byte) (*universe, error) {
	var m starshipsv1.Start
	if err := proto.Unmarshal(start, &m); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	of := m.GetSettings()
	s := setup{settings: Settings{
		Players: int(of.GetPlayers()), Rounds: int(of.GetRounds()),
		Rows: int(of.GetRows()), Cols: int(of.GetCols()), WindowCols: int(of.GetWindowCols()),
		Starships: int(of.GetStarshipsPerPlayer()), RoundsToRegenerate: int(of.GetRoundsToRegenerate()),
		MissileBonuses: int(of.GetMissileBonuses()), PointBonuses: int(of.GetPointBonuses()),
		BonusMissiles: int(of.GetBonusMissiles()), BonusPoints: int(of.GetBonusPoints()), KillPoints: int(of.GetKillPoints()),
	}}
	for _, one := range s.list() {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	return &universe{setup: s, space: newSpace(&s.settings)}, nil
}

// EncodeState has all that can change.
func (rules) EncodeState(u *universe) []byte {
	ships, shots := len(u.units), len(u.shots)
	numbers := make([]int32, players+2*ships+3*shots)
	next := func(n int) []int32 {
		list := numbers[:n:n]
		numbers = numbers[n:]
		return list
	}
	m := &starshipsv1.State{
		Round:              int32(u.round),
		Status:             next(players),
		Scores:             make([]int64, players),
		Cells:              make([]byte, len(u.cells.Cells())),
		StarshipCells:      next(ships),
		StarshipMissiles:   make([]int64, ships),
		StarshipCountdowns: next(ships),
		MissileIds:         next(shots),
		MissileStarships:   next(shots),
		MissileCells:       next(shots),
		NextMissile:        int32(u.nextShot),
	}
	for player, score := range u.scores {
		m.Status[player], m.Scores[player] = int32(u.status[player]), int64(score)
	}
	for k, c := range u.cells.Cells() {
		m.Cells[k] = c.letter()
	}
	for id, ship := range u.units {
		m.StarshipCells[id] = int32(u.cells.Index(ship.Pos))
		m.StarshipMissiles[id] = int64(ship.Missiles)
		m.StarshipCountdowns[id] = int32(ship.Countdown)
		if ship.Alive {
			m.StarshipCountdowns[id] = -1
		}
	}
	for k, shot := range u.shots {
		m.MissileIds[k] = int32(shot.ID)
		m.MissileStarships[k] = int32(shot.Unit)
		m.MissileCells[k] = int32(u.cells.Index(shot.Pos))
	}
	return encode(m)
}

// DecodeState checks that all is there and that the numbers are of something.
func (rules) DecodeState(start *universe, state []byte) (*universe, error) {
	var m starshipsv1.State
	if err := proto.Unmarshal(state, &m); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	u := &universe{setup: start.setup, space: newSpace(&start.settings), round: int(m.GetRound())}
	if u.round < 0 || u.round > u.settings.Rounds {
		return nil, fmt.Errorf("state: round %d, but the match has %d", u.round, u.settings.Rounds)
	}
	if err := u.checkLengths(&m); err != nil {
		return nil, err
	}
	for player := range players {
		u.scores[player] = int(m.GetScores()[player])
		u.status[player] = engine.Status(m.GetStatus()[player])
	}
	for k, letter := range m.GetCells() {
		c := cellOf(letter)
		if c < 0 {
			return nil, fmt.Errorf("state: cell %d: %q", k, letter)
		}
		u.cells.Cells()[k] = c
	}
	for id := range u.units {
		if err := u.decodeUnit(id, &m); err != nil {
			return nil, fmt.Errorf("state: starship %d: %w", id, err)
		}
	}
	u.shots = slices.Grow(u.shots, len(m.GetMissileIds()))
	for k := range m.GetMissileIds() {
		if err := u.decodeShot(k, &m); err != nil {
			return nil, fmt.Errorf("state: missile %d: %w", k, err)
		}
	}
	if int(m.GetNextMissile()) < u.nextShot {
		return nil, fmt.Errorf("state: next missile %d, but there is %d", m.GetNextMissile(), u.nextShot-1)
	}
	u.nextShot = int(m.GetNextMissile())
	return u, nil
}

func (u *universe) checkLengths(m *starshipsv1.State) error {
	for _, list := range [...]struct {
		name      string
		got, want int
	}{
		{"statuses", len(m.GetStatus()), players},
		{"scores", len(m.GetScores()), players},
		{"cells", len(m.GetCells()), len(u.cells.Cells())},
		{"starship cells", len(m.GetStarshipCells()), len(u.units)},
		{"starship missiles", len(m.GetStarshipMissiles()), len(u.units)},
		{"starship countdowns", len(m.GetStarshipCountdowns()), len(u.units)},
		{"missile starships", len(m.GetMissileStarships()), len(m.GetMissileIds())},
		{"missile cells", len(m.GetMissileCells()), len(m.GetMissileIds())},
	} {
		if list.got != list.want {
			return fmt.Errorf("state: %d %s, but there must be %d", list.got, list.name, list.want)
		}
	}
	return nil
}

func (u *universe) decodeCell(number int32) (Pos, error) {
	if cells := len(u.cells.Cells()); number < 0 || int(number) >= cells {
		return Pos{}, fmt.Errorf("cell %d, but there are %d", number, cells)
	}
	return u.cells.Pos(int(number)), nil
}

func (u *universe) decodeUnit(id int, m *starshipsv1.State) error {
	p, err := u.decodeCell(m.GetStarshipCells()[id])
	if err != nil {
		return err
	}
	ship := Unit{
		ID: id, Owner: id / u.settings.Starships, Pos: p,
		Missiles: int(m.GetStarshipMissiles()[id]), Countdown: int(m.GetStarshipCountdowns()[id]),
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
	if f := u.addUnit(ship); f != nil {
		return f
	}
	return nil
}

func (u *universe) decodeShot(k int, m *starshipsv1.State) error {
	p, err := u.decodeCell(m.GetMissileCells()[k])
	shot := Shot{ID: int(m.GetMissileIds()[k]), Unit: int(m.GetMissileStarships()[k]), Pos: p}
	switch {
	case err != nil:
		return err
	case shot.ID < 0:
		return fmt.Errorf("number %d", shot.ID)
	case shot.Unit < 0 || shot.Unit >= len(u.units):
		return fmt.Errorf("starship %d, but there are %d", shot.Unit, len(u.units))
	}
	shot.Owner = shot.Unit / u.settings.Starships
	if f := u.addShot(shot); f != nil {
		return f
	}
	return nil
}

// shotOnWire is the action that is a shot. The others are directions.
const shotOnWire = starshipsv1.Action_ACTION_SHOOT

// EncodeCommands sends everything that was given: the arena is the judge.
func (rules) EncodeCommands(c *Commands) []byte {
	m := &starshipsv1.Commands{
		Starships: make([]int32, 0, c.Len()),
		Actions:   make([]starshipsv1.Action, 0, c.Len()),
	}
	for command := range c.All() {
		action := starshipsv1.Action(command.Dir)
		switch {
		case !command.Dir.Valid():
			action = starshipsv1.Action_ACTION_UNSPECIFIED
		case command.Shoot:
			action = shotOnWire
		}
		m.Starships = append(m.Starships, onWire(command.Unit))
		m.Actions = append(m.Actions, action)
	}
	return encode(m)
}

// DecodeCommands keeps numbers that are of no starship or no action: they count for
// the limit.
func (rules) DecodeCommands(commands []byte) (*Commands, error) {
	var m starshipsv1.Commands
	if err := proto.Unmarshal(commands, &m); err != nil {
		return nil, fmt.Errorf("commands: %w", err)
	}
	if ships, actions := len(m.GetStarships()), len(m.GetActions()); ships != actions {
		return nil, fmt.Errorf("commands: %d starships, but %d actions", ships, actions)
	}
	c := &Commands{given: make([]Command, len(m.GetStarships()))}
	for k, unit := range m.GetStarships() {
		action := m.GetActions()[k]
		c.given[k] = Command{Unit: int(unit), Dir: Dir(action)}
		if action == shotOnWire {
			c.given[k] = Command{Unit: int(unit), Shoot: true, Dir: Default}
		}
	}
	return c, nil
}
