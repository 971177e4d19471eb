package replay_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire/notes"
	"github.com/botarena/arena/internal/match/replay"
	orkislandv1 "github.com/botarena/arena/proto/orkisland/v1"
	replayv1 "github.com/botarena/arena/proto/replay/v1"
)

// record plays a match of four random players and returns its file.
func record(t testing.TB, rounds int) []byte {
	t.Helper()
	file, _, result := recordTo(t, rounds, nil)
	require.Equal(t, rounds, result.Rounds)
	return file
}

func recordTo(t testing.TB, rounds int, spoil func(seat int, p match.Player) match.Player) ([]byte, replay.Header,
	match.Result,
) {
	t.Helper()
	setup, err := orkisland.Game.Default().With("nb_rounds", rounds)
	require.NoError(t, err)
	header := replay.Header{Setup: setup, Seed: 30, Random: engine.ChaCha8, Arena: "test", Seats: []replay.Seat{
		{Name: "a", Version: "1", SHA256: []byte{1}, Named: "mine/a.py"}, {Name: "b"}, {Name: "c"}, {Name: "d"},
	}, CPU: 50 * time.Millisecond, Limits: &replay.Limits{Bank: 1, StartCPU: 2, Wall: 3, WallBank: 4}}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	players := make([]match.Player, 4)
	for seat := range players {
		players[seat] = match.Local(orkisland.Game.Random())
		if spoil != nil {
			players[seat] = spoil(seat, players[seat])
		}
	}
	result, err := match.Play(t.Context(), m, players, w)
	require.NoError(t, err)
	require.NoError(t, w.Close(result, true))
	return file.Bytes(), header, result
}

func read(file []byte) (*replay.Replay, error) {
	return replay.Read(bytes.NewReader(file), games.All())
}

func TestReplayIsReadAsItWasWritten(t *testing.T) {
	file, header, result := recordTo(t, 20, func(seat int, p match.Player) match.Player {
		return &faulty{Player: p, seat: seat}
	})
	r, err := read(file)
	require.NoError(t, err)
	require.Equal(t, header.Setup.Text(), r.Setup.Text())
	require.Equal(t, header.Seats, r.Seats)
	require.Equal(t, header.Seed, r.Seed)
	require.Equal(t, header.Random, r.Random)
	require.Equal(t, "test", r.Arena)
	require.Equal(t, 50*time.Millisecond, r.CPU)
	require.Equal(t, &replay.Limits{Bank: 1, StartCPU: 2, Wall: 3, WallBank: 4}, r.Limits)
	require.Len(t, r.Rounds, 20)
	require.Equal(t, result.Scores, r.Scores)
	require.Equal(t, result.Verdicts, r.Verdicts())
	require.Equal(t, []match.Verdict{{Seat: 2, Round: 7, Kind: match.Crash, Detail: "tired"}}, r.Verdicts())
	require.Equal(t, match.Receipt{CPU: 3, Wall: 4, Bytes: 5, WallBank: 6}, r.Rounds[6].Receipts[2])
	require.Equal(t, engine.Status(250000), r.Rounds[6].Turns[2].Status)
	require.Equal(t, engine.Frozen, r.Rounds[8].Turns[2].Status)
	require.NoError(t, r.Verify())
}

// faulty is a player that fails in round 7 if it has seat 2.
type faulty struct {
	match.Player
	seat int
}

func (f *faulty) Answer(s *match.State) (match.Answer, error) {
	if f.seat == 2 && s.Round() == 7 {
		return match.Answer{}, errors.New("tired")
	}
	a, err := f.Player.Answer(s)
	a.Receipt = match.Receipt{CPU: 3, Wall: 4, Bytes: 5, WallBank: 6}
	a.Status = 250000
	return a, err
}

func TestReplayPlaysTheMatchAgain(t *testing.T) {
	r, err := read(record(t, 20))
	require.NoError(t, err)
	var last engine.Match
	played := 0
	require.NoError(t, r.Play(func(m engine.Match, round replay.Round) error {
		require.Equal(t, played, round.Number)
		played++
		last = m
		return nil
	}))
	require.Equal(t, 20, played)
	require.Equal(t, r.Scores, last.Scores())
	stop := errors.New("stop")
	require.ErrorIs(t, r.Play(func(engine.Match, replay.Round) error { return stop }), stop)
}

// chatty is a player that makes a note and writes a line in every round.
type chatty struct {
	match.Player
	seat  int
	round int
}

