package league

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/admission"

	"github.com/botarena/arena/internal/cli/shell"
)

// TestEachReaderOfARefusalHasWordsOfTheirOwn: the organiser, who serves the league, is told all.
func TestEachReaderOfARefusalHasWordsOfTheirOwn(t *testing.T) {
	const wire = "0123456789abcdef0123456789abcdef.bot"
	refused := &admission.Refusal{
		Reason: admission.Failed, Culprit: "zorg.bot", What: "rounds", Why: "said \x1b[31mred", Fix: "arena check zorg.bot",
	}
	trouble := &fs.PathError{Op: "open", Path: "/home/anna/league.db", Err: errors.New("no room")}
	for name, test := range map[string]struct {
		file            string
		by              admission.Bringer
		why             error
		organiser, text string
	}{
		"by the inbox": {
			"zorg.bot", admission.ByInbox, refused,
			"zorg.bot: refused: rounds: said red\n", "rounds: said red\nhint: arena check zorg.bot\n",
		},
		"by wire": {
			wire, admission.ByWire, refused,
			"submission 01234567: refused: rounds: said red\n", "rounds: said red\nhint: arena check zorg.bot\n",
		},
		"a twin, whose name is for the organiser": {
			wire, admission.ByWire, &admission.Refusal{Reason: admission.Twin, Why: "it plays already", First: "zorg"},
			"submission 01234567: refused: it plays already (zorg)\n", "it plays already\n",
		},
		"without a hint": {
			"x", admission.ByInbox, &admission.Refusal{Why: "it is a link", Reason: admission.Unfit},
			"x: refused: it is a link\n", "it is a link\n",
		},
		"trouble": {
			"x", admission.ByInbox, trouble,
			"warning: x: can't be looked at: open /home/anna/league.db: no room\n",
			"the league could not look at it, which is not the bot's fault\n" +
				"hint: ask the organiser of the league, who sees why\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			desk := admission.NewDesk(league.Folder(t.TempDir()))
			tell := &inboxTeller{s: &shell.Shell{Err: shell.NewScreen(&said)}, desk: desk, league: "tuesdays"}
			sub := admission.Submission{Typed: filepath.Join("l", "inbox", test.file), By: test.by}
			require.Equal(t, test.text, tell.Refuses(sub, test.why))
			require.Equal(t, test.organiser, said.String())
		})
	}
}

// TestTheOrganiserIsToldWhatToType about a name.
func TestTheOrganiserIsToldWhatToType(t *testing.T) {
	held := &admission.Refusal{Reason: admission.Held, Culprit: "z.bot", What: "zorg", Why: "the name is held", Fix: "x"}
	err := notAdmitted(held)
	require.EqualError(t, err, "z.bot: zorg: the name is held")
	require.Contains(t, hint.Of(err), "--rekey gives the name")

	bad := &admission.Refusal{
		Reason: admission.BadName, Culprit: "z.bot", What: "too long", Why: "is longer",
		Fix: "--name takes up to 12 characters",
	}
	err = notAdmitted(bad)
	require.EqualError(t, err, "too long: is longer")
	usage := new(shell.UsageError)
	require.ErrorAs(t, err, &usage)
	require.Equal(t, bad.Fix, hint.Of(err))

	failed := &admission.Refusal{
		Reason: admission.Failed, Culprit: "z.bot", What: "rounds", Why: "is frozen",
		Fix: "think less",
	}
	require.EqualError(t, notAdmitted(failed), "z.bot: rounds: is frozen")
	require.Equal(t, "think less", hint.Of(notAdmitted(failed)))
}

// TestTheVersionOfAPackageIsTold: that of another bot is what the bot itself says.
func TestTheVersionOfAPackageIsTold(t *testing.T) {
	require.EqualValues(t, "zorg 1.2", title(store.Entrant{
		Entrant: played.Entrant{Name: "zorg", Version: "1.2"}, Package: [32]byte{1},
	}))
	require.EqualValues(t, "zorg", title(store.Entrant{Entrant: played.Entrant{Name: "zorg", Version: "1.2"}}))
	require.EqualValues(t, "zorg", title(store.Entrant{Entrant: played.Entrant{Name: "zorg"}, Package: [32]byte{1}}))
}
