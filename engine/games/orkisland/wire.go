package orkisland

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/commands"
	"github.com/botarena/arena/engine/wire"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (m *match) EncodeStart() []byte {
	return wire.Marshal(&orkislandv1.Start{Settings: wire.Settings(m.setup), Board: m.board.encode()})
}

// DecodeStart reads the settings and the board.
func (rules) DecodeStart(start []byte) (*match, error) {
	var w orkislandv1.Start
	if err := proto.Unmarshal(start, &w); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := new(setup)
	if err := wire.ReadSettings(s, w.GetSettings()); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	var err error
	if s.board, err = decodeBoard(w.GetBoard(), s.settings.Size); err != nil {
		return nil, fmt.Errorf("start: board: %w", err)
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return newMatch(s, s.ground()), nil
}

func (b *board) encode() *orkislandv1.Board {
	m := &orkislandv1.Board{Terrain: make([]byte, 0, len(b.terrain.Cells()))}
	for _, t := range b.terrain.Cells() {
		m.Terrain = append(m.Terrain, byte(t))
	}
	for _, cells := range b.cities.cells {
		m.Cities = append(m.Cities, &orkislandv1.City{Cells: b.numbers(cells)})
	}
	for id, cells := range b.paths.cells {
		m.Paths = append(m.Paths, &orkislandv1.Path{
			From: int32(b.ends[id][0]), To: int32(b.ends[id][1]), Cells: b.numbers(cells),
		})
	}
	return m
}

func (b *board) numbers(cells []Pos) []int32 {
	numbers := make([]int32, len(cells))
	for k, p := range cells {
		numbers[k] = int32(b.terrain.Index(p))
	}
	return numbers
}

func decodeBoard(m *orkislandv1.Board, size int) (*board, error) {
	b := newBoard(size)
	if len(m.GetTerrain()) != size*size {
		return nil, fmt.Errorf("%d cells, but a board of %d rows and columns has %d", len(m.GetTerrain()), size, size*size)
	}
	for i, t := range m.GetTerrain() {
		b.terrain.Cells()[i] = Terrain(t)
		if f := b.checkCell(b.terrain.Pos(i)); f != nil {
			return nil, fmt.Errorf("cell %d: %w", i, f)
		}
	}
	for id, city := range m.GetCities() {
		if err := b.decodeArea(&b.cities, City, city.GetCells()); err != nil {
			return nil, fmt.Errorf("city %d: %w", id, err)
		}
	}
	for id, path := range m.GetPaths() {
		from, to := int(path.GetFrom()), int(path.GetTo())
		if cities := len(b.cities.cells); from < 0 || from >= cities || to < 0 || to >= cities {
			return nil, fmt.Errorf("path %d: from city %d to %d, but there are %d", id, from, to, cities)
		}
		b.ends = append(b.ends, [2]int{from, to})
		if err := b.decodeArea(&b.paths, Path, path.GetCells()); err != nil {
			return nil, fmt.Errorf("path %d: %w", id, err)
		}
	}
	for i := range b.terrain.Cells() {
		if f := b.checkOutside(b.terrain.Pos(i)); f != nil {
			return nil, fmt.Errorf("cell %d: %w", i, f)
		}
	}
	b.findShore()
	return b, nil
}

func (b *board) decodeArea(a *areas, t Terrain, numbers []int32) error {
	cells := make([]Pos, 0, len(numbers))
	for _, n := range numbers {
		p, err := decodeCell(b, n)
		if err != nil {
			return err
		}
		if f := b.checkArea(a, t, p); f != nil {
			return f
		}
		cells = append(cells, p)
		a.at.Set(p, int32(len(a.cells)))
	}
	a.cells = append(a.cells, cells)
	return nil
}

func decodeCell(b *board, number int32) (Pos, error) {
	if cells := len(b.terrain.Cells()); number < 0 || int(number) >= cells {
		return Pos{}, fmt.Errorf("cell %d, but there are %d", number, cells)
	}
	return b.terrain.Pos(int(number)), nil
}

// EncodeState encodes everything that can change.
func (m *match) EncodeState() []byte {
	n := len(m.units)
	numbers := make([]int32, 3*n)
	w := &orkislandv1.State{
		Round:       int32(m.round),
		Status:      wire.Numbers(m.status),
		Scores:      make([]int64, len(m.scores)),
		CityOwners:  wire.Numbers(m.cityOwners),
		PathOwners:  wire.Numbers(m.pathOwners),
		UnitOwners:  numbers[:n:n],
		UnitCells:   numbers[n : 2*n : 2*n],
		UnitHealths: numbers[2*n:],
	}
	for player, score := range m.scores {
		w.Scores[player] = int64(score)
	}
	for id, u := range m.units {
		w.UnitOwners[id] = int32(u.Owner)
		w.UnitCells[id] = int32(m.board.terrain.Index(u.Pos))
		w.UnitHealths[id] = int32(u.Health)
	}
	return wire.Marshal(w)
}

// stateMessage is a State as it is on the wire.
type stateMessage struct {
	round                                                  int32
	scores                                                 []int64
	status, cityOwners, pathOwners, owners, cells, healths []int32
}

// usualRoom is enough for the numbers of most matches. It is on the stack, as the
// message is needed only to be checked.
const usualRoom = 512

// room returns how many numbers of 32 bits the lists of a match have.
func (m *match) room() int {
	return len(m.status) + len(m.cityOwners) + len(m.pathOwners) + 3*len(m.units)
}

// newStateMessage divides room between the lists of a match.
func newStateMessage(m *match, room []int32, scores []int64) (w stateMessage) {
	next := func(n int) []int32 {
		list := room[:0:n]
		room = room[n:]
		return list
	}
	w.scores, w.status = scores[:0], next(len(m.status))
	w.cityOwners, w.pathOwners = next(len(m.cityOwners)), next(len(m.pathOwners))
	w.owners, w.cells, w.healths = next(len(m.units)), next(len(m.units)), next(len(m.units))
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
			w.cityOwners = fields.AppendSint32s(w.cityOwners)
		case 5:
			w.pathOwners = fields.AppendSint32s(w.pathOwners)
		case 6:
			w.owners = fields.AppendInt32s(w.owners)
		case 7:
			w.cells = fields.AppendInt32s(w.cells)
		case 8:
			w.healths = fields.AppendInt32s(w.healths)
		}
	}
	return w, fields.Err()
}