func (c *chatty) Answer(s *match.State) (match.Answer, error) {
	a, err := c.Player.Answer(s)
	c.round = s.Round()
	a.Notes = []engine.Note{
		{Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: c.round}, To: engine.Pos{Row: -1, Col: 2}, Unit: -1},
		{Kind: engine.LogNote, Unit: 3, Text: fmt.Sprintf("seat %d, <b>round %d</b>", c.seat, c.round)},
		{Kind: engine.ChartNote, Unit: -1, Text: "round", Value: float64(c.round) / 4},
	}
	return a, err
}

func (c *chatty) Lines() []string { return []string{fmt.Sprintf("round %d", c.round), "", "\tend"} }

func TestNotesAndLinesAreReadAsTheyWereWritten(t *testing.T) {
	silent, err := read(record(t, 20))
	require.NoError(t, err)
	file, _, _ := recordTo(t, 20, func(seat int, p match.Player) match.Player {
		if seat == 1 {
			return p
		}
		return &chatty{Player: p, seat: seat}
	})
	r, err := read(file)
	require.NoError(t, err)
	require.NoError(t, r.Verify())
	for i, round := range r.Rounds {
		require.Nil(t, silent.Rounds[i].Notes)
		require.Nil(t, silent.Rounds[i].Lines)
		require.Nil(t, round.Notes[1])
		require.Nil(t, round.Lines[1])
		for _, seat := range []int{0, 2, 3} {
			require.Equal(t, []engine.Note{
				{Kind: engine.ArrowNote, At: engine.Pos{Row: 1, Col: i}, To: engine.Pos{Row: -1, Col: 2}, Unit: -1},
				{Kind: engine.LogNote, Unit: 3, Text: fmt.Sprintf("seat %d, <b>round %d</b>", seat, i)},
				{Kind: engine.ChartNote, Unit: -1, Text: "round", Value: float64(i) / 4},
			}, round.Notes[seat])
			require.Equal(t, []string{fmt.Sprintf("round %d", i), "", "\tend"}, round.Lines[seat])
		}
		require.Equal(t, silent.Rounds[i].Hash, round.Hash)
		require.Equal(t, silent.Rounds[i].Turns, round.Turns)
	}
}

// itemOf decodes the message in an item's bytes.
func itemOf(t testing.TB, bytes []byte) *replayv1.Item {
	t.Helper()
	_, n := protowire.ConsumeVarint(bytes)
	item := new(replayv1.Item)
	require.NoError(t, proto.Unmarshal(bytes[n+4:], item))
	return item
}

func TestMatchThatSaysNothingTakesNoRoomForIt(t *testing.T) {
	for _, body := range unpack(t, record(t, 3))[1:] {
		for _, turn := range itemOf(t, body).GetRound().GetTurns() {
			said := turn.ProtoReflect()
			for _, field := range []protoreflect.Name{"notes", "lines"} {
				require.False(t, said.Has(said.Descriptor().Fields().ByName(field)))
			}
		}
	}
}

// TestForgedNotesAndLinesAreHeldToTheLimits reads files that no arena wrote.
func TestForgedNotesAndLinesAreHeldToTheLimits(t *testing.T) {
	forged := func(noted []byte, lines string) []byte {
		return forge(t, func(round *replayv1.Round) {
			turn := round.GetTurns()[2]
			turn.Notes, turn.Lines = noted, lines
		})
	}
	many := make([]engine.Note, 3000)
	for i := range many {
		many[i].Kind = engine.MarkNote
	}
	r, err := read(forged(notes.Encode(many), strings.Repeat("a\x1b[2J\u202eb\n", 10000)))
	require.NoError(t, err)
	noted, written := 0, 0
	for _, round := range r.Rounds {
		for _, n := range round.Notes[2] {
			noted += n.Size()
		}
		if round.Lines == nil {
			continue // all of them came in the first round
		}
		for _, line := range round.Lines[2] {
			written += len(line) + 1
			require.Contains(t, []string{"a[2Jb", "(more than 64 KiB of output: the rest is dropped)"}, line)
		}
	}
	require.InDelta(t, engine.MaxNotes, noted, 100)
	require.LessOrEqual(t, noted, engine.MaxNotes)
	require.InDelta(t, match.MaxLines, written, 100)
	require.LessOrEqual(t, written, match.MaxLines)

	_, err = read(forged([]byte{10, 2, 8, 77}, ""))
	require.EqualError(t, err, "damaged in its first round: round 0: seat 2: a note of the unknown kind 77")
}

