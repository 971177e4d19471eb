package replay_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"runtime"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/replay"
)

// mostAllocated is what reading a file of the fuzzer's, which is small, and playing it may allocate in all.
const mostAllocated = 1 << 30

// FuzzItems reads what a stranger can write: items whose checksums are right. A fuzzer alone would not get
// past the packing and the checksums.
func FuzzItems(f *testing.F) {
	for _, game := range games.All() {
		f.Add(bare(f, recordRandom(f, game, 3)))
	}
	f.Add(bare(f, record(f, 3)))
	out, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest))
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, content []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		file := out.EncodeAll(framed(content), nil)
		r, err := replay.ReadWithin(file, games.All(), 1<<20, 1<<20, 8<<20, 8<<20)
		if r != nil {
			require.LessOrEqual(t, len(r.Rounds), len(content))
			_ = r.Verdicts()
			_ = r.Play(func(engine.Match, replay.Round) error { return nil })
		}
		if err == nil {
			_ = r.Verify()
		}
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(mostAllocated))
	})
}

// bare returns the items of a file without their checksums.
func bare(t testing.TB, file []byte) (content []byte) {
	for _, item := range unpack(t, file) {
		length, n := binary.Uvarint(item)
		content = append(protowire.AppendVarint(content, length), item[n+4:]...)
	}
	return content
}

// framed gives the items their checksums. The last one may be cut off.
func framed(content []byte) []byte {
	all := []byte("arena replay 1\n")
	for len(content) > 0 {
		length, n := binary.Uvarint(content)
		if n <= 0 {
			return append(all, content...)
		}
		body := content[n:]
		if length < uint64(len(body)) {
			body = body[:length]
		}
		all = protowire.AppendVarint(all, length)
		all = append(binary.LittleEndian.AppendUint32(all, crc32.ChecksumIEEE(body)), body...)
		content = content[n+len(body):]
	}
	return all
}

// recordRandom records a match of random players.
func recordRandom(t testing.TB, game engine.Game, rounds int) []byte {
	t.Helper()
	setup := game.Default()
	header := replay.Header{Setup: setup, Seed: 5, Random: engine.ChaCha8, Seats: make([]replay.Seat, setup.Seats())}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	for number := range rounds {
		round := match.Round{Number: number, Receipts: make([]match.Receipt, setup.Seats())}
		for seat := range setup.Seats() {
			round.Turns = append(round.Turns, engine.Turn[engine.Commands]{Commands: game.Random().Play(m, seat)})
		}
		m.Step(round.Turns)
		w.Round(m, round)
	}
	require.NoError(t, w.Close(match.Result{}, false))
	return file.Bytes()
}
