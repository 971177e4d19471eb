package enginetest

import (
	"math"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
)

func testInfo(t *testing.T, game engine.Game) {
	info := game.Info()
	require.Regexp(t, regexp.MustCompile(`^[a-z][a-z0-9]*$`), info.Name)
	require.NotEmpty(t, info.Title)
	require.NotEmpty(t, info.Summary)
	require.Positive(t, info.Version)
	if guide := game.Guide(); guide != "" {
		require.Regexp(t, regexp.MustCompile(`(?m)^## \S`), guide)
		require.NotRegexp(t, notShown, guide, "the page of the playground shows no more than engine.Guided says")
	}
}

// notShown is what a guide can't have: other headings, links and pictures, code of several lines, HTML.
var notShown = regexp.MustCompile("(?m)^(#|#{3,}) |\\]\\(|^```|^ {4}|<[a-zA-Z/!]")

func testSettings(t *testing.T, game engine.Game) {
	seen := map[string]bool{}
	s := game.Default()
	for i := range s.Settings() {
		one := s.Settings()[i] // afresh, as two can share a value
		require.NotEmpty(t, one.Doc, one.Name)
		require.False(t, seen[one.Name], "%s is there twice", one.Name)
		seen[one.Name] = true
		require.NoError(t, one.Check())

		before := *one.Value
		*one.Value = before + 1
		require.Equal(t, string(game.Default().Text()), string(s.Text()), "%s changed from outside", one.Name)

		same, err := s.With(one.Name, before)
		require.NoError(t, err)
		require.Equal(t, string(s.Text()), string(same.Text()))
	}
	_, err := s.With("no such setting", 1)
	require.ErrorContains(t, err, s.Settings()[0].Name)
	require.Positive(t, s.Seats())
	require.Positive(t, s.Rounds())
	_, err = s.New(nil, 1, engine.ChaCha8)
	require.Error(t, err, "a match without players")
	_, err = s.New(make([]string, s.Seats()), 1, "dice")
	require.Error(t, err, "an unknown source of randomness")
}

// testChangedSettings takes any value for any setting. Either it is refused, or
// the match can be played.
func testChangedSettings(t *testing.T, game engine.Game) {
	r := chance()
	for range 60 {
		s := game.Default()
		for range 1 + r.IntN(3) {
			one := s.Settings()[r.IntN(len(s.Settings()))]
			spread := min(uint64(one.Max-one.Min), 1<<40) + 1
			value := []int{
				one.Min, one.Max, one.Min - 1, one.Max + 1, one.Min + int(r.Uint64N(spread)), math.MinInt,
				math.MaxInt,
			}[r.IntN(7)]
			changed, err := s.With(one.Name, value)
			if value < one.Min || value > one.Max {
				require.ErrorContains(t, err, one.Name)
			}
			if err == nil {
				s = changed
			}
		}
		m := begin(t, s, r.Uint64())
		play(m, min(3, m.Rounds()), nil)
		requireSane(t, m)
		again, err := game.ReadSetup(s.Text())
		require.NoError(t, err)
		require.Equal(t, string(s.Text()), string(again.Text()))
	}
}

// testBoardFiles writes the board of a match to a file and plays on it.
func testBoardFiles(t *testing.T, game engine.Game) {
	text := begin(t, game.Default(), 7).Board().Text()
	fixed, err := game.ReadSetup(text)
	require.NoError(t, err)
	require.Equal(t, string(text), string(fixed.Text()))
	m := begin(t, fixed, 8)
	require.Equal(t, string(text), string(m.Board().Text()))
	play(m, 3, nil)
	requireSane(t, m)
}

func testSpoiledBoardFiles(t *testing.T, game engine.Game) {
	r := chance()
	for _, text := range [][]byte{game.Default().Text(), begin(t, game.Default(), 7).Board().Text()} {
		for range 100 {
			s, err := game.ReadSetup(spoil(r, text))
			if err == nil {
				m := begin(t, s, 1)
				play(m, 1, nil)
				requireSane(t, m)
				continue
			}
			var at *cnf.Error
			require.ErrorAs(t, err, &at)
			require.Positive(t, at.Line)
			require.Positive(t, at.Col)
			require.NotEmpty(t, at.Found)
			require.NotEmpty(t, at.Want)
		}
	}
}
