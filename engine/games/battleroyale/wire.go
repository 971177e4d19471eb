package battleroyale

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	battleroyalev1 "github.com/botarena/arena/proto/battleroyale/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (rules) EncodeStart(b *battle) []byte {
	s := &b.settings
	m := &battleroyalev1.Start{
		Settings: &battleroyalev1.Settings{
			Players: int32(s.Players), Rounds: int32(s.Rounds), Farmers: int32(s.Farmers), Knights: int32(s.Knights),
			FarmersHealth: int32(s.FarmersHealth), KnightsHealth: int32(s.KnightsHealth),
			FarmersRegen: int32(s.FarmersRegen), KnightsRegen: int32(s.KnightsRegen),
			DamageMin: int32(s.DamageMin), DamageMax: int32(s.DamageMax),
			Rows: int32(s.Rows), Cols: int32(s.Cols),
		},
		Board: make([]byte, 0, len(b.board.tiles.Cells())),
		Kinds: make([]byte, 0, len(b.units)),
		First: int32(b.first),
	}
	for _, t := range b.board.tiles.Cells() {
		m.Board = append(m.Board, byte(t))
	}
	for _, u := range b.units {
		m.Kinds = append(m.Kinds, byte(u.Kind))
	}
	return encode(m)
}

// encode panics for nothing but a message that is not well formed, which ours
// always are.
func encode(m proto.Message) []byte {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("battleroyale: %v", err))
	}
	return bytes
}

// DecodeStart reads the settings, the board and the kinds of the units.
func (rules) DecodeStart(start []byte) (*battle, error) {
	var m battleroyalev1.Start
	if err := proto.Unmarshal(start, &m); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := setup{settings: decodeSettings(m.GetSettings()), first: int(m.GetFirst())}
	for _, one := range s.list() {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	var err error
	if s.board, err = decodeBoard(m.GetBoard(), s.settings.Rows, s.settings.Cols); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	b := emptyBattle(s)
	if len(m.GetKinds()) != len(b.units) {
		return nil, fmt.Errorf("start: %d kinds, but there are %d units", len(m.GetKinds()), len(b.units))
	}
	for id, k := range m.GetKinds() {
		if Kind(k) != Farmer && Kind(k) != Knight {
			return nil, fmt.Errorf("start: unit %d: kind %q", id, k)
		}
		b.units[id] = Unit{id, Kind(k), 0, nowhere, s.settings.maxHealth(Kind(k))}
	}
	return b, nil
}

func decodeSettings(m *battleroyalev1.Settings) Settings {
	return Settings{
		Players: int(m.GetPlayers()), Rounds: int(m.GetRounds()), Farmers: int(m.GetFarmers()), Knights: int(m.GetKnights()),
		FarmersHealth: int(m.GetFarmersHealth()), KnightsHealth: int(m.GetKnightsHealth()),
		FarmersRegen: int(m.GetFarmersRegen()), KnightsRegen: int(m.GetKnightsRegen()),
		DamageMin: int(m.GetDamageMin()), DamageMax: int(m.GetDamageMax()),
		Rows: int(m.GetRows()), Cols: int(m.GetCols()),
	}
}

func decodeBoard(tiles []byte, rows, cols int) (*board, error) {
	if len(tiles) != rows*cols {
		return nil, fmt.Errorf("board: %d tiles, but %d rows and %d columns have %d", len(tiles), rows, cols, rows*cols)
	}
	b := newBoard(rows, cols)
	for index, c := range tiles {
		if Terrain(c) != Empty && Terrain(c) != Wall {
			return nil, fmt.Errorf("board: tile %d: %q, but it must be . or X", index, c)
		}
		b.tiles.Cells()[index] = Terrain(c)
	}
	return b, nil
}
