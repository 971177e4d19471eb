package members_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/league/members"
)

// TestASessionCountsAsLongAsItsLink, and no longer than it may, also in a league that was started anew.
func TestASessionCountsAsLongAsItsLink(t *testing.T) {
	f := members.Folder(t.TempDir())
	tokens, err := f.AddPeople([]members.Newcomer{{Name: "Anna"}, {Name: "Ben"}, {Name: "Cleo"}}, noon)
	require.NoError(t, err)
	list, err := members.Load(string(f))
	require.NoError(t, err)
	load := func() *members.Sessions {
		s, err := members.LoadSessions(list)
		require.NoError(t, err)
		return s
	}
	s := load()
	signIn := func(token string, now time.Time) string {
		secret, ends, err := s.SignIn(token, now)
		require.NoError(t, err)
		require.True(t, secret == "" || ends.After(now))
		return secret
	}
	who := func(secret string, now time.Time) string {
		m, may := s.Who(secret, now)
		require.Equal(t, may, m.Name != "")
		return m.Name
	}
	require.Empty(t, signIn("wrong", noon))
	anna, ben, cleo := signIn(tokens[0], noon), signIn(tokens[1], noon), signIn(tokens[2], noon)
	require.Equal(t, "Anna", who(anna, noon))
	require.Empty(t, who("wrong", noon))
	require.Empty(t, who(anna, noon.Add(365*24*time.Hour)), "it has ended")
	text, err := os.ReadFile(filepath.Join(string(f), "sessions.json"))
	require.NoError(t, err)
	for _, secret := range []string{anna, ben, cleo, tokens[0], tokens[1], tokens[2]} {
		require.NotContains(t, string(text), secret)
	}

	_, err = f.Renew("Anna", noon)
	require.NoError(t, err)
	_, err = f.RemovePerson("Ben", "left")
	require.NoError(t, err)
	s = load()
	require.Equal(t, [3]string{"", "", "Cleo"}, [3]string{who(anna, noon), who(ben, noon), who(cleo, noon)})
	other := signIn(tokens[2], noon)
	require.NoError(t, s.SignOut(cleo))
	require.NoError(t, s.SignOut("wrong"))
	s = load()
	require.Equal(t, [2]string{"", "Cleo"}, [2]string{who(cleo, noon), who(other, noon)})

	for n := range 8 {
		require.NotEmpty(t, signIn(tokens[2], noon.Add(time.Duration(n+1)*time.Minute)), fmt.Sprint(n))
	}
	require.Empty(t, who(other, noon), "nobody fills the file: the one that ends first goes")
	require.NoError(t, os.WriteFile(filepath.Join(string(f), "sessions.json"), []byte("no list"), 0o600))
	s = load()
	require.NotEmpty(t, signIn(tokens[2], noon))
}
