package match

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/percentiles"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"

	"github.com/botarena/arena/internal/cli/shell"
)

// ReplayJSON is what arena replay prints with --json.
type ReplayJSON struct {
	shell.MatchJSON
	Arena       string           `json:"arena"`
	Sandbox     string           `json:"sandbox,omitempty"` // how the bots were confined
	BoardSHA256 string           `json:"board_sha256"`
	Setup       string           `json:"setup"` // as a board file
	Seats       []shell.SeatJSON `json:"seats"`
	Receipts    []usageJSON      `json:"receipts"` // by seat
	History     []RoundJSON      `json:"history"`
}

// usageJSON sums up what a player's answers cost.
type usageJSON struct {
	Rounds int                        `json:"rounds"` // in which the player was asked
	CPU    *percentiles.Spread[int64] `json:"cpu_ns"` // null where it could not be measured
	Wall   percentiles.Spread[int64]  `json:"wall_ns"`
	Bytes  percentiles.Spread[int64]  `json:"bytes"`
	Status percentiles.Spread[int64]  `json:"status_ppm"` // in millionths of a round's CPU budget
}

func newUsagesJSON(used ask.Costs) []usageJSON {
	all := []usageJSON{}
	known := used.Measured()
	for _, s := range used {
		one := usageJSON{
			Rounds: len(s.Wall), Wall: percentiles.Of(s.Wall), Bytes: percentiles.Of(s.Bytes), Status: percentiles.Of(s.Status),
		}
		if known {
			cpu := percentiles.Of(s.CPU)
			one.CPU = &cpu
		}
		all = append(all, one)
	}
	return all
}

// RoundJSON is a round of a [ReplayJSON].
type RoundJSON struct {
	Round    int                  `json:"round"`
	Turns    []turnJSON           `json:"turns"`
	Verdicts []*shell.VerdictJSON `json:"verdicts"`
	Hash     string               `json:"hash"`
}

type turnJSON struct {
	Score    *int            `json:"score"`    // after the round; null if it is not known
	Commands json.RawMessage `json:"commands"` // a Commands message of the game
	Status   float64         `json:"status"`
	Frozen   bool            `json:"frozen"`
	CPU      int64           `json:"cpu_ns"`
	Wall     int64           `json:"wall_ns"`
	WallBank int64           `json:"wall_bank_ns,omitempty"`
	Bytes    int             `json:"bytes"`
	Notes    []noteJSON      `json:"notes,omitempty"`
	Lines    []string        `json:"lines,omitempty"` // written to standard error
}

// noteJSON is a note of a bot for its author.
type noteJSON struct {
	Kind  string         `json:"kind"`         // mark, arrow, label, log, chart
	At    *posJSON       `json:"at,omitempty"` // absent in a log and a chart
	To    *posJSON       `json:"to,omitempty"` // in an arrow only
	Unit  *engine.UnitID `json:"unit,omitempty"`
	Text  string         `json:"text,omitempty"`
	Value *float64       `json:"value,omitempty"` // in a chart only
}

type posJSON struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

func newNotesJSON(notes []engine.Note) []noteJSON {
	all := make([]noteJSON, len(notes))
	for i, n := range notes {
		all[i] = noteJSON{Kind: n.Kind.String(), Text: n.Text}
		if n.Kind.HasCell() {
			all[i].At = &posJSON{n.At.Row, n.At.Col}
		}
		if n.Kind == engine.ChartNote {
			all[i].Value = &n.Value
		}
		if n.Kind == engine.ArrowNote {
			all[i].To = &posJSON{n.To.Row, n.To.Col}
		}
		if n.Unit >= 0 {
			all[i].Unit = &n.Unit
		}
	}
	return all
}

func printReplayJSON(to io.Writer, r *retold) error {
	used := ask.CostsOf(r.Replay)
	all := ReplayJSON{
		MatchJSON: shell.NewMatchJSON(r.Header, len(r.Rounds), r.Scores != nil),
		Arena:     r.Arena, Sandbox: r.Sandbox, BoardSHA256: hex.EncodeToString(r.Board[:]), Setup: string(r.Setup.Text()),
		Seats: shell.NewSeatsJSON(r.Header, r.result(), used), Receipts: newUsagesJSON(used), History: []RoundJSON{},
	}
	all.RulesVersion = r.Rules
	for i, round := range r.Rounds {
		var scores []int
		if i < len(r.scores) {
			scores = r.scores[i]
		}
		told, err := newRoundJSON(r.Setup.Game(), round, scores)
		if err != nil {
			return err
		}
		all.History = append(all.History, told)
	}
	return shell.PrintLongJSON(to, all)
}

func newRoundJSON(game engine.Game, round replay.Round, scores []int) (RoundJSON, error) {
	told := RoundJSON{
		Round: round.Number, Verdicts: shell.NewVerdictsJSON(round.Verdicts),
		Hash: hex.EncodeToString(round.Hash[:]),
	}
	for seat, turn := range round.Turns {
		commands, err := commandsJSON(game, turn.Commands)
		if err != nil {
			return told, fmt.Errorf("round %d: seat %d: %w", round.Number, seat, err)
		}
		receipt := round.Receipts[seat]
		t := turnJSON{
			Commands: commands, Status: turn.Status.Fraction(), Frozen: turn.Status.IsFrozen(),
			CPU: int64(receipt.CPU), Wall: int64(receipt.Wall), WallBank: int64(receipt.WallBank), Bytes: receipt.Bytes,
		}
		if scores != nil {
			t.Score = &scores[seat]
		}
		if round.Notes != nil {
			t.Notes = newNotesJSON(round.Notes[seat])
		}
		if round.Lines != nil {
			t.Lines = round.Lines[seat]
		}
		told.Turns = append(told.Turns, t)
	}
	return told, nil
}

// commandsJSON returns commands as JSON. It finds the game's Commands message by its
// name, as [engine.Commands] can only be encoded.
func commandsJSON(game engine.Game, commands engine.Commands) (json.RawMessage, error) {
	if commands == nil {
		return json.RawMessage("null"), nil
	}
	name := protoreflect.FullName(game.Info().Name + ".v1.Commands")
	kind, err := protoregistry.GlobalTypes.FindMessageByName(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	message := kind.New().Interface()
	if err := proto.Unmarshal(game.EncodeCommands(commands), message); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return protojson.MarshalOptions{UseProtoNames: true}.Marshal(message)
}
