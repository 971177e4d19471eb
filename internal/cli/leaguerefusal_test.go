package cli

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/games"
	"github.com/botarena/arena/internal/bots"
	"github.com/botarena/arena/internal/league"
)

// TestAuthorsDoNotLearnWhereTheLeagueIs, whatever names a file there.
func TestAuthorsDoNotLearnWhereTheLeagueIs(t *testing.T) {
	const wire = "0123456789abcdef0123456789abcdef.bot"
	home := t.TempDir()
	for name, folder := range map[string]string{
		"absolute": filepath.Join(home, "my league (1)"), "relative": "tuesdays", "dotted": "./tuesdays/../tuesdays",
	} {
		l := &openLeague{folder: league.Folder(folder)}
		inbox, whole := filepath.Join(folder, "inbox"), absolute(folder)
		at := func(elements ...string) string { return filepath.Join(append([]string{whole}, elements...)...) }
		for _, test := range []struct {
			file         string
			why          error
			reason, hint string
		}{
			{"zorg.bot", errors.New(filepath.Join(inbox, "zorg.bot") + ": damaged"), "damaged", ""},
			{wire, errors.New(filepath.Join(inbox, wire) + ": damaged"), "damaged", ""},
			{
				wire, &bots.Error{Typed: filepath.Join(inbox, wire), Reason: "not a bot", Fix: "to see it by hand: arena check " + filepath.Join(inbox, wire)},
				"not a bot", "to see it by hand: arena check FILE",
			},
			{
				"zorg.bot", &bots.Error{Typed: at("packages", ".new-1", "unpacked", "zorg"), Reason: "can't be started", Fix: "chmod +x '" + at("packages", ".new-1", "zorg.sh") + "'"},
				"zorg: can't be started", "chmod +x 'zorg.sh'",
			},
			{"zorg.bot", errors.New("open " + at("bots", "12ab", "zorg") + ": no such file, " + filepath.Join(folder, "incoming", "x") + " neither"), "open zorg: no such file, x neither", ""},
		} {
			told := l.refusal(filepath.Join(inbox, test.file), test.why)
			require.Equal(t, refusal{test.reason, test.hint}, told, name)
			require.NotContains(t, told.text(), filepath.Base(whole))
			require.NotContains(t, told.text(), home)
		}
	}
}

// TestInterruptedInTheStore tells which signal it was, and nothing of contexts.
func TestInterruptedInTheStore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "tuesdays")
	arena(t, "league", "new", folder, "orkisland", "--sandbox", "none")
	ctx, interrupt := context.WithCancelCause(t.Context())
	interrupt(errors.New("interrupt signal received"))
	var out, errs bytes.Buffer
	require.Equal(t, 1, run(ctx, games.All(), []string{"league", "show", folder}, &out, &errs))
	require.Equal(t, "interrupt signal received\n", errs.String())
}
