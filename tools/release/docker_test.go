package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func unzip(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// dockerTime is how long one command may take on a busy machine.
const dockerTime = 2 * time.Minute

// startDocker starts a daemon with all its files in a folder of the test, without a network, and returns how its
// client is run. Where there is none, or it can't run, the test is skipped: nothing installs it for tests.
func startDocker(t *testing.T) func(args ...string) *exec.Cmd {
	t.Helper()
	for _, program := range []string{"dockerd", "docker"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("there is no ", program)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("not root: no daemon of Docker can be started")
	}
	folder, err := os.MkdirTemp("", "docker") //nolint:usetesting // short, as a socket is in it
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	in := func(name string) string { return filepath.Join(folder, name) }
	said, err := os.Create(in("log"))
	require.NoError(t, err)
	daemon := exec.Command("dockerd", "--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=vfs",
		"--data-root", in("data"), "--exec-root", in("exec"), "--pidfile", in("pid"), "-H", "unix://"+in("sock"))
	daemon.Stdout, daemon.Stderr = said, said
	daemon.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(t, daemon.Start())
	ended := make(chan struct{})
	go func() { _ = daemon.Wait(); _ = said.Close(); close(ended) }()
	t.Cleanup(func() {
		_ = daemon.Process.Signal(syscall.SIGTERM) // it ends its children
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = syscall.Kill(-daemon.Process.Pid, syscall.SIGKILL)
			<-ended
		}
	})
	docker := func(args ...string) *exec.Cmd {
		ctx, stop := context.WithTimeout(context.Background(), dockerTime)
		t.Cleanup(stop)
		return exec.CommandContext(ctx, "docker", append([]string{"-H", "unix://" + in("sock")}, args...)...)
	}
	for end := time.Now().Add(30 * time.Second); docker("version").Run() != nil; time.Sleep(200 * time.Millisecond) {
		select {
		case <-ended:
		default:
			if time.Now().Before(end) {
				continue
			}
		}
		log, _ := os.ReadFile(in("log"))
		t.Skipf("no daemon of Docker runs here: %s", log[max(0, len(log)-500):])
	}
	return docker
}

// checkDocker loads the image into Docker and plays in it, as users do.
func checkDocker(t *testing.T, archive string) {
	docker := startDocker(t)
	run := func(args ...string) string {
		t.Helper()
		text, err := docker(args...).CombinedOutput()
		require.NoError(t, err, "%q: %s", args, text)
		return string(text)
	}
	tag := "arena:" + is.number() + "-amd64"
	require.Contains(t, run("load", "-i", archive), tag)
	safe := []string{
		"--rm", "--network=none", "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL",
		"--security-opt=no-new-privileges", "-v", "leagues:/data",
	}
	arena := func(args ...string) string {
		return run(append(append(append([]string{"run"}, safe...), tag), args...)...)
	}
	requireArena(t, arena("version"))
	told := arena("doctor")
	for _, layer := range []string{"Landlock", "system call filter"} {
		require.Regexp(t, `(?m)^  on   `+layer+` `, told)
	}
	require.Contains(
		t, arena("play", "orkisland", "/bots/demo.wasm", "/bots/null.wasm", "/bots/null.wasm", "/bots/null.wasm", "-s", "30"),
		"19684")

	arena("league", "new", "orkisland", "tuesdays", "--set", "nb_rounds=5")
	arena("league", "add", "tuesdays", "/bots/demo.wasm", "/bots/null.wasm")
	arena("league", "add", "tuesdays", "--name", "again", "/bots/demo.wasm")
	serve := append(append([]string{"run", "-d", "--name=league"}, safe[1:]...), tag)
	run(append(serve, "league", "serve", "tuesdays", "-j", "1")...)
	healthy := func() bool {
		return docker("exec", "league", "/usr/bin/arena", "league", "health", "tuesdays").Run() == nil
	}
	require.Eventually(t, healthy, time.Minute, 500*time.Millisecond, "%s", strings.TrimSpace(run("logs", "league")))
	begun := time.Now()
	run("stop", "--time=30", "league")
	require.Less(t, time.Since(begun), 20*time.Second)
	require.Equal(t, "0\n", run("inspect", "--format={{.State.ExitCode}}", "league"))
	require.Contains(t, run("logs", "league"), "tuesdays: ")
	run("rm", "league")
}
