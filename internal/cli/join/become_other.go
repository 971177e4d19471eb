//go:build !unix

package join

import (
	"context"
	"os"
	"os/exec"
)

// become runs another program and ends as it does. Ctrl-C goes to both: this one only waits.
func become(ctx context.Context, path string, args []string) error {
	c := exec.CommandContext(context.WithoutCancel(ctx), path, args[1:]...) //nolint:gosec // it was installed as arena-league
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := c.Run()
	if c.ProcessState != nil {
		os.Exit(c.ProcessState.ExitCode())
	}
	return err
}
