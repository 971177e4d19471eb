//go:build linux && (amd64 || arm64)

package compiler_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
	"github.com/botarena/arena/internal/process/compiler"
	"github.com/botarena/arena/internal/process/sandbox"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

// script is a job of a shell, as a compiler can be led to start anything. The source is a folder beside which another
// author's lies.
func script(t *testing.T, text string) compiler.Job {
	t.Helper()
	confined, err := sandbox.New(sandbox.Standard)
	if err != nil || !confined.Builds() {
		tier.Lacks(t, sandbox.ErrNoBuilds)
	}
	inbox := t.TempDir()
	for _, author := range []string{"anna", "ben"} {
		require.NoError(t, os.Mkdir(filepath.Join(inbox, author), 0o755)) //nolint:gosec // confined, it is another user's
		path := filepath.Join(inbox, author, "main.cc")
		require.NoError(t, os.WriteFile(path, []byte("of "+author), 0o644)) //nolint:gosec // likewise
	}
	source := filepath.Join(inbox, "anna")
	return compiler.Job{
		Sandbox: confined, Source: source, Starts: true,
		Args: []string{"/bin/sh", "-c", text, source, filepath.Join(inbox, "ben")},
	}
}

// refused runs a job that must fail, and returns what it said and why it was ended.
func refused(t *testing.T, j compiler.Job) *compiler.Error {
	t.Helper()
	err := j.Run(t.Context(), func(*os.Root) error { return nil })
	why := new(compiler.Error)
	require.ErrorAs(t, err, &why)
	return why
}

func TestAJobMakesAFileOfItsSource(t *testing.T) {
	made := ""
	err := script(t, `cat "$0/main.cc" > made && (echo from a child >> made)`).Run(t.Context(), func(home *os.Root) error {
		text, err := home.ReadFile("made")
		made = string(text)
		return err
	})
	require.NoError(t, err)
	require.Equal(t, "of annafrom a child\n", made)
}

// TestAJobReachesNothingElse: each line says what it could do that it may not.
func TestAJobReachesNothingElse(t *testing.T) {
	home, err := os.UserHomeDir()
	require.NoError(t, err)
	for name, text := range map[string]string{
		"the user's files":        `cat /etc/passwd || ls ` + home,
		"another author":          `cat "$1/main.cc" || ls "$1" || cat "$0/../ben/main.cc"`,
		"its own source":          `echo x > "$0/main.cc" || echo x > "$0/new"`,
		"the system":              `echo x > /usr/x || echo x > /x || echo x > /tmp/x`,
		"other processes":         `kill -9 2 || cat /proc/2/environ`,
		"a network":               `command -v bash >/dev/null && bash -c 'exec 3<>/dev/tcp/127.0.0.1/22' || ls /sys/class/net`,
		"what it has written":     `printf '#!/bin/sh\n' > new; chmod 755 new; ./new`,
		"what its author has":     `"$0/main.cc"`,
		"links":                   `ln -s /etc made || ln "$0/main.cc" made`,
		"a folder for everybody":  `ls /tmp || ls /var/tmp || ls /dev/shm`,
		"the environment":         `test -n "$ARENA_TEST_SECRET"`,
		"rights":                  `mount -t tmpfs x /box || mknod d b 1 1`,
		"the mounts of the world": `cat /proc/self/mountinfo | grep -q ` + home,
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("ARENA_TEST_SECRET", "secret")
			said := refused(t, script(t, "("+text+") && exit 0; exit 1")).Said
			require.NotContains(t, said, "of ben")
			require.NotContains(t, said, "root:")
		})
	}
}

// TestAJobIsBounded in what it takes of the machine.
func TestAJobIsBounded(t *testing.T) {
	tier.Needs(t, "head", "tail", "yes", "seq", "tr")
	defer compiler.Set(time.Minute, func(l *sandbox.Limits) {
		l.Memory, l.Disk, l.Files, l.Threads = 32<<20, 1<<20, 100, 32
	})()
	const fills = `(yes | tr -d '\n' | head -c 30000000; sleep 60) | tail > /dev/null & `
	for name, c := range map[string]struct{ text, want string }{
		"output":        {`yes`, "wrote more than 8 MiB"},
		"memory of one": {`yes | tr -d '\n' | tail`, "held |memory exhausted"},
		"memory of all": {strings.Repeat(fills, 4) + "wait", "held "},
		"a file":        {`yes | head -c 2000000 > made`, "File size limit exceeded"},
		"all files":     {`for i in 1 2 3; do yes | head -c 500000 > $i || exit 1; done`, "No space left"},
		"many files":    {`for i in $(seq 200); do : > $i || exit 1; done`, "No space left"},
		"processes":     {`for i in $(seq 100); do sleep 60 & done; sleep 60`, "Cannot fork|than 32 threads"},
		"a fork bomb":   {`f() { f | f; }; f`, "Cannot fork|than 32 threads"},
		"suicide":       {`kill -9 $$`, "was ended by a signal .killed."},
	} {
		t.Run(name, func(t *testing.T) {
			why := refused(t, script(t, c.text))
			require.Regexp(t, c.want, why.Why+"\n"+why.Said)
			require.LessOrEqual(t, len(why.Said), 64<<10)
		})
	}
}

func TestAJobEndsInTimeWithAllThatItStarted(t *testing.T) {
	defer compiler.Set(time.Second, func(*sandbox.Limits) {})()
	require.Equal(t, "was not done after 1s", refused(t, script(t, `sleep 1000 & sleep 1000`)).Why)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, script(t, `sleep 1000`).Run(ctx, nil), context.Canceled)
}

// TestAJobLeavesNobodyBehind: the test's own end looks for processes, too.
func TestAJobLeavesNobodyBehind(t *testing.T) {
	require.NoError(t, script(t, `(sleep 1000 &) ; exit 0`).Run(t.Context(), func(*os.Root) error { return nil }))
}

// TestWhatAJobSaysIsText, whatever it writes.
func TestWhatAJobSaysIsText(t *testing.T) {
	why := refused(t, script(t, `printf 'red \033[31m and \007 \377 bytes\n'; exit 1`))
	require.Equal(t, "red  and  ? bytes\n", why.Said)
}

// TestABuildScriptMayStartWhatItMade, if the job says so, and is confined as before.
func TestABuildScriptMayStartWhatItMade(t *testing.T) {
	j := script(t, `cp "$(command -v cat)" own && ./own "$0/main.cc" > made && ! ./own /etc/passwd`)
	require.NotEmpty(t, refused(t, j).Said)
	j.Executes = true
	require.NoError(t, j.Run(t.Context(), func(home *os.Root) error {
		text, err := home.ReadFile("made")
		require.Equal(t, "of anna", strings.TrimSpace(string(text)))
		return err
	}))
}
