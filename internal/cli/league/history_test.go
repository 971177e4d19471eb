package league

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
)

// TestTheHistoryIsByAuthor: who came first is first, and the versions of a bot follow one another.
func TestTheHistoryIsByAuthor(t *testing.T) {
	require.Equal(t, []int{0, 3, 2, 1, 4}, byAuthor([]store.Entrant{
		{Entrant: played.Entrant{Name: "zorg"}, Signer: "anna"},
		{Entrant: played.Entrant{Name: "mine"}, Signer: "eve"},
		{Entrant: played.Entrant{Name: "Borg"}, Signer: "eve"},
		{Entrant: played.Entrant{Name: "Zorg"}, Signer: "anna"},
		{Entrant: played.Entrant{Name: "free"}},
	}))
}

func TestWhenAnEntrantCouldPlay(t *testing.T) {
	from, until := 4, 9
	for _, test := range []struct {
		e            store.Entrant
		began, ended string
	}{
		{store.Entrant{}, "the next", ""},
		{store.Entrant{Joined: &from}, "5", ""},
		{store.Entrant{Joined: &from, Leaving: true}, "5", "the next"},
		{store.Entrant{Joined: &from, Gone: &until}, "5", "10"},
		{store.Entrant{Leaving: true}, "never", "the next"},
	} {
		require.Equal(t, test.began, began(test.e))
		require.Equal(t, test.ended, ended(test.e))
	}
}
