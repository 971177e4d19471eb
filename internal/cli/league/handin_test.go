package league

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/submissions"
)

// TestThePageSendsWhatALeagueTakes: neither side knows the other.
func TestThePageSendsWhatALeagueTakes(t *testing.T) {
	require.Equal(t, playground.MostPackage, uploads.MostSubmission)
}

// TestSourcesAreForTheirAuthorAlone, and for the organiser: those of the newest version that has some.
func TestSourcesAreForTheirAuthorAlone(t *testing.T) {
	s, _, _ := quiet()
	l, err := opened(s, t.Context(), madeLeague(t), store.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	const anna, ben = "00000000000000aa", "00000000000000bb"
	for i, one := range []struct{ name, person, source string }{
		{"zorg", anna, "one"},
		{"zorg", anna, "two"},
		{"zorg", anna, ""},
		{"borg", ben, "three"},
		{"by hand", "", "four"},
		{"packed", anna, ""},
	} {
		e := store.Entrant{
			Entrant: played.Entrant{Name: one.name, Typed: "x/y", Program: [32]byte{byte(i)}}, Person: one.person,
		}
		_, err := l.Store.Enter(t.Context(), l.ID, e)
		require.NoError(t, err)
		if one.source != "" {
			from := filepath.Join(t.TempDir(), "source")
			require.NoError(t, os.Mkdir(from, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(from, "bot.cc"), []byte(one.source), 0o600))
			require.NoError(t, l.Folder.KeepSource(e, from))
		}
	}
	h := &handIn{l: l}
	for _, c := range []struct {
		by   submissions.Person
		bots []string
		has  map[string]string // the source of each bot; "" if there is none for them
	}{
		{submissions.Person{}, nil, map[string]string{"zorg": "", "by hand": ""}},
		{submissions.Person{Role: submissions.Member}, nil, map[string]string{"zorg": "", "by hand": ""}},
		{submissions.Person{Role: submissions.Member, ID: anna}, []string{"zorg"}, map[string]string{
			"Zorg": "two", "borg": "", "by hand": "", "packed": "", "../zorg": "",
		}},
		{submissions.Person{Role: submissions.Member, ID: ben}, []string{"borg"}, map[string]string{
			"zorg": "", "borg": "three",
		}},
		{submissions.Person{Role: submissions.Organiser}, []string{"by hand", "borg", "zorg"}, map[string]string{
			"zorg": "two", "borg": "three", "by hand": "four", "packed": "", "": "",
		}},
	} {
		names, err := h.kept(t.Context(), c.by)
		require.NoError(t, err)
		require.Equal(t, c.bots, names, "%+v", c.by)
		for bot, text := range c.has {
			root, err := h.source(t.Context(), c.by, bot)
			require.NoError(t, err)
			require.Equal(t, text != "", root != nil, "%s for %+v", bot, c.by)
			if root != nil {
				read, err := fs.ReadFile(root.FS(), "bot.cc")
				require.NoError(t, err)
				require.NoError(t, root.Close())
				require.Equal(t, text, string(read))
			}
		}
	}
}
