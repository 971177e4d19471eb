package replay

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/proto"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire/notes"
	replayv1 "github.com/botarena/arena/proto/replay/v1"
)

// limits bound the time and memory that a hostile file can make us use, in bytes:
// header, round and replay are of unpacked data, kept is of what stays in memory.
type limits struct{ header, round, replay, kept uint64 }

// usualLimits leave room for the largest board in the header, and for all the notes
// and lines of a match in a single round. A replay may have some 80,000 rounds of
// any default match, or 2000 rounds on the largest possible board.
var usualLimits = limits{header: 16 << 20, round: 4 << 20, replay: 512 << 20, kept: 256 << 20}

// ErrNotReplay is returned for a file that isn't a replay.
var ErrNotReplay = errors.New("not a replay of the arena")

// DamageError reports that a replay is cut off or damaged. Everything before the
// damage was read.
type DamageError struct {
	Rounds int // how many were read
	Cause  error
}

func (e *DamageError) Error() string {
	if e.Rounds == 0 {
		return fmt.Sprintf("damaged in its first round: %v", e.Cause)
	}
	return fmt.Sprintf("damaged after round %d: %v", e.Rounds-1, e.Cause)
}

func (e *DamageError) Unwrap() error { return e.Cause }

// Read reads a replay of one of the games. If the file is damaged after its header,
// Read returns what could be read and a *[DamageError].
func Read(from io.Reader, games engine.Games) (*Replay, error) {
	return readWithin(from, games, usualLimits)
}

func readWithin(from io.Reader, games engine.Games, most limits) (*Replay, error) {
	in, err := newDecoder(from)
	if err != nil {
		return nil, err
	}
	defer leave(in)
	r := &reader{in: bufio.NewReader(in), most: most}
	start := make([]byte, len(magic))
	n, err := io.ReadFull(r.in, start)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) && strings.HasPrefix(magic, string(start[:n])):
		return nil, fmt.Errorf("damaged in its header: %w", err)
	case err != nil || string(start) != magic:
		return nil, ErrNotReplay
	}
	header, err := r.item(most.header)
	if err == nil && header.GetHeader() == nil {
		err = errors.New("it has none")
	}
	if err != nil {
		return nil, fmt.Errorf("damaged in its header: %w", err)
	}
	replay := &Replay{}
	if replay.Header, err = readHeader(header.GetHeader(), games); err != nil {
		return nil, err
	}
	if err := r.rounds(replay); err != nil {
		return replay, &DamageError{len(replay.Rounds), err}
	}
	return replay, nil
}

// decoders are kept for the next replay: what they have unpacked is large.
var decoders sync.Pool

func newDecoder(from io.Reader) (*zstd.Decoder, error) {
	if used, ok := decoders.Get().(*zstd.Decoder); ok {
		return used, used.Reset(from)
	}
	return zstd.NewReader(from, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20),
		zstd.WithDecodeBuffersBelow(0)) // else it would unpack all that is in a bytes.Buffer at once
}

// leave keeps a decoder, but not what it has read from.
func leave(in *zstd.Decoder) {
	if err := in.Reset(nil); err == nil {
		decoders.Put(in)
	}
}

type reader struct {
	in     *bufio.Reader
	most   limits
	checks []byte // of the previous round
	said   []said // by seat
	frozen []bool // by seat
	size   uint64 // of all items so far
	kept   uint64 // memory that the rounds so far take, roughly
}

// What the parts of a round take in memory, roughly. Notes and lines have limits of
// their own.
const (
	roundSize   = 512 // without the parts below
	turnSize    = 128
	commandSize = 24
)

// keep counts what a round takes in memory.
func (r *reader) keep(bytes int) error {
	if r.kept += uint64(bytes); r.kept > r.most.kept { //nolint:gosec // a length
		return fmt.Errorf("more than %d bytes in memory", r.most.kept)
	}
	return nil
}

// said limits the notes and lines of a player in the whole match. A forged file may
// hold more of them than a match allows.
type said struct {
	notes engine.Debug
	lines match.Lines
}

