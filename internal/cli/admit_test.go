//go:build unix

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/games"
)

// typing runs the arena in a terminal. It types an answer when it is asked, and returns all
// that was shown.
func typing(t *testing.T, folder, question, answer string, args ...string) (string, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "arena", args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "XDG_CONFIG_HOME="+folder, "HOME="+folder, "SSH_AUTH_SOCK=")
	at, err := pty.Start(command)
	require.NoError(t, err)
	defer at.Close() //nolint:errcheck // of a test
	var shown bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		some := make([]byte, 1024)
		asked := false
		for {
			n, err := at.Read(some)
			shown.Write(some[:n])
			if !asked && strings.Contains(shown.String(), question) {
				asked = true
				time.AfterFunc(100*time.Millisecond, func() { _, _ = at.WriteString(answer) })
			}
			if err != nil {
				return
			}
		}
	}()
	err = command.Wait()
	<-read
	return shown.String(), err
}

func TestTheTerminalIsAskedOnce(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "idle.sh"), []byte(idleBot), 0o600))
	tier.Needs(t, "sh")
	_, err := typing(t, folder, "?", "", "bot", "pack", "idle.sh", "--unsigned")
	require.NoError(t, err)
	play := []string{
		"play", "orkisland", "idle.bot", "idle.bot", "idle.bot", "idle.bot", "--set", "nb_rounds=1", "-o",
		"none", "--wall", "1m",
	}
	const question = "Trust it from now on? [y/N] "
	for _, answer := range []string{"\n", "n\n", "yessir\n", "\x03"} {
		shown, err := typing(t, folder, question, answer, play...)
		require.Error(t, err, "%q", answer)
		require.Contains(t, shown, "not signed, so nobody knows who made it")
		require.Equal(t, 1, strings.Count(shown, question))
		require.NoFileExists(t, filepath.Join(folder, "arena", "known_bots"))
	}
	shown, err := typing(t, folder, question, "y\n", play...)
	require.NoError(t, err, shown)
	require.Contains(t, shown, question)
	require.Contains(t, shown, "it is confined like every bot")
	shown, err = typing(t, folder, question, "", play...)
	require.NoError(t, err, shown)
	require.NotContains(t, shown, question)
}

func TestThePassphraseIsAskedAndNotShown(t *testing.T) {
	tier.Needs(t, "ssh-keygen")
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "idle.sh"), []byte(idleBot), 0o600))
	key := filepath.Join(folder, "key")
	said, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "open sesame", "-f", key).CombinedOutput()
	require.NoError(t, err, string(said))
	pack := []string{"bot", "pack", "idle.sh", "--key", "key"}
	shown, err := typing(t, folder, "passphrase of key: ", "open says\x7f\x7fsame\r", pack...)
	require.Error(t, err, "one letter is wrong")
	require.Contains(t, shown, "key: this is not its passphrase")
	_, err = typing(t, folder, "passphrase of key: ", "\x03", pack...)
	require.Error(t, err)
	shown, err = typing(t, folder, "passphrase of key: ", "open sesamx\x7fe\r", pack...)
	require.NoError(t, err, shown)
	require.NotContains(t, shown, "sesam")
	require.Contains(t, shown, "signed by SHA256:")
}

func TestTheTerminalIsToldWhatToTypeNext(t *testing.T) {
	shown, err := typing(t, t.TempDir(), "never asked", "")
	require.NoError(t, err)
	require.Equal(t, firstSteps(games.All()), strings.ReplaceAll(shown, "\r\n", "\n"))
	var help bytes.Buffer
	none := []string{} // nil are those of this process
	require.Zero(t, run(t.Context(), games.All(), none, &help, &help), "and a pipe gets the help")
	require.Contains(t, help.String(), "\nMachine:\n")
}
