// Package enginetest has the tests that every game must pass; [Run] says what each of them wants. In a module of its
// own, a game needs one line:
//
//	func TestGame(t *testing.T) { enginetest.Run(t, tron.Game) }
//
// In this repository, a game gets them by its place in the list of games:
//
//	func TestGames(t *testing.T) {
//		for _, g := range games.All() {
//			t.Run(g.Info().Name, func(t *testing.T) { enginetest.Run(t, g) })
//		}
//	}
package enginetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
)

// Run tests a game. It wants, test by test:
//
//   - says what it is: a name of small letters and digits, a title, a summary, a version from 1; in a guide no more
//     than the page can show
//   - has sane settings: every setting once, with its meaning, its default within its bounds; nothing changed from
//     outside
//   - plays with changed settings: any values: each is refused with its name, or can be played, written and read
//   - reads its own board files: the board of a match, written and read, is the board of the next match
//   - survives spoiled board files: an error with line and column, or a match that can be played
//   - plays to the end: a random match in which every round counts one up and changes the digest; a score for every
//     seat; a round without commands
//   - has random players that give every command: every word of the schema, such as a direction, about as often as
//     the others
//   - gives the same bytes again: 20 matches of one seed, with either source of randomness, the same to the last
//     byte
//   - gives the same bytes in another process: the same there, where maps have another order
//   - has the common schema: the messages and numbers that docs/adding-a-game.md names
//   - plays the same at the far end of the wire: the random player gives the same commands there; broken messages
//     are errors that say of what, start or state
//   - decodes what it encodes: every state and all commands the same after a way over the wire, with the same digest
//   - checks the settings of a Start: an error for each that is missing, given twice, unknown or out of bounds
//   - reads commands as protobuf does: all numbers kept, unknown fields left out, lists in pieces joined, lists of
//     different lengths refused
//   - survives spoiled messages: broken bytes lead to an error or to a match that goes on, never to a panic
//   - hands out nothing that changes the match: a State on which everything was called and overwritten, and a match
//     that goes on as without
//   - can be shown, and a log changes nothing: a legend that can be drawn; scenes and logs with nothing that is not
//     in it; each command told, with an outcome; the same match without a log
//   - says where points come from: where a match names the sources of its points: those that each round logs are the
//     change of the scores, to the end of whole matches
//   - reads the records that it writes: the names, statuses and scenes of the match, from the record; nothing is
//     written by a game that has none
//   - can be said in lines: a schema that lines can say; a name of its own for every line, also for every setting;
//     every state and all commands the same after a way as lines
func Run(t *testing.T, game engine.Game) {
	if isOtherProcess(game) {
		printFingerprint(t, game)
		return
	}
	for _, test := range []struct {
		name string
		run  func(*testing.T, engine.Game)
	}{
		{"says what it is", testInfo},
		{"has sane settings", testSettings},
		{"plays with changed settings", testChangedSettings},
		{"reads its own board files", testBoardFiles},
		{"survives spoiled board files", testSpoiledBoardFiles},
		{"plays to the end", testPlay},
		{"has random players that give every command", testRandom},
		{"gives the same bytes again", testSameBytes},
		{"gives the same bytes in another process", testOtherProcess},
		{"has the common schema", testSchema},
		{"plays the same at the far end of the wire", testFarEnd},
		{"decodes what it encodes", testWire},
		{"checks the settings of a Start", testStartSettings},
		{"reads commands as protobuf does", testCommandColumns},
		{"survives spoiled messages", testSpoiledMessages},
		{"hands out nothing that changes the match", testNothingToChange},
		{"can be shown, and a log changes nothing", testPictures},
		{"says where points come from", testPoints},
		{"reads the records that it writes", testRecord},
		{"can be said in lines", testLines},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, game) })
	}
}

// begin begins a match with a setup.
func begin(t testing.TB, s engine.Setup, seed uint64) engine.Match {
	t.Helper()
	names := make([]string, s.Seats())
	for seat := range names {
		names[seat] = fmt.Sprintf("player %d", seat)
	}
	m, err := s.New(names, seed, engine.ChaCha8)
	require.NoError(t, err, "%s", s.Text())
	return m
}

// play plays rounds with random players and arbitrary statuses. If before is not nil,
// it is called at the start of each round.
func play(m engine.Match, rounds int, before func([]engine.Turn[engine.Commands])) {
	random := m.Setup().Game().Random()
	turns := make([]engine.Turn[engine.Commands], m.Setup().Seats())
	for range rounds {
		if m.Over() {
			return
		}
		for seat := range turns {
			turns[seat].Commands = random.Play(m, seat)
			turns[seat].Status = engine.Status(m.Round() * (seat + 1) % 1000000)
		}
		if before != nil {
			before(turns)
		}
		m.Step(turns)
	}
}

// prober are further methods of the games that engine.Define makes, for these tests.
type prober interface {
	View(m engine.Match, seat int) (view any, commands engine.Commands)
	Redo(start, state []byte, d *engine.Digest) (startAgain, stateAgain []byte, err error)
}

func probe(t *testing.T, game engine.Game) prober {
	t.Helper()
	p, ok := game.(prober)
	require.True(t, ok, "%T is not made by engine.Define", game)
	return p
}

// chance returns the random source of the tests, which always has the same seed.
func chance() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// digest returns the digest of a match.
func digest(m engine.Match) *engine.Digest {
	var d engine.Digest
	m.Digest(&d)
	return &d
}