// check returns an error if there are not as many numbers as a match needs.
func (w *stateMessage) check(m *match) error {
	return wire.CheckLengths(
		wire.Length{Name: "statuses", Got: len(w.status), Want: len(m.status)},
		wire.Length{Name: "scores", Got: len(w.scores), Want: len(m.scores)},
		wire.Length{Name: "city owners", Got: len(w.cityOwners), Want: len(m.cityOwners)},
		wire.Length{Name: "path owners", Got: len(w.pathOwners), Want: len(m.pathOwners)},
		wire.Length{Name: "unit owners", Got: len(w.owners), Want: len(m.units)},
		wire.Length{Name: "unit cells", Got: len(w.cells), Want: len(m.units)},
		wire.Length{Name: "unit healths", Got: len(w.healths), Want: len(m.units)},
	)
}

// DecodeState checks that the message is complete and that all its numbers are valid.
func (m *match) DecodeState(state []byte) (*match, error) {
	var usual [usualRoom]int32
	var scores [4]int64
	room := usual[:]
	if need := m.room(); need > len(room) {
		room = make([]int32, need)
	}
	w, err := newStateMessage(m, room, scores[:]).read(state)
	if err == nil {
		err = w.check(m)
	}
	if err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	now := new(match)
	now.allocate(m.setup, m.ground)
	now.round = int(w.round)
	for player := range now.scores {
		now.scores[player] = int(w.scores[player])
		now.status[player] = engine.Status(w.status[player])
	}
	if err := now.decodeOwners(now.cityOwners, w.cityOwners); err != nil {
		return nil, fmt.Errorf("state: city %w", err)
	}
	if err := now.decodeOwners(now.pathOwners, w.pathOwners); err != nil {
		return nil, fmt.Errorf("state: path %w", err)
	}
	if err := now.decodeUnits(&w); err != nil {
		return nil, fmt.Errorf("state: unit %w", err)
	}
	return now, nil
}

func (m *match) decodeOwners(owners []int, numbers []int32) error {
	for id, owner := range numbers {
		if owner < -1 || int(owner) >= m.setup.settings.Players {
			return fmt.Errorf("%d: owner %d", id, owner)
		}
		owners[id] = int(owner)
	}
	return nil
}

func (m *match) decodeUnits(w *stateMessage) error {
	const bits = 64
	var usual [128]uint64
	taken, cells := usual[:], m.ground.cells // taken has a bit for every cell
	if need := len(cells)/bits + 1; need > len(taken) {
		taken = make([]uint64, need)
	}
	for id := range m.units {
		owner, cell, health := w.owners[id], w.cells[id], w.healths[id]
		if cell < 0 || int(cell) >= len(cells) {
			return fmt.Errorf("%d: cell %d, but there are %d", id, cell, len(cells))
		}
		set, bit := &taken[cell/bits], uint64(1)<<(cell%bits)
		switch {
		case cells[cell].cost < 0 || *set&bit != 0:
			return fmt.Errorf("%d: cell %d is water or taken", id, cell)
		case owner < 0 || int(owner) >= m.setup.settings.Players:
			return fmt.Errorf("%d: owner %d", id, owner)
		case health < 0:
			return fmt.Errorf("%d: health %d", id, health)
		}
		*set |= bit
		size := uint32(m.ground.size) // a division of 32 bits takes less than one of 64
		p := Pos{Row: int(uint32(cell) / size), Col: int(uint32(cell) % size)}
		m.units[id] = Unit{UnitID(id), int(owner), p, int(health)}
	}
	return nil
}

// EncodeCommands encodes all commands that were given, valid or not: the arena is the
// judge.
func (rules) EncodeCommands(c *Commands) []byte {
	return c.given().Encode(func(c Command) (UnitID, int32) { return c.Unit, int32(c.Dir) })
}

// DecodeCommands keeps invalid numbers, since such commands count, too.
func (rules) DecodeCommands(message []byte) (*Commands, error) {
	list, err := commands.Decode(message, "units", "directions", func(unit UnitID, order int32) Command {
		return Command{unit, Dir(order)}
	})
	return &Commands{list: list}, err
}
