package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/botarena/arena/sdk"
)

// source is what a release is made of.
type source struct {
	folder  string
	version string    // with "v"
	tagged  bool      // the version is a tag of the commit, and nothing was changed since
	commit  time.Time // the time of all files
}

// number returns the version without its "v", as names of files have it.
func (s source) number() string { return strings.TrimPrefix(s.version, "v") }

// versionForm is that of Go's versions, without what follows a plus sign: no tag has it.
var versionForm = regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)

// readSource checks that a release is made of the committed and tagged files, so that others
// can make the same one.
func readSource(ctx context.Context, o options) (source, error) {
	s := source{version: o.version, tagged: !o.untagged}
	if !versionForm.MatchString(o.version) {
		return s, misused("versions look like v0.6.0 or v0.6.0-rc.1", "%q: is no version", o.version)
	}
	var err error
	if s.folder, err = filepath.Abs(o.repo); err != nil {
		return s, err
	}
	if s.commit, err = commitTime(ctx, s.folder); err != nil {
		return s, err
	}
	if s.tagged {
		err = checkTagged(ctx, s)
	}
	return s, err
}

func commitTime(ctx context.Context, folder string) (time.Time, error) {
	text, err := git(ctx, folder, "log", "-1", "--format=%cI")
	if err != nil {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, text)
	return at.UTC(), err
}

func checkTagged(ctx context.Context, s source) error {
	changed, err := git(ctx, s.folder, "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return refused("commit them, or build for a try with --untagged", "files are not committed:\n%s", changed)
	}
	tags, err := git(ctx, s.folder, "tag", "--points-at", "HEAD")
	if err != nil {
		return err
	}
	if !strings.Contains("\n"+tags+"\n", "\n"+s.version+"\n") {
		return refused("git checkout "+s.version+", or give the tag to this commit: git tag "+s.version,
			"%s: is no tag of this commit", s.version)
	}
	if s.number() != sdk.Version {
		return refused("set Version in sdk/serve.go, commit, and move the tag", "%s: the SDK says that it is version %s",
			s.version, sdk.Version)
	}
	return nil
}

func git(ctx context.Context, folder string, args ...string) (string, error) {
	return output(exec.CommandContext(ctx, "git", append([]string{"-C", folder}, args...)...))
}

// output runs a command and returns what it printed, or what it said when it failed.
func output(command *exec.Cmd) (string, error) {
	var said bytes.Buffer
	command.Stderr = &said
	command.WaitDelay = time.Second // a killed Go command may leave compilers running
	text, err := command.Output()
	if err == nil {
		return strings.TrimSpace(string(text)), nil
	}
	name := filepath.Base(command.Path)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && said.Len() > 0 {
		return "", fmt.Errorf("%s: %s", name, strings.TrimSpace(said.String()))
	}
	return "", fmt.Errorf("%s: %w", name, err)
}
