package enginetest

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/tier"
)

func testPlay(t *testing.T, game engine.Game) {
	m := begin(t, game.Default(), 1)
	require.Zero(t, m.Round())
	requireSane(t, m)
	start := string(m.StartMessage())
	for !m.Over() {
		round := m.Round()
		before := digest(m).Sum()
		play(m, 1, nil)
		require.Equal(t, round+1, m.Round())
		require.NotEqual(t, before, digest(m).Sum(), "a round must change the digest")
		requireSane(t, m)
	}
	require.Equal(t, start, string(m.StartMessage()), "what never changes has changed")

	idle := begin(t, game.Default(), 1)
	idle.Step(make([]engine.Turn[engine.Commands], idle.Setup().Seats()))
	require.Equal(t, 1, idle.Round(), "a round without any commands")
}

// testRandom requires that the random players of a match give every word that a
// command can have, such as a direction, about equally often: the other tests cover
// only what these players do. The word for doing nothing, NONE, need not occur.
func testRandom(t *testing.T, game engine.Game) {
	commands := descriptor(t, game, "Commands")
	given := map[protoreflect.FullName]int{}
	for i := range commands.Fields().Len() {
		if enum := commands.Fields().Get(i).Enum(); enum != nil {
			for k := range enum.Values().Len() {
				if v := enum.Values().Get(k); v.Number() != 0 && !strings.HasSuffix(string(v.Name()), "_NONE") {
					given[v.FullName()] = 0
				}
			}
		}
	}
	total := 0
	m := begin(t, game.Default(), 1)
	play(m, m.Rounds(), func(turns []engine.Turn[engine.Commands]) {
		for _, turn := range turns {
			for _, word := range wordsOf(t, commands, game.EncodeCommands(turn.Commands)) {
				given[word]++
				total++
			}
		}
	})
	const seldom = 4 // a word may be this many times rarer than the average
	for word, times := range given {
		if !strings.HasSuffix(string(word), "_NONE") {
			require.Greater(t, times, total/len(given)/seldom, "%s in %d commands", word, total)
		}
	}
}

// wordsOf returns the names of the enum values in a Commands message.
func wordsOf(t *testing.T, commands protoreflect.MessageDescriptor, message []byte) (words []protoreflect.FullName) {
	t.Helper()
	given := dynamicpb.NewMessage(commands)
	require.NoError(t, proto.Unmarshal(message, given))
	given.Range(func(field protoreflect.FieldDescriptor, values protoreflect.Value) bool {
		if field.Enum() != nil && field.IsList() {
			for i := range values.List().Len() {
				if v := field.Enum().Values().ByNumber(values.List().Get(i).Enum()); v != nil {
					words = append(words, v.FullName())
				}
			}
		}
		return true
	})
	return words
}

// requireSane asserts what must hold for every match at any time.
func requireSane(t *testing.T, m engine.Match) {
	t.Helper()
	seats := m.Setup().Seats()
	scores := m.Scores()
	require.Len(t, scores, seats)
	scores[0]++
	require.NotEqual(t, scores, m.Scores(), "scores can be changed from outside")
	places := engine.Places(m.Scores())
	for a := range seats {
		require.Equal(t, a, m.Seat(a).Me())
		for b := range seats {
			require.Equal(t, m.Scores()[a] > m.Scores()[b], places[a] < places[b])
		}
	}
}

// testSameBytes plays the same matches again, at night 20 times.
func testSameBytes(t *testing.T, game engine.Game) {
	again := 2
	if tier.IsNight() {
		again = 19
	}
	want := fingerprint(t, game)
	for range again {
		require.Equal(t, want, fingerprint(t, game))
	}
}

// fingerprint returns a hash of all bytes of two matches, one with each random source.
func fingerprint(t *testing.T, game engine.Game) string {
	t.Helper()
	sum := sha256.New()
	for _, kind := range []engine.Randomness{engine.ChaCha8, engine.Classic} {
		s := game.Default()
		m, err := s.New(make([]string, s.Seats()), 42, kind)
		require.NoError(t, err)
		sum.Write(m.StartMessage())
		sum.Write(m.Board().Text())
		play(m, min(60, m.Rounds()), func(turns []engine.Turn[engine.Commands]) {
			for _, turn := range turns {
				sum.Write(game.EncodeCommands(turn.Commands))
			}
			whole := digest(m).Sum()
			sum.Write(whole[:])
			sum.Write(m.StateMessage())
			fmt.Fprint(sum, m.Scores())
		})
		sum.Write(m.StateMessage())
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// otherProcess is the environment variable that names the game when the test binary
// runs itself to make a fingerprint.
const otherProcess = "ARENA_ENGINETEST_GAME"

func isOtherProcess(game engine.Game) bool { return os.Getenv(otherProcess) == game.Info().Name }

func printFingerprint(t *testing.T, game engine.Game) {
	t.Helper()
	fmt.Println("fingerprint", fingerprint(t, game))
}

// testOtherProcess runs this test in another process, in which maps have another order
// and values other addresses.
func testOtherProcess(t *testing.T, game engine.Game) {
	parts := strings.Split(t.Name(), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run="+strings.Join(parts[:len(parts)-1], "/"))
	run.Env = append(os.Environ(), otherProcess+"="+game.Info().Name)
	output, err := run.CombinedOutput()
	require.NoError(t, err, "%s", output)
	require.Contains(t, string(output), "fingerprint "+fingerprint(t, game))
}
