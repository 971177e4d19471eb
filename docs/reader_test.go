//go:build linux

package docs_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shell is a bash to which a reader types.
type shell struct {
	in  io.WriteCloser
	out *bufio.Reader
}

// endOfLine begins the line that is printed when what was typed has ended.
const endOfLine = "@@ what was typed has ended with "

// openShell starts one in a folder. It ends with the context, or with the test.
func openShell(t *testing.T, ctx context.Context, folder string, environment []string) *shell {
	t.Helper()
	bash := exec.CommandContext(ctx, "bash", "--norc", "--noprofile")
	bash.Dir, bash.Env = folder, environment
	in, err := bash.StdinPipe()
	require.NoError(t, err)
	out, err := bash.StdoutPipe()
	require.NoError(t, err)
	bash.Stderr = bash.Stdout
	bash.Cancel = func() error { return errors.Join(bash.Process.Kill(), out.Close()) } // what it started may go on
	require.NoError(t, bash.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = bash.Wait() // what failed was said where it was typed
	})
	s := &shell{in, bufio.NewReader(out)}
	_, code, err := s.typed(prelude)
	require.NoError(t, err)
	require.Zero(t, code)
	return s
}

// typed types a line. It returns what is printed, on both outputs, and the exit code.
func (s *shell) typed(line string) (printed string, code int, err error) {
	// With eval, a quote that has no end is an error, and bash does not wait for one.
	quoted := strings.ReplaceAll(line, "'", `'\''`)
	if _, err := fmt.Fprintf(s.in, "eval '%s' </dev/null\nset -- $?; echo; echo \"%s$1\"\n", quoted,
		endOfLine); err != nil {
		return "", 0, err
	}
	var all strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			return all.String(), 0, fmt.Errorf("bash has ended: %w\n%s", err, all.String())
		}
		if said, ok := strings.CutPrefix(line, endOfLine); ok {
			code, err := strconv.Atoi(strings.TrimSpace(said))
			return all.String(), code, err
		}
		all.WriteString(line)
	}
}

// folder returns where the shell is.
func (s *shell) folder() (string, error) {
	printed, _, err := s.typed("pwd")
	return strings.TrimSpace(printed), err
}

// pythonsBot is in each line that needs Python.
var pythonsBot = regexp.MustCompile(`\bviper\b`)

// reader reads pages, one after another, and does what they show.
type reader struct {
	shell   *shell
	python  *shell // where Python is installed
	used    map[*replacement]bool
	ends    []string // the programs with which the steps of a page end
	program string   // the file of the bot that a page makes, or empty
	failed  []string
}

// do does one thing, and notes what fails.
func (r *reader) do(t *testing.T, page string, a act) {
	t.Helper()
	if a.pasted != nil {
		if err := r.paste(*a.pasted); err != nil {
			r.fail(page, a, err.Error())
		}
		return
	}
	line, changed := r.replaced(a.typed)
	shell := r.shell
	if pythonsBot.MatchString(line) {
		shell = r.python
	}
	printed, code, err := shell.typed(line)
	require.NoError(t, err, "%s:%d: %s", page, a.line, a.typed)
	if code != 0 {
		r.fail(page, a, fmt.Sprintf("%s\nended with %d:\n%s", a.typed, code, lastLines(printed)))
		return
	}
	exact := strings.Contains(a.typed+" ", " -s ") && !changed
	if lines := missing(a.shown, printed, exact); len(lines) > 0 && !changed {
		r.fail(page, a, fmt.Sprintf("%s\ndid not print\n%s\nbut\n%s", a.typed, strings.Join(lines, "\n"), lastLines(printed)))
	}
}

func (r *reader) fail(page string, a act, what string) {
	r.failed = append(r.failed, fmt.Sprintf("%s:%d: %s", page, a.line, strings.ReplaceAll(what, "\n", "\n    ")))
}

// lastLines are enough to see what went wrong.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// replaced returns what is typed in place of a line, and whether it prints something else.
func (r *reader) replaced(line string) (instead string, changed bool) {
	for i := range replacements {
		if p := &replacements[i]; p.typed.MatchString(line) {
			r.used[p] = true
			line, changed = p.typed.ReplaceAllString(line, p.instead), changed || !p.same
		}
	}
	return line, changed
}

// paste saves a program where the page says, or changes that of the page's bot.
func (r *reader) paste(b block) error {
	folder, err := r.shell.folder()
	if err != nil {
		return err
	}
	if name := fileOf(b); name != "" {
		return os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(b.text()), 0o600)
	}
	if b.language != "go" || r.program == "" {
		return nil // to look at
	}
	file := filepath.Join(folder, r.program)
	before, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	after, err := paste(string(before), b.text(), r.ends)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(after), 0o600)
}
