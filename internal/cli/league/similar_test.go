package league

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/similarity"
)

// source is a program of which another one is like if its words are others.
const source = `
def play(a, b):
    for c in a.units:
        if c.owner != a.me and c.health < b[c.kind]: continue
        d = max((x for x in a.near(c) if x not in b), key=lambda x: (a.cost(x), -x))
        while d is not None and not a.free(d): d = a.next(d) if d % 2 else None
        try: a.do(c, {"to": d, "by": [b.get(c.kind, 0)]})
        except KeyError: return False
    return a.score() - sum(b.values()) >= 0
`

// TestWhichBotsOfALeagueAreAlike: those that play, with each other and with those of former years; a bot that has left,
// and a folder that is not that of a bot, are not looked at.
func TestWhichBotsOfALeagueAreAlike(t *testing.T) {
	folder, years := t.TempDir(), t.TempDir()
	write := func(path, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	bots := league.Folder(folder).Bots()
	write(filepath.Join(bots, "aa", "zorg", "main.py"), source)
	write(filepath.Join(bots, "aa", "zorg", "arena.h"), "")
	write(filepath.Join(bots, "bb", "copy.py"), "# mine\n"+strings.ReplaceAll(source, "health", "power"))
	write(filepath.Join(bots, "cc", "gone.py"), source)
	write(filepath.Join(bots, "dd", "program"), "\x7fELF")
	write(filepath.Join(years, "lena", "bot.py"), source)
	write(filepath.Join(years, ".git", "bot.py"), source)
	entrant := func(name, typed, key string) store.Entrant {
		e := store.Entrant{Entrant: played.Entrant{Name: name, Typed: typed, Version: "1"}, Signer: key}
		if key != "" {
			e.Author = strings.TrimPrefix(key, "SHA256:")
		}
		return e
	}
	gone := entrant("gone", "cc/gone.py", "SHA256:ben")
	gone.Gone = new(int)
	l := &openLeague{League: &league.League{Folder: league.Folder(folder)}, typed: "tuesdays"}
	l.Entrants = []store.Entrant{
		entrant("zorg", "aa/zorg", "SHA256:anna"), entrant("copy", "bb/copy.py", "SHA256:eve"), gone,
		entrant("fast", "dd/program", ""), entrant("forged", "..", ""), entrant("all", ".", ""),
	}
	found := &likenesses{}
	require.NoError(t, found.readLeague(t.Context(), l, ""))
	require.Len(t, found.all, 3)
	s, out, told := quiet()
	found.compare(nil)
	found.Print(s)
	require.Regexp(t, `^bot   author  share  like  author  share  lines
(zorg|copy)  (anna|eve)    +\d+%  (zorg|copy)  (anna|eve)    +\d+%  (zorg/main|copy).py:\d+-\d+ = \S+.py:\d+-\d+
$`, out.String())
	require.Equal(t, "note: the league has no sources of fast\n"+
		"note: this is no verdict: look at the lines; people who were taught the same write alike\n", told.String())

	require.NoError(t, found.readFormer(t.Context(), s, years))
	require.Len(t, found.all, 4)
	found.compare(nil)
	all := found.JSON()
	require.Len(t, all.Pairs, 3)
	require.Equal(t, []string{"zorg/arena.h", "zorg/main.py"}, all.Bots[0].Files)
	require.Equal(t, written{Name: "lena", From: years, Files: []string{"bot.py"}}, all.Bots[3])
	first := all.Pairs[0]
	require.Equal(t, []int{0, 1}, []int{first.One, first.Other}, "all are the same, so the first are")
	require.InDelta(t, 1, first.Share, 0)
	require.NotZero(t, first.Passages[0].One.Last)

	given, err := givenBy(duel.Game, []string{filepath.Join(years, "lena")})
	require.NoError(t, err)
	found.compare(given)
	s, out, _ = quiet()
	found.Print(s)
	require.Equal(t, "3 bots compared: no two are alike by 25%\n", out.String())
	require.Empty(t, found.JSON().Pairs)
	require.NotNil(t, found.JSON().Pairs)

	l.Entrants[3].Program = [32]byte{1}
	kept, is := l.Folder.SourceOf(l.Entrants[3])
	require.False(t, is)
	write(filepath.Join(kept, "fast.go"), "package main\n")
	compiled := &likenesses{}
	require.NoError(t, compiled.readLeague(t.Context(), l, ""))
	require.Equal(t, []string{"fast.go"}, compiled.JSON().Bots[2].Files, "of a compiled bot those that are kept")

	found.programs = append(found.programs, make([]similarity.Program, mostPrograms-len(found.programs))...)
	err = found.add(written{Name: "one more"}, "x", filepath.Join(years, "lena"))
	require.ErrorContains(t, err, "one more: more than 2000 bots can't be compared")
	require.NotEmpty(t, hint.Of(err))
	require.ErrorContains(t, (&likenesses{}).readFormer(t.Context(), s, filepath.Join(years, "nothing")), "nothing: ")
}