func TestCutFileIsReadAsFarAsItGoes(t *testing.T) {
	file := record(t, 20)
	whole, err := read(file)
	require.NoError(t, err)
	least := -1
	for cut := len(file) - 1; cut > 0; cut -= 1 + cut/40 {
		r, err := read(file[:cut])
		if err == nil { // only the end of the frame is missing
			require.Equal(t, whole, r, "cut at %d", cut)
			continue
		}
		if r == nil {
			require.Less(t, cut, len(file)/2, "nothing read of a file cut at %d of %d", cut, len(file))
			continue
		}
		var damage *replay.DamageError
		require.ErrorAs(t, err, &damage)
		require.Equal(t, len(r.Rounds), damage.Rounds)
		for i := range r.Rounds {
			require.Equal(t, whole.Rounds[i], r.Rounds[i])
		}
		require.NoError(t, r.Verify())
		least = len(r.Rounds)
	}
	require.Zero(t, least, "a file cut before the first round has none")
}

func TestDamageIsNamedByItsRound(t *testing.T) {
	for _, round := range []int{0, 7, 19} {
		items := unpack(t, record(t, 20))
		body := items[1+round]
		body[len(body)/2] ^= 1
		r, err := read(pack(t, items))
		var damage *replay.DamageError
		require.ErrorAs(t, err, &damage)
		require.Equal(t, round, damage.Rounds)
		require.Len(t, r.Rounds, round)
		require.ErrorContains(t, err, "an item whose checksum is wrong")
	}
}

func TestFlippedBitsAreNoticed(t *testing.T) {
	file := record(t, 3)
	for i := 0; i < len(file); i += 11 {
		damaged := bytes.Clone(file)
		damaged[i] ^= 1
		r, err := read(damaged)
		if err == nil {
			err = r.Verify()
		}
		if err == nil { // a bit of zstd's frame that has no meaning
			whole, werr := read(file)
			require.NoError(t, werr)
			require.Equal(t, whole.Rounds, r.Rounds, "byte %d", i)
		}
	}
}

// TestVerifyNamesTheFirstItemThatDiffers tampers with rounds of every game. Two
// matches, played side by side, show which item Verify must name.
func TestVerifyNamesTheFirstItemThatDiffers(t *testing.T) {
	for _, game := range append(games.All(), duel.Game) {
		t.Run(game.Info().Name, func(t *testing.T) {
			const rounds = 25
			named, seen := map[string]bool{}, 0
			for tampered := range rounds {
				r := readRandom(t, game, rounds)
				honest, forged := begin(t, r), begin(t, r)
				for _, round := range r.Rounds[:tampered] {
					honest.Step(round.Turns)
					forged.Step(round.Turns)
				}
				honest.Step(r.Rounds[tampered].Turns)
				for seat := range r.Rounds[tampered].Turns {
					r.Rounds[tampered].Turns[seat].Commands = nil
				}
				forged.Step(r.Rounds[tampered].Turns)
				want := firstDifference(honest, forged)
				if want == "" {
					continue // the commands made no difference
				}
				named[want] = true
				seen++

				var differs *replay.DifferenceError
				require.ErrorAs(t, r.Verify(), &differs)
				require.Equal(t, replay.DifferenceError{Round: tampered, Item: want}, *differs)
			}
			require.Greater(t, seen, rounds/2)
			require.Greater(t, len(named), 1, "the same item in every round: %v", named)
		})
	}
}

// readRandom records a match of random players and returns the replay as read.
func readRandom(t *testing.T, game engine.Game, rounds int) *replay.Replay {
	t.Helper()
	r, err := replay.Read(bytes.NewReader(recordRandom(t, game, rounds)), engine.NewGames(game))
	require.NoError(t, err)
	require.Len(t, r.Rounds, rounds)
	return r
}

func begin(t *testing.T, r *replay.Replay) engine.Match {
	t.Helper()
	m, err := r.Begin()
	require.NoError(t, err)
	return m
}

// firstDifference names the first item that differs between two matches.
func firstDifference(a, b engine.Match) string {
	var of, other engine.Digest
	a.Digest(&of)
	b.Digest(&other)
	return other.Differs(of.Checks(nil))
}

