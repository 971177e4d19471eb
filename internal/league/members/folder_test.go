package members_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/members"
)

// TestManyInviteAtTheSameTime, and no invitation is lost.
func TestManyInviteAtTheSameTime(t *testing.T) {
	t.Parallel()
	folder := members.Folder(t.TempDir())
	var all sync.WaitGroup
	for number := range 20 {
		all.Go(func() {
			_, err := folder.Invite(fmt.Sprint(number), "127.0.0.1:1")
			require.NoError(t, err) //nolint:testifylint // it ends this goroutine only, which is what is wanted
		})
	}
	all.Wait()
	members, err := folder.Members()
	require.NoError(t, err)
	require.Len(t, members, 20)
}

// TestInvitationsComeOutOfMails, with what these do to a long line.
func TestInvitationsComeOutOfMails(t *testing.T) {
	anna, err := members.Folder(t.TempDir()).Invite("anna", "arena.example.org:4222")
	require.NoError(t, err)
	line := anna.String()
	for name, text := range map[string]string{
		"whole": line, "with a line end of Windows": "\r\n" + line + "\r\n", "broken": line[:70] + "\n" + line[70:],
		"broken in the scheme": line[:3] + "\n" + line[3:], "indented": line[:40] + "\n      " + line[40:],
		"in quotes": `"` + line + `"`, "in those of a typesetter": "„" + line + "“",
		"quoted":            "> " + line[:50] + "\n> " + line[50:],
		"in angle brackets": "<" + line + ">", "behind a greeting": "Hi Anna,\n\n" + line,
	} {
		read, err := members.ParseInvitation(text)
		require.NoError(t, err, name)
		require.Equal(t, line, read.String(), name)
	}
	for name, text := range map[string]string{
		"nothing": "", "cut": line[:len(line)-1], "two": line + "\n" + line, "more behind it": line + "\nSee you, Bert",
		"another scheme": "https" + line[5:],
	} {
		_, err := members.ParseInvitation(text)
		require.Error(t, err, name)
		hinted := new(hint.HintedError)
		require.ErrorAs(t, err, &hinted, name)
		require.NotEmpty(t, hinted.Hint(), name)
	}
}

func TestNobodyIsInvitedToNoAddress(t *testing.T) {
	for _, address := range []string{"nohost", "host:", "a b\n:22", "a/b:22", "a#b:22", "user@host:22", "\x1b[31m:22"} {
		_, err := members.Folder(t.TempDir()).Invite("anna", address)
		require.ErrorContains(t, err, "is not a host and port", address)
	}
}
