//go:build linux && (amd64 || arm64)

package container

import (
	"archive/tar"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// daemon is a Docker daemon of the test's own, with one image.
type daemon struct {
	socket  string
	log     *bytes.Buffer
	mounts  []string // options: programs of the host's, and folders of the test's
	profile string   // the path of the file that arena doctor seccomp prints
}

const image = "arena:test"

// startDaemon starts a daemon, or skips the test where none can be. CI has none: it runs in a
// container itself, where no daemon starts.
func startDaemon(t *testing.T) *daemon {
	t.Helper()
	tier.Long(t, "plays in many containers")
	if os.Geteuid() != 0 {
		t.Skip("only root can start a Docker daemon")
	}
	for _, name := range []string{"dockerd", "docker"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	dir := testkit.ShortDir(t)
	d := &daemon{socket: filepath.Join(dir, "docker.sock"), log: new(bytes.Buffer)}
	c := exec.Command("dockerd", "--iptables=false", "--bridge=none", "--storage-driver", "vfs", //nolint:gosec,noctx // our own folder; it ends below
		"--data-root", filepath.Join(dir, "data"), "--exec-root", filepath.Join(dir, "exec"),
		"--pidfile", filepath.Join(dir, "pid"), "-H", "unix://"+d.socket)
	c.Stdout, c.Stderr = d.log, d.log
	c.WaitDelay = 10 * time.Second
	require.NoError(t, c.Start())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
	})
	testkit.Await(t, "an answer of the daemon", func() bool {
		select {
		case <-ended:
			lines := strings.Split(strings.TrimSpace(d.log.String()), "\n")
			t.Skip("no Docker daemon starts here: " + lines[len(lines)-1])
		default:
		}
		_, err := d.docker(t, "version")
		return err == nil
	})
	return d
}

// docker runs a command of Docker's, and returns what it printed.
func (d *daemon) docker(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return d.fed(t, nil, args...)
}

func (d *daemon) fed(t *testing.T, input []byte, args ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "docker", append([]string{"-H", "unix://" + d.socket}, args...)...) //nolint:gosec // the test's own words
	c.Stdin = bytes.NewReader(input)
	c.WaitDelay = time.Second
	output, err := c.CombinedOutput()
	return string(output), err
}

// makeImage makes an image of folders alone: programs come from the host.
func (d *daemon) makeImage(t *testing.T) {
	t.Helper()
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	for _, name := range []string{"dev", "etc", "proc", "root", "sys", "tmp", "usr", "bin", "lib", "lib64"} {
		mode := int64(0o755)
		if name == "tmp" {
			mode = 0o1777
		}
		require.NoError(t, w.WriteHeader(&tar.Header{Name: name + "/", Typeflag: tar.TypeDir, Mode: mode}))
	}
	require.NoError(t, w.Close())
	output, err := d.fed(t, archive.Bytes(), "import", "-", image)
	require.NoError(t, err, output)
	for _, folder := range []string{"/usr", "/bin", "/lib", "/lib64", "/etc/alternatives"} {
		if real, err := filepath.EvalSymlinks(folder); err == nil {
			d.mounts = append(d.mounts, "-v", real+":"+folder+":ro")
		}
	}
}

// run runs a line of the shell in a container with these options.
func (d *daemon) run(t *testing.T, options []string, line string) (string, error) {
	t.Helper()
	args := append(
		[]string{"run", "--rm", "--net", "none", "-w", "/tmp", "-e", "HOME=/nowhere", "-e", "PATH=/usr/bin:/bin"},
		d.mounts...)
	return d.docker(t, append(append(args, options...), image, "/bin/sh", "-c", line)...)
}