func TestVerifyNamesWhatDiffersBesideTheRounds(t *testing.T) {
	r, err := read(record(t, 20))
	require.NoError(t, err)
	r.Seed++
	require.EqualError(t, r.Verify(), "the board differs: seed 31 gives another one")

	r, err = read(record(t, 20))
	require.NoError(t, err)
	r.Scores[3]++
	require.ErrorContains(t, r.Verify(), "ending: the score of seat 3 differs")

	r, err = read(record(t, 20))
	require.NoError(t, err)
	r.Rules++
	require.EqualError(t, r.Verify(), "played with version 2 of the rules of Ork Island, this arena has version 1")
	require.Error(t, r.Play(nil))
}

// TestReplayIsVerifiedAgainAndAgain, also at the same time: the match that reading it has made serves
// one of them, and none if the header has changed.
func TestReplayIsVerifiedAgainAndAgain(t *testing.T) {
	r, err := read(record(t, 20))
	require.NoError(t, err)
	var all sync.WaitGroup
	results := make(chan error, 4)
	for range 4 {
		all.Go(func() { results <- r.Verify() })
	}
	all.Wait()
	for range 4 {
		require.NoError(t, <-results)
	}
	again, err := read(record(t, 20))
	require.NoError(t, err)
	again.Seed++
	require.ErrorContains(t, again.Verify(), "the board differs")
	again.Seed--
	again.Seats[0].Name += "x"
	m, err := again.Begin()
	require.NoError(t, err)
	require.Contains(t, string(m.AppendRecord(nil)), again.Seats[0].Name, "not the match that reading it has made")
	again.Seats[0].Name = strings.TrimSuffix(again.Seats[0].Name, "x")
	require.NoError(t, again.Verify())
}

func TestWhatIsNoReplay(t *testing.T) {
	for name, content := range map[string][]byte{
		"empty": nil,
		"text":  []byte("Game\n\nSeed 30\n"),
		"zstd":  compress(t, []byte("something else, and long enough to be a replay")),
	} {
		_, err := read(content)
		require.ErrorIs(t, err, replay.ErrNotReplay, name)
	}
}

func TestInterruptedMatchHasNoScores(t *testing.T) {
	setup := orkisland.Game.Default()
	header := replay.Header{Setup: setup, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	m, err := setup.New(header.Names(), header.Seed, header.Random)
	require.NoError(t, err)
	var file bytes.Buffer
	w, err := replay.NewWriter(&file, m, header)
	require.NoError(t, err)
	turns := make([]engine.Turn[engine.Commands], 4)
	m.Step(turns)
	w.Round(m, match.Round{Turns: turns, Receipts: make([]match.Receipt, 4)})
	require.NoError(t, w.Close(match.Result{}, false))
	r, err := read(file.Bytes())
	require.NoError(t, err)
	require.Len(t, r.Rounds, 1)
	require.Nil(t, r.Scores)
	require.NoError(t, r.Verify())
}

func TestErrorOfTheFileIsKeptForClose(t *testing.T) {
	full := errors.New("disk full")
	setup := orkisland.Game.Default()
	header := replay.Header{Setup: setup, Random: engine.ChaCha8, Seats: make([]replay.Seat, 4)}
	m, err := setup.New(header.Names(), 1, header.Random)
	require.NoError(t, err)
	_, err = replay.NewWriter(&failing{0, full}, m, header)
	require.ErrorIs(t, err, full)
	began := 0
	for good := range 5 { // writes; the last of them are those of Close
		w, err := replay.NewWriter(&failing{good, full}, m, header)
		if err != nil {
			require.ErrorIs(t, err, full)
			continue
		}
		for range 10 {
			w.Round(m, match.Round{})
		}
		if err = w.Close(match.Result{}, true); err != nil {
			began++
			require.ErrorIs(t, err, full)
		}
	}
	require.Positive(t, began)
}

// failing takes some writes and then fails.
type failing struct {
	good int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.good--; f.good < 0 {
		return 0, f.err
	}
	return len(p), nil
}

var update = flag.Bool("update", false, "write the replay of the present version of the format into testdata")

// TestReplaysOfPastVersionsCanBeRead keeps the promise of the package comment.
func TestReplaysOfPastVersionsCanBeRead(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile("testdata/format-1.arena", record(t, 10), 0o600))
	}
	files, err := filepath.Glob("testdata/*.arena")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, path := range files {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		r, err := read(file)
		require.NoError(t, err, path)
		require.NoError(t, r.Verify(), path)
	}
}