// item reads the next item. It returns io.EOF at the end of the file.
func (r *reader) item(largest uint64) (*replayv1.Item, error) {
	length, err := binary.ReadUvarint(r.in)
	if err != nil {
		return nil, err
	}
	if length > largest {
		return nil, fmt.Errorf("an item of %d bytes", length)
	}
	if r.size += length; r.size > r.most.replay {
		return nil, fmt.Errorf("more than %d bytes when unpacked", r.most.replay)
	}
	body := make([]byte, 4+length)
	if _, err := io.ReadFull(r.in, body); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	if crc32.ChecksumIEEE(body[4:]) != binary.LittleEndian.Uint32(body) {
		return nil, errors.New("an item whose checksum is wrong")
	}
	item := new(replayv1.Item)
	return item, proto.Unmarshal(body[4:], item)
}

// rounds reads all rounds and the ending into the replay. The ending may be missing:
// then the match was interrupted.
func (r *reader) rounds(replay *Replay) error {
	m, err := replay.Setup.New(replay.Names(), replay.Seed, replay.Random)
	if err != nil {
		return err
	}
	var digest engine.Digest
	m.Digest(&digest)
	r.checks = digest.Checks(nil)
	replay.unplayed = &unplayed{match: m, of: replay.Header}
	replay.unplayed.of.Seats = slices.Clone(replay.Seats)
	r.said = make([]said, len(replay.Seats))
	r.frozen = make([]bool, len(replay.Seats))
	for {
		item, err := r.item(r.most.round)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch kind := item.GetKind().(type) {
		case *replayv1.Item_Round:
			round, err := r.round(kind.Round, replay)
			if err != nil {
				return err
			}
			replay.Rounds = append(replay.Rounds, round)
		case *replayv1.Item_Ending:
			if len(kind.Ending.GetScores()) != len(replay.Seats) {
				return fmt.Errorf("an ending with %d scores", len(kind.Ending.GetScores()))
			}
			for _, s := range kind.Ending.GetScores() {
				replay.Scores = append(replay.Scores, int(s))
			}
			return r.end()
		default:
			return fmt.Errorf("an item that is neither round nor ending")
		}
	}
}

