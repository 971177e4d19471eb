package join

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/enginetest/duel"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/process/sandbox"

	"github.com/botarena/arena/internal/cli/shell"
)

func TestInvitationsThatAreNone(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("empty", []byte(" \n\n"), 0o600))
	require.NoError(t, os.WriteFile("long", []byte(strings.Repeat("\n", mostInvitation)+"arena://"), 0o600))
	const organiser = "the organiser gets one from arena league invite"
	for typed, want := range map[string][2]string{
		"none": {
			"none: neither an invitation nor a file with one",
			"an invitation is arena://…, in quotes, or the name of a file with it",
		},
		".": {
			".: neither an invitation nor a file with one",
			"an invitation is arena://…, in quotes, or the name of a file with it",
		},
		"empty": {"empty: there is no invitation in it", organiser},
		"long":  {"long: there is no invitation in it", organiser},
		"-":     {"-: there is no invitation in it", organiser},
	} {
		_, err := readInvitation(typed, strings.NewReader(""))
		require.EqualError(t, err, want[0])
		require.ErrorAs(t, err, new(*shell.UsageError))
		require.Equal(t, want[1], hint.Of(err))
	}
}

// TestAnInvitationInAFileOfWindows: PowerShell writes UTF-16 with a mark.
func TestAnInvitationInAFileOfWindows(t *testing.T) {
	t.Chdir(t.TempDir())
	ben, err := members.Folder(t.TempDir()).Invite("ben", "league.example.org:4222")
	require.NoError(t, err)
	line := ben.String() + "\r\n"
	wide := "\xff\xfe" + strings.Join(strings.Split(line, ""), "\x00") + "\x00"
	for _, saved := range []string{line, "\ufeff" + line, wide} {
		require.NoError(t, os.WriteFile("ben.txt", []byte(saved), 0o600))
		for _, typed := range []string{"ben.txt", "-"} {
			read, err := readInvitation(typed, strings.NewReader(saved))
			require.NoError(t, err, "%q", saved)
			require.Equal(t, strings.TrimSpace(line), read.String())
		}
	}
}

func TestAWorkerHasNotMoreThanItsSlots(t *testing.T) {
	s := shell.New(engine.NewGames(duel.Game), io.Discard, io.Discard)
	for _, jobs := range []int{-1, 100_000} {
		err := (&joinOptions{jobs: jobs}).run(t.Context(), s, strings.NewReader(""))
		require.ErrorAs(t, err, new(*shell.UsageError))
		require.ErrorContains(t, err, "--jobs: ")
	}
}

func TestWhatAWorkerPlays(t *testing.T) {
	o := &joinOptions{}
	o.from.Level = sandbox.Standard
	require.Equal(t, "programs of strangers, in the sandbox standard or strict", o.Plays([]string{"standard", "strict"}))
	o.from.Level = sandbox.None
	require.Equal(t, "only those .wasm files of strangers that a league lets play without a sandbox", o.Plays(nil))
}