func TestForgedRoundsAreRefused(t *testing.T) {
	verdict := &replayv1.Verdict{Seat: 1, Kind: string(match.Late)}
	tooMany, err := proto.Marshal(&orkislandv1.Commands{
		Units: make([]int32, engine.MaxCommands+1), Directions: make([]orkislandv1.Direction, engine.MaxCommands+1),
	})
	require.NoError(t, err)
	for _, c := range []struct {
		change func(*replayv1.Round)
		want   string
	}{
		{func(r *replayv1.Round) { r.Checks = make([]byte, 5<<20) }, "damaged in its first round: an item of 5"},
		{func(r *replayv1.Round) {
			r.Verdicts = []*replayv1.Verdict{verdict}
		}, "damaged after round 0: round 1: a second verdict on seat 1"},
		{func(r *replayv1.Round) {
			r.Verdicts = []*replayv1.Verdict{{Seat: 4}}
		}, "damaged in its first round: round 0: a verdict on seat 4"},
		{func(r *replayv1.Round) {
			r.Verdicts = []*replayv1.Verdict{{Seat: -1}}
		}, "damaged in its first round: round 0: a verdict on seat -1"},
		{func(r *replayv1.Round) {
			r.Verdicts = []*replayv1.Verdict{{}}
		}, "damaged after round 0: round 1: a second verdict on seat 0"},
		{func(r *replayv1.Round) {
			r.Turns[2].Commands = tooMany
		}, "damaged in its first round: round 0: seat 2: 1001 commands"},
		{func(r *replayv1.Round) { r.Turns = r.Turns[1:] }, "damaged in its first round: round 0: 3 turns for 4 seats"},
		{func(r *replayv1.Round) { r.Number++ }, "damaged in its first round: round 1 instead of round 0"},
		{func(r *replayv1.Round) { r.Hash = r.Hash[1:] }, "damaged in its first round: round 0: a hash of 7 bytes"},
		{func(r *replayv1.Round) {
			r.Turns[3].Commands = []byte{0xff}
		}, "damaged in its first round: round 0: seat 3: commands: "},
	} {
		_, err := read(forge(t, c.change))
		require.ErrorContains(t, err, c.want)
	}
}

// TestARoundBeyondTheLastIsRefused: the match has only two rounds.
func TestARoundBeyondTheLastIsRefused(t *testing.T) {
	items := unpack(t, record(t, 2))
	r, err := read(
		pack(t, append(items[:3:3], reframe(t, items[2], func(item *replayv1.Item) { item.GetRound().Number = 2 }))))
	require.EqualError(t, err, "damaged after round 1: round 2, but the match has only 2 rounds")
	require.Len(t, r.Rounds, 2)
}

// TestMemoryOfAFileIsBounded checks each limit to the byte: a file that just fits is
// read, and with a limit of one byte less it is not.
func TestMemoryOfAFileIsBounded(t *testing.T) {
	file := record(t, 3)
	var sizes []uint64
	whole, largest := uint64(0), uint64(0)
	for i, item := range unpack(t, file) {
		length, n := binary.Uvarint(item)
		require.Len(t, item, n+4+int(length))
		sizes = append(sizes, length)
		whole += length
		if i > 0 {
			largest = max(largest, length)
		}
	}
	r, err := replay.ReadWithin(file, games.All(), sizes[0], largest, whole, math.MaxUint64)
	require.NoError(t, err)
	require.Len(t, r.Rounds, 3)

	_, err = replay.ReadWithin(file, games.All(), sizes[0]-1, largest, whole, math.MaxUint64)
	require.EqualError(t, err, fmt.Sprintf("damaged in its header: an item of %d bytes", sizes[0]))
	_, err = replay.ReadWithin(file, games.All(), sizes[0], largest-1, whole, math.MaxUint64)
	require.ErrorContains(t, err, fmt.Sprintf("an item of %d bytes", largest))
	r, err = replay.ReadWithin(file, games.All(), sizes[0], largest, whole-1, math.MaxUint64)
	require.EqualError(t, err, fmt.Sprintf("damaged after round 2: more than %d bytes when unpacked", whole-1))
	require.Len(t, r.Rounds, 3, "only the ending is missing")
	r, err = replay.ReadWithin(file, games.All(), sizes[0], largest, sizes[0]+sizes[1], math.MaxUint64)
	require.ErrorContains(t, err, "damaged after round 0: more than ")
	require.Len(t, r.Rounds, 1)
}

