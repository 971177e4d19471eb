package results

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/archive"
)

func TestAChartIsOfTheSeatsThatTheAddressSays(t *testing.T) {
	s := newTestSite(t, newStage(), 3)
	answer := get(s, "/chart?by=seat&chart=army&bot=0&seat=2&against=7&show=won&length=1-9&margin=0-0"+
		"&seed=18446744073709551615")
	require.Equal(t, http.StatusOK, answer.Code, answer.Body)
	require.JSONEq(t, `{"names":[],"name":"army","each":0,"matches":0,"kept":0,"read":0,"full":false,"bots":[],"more":0}`,
		answer.Body.String())
	require.Equal(t, http.StatusOK, get(s, "/chart").Code)
	seed := ^uint64(0)
	require.Equal(t, []archive.Filter{{
		Bot: new(0), Seat: 2, Against: 7, Won: new(true), Shared: new(false), Seed: &seed,
		Length: &archive.Range{From: 1, To: 9}, Margin: &archive.Range{},
	}, archive.All()}, s.matches.(*memory).only)

	for query, said := range map[string]string{
		"show=upsets":  `show: there is no chart of "upsets"`,
		"seat=-1":      `seat: "-1" is no number`,
		"bot=demo":     `bot: "demo" is no number`,
		"against=1e9":  `against: "1e9" is no number`,
		"seed=1.5":     `seed: "1.5" is no number`,
		"margin=5":     `margin: "5" is not as 10-20`,
		"length=1-2-3": `length: "1-2-3" is not as 10-20`,
	} {
		answer := get(s, "/chart?"+query)
		require.Equal(t, http.StatusBadRequest, answer.Code, query)
		require.Equal(t, said+"\n", answer.Body.String())
	}
}