// end returns an error unless this is the end of the file: who makes one could hide anything behind
// it, and a damaged end would not be found.
func (r *reader) end() error {
	_, err := r.in.ReadByte()
	switch {
	case err == nil:
		return errors.New("something follows its end")
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}

func (r *reader) round(m *replayv1.Round, replay *Replay) (Round, error) {
	round := Round{Round: match.Round{Number: int(m.GetNumber())}}
	switch {
	case round.Number != len(replay.Rounds):
		return round, fmt.Errorf("round %d instead of round %d", round.Number, len(replay.Rounds))
	case round.Number >= replay.Setup.Rounds():
		return round, fmt.Errorf("round %d, but the match has only %d rounds", round.Number, replay.Setup.Rounds())
	case len(m.GetTurns()) != len(replay.Seats):
		return round, fmt.Errorf("round %d: %d turns for %d seats", round.Number, len(m.GetTurns()), len(replay.Seats))
	case len(m.GetHash()) != len(round.Hash):
		return round, fmt.Errorf("round %d: a hash of %d bytes", round.Number, len(m.GetHash()))
	}
	if err := r.keep(roundSize + turnSize*len(m.GetTurns()) + len(m.GetChecks())); err != nil {
		return round, err
	}
	for seat, t := range m.GetTurns() {
		turn := engine.Turn[engine.Commands]{Status: engine.Status(t.GetStatus())}
		if len(t.GetCommands()) > 0 {
			commands, err := replay.Setup.Game().DecodeCommands(t.GetCommands())
			if err != nil {
				return round, fmt.Errorf("round %d: seat %d: %w", round.Number, seat, err)
			}
			if commands.Len() > engine.MaxCommands {
				return round, fmt.Errorf("round %d: seat %d: %d commands", round.Number, seat, commands.Len())
			}
			if err := r.keep(commandSize * commands.Len()); err != nil {
				return round, err
			}
			turn.Commands = commands
		}
		receipt := t.GetReceipt()
		round.Turns = append(round.Turns, turn)
		round.Receipts = append(round.Receipts, match.Receipt{
			CPU:   time.Duration(receipt.GetCpu()),
			Wall:  time.Duration(receipt.GetWall()),
			Bytes: int(receipt.GetBytes()),

			WallBank: time.Duration(receipt.GetWallBank()),
		})
	}
	if err := r.readSaid(m.GetTurns(), &round.Round); err != nil {
		return round, err
	}
	for _, v := range m.GetVerdicts() {
		if v.GetSeat() < 0 || int(v.GetSeat()) >= len(replay.Seats) {
			return round, fmt.Errorf("round %d: a verdict on seat %d", round.Number, v.GetSeat())
		}
		if r.frozen[v.GetSeat()] {
			return round, fmt.Errorf("round %d: a second verdict on seat %d", round.Number, v.GetSeat())
		}
		r.frozen[v.GetSeat()] = true
		round.Verdicts = append(round.Verdicts, match.Verdict{
			Seat: int(v.GetSeat()), Round: round.Number, Kind: match.Kind(engine.Printable(v.GetKind())),
			Detail: engine.Printable(v.GetDetail()),
		})
	}
	round.Hash = [8]byte(m.GetHash())
	round.Checks = differences(r.checks, m.GetChecks())
	r.checks = round.Checks
	return round, nil
}

// readSaid reads the players' notes and lines.
func (r *reader) readSaid(turns []*replayv1.Turn, round *match.Round) error {
	for seat, t := range turns {
		said := &r.said[seat]
		if err := notes.Decode(t.GetNotes(), &said.notes); err != nil {
			return fmt.Errorf("round %d: seat %d: %w", round.Number, seat, err)
		}
		for line := range strings.Lines(t.GetLines()) {
			said.lines.Add(engine.Printable(line))
		}
		if made := said.notes.Take(); made != nil {
			if round.Notes == nil {
				round.Notes = make([][]engine.Note, len(turns))
			}
			round.Notes[seat] = made
		}
		if wrote := said.lines.Take(); wrote != nil {
			if round.Lines == nil {
				round.Lines = make([][]string, len(turns))
			}
			round.Lines[seat] = wrote
		}
	}
	return nil
}

func readHeader(m *replayv1.Header, games engine.Games) (Header, error) {
	h := Header{
		Seed:   m.GetSeed(),
		Random: engine.Randomness(m.GetRandomSource()),
		Arena:  engine.Printable(m.GetArena()),
		CPU:    max(0, time.Duration(m.GetCpuBudget())),
		Rules:  int(m.GetRulesVersion()),

		Sandbox: engine.Printable(m.GetSandbox()),
	}
	game, err := games.Find(m.GetGame())
	if err != nil {
		return h, err
	}
	if h.Setup, err = game.ReadSetup(m.GetSetup()); err != nil {
		return h, fmt.Errorf("setup: %w", err)
	}
	if len(m.GetSeats()) != h.Setup.Seats() {
		return h, fmt.Errorf("%d players for %d seats", len(m.GetSeats()), h.Setup.Seats())
	}
	for _, s := range m.GetSeats() {
		h.Seats = append(h.Seats, Seat{
			Name: engine.Printable(s.GetName()), Version: engine.Printable(s.GetVersion()), SHA256: s.GetSha256(),
			Named: engine.Printable(s.GetNamed()),
		})
	}
	if l := m.GetLimits(); l != nil {
		h.Limits = &Limits{
			Bank: time.Duration(l.GetCpuBank()), StartCPU: time.Duration(l.GetCpuStart()),
			Wall: time.Duration(l.GetWallPerRound()), WallBank: time.Duration(l.GetWallBank()),
			Memory: l.GetMemory(),
		}
	}
	copy(h.Board[:], m.GetBoardSha256())
	return h, nil
}