// TestABufferIsNotUnpackedAtOnce: the decoder has a quick way for what is in memory, which takes as much more as comes
// out of it.
func TestABufferIsNotUnpackedAtOnce(t *testing.T) {
	var bomb bytes.Buffer
	to, err := zstd.NewWriter(&bomb)
	require.NoError(t, err)
	megabyte := make([]byte, 1<<20)
	for range 256 {
		_, err := to.Write(megabyte)
		require.NoError(t, err)
	}
	require.NoError(t, to.Close())
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = replay.Read(&bomb, games.All())
	runtime.ReadMemStats(&after)
	require.ErrorIs(t, err, replay.ErrNotReplay)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
}

// A state has as many checks as items, but a file may claim any number, and packs
// zeros into nothing.
func TestMemoryOfTheRoundsIsBounded(t *testing.T) {
	items := unpack(t, record(t, 3))
	for i := 1; i <= 3; i++ {
		items[i] = reframe(t, items[i], func(item *replayv1.Item) { item.GetRound().Checks = make([]byte, 1<<20) })
	}
	r, err := replay.ReadWithin(pack(t, items), games.All(), 1<<20, 2<<20, 4<<20, 5<<19)
	require.EqualError(t, err, "damaged after round 1: more than 2621440 bytes in memory")
	require.Len(t, r.Rounds, 2)
}

// TestCommandsCountToTheMemory, to the byte.
func TestCommandsCountToTheMemory(t *testing.T) {
	file := record(t, 3)
	r, err := read(file)
	require.NoError(t, err)
	commands := 0
	for _, round := range r.Rounds {
		for _, turn := range round.Turns {
			if turn.Commands != nil {
				commands += turn.Commands.Len()
			}
		}
	}
	require.Positive(t, commands)
	within := func(most uint64) error {
		_, err := replay.ReadWithin(file, games.All(), 1<<20, 2<<20, 4<<20, most)
		return err
	}
	most := uint64(1 << 20)
	for step := most / 2; step > 0; step /= 2 { // the least that is enough
		if within(most-step) == nil {
			most -= step
		}
	}
	const round, turn, command = 512, 4 * 128, 24
	checks := 0
	for _, r := range r.Rounds {
		checks += len(r.Checks)
	}
	require.EqualValues(t, 3*(round+turn)+checks+command*commands, most)
}

// forge returns a replay of two rounds that no arena wrote.
func forge(t testing.TB, change func(*replayv1.Round)) []byte {
	t.Helper()
	items := unpack(t, record(t, 2))
	for i := 1; i <= 2; i++ {
		items[i] = reframe(t, items[i], func(item *replayv1.Item) { change(item.GetRound()) })
	}
	return pack(t, items)
}

// reframe changes an item and adjusts its length and checksum.
func reframe(t testing.TB, framed []byte, change func(*replayv1.Item)) []byte {
	t.Helper()
	item := itemOf(t, framed)
	change(item)
	body, err := proto.Marshal(item)
	require.NoError(t, err)
	frame := binary.LittleEndian.AppendUint32(protowire.AppendVarint(nil, uint64(len(body))), crc32.ChecksumIEEE(body))
	return append(frame, body...)
}

// unpack takes a file apart into the bytes of its items, with their frames.
func unpack(t testing.TB, file []byte) (items [][]byte) {
	t.Helper()
	in, err := zstd.NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	defer in.Close()
	content, err := io.ReadAll(in)
	require.NoError(t, err)
	content = content[len("arena replay 1\n"):]
	for len(content) > 0 {
		length, n := 0, 0
		for shift := 0; ; shift += 7 {
			b := content[n]
			n++
			length |= int(b&0x7f) << shift
			if b < 0x80 {
				break
			}
		}
		items = append(items, bytes.Clone(content[:n+4+length]))
		content = content[n+4+length:]
	}
	return items
}

func pack(t testing.TB, items [][]byte) []byte {
	t.Helper()
	return compress(t, append([]byte("arena replay 1\n"), bytes.Join(items, nil)...))
}

func compress(t testing.TB, content []byte) []byte {
	t.Helper()
	out, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	defer func() { require.NoError(t, out.Close()) }()
	return out.EncodeAll(content, nil)
}

func FuzzRead(f *testing.F) {
	f.Add(record(f, 3))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := read(file)
		if err == nil {
			_ = r.Verify()
		}
	})
}

// BenchmarkSize reports the size of the replay of a default match.
func BenchmarkSize(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(float64(len(record(b, 200))), "bytes/replay")
	}
}
