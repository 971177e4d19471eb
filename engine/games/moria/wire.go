package moria

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	moriav1 "github.com/botarena/arena/proto/moria/v1"
)

// EncodeStart leaves the seat out: it is different for each player.
func (rules) EncodeStart(m *mountain) []byte {
	s := &m.settings
	board := make([]byte, 0, Size*Size)
	for _, c := range m.board.cells.Cells() {
		board = append(board, byte(c))
	}
	return encode(&moriav1.Start{
		Settings: &moriav1.Settings{
			Players: int32(s.Players), Rounds: int32(s.Rounds),
			Dwarves: int32(s.Dwarves), Wizards: int32(s.Wizards),
			Orcs: int32(s.Orcs), Trolls: int32(s.Trolls),
			TreasureValue: int32(s.TreasureValue), RockResistance: int32(s.RockResistance),
		},
		Board: board,
	})
}

// encode panics for nothing but a message that is not well formed, which ours
// always are.
func encode(m proto.Message) []byte {
	bytes, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("moria: %v", err))
	}
	return bytes
}

// DecodeStart reads the settings and the board.
func (rules) DecodeStart(start []byte) (*mountain, error) {
	var m moriav1.Start
	if err := proto.Unmarshal(start, &m); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	s := setup{settings: decodeSettings(m.GetSettings())}
	for _, one := range s.list() {
		if err := one.Check(); err != nil {
			return nil, fmt.Errorf("start: %w", err)
		}
	}
	if n := len(m.GetBoard()); n != Size*Size {
		return nil, fmt.Errorf("start: board: %d cells, but it has %d", n, Size*Size)
	}
	s.board = newBoard()
	for i, c := range m.GetBoard() {
		s.board.cells.Cells()[i] = cell(c)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return emptyMountain(s), nil
}

func decodeSettings(m *moriav1.Settings) Settings {
	return Settings{
		Players: int(m.GetPlayers()), Rounds: int(m.GetRounds()),
		Dwarves: int(m.GetDwarves()), Wizards: int(m.GetWizards()),
		Orcs: int(m.GetOrcs()), Trolls: int(m.GetTrolls()),
		TreasureValue: int(m.GetTreasureValue()), RockResistance: int(m.GetRockResistance()),
	}
}
