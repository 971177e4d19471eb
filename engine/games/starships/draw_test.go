package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
)

// baseSettings are those of the base board of rules 10.
func baseSettings() Settings {
	return Settings{
		Players: players, Rounds: 100, Rows: 12, Cols: 40, WindowCols: 20, Starships: 2,
		RoundsToRegenerate: 3, BonusMissiles: 5, BonusPoints: 10, KillPoints: 30,
	}
}

// change is something that is different from the base board.
type change func(*match)

// base is the base board of rules 10 with some changes: starship k stands at
// (11, 2k+1).
func base(changes ...change) *match { return build(baseSettings(), changes...) }

func build(v Settings, changes ...change) *match {
	s := &setup{settings: v}
	b := newBoard(s)
	s.board = &b
	m := &match{setup: s, board: b}
	for k := range m.units {
		id := UnitID(k)
		p := Pos{Row: v.Rows - 1, Col: 2*k + 1}
		m.units[id] = Unit{ID: id, Owner: s.owner(id), Pos: p, Missiles: 5, Alive: true}
		m.put(p, starshipCell(id))
	}
	for _, c := range changes {
		c(m)
	}
	return m
}

func (m *match) put(p Pos, c cell) { m.cells.Set(m.setup.wrap(p), c) }

// opening is the match on the default board, before its first round.
func opening(t testing.TB) *match {
	t.Helper()
	m, err := rules{}.Default().New(nil)
	require.NoError(t, err)
	return m
}

// ship puts a starship on a cell.
func ship(id UnitID, row, col int) change {
	return func(m *match) {
		m.put(m.units[id].Pos, empty)
		m.units[id].Pos = Pos{Row: row, Col: col}
		m.put(m.units[id].Pos, starshipCell(id))
	}
}

// dead takes a starship out, with a countdown.
func dead(id UnitID, countdown int) change {
	return func(m *match) {
		(&round{match: m}).kill(id)
		m.units[id].Countdown = countdown
	}
}

// ammo gives a starship the given number of missiles.
func ammo(id UnitID, missiles int) change {
	return func(m *match) { m.units[id].Missiles = missiles }
}

// flying puts a missile of a starship on a cell.
func flying(by UnitID, row, col int) change {
	return func(m *match) {
		shot := Shot{ID: m.nextShot, Unit: by, Owner: m.units[by].Owner, Pos: Pos{Row: row, Col: col}}
		m.shots = append(m.shots, shot)
		m.put(shot.Pos, missileCell(shot.ID))
		m.nextShot++
	}
}

// thing puts an asteroid or a bonus on a cell.
func thing(letter byte, row, col int) change {
	return func(m *match) { m.put(Pos{Row: row, Col: col}, cellOf(letter)) }
}

// at lets a match be in a round.
func at(round int) change { return func(m *match) { m.round = round } }

// say is a command of a player.
type say struct {
	player int
	Command
}

// move is the command of its owner for a starship of the base board.
func move(unit UnitID, d Dir) say { return say{int(unit) / 2, Command{Unit: unit, Dir: d}} }

func shoot(unit UnitID) say {
	return say{int(unit) / 2, Command{Unit: unit, Shoot: true, Dir: Default}}
}

// step plays a round.
func step(m *match, source engine.Source, said ...say) *match {
	return m.Step(turnsOf(said), engine.NewRand(source), nil)
}

func turnsOf(said []say) []engine.Turn[*Commands] {
	given := make([][]Command, players)
	for _, s := range said {
		given[s.player] = append(given[s.player], s.Command)
	}
	turns := make([]engine.Turn[*Commands], players)
	for player := range turns {
		turns[player].Commands = &Commands{list: commands.Of(given[player])}
	}
	return turns
}

// playedBy lets each of four play its player's part of a round.
func playedBy(m *match, seats []engine.Seat, plays ...func(*State, *Commands)) []engine.Turn[*Commands] {
	turns := make([]engine.Turn[*Commands], players)
	for player, play := range plays {
		s := m.View(seats[player])
		turns[player].Commands = s.Commands()
		play(s, turns[player].Commands)
	}
	return turns
}

// seatsOf are the seats of players with these names.
func seatsOf(names []string, seed uint64) []engine.Seat {
	seats := make([]engine.Seat, players)
	for player := range seats {
		seats[player] = engine.NewSeat(player, names, seed+uint64(player))
	}
	return seats
}

// want is what must hold after a round.
type want func(*testing.T, *match)

func alive(id UnitID, row, col int) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.True(t, m.units[id].Alive, "starship %d", id)
		require.Zero(t, m.units[id].Countdown)
		require.Equal(t, Pos{Row: row, Col: col}, m.units[id].Pos, "starship %d", id)
		require.Equal(t, id, m.at(Pos{Row: row, Col: col}).starship())
	}
}

// killed requires that a starship died in this round and was last in the given cell.
func killed(id UnitID, row, col int) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.False(t, m.units[id].Alive, "starship %d", id)
		require.Equal(t, m.setup.settings.RoundsToRegenerate-1, m.units[id].Countdown)
		require.Equal(t, Pos{Row: row, Col: col}, m.units[id].Pos, "starship %d", id)
		require.NotContains(t, m.cells.Cells(), starshipCell(id))
	}
}

func score(points ...int) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.Equal(t, points, m.Scores())
	}
}

func missiles(shots ...Shot) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.Equal(t, append([]Shot{}, shots...), append([]Shot{}, m.shots...))
		for _, shot := range shots {
			require.Equal(t, shot.ID, m.at(shot.Pos).missile())
		}
	}
}

// shot is a missile of a starship of the base board.
func shot(id ShotID, by UnitID, row, col int) Shot {
	return Shot{id, by, int(by) / 2, Pos{Row: row, Col: col}}
}

func holds(kind Kind, row, col int) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.Equal(t, kind, m.at(Pos{Row: row, Col: col}).kind(), "(%d, %d)", row, col)
	}
}

// left requires that starship 0 has the given number of missiles.
func left(missiles int) want {
	return func(t *testing.T, m *match) {
		t.Helper()
		require.Equal(t, missiles, m.units[0].Missiles)
	}
}

func asked(player int, said ...say) want {
	return func(t *testing.T, m *match) { t.Helper(); requireCommands(t, said, m.asked[player]) }
}

func done(player int, said ...say) want {
	return func(t *testing.T, m *match) { t.Helper(); requireCommands(t, said, m.done[player]) }
}

func requireCommands(t *testing.T, said []say, got []Command) {
	t.Helper()
	require.Len(t, got, len(said))
	for k, s := range said {
		require.Equal(t, s.Command, got[k])
	}
}
