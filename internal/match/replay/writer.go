package replay

import (
	"encoding/binary"
	"hash/crc32"
	"io"
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

// magic is the beginning of every file, once it is unpacked.
const magic = "arena replay 1\n"

// Writer records a match while it is played. It is a [match.Watcher]. If the process
// dies, all rounds can be read but those of the last tenth of a second, and if the file
// is damaged, all but some sixteen before the damage.
type Writer struct {
	out     *zstd.Encoder
	now     func() time.Time
	flushed time.Time // when all rounds so far were last handed on
	held    int       // rounds since then
	err     error
	digest  engine.Digest
	checks  []byte // of the previous round
	spare   []byte // for those of the next
	buffer  []byte
}

// NewWriter starts a replay of a match, which must not have begun.
func NewWriter(to io.Writer, m engine.Match, h Header) (*Writer, error) {
	return newWriter(to, m, h, time.Now)
}

// encoders are kept for the next match: their tables are large.
var encoders sync.Pool

func newEncoder(to io.Writer) (*zstd.Encoder, error) {
	if used, ok := encoders.Get().(*zstd.Encoder); ok {
		used.Reset(to)
		return used, nil
	}
	// A match is less than a megabyte, so a small window and no goroutine will do.
	return zstd.NewWriter(to, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
}

func newWriter(to io.Writer, m engine.Match, h Header, now func() time.Time) (*Writer, error) {
	out, err := newEncoder(to)
	if err != nil {
		return nil, err
	}
	w := &Writer{out: out, now: now, flushed: now()}
	h.Board = boardHash(m)
	h.Rules = h.Setup.Game().Info().Version
	m.Digest(&w.digest)
	w.checks = w.digest.Checks(nil)
	_, w.err = io.WriteString(out, magic)
	w.write(&replayv1.Item{Kind: &replayv1.Item_Header{Header: headerMessage(h)}})
	w.flush()
	return w, w.err
}

// Round implements [match.Watcher]. Close returns its errors.
func (w *Writer) Round(m engine.Match, r match.Round) {
	m.Digest(&w.digest)
	hash := w.digest.Sum()
	checks := w.digest.Checks(w.spare[:0])
	message := roundMessage(m.Setup().Game(), r)
	message.Hash, message.Checks = hash[:], differences(w.checks, checks)
	w.checks, w.spare = checks, w.checks
	w.write(&replayv1.Item{Kind: &replayv1.Item_Round{Round: message}})
	if w.held++; w.held == mostHeld || w.now().Sub(w.flushed) >= longestHeld {
		w.flush()
	}
}

// Rounds are held until they are mostHeld, or one of them longestHeld: a flush costs as
// much as many rounds, and makes the replay larger.
const (
	mostHeld    = 16
	longestHeld = 100 * time.Millisecond
)

func (w *Writer) flush() {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	w.flushed, w.held = w.now(), 0
}

// Close ends the replay. It writes the result if the match was played to its end,
// and returns the first error of any call. It does not close the underlying writer.
func (w *Writer) Close(result match.Result, finished bool) error {
	if finished {
		ending := &replayv1.Ending{}
		for _, s := range result.Scores {
			ending.Scores = append(ending.Scores, int64(s))
		}
		w.write(&replayv1.Item{Kind: &replayv1.Item_Ending{Ending: ending}})
	}
	if err := w.out.Close(); w.err == nil {
		w.err = err
	}
	if w.out != nil {
		w.out.Reset(nil) // lets go of the file
		encoders.Put(w.out)
		w.out = nil
	}
	return w.err
}

func (w *Writer) write(item *replayv1.Item) {
	if w.err != nil {
		return
	}
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(item)
	if err != nil {
		w.err = err
		return
	}
	w.buffer = binary.AppendUvarint(w.buffer[:0], uint64(len(body)))
	w.buffer = binary.LittleEndian.AppendUint32(w.buffer, crc32.ChecksumIEEE(body))
	w.buffer = append(w.buffer, body...)
	_, w.err = w.out.Write(w.buffer)
}

// differences returns a XOR b in the length of b, as if a were cut or filled up with
// zeros. It is its own inverse: differences(a, differences(a, b)) is b.
func differences(a, b []byte) []byte {
	d := append([]byte(nil), b...)
	for i := range min(len(a), len(b)) {
		d[i] ^= a[i]
	}
	return d
}

func headerMessage(h Header) *replayv1.Header {
	m := &replayv1.Header{
		Game:         h.Setup.Game().Info().Name,
		RulesVersion: int32(h.Rules),
		Setup:        h.Setup.Text(),
		Seed:         h.Seed,
		RandomSource: string(h.Random),
		BoardSha256:  h.Board[:],
		Arena:        h.Arena,
		CpuBudget:    int64(h.CPU),
		Sandbox:      h.Sandbox,
	}
	if l := h.Limits; l != nil {
		m.Limits = &replayv1.Limits{
			CpuBank: int64(l.Bank), CpuStart: int64(l.StartCPU), WallPerRound: int64(l.Wall), WallBank: int64(l.WallBank),
			Memory: l.Memory,
		}
	}
	for _, s := range h.Seats {
		m.Seats = append(m.Seats, &replayv1.Seat{Name: s.Name, Version: s.Version, Sha256: s.SHA256, Named: s.Named})
	}
	return m
}

func roundMessage(game engine.Game, r match.Round) *replayv1.Round {
	m := &replayv1.Round{Number: int32(r.Number)}
	for seat, t := range r.Turns {
		receipt := r.Receipts[seat]
		turn := &replayv1.Turn{
			Status: int32(t.Status),
			Receipt: &replayv1.Receipt{
				Cpu: int64(receipt.CPU), Wall: int64(receipt.Wall), WallBank: int64(receipt.WallBank), Bytes: int32(receipt.Bytes),
			},
		}
		if t.Commands != nil && t.Commands.Len() > 0 {
			turn.Commands = game.EncodeCommands(t.Commands)
		}
		if r.Notes != nil {
			turn.Notes = notes.Encode(r.Notes[seat])
		}
		if r.Lines != nil {
			turn.Lines = joinLines(r.Lines[seat])
		}
		m.Turns = append(m.Turns, turn)
	}
	for _, v := range r.Verdicts {
		m.Verdicts = append(m.Verdicts, &replayv1.Verdict{Seat: int32(v.Seat), Kind: string(v.Kind), Detail: v.Detail})
	}
	return m
}

func joinLines(lines []string) string {
	var joined strings.Builder
	for _, line := range lines {
		joined.WriteString(strings.ToValidUTF8(line, "?"))
		joined.WriteByte('\n')
	}
	return joined.String()
}

var _ match.Watcher = (*Writer)(nil)
