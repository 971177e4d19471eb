package members_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

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

func TestWhatOthersCanReachIsAnAddressOfThisMachine(t *testing.T) {
	for _, said := range []string{"10.0.0.1:4222", "example.org:4222", "[::1]:4222", "nonsense"} {
		require.Equal(t, said, members.Reachable(said))
	}
	for _, all := range []string{":4222", "0.0.0.0:4222", "[::]:4222"} {
		require.NotEqual(t, all, members.Reachable(all))
		require.Regexp(t, `:4222$`, members.Reachable(all))
	}
}

// TestARevokedKeyStaysSo in the process that has revoked it, whatever the file says then.
func TestARevokedKeyStaysSo(t *testing.T) {
	folder := t.TempDir()
	list, err := members.Load(folder)
	require.NoError(t, err)
	invite := func(name string) string {
		i, err := list.Invite(members.Member{Name: name}, "127.0.0.1:1", members.Identity{}, time.Now())
		require.NoError(t, err)
		return i.ID()
	}
	anna, borg := invite("anna"), invite("borg")
	file := filepath.Join(folder, "workers.json")
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	counted, err := list.Revoke(anna, "cheated")
	require.NoError(t, err)
	require.True(t, counted)
	require.NoError(t, os.WriteFile(file, before, 0o600))
	require.NoError(t, os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)))
	member, counts := list.Find(anna)
	require.False(t, counts)
	require.Equal(t, "cheated", member.Revoked)
	require.True(t, list.Admits(borg))
}
