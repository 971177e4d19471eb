package match

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/engine/games/battleroyale"
	"github.com/botarena/arena/internal/integration/storytest"
	"github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
)

// courseOf returns the course of a match of random players, and its replay.
func courseOf(t *testing.T, g engine.Game, rounds int, names ...string) (*ask.Course, *replay.Replay) {
	t.Helper()
	r, err := replay.Read(bytes.NewReader(storytest.Record(t, storytest.Setup(t, g, rounds), names...)),
		engine.NewGames(g))
	require.NoError(t, err)
	c, err := ask.CourseOf(r, ask.Question{To: -1})
	require.NoError(t, err)
	return c, r
}

// figures returns the numbers in a line of text, from a column on.
func figures(line string, from int) (all []int) {
	for _, word := range regexp.MustCompile(`-?\d+`).FindAllString(line[from:], -1) {
		n, _ := strconv.Atoi(word)
		all = append(all, n)
	}
	return all
}

func TestIncomeIsATableWhoseLinesAddUp(t *testing.T) {
	c, r := courseOf(t, battleroyale.Game, 20, "anna", "evil\x1b")
	var out strings.Builder
	printIncome(&out, c, r.Names())
	lines := strings.Split(out.String(), "\n")
	require.Equal(t, "points gained in rounds 0-19, by source:", lines[0])
	require.Regexp(t, `^player +new tiles  painted over  converted farmers  lost tiles  points$`, lines[1])
	require.NotContains(t, out.String(), "\x1b")
	for seat := range r.Seats {
		line := lines[2+seat]
		require.Contains(t, line, fmt.Sprintf("(seat %d)", seat))
		all := figures(line, strings.Index(line, ")"))
		require.Len(t, all, 5)
		require.Equal(t, all[4], all[0]+all[1]+all[2]+all[3], line)
		require.Positive(t, all[4])
	}
}

func TestPlayersBesideEachOtherHaveALineEach(t *testing.T) {
	c, r := courseOf(t, battleroyale.Game, 20, "anna", "bert")
	b := sideBySide{c, [2]int{1, 3}, [2]string{"bert (seat 1)", "d (seat 3)"}}
	var out strings.Builder
	b.print(&out)
	b.hint(&out, "my match.arena")
	text := out.String()
	require.Regexp(t, `^what +player +0-3 +4-7 +8-11 +12-15 +16-19 +in all\n`, text)
	for _, row := range []string{"orders", "  in vain", "points", "  new tiles", "  lost tiles", "tiles at the end"} {
		require.Regexp(t, `(?m)^`+row+` +bert \(seat 1\)( +-?\d+){6}\n +d \(seat 3\)( +-?\d+){6}$`, text)
	}
	tiles := regexp.MustCompile(`(?m)^tiles at the end .*\n.*$`).FindString(text)
	require.Regexp(t, fmt.Sprintf(` %d\n.* %d$`, r.Scores[1], r.Scores[3]), tiles)
	round, differ := c.MostApart(c.Whole(), 1, 3)
	require.True(t, differ)
	require.Regexp(t, fmt.Sprintf(`(?m)^most apart in round( +(\d+|-)){5} +%d$`, round.From), text)
	require.Regexp(t, `(?m)^bert \(seat 1\): (\w+ \d+, )+\w+ \d+$`, text)
	require.Contains(t, text, fmt.Sprintf("hint: arena replay 'my match.arena' --round %d says", round.From))
	require.NotContains(t, text, "anna")
}

func TestOrdersAreListedAsFarAsTheyGo(t *testing.T) {
	d := ask.Deeds{Orders: map[string]int{}}
	require.Equal(t, "no orders", oftenest(d))
	for i := range mostTexts + 1 {
		d.Orders[fmt.Sprintf("go %c", 'a'+i)] = 20 - i
	}
	require.Equal(t, mostTexts+1, len(strings.Split(oftenest(d), ", ")))
	require.Regexp(t, `^go a 20, go b 19, .*, …$`, oftenest(d))
}

func TestAGameWithoutSourcesHasPointsAlone(t *testing.T) {
	c, r := courseOf(t, duel.Game, 1)
	var out strings.Builder
	printIncome(&out, c, r.Names())
	require.Regexp(t, `^points gained in round 0, by source:\nplayer +points\na \(seat 0\) +\d+\n`, out.String())
}
