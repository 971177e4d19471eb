package starships

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// baseSettings are those of the base board of rules 10.
func baseSettings() Settings {
	return Settings{
		Players: players, Rounds: 100, Rows: 12, Cols: 40, WindowCols: 20, Starships: 2,
		RoundsToRegenerate: 3, BonusMissiles: 5, BonusPoints: 10, KillPoints: 30,
	}
}

// change is something that is different from the base board.
type change func(*universe)

// base is the base board of rules 10, but for some changes: starship k stands at
// (11, 2k+1).
func base(changes ...change) *universe { return build(baseSettings(), changes...) }

func build(s Settings, changes ...change) *universe {
	b := newSpace(&s)
	u := &universe{setup: setup{settings: s, board: &b}, space: b}
	for id := range u.units {
		p := Pos{Row: s.Rows - 1, Col: 2*id + 1}
		u.units[id] = Unit{ID: id, Owner: id / s.Starships, Pos: p, Missiles: 5, Alive: true}
		u.set(p, starshipCell(id))
	}
	for _, c := range changes {
		c(u)
	}
	return u
}

// ship puts a starship on a cell.
func ship(id, row, col int) change {
	return func(u *universe) {
		u.set(u.units[id].Pos, empty)
		u.units[id].Pos = Pos{Row: row, Col: col}
		u.set(u.units[id].Pos, starshipCell(id))
	}
}

// dead takes a starship out, with a countdown.
func dead(id, countdown int) change {
	return func(u *universe) {
		u.kill(id)
		u.units[id].Countdown = countdown
	}
}

// ammo gives a starship so many missiles.
func ammo(id, missiles int) change {
	return func(u *universe) { u.units[id].Missiles = missiles }
}

// flying puts a missile of a starship on a cell.
func flying(by, row, col int) change {
	return func(u *universe) {
		m := Shot{ID: u.nextShot, Unit: by, Owner: u.units[by].Owner, Pos: Pos{Row: row, Col: col}}
		u.shots = append(u.shots, m)
		u.set(m.Pos, missileCell(m.ID))
		u.nextShot++
	}
}

// thing puts an asteroid or a bonus on a cell.
func thing(letter byte, row, col int) change {
	return func(u *universe) { u.set(Pos{Row: row, Col: col}, cellOf(letter)) }
}

// say is a command of a player.
type say struct {
	player int
	Command
}

// move is the command of its owner for a starship of the base board.
func move(unit int, d Dir) say { return say{unit / 2, Command{Unit: unit, Dir: d}} }

func shoot(unit int) say { return say{unit / 2, Command{Unit: unit, Shoot: true, Dir: Default}} }

// step plays a round.
func step(u *universe, source engine.Source, commands ...say) *universe {
	turns := make([]engine.Turn[*Commands], players)
	for _, s := range commands {
		t := &turns[s.player]
		if t.Commands == nil {
			t.Commands = &Commands{}
		}
		t.Commands.given = append(t.Commands.given, s.Command)
	}
	return rules{}.Step(u, turns, engine.NewRand(source), nil)
}

// want is what has to hold after a round.
type want func(*testing.T, *universe)

func alive(id, row, col int) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.True(t, u.units[id].Alive, "starship %d", id)
		require.Zero(t, u.units[id].Countdown)
		require.Equal(t, Pos{Row: row, Col: col}, u.units[id].Pos, "starship %d", id)
		require.Equal(t, id, u.at(Pos{Row: row, Col: col}).starship())
	}
}

// killed wants a starship dead since this round, and where it stood last.
func killed(id, row, col int) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.False(t, u.units[id].Alive, "starship %d", id)
		require.Equal(t, u.settings.RoundsToRegenerate-1, u.units[id].Countdown)
		require.Equal(t, Pos{Row: row, Col: col}, u.units[id].Pos, "starship %d", id)
		require.NotContains(t, u.cells.Cells(), starshipCell(id))
	}
}

func score(points ...int) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.Equal(t, points, rules{}.Scores(u))
	}
}

func missiles(shots ...Shot) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.Equal(t, append([]Shot{}, shots...), append([]Shot{}, u.shots...))
		for _, m := range shots {
			require.Equal(t, m.ID, u.at(m.Pos).missile())
		}
	}
}

// shot is a missile of a starship of the base board.
func shot(id, by, row, col int) Shot { return Shot{id, by, by / 2, Pos{Row: row, Col: col}} }

func holds(kind Kind, row, col int) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.Equal(t, kind, u.at(Pos{Row: row, Col: col}).kind(), "(%d, %d)", row, col)
	}
}

// left wants starship 0 to have so many missiles.
func left(missiles int) want {
	return func(t *testing.T, u *universe) {
		t.Helper()
		require.Equal(t, missiles, u.units[0].Missiles)
	}
}

func asked(player int, commands ...say) want {
	return func(t *testing.T, u *universe) { t.Helper(); requireCommands(t, commands, u.asked[player]) }
}

func done(player int, commands ...say) want {
	return func(t *testing.T, u *universe) { t.Helper(); requireCommands(t, commands, u.done[player]) }
}

func requireCommands(t *testing.T, says []say, got []Command) {
	t.Helper()
	require.Len(t, got, len(says))
	for k, s := range says {
		require.Equal(t, s.Command, got[k])
	}
}
