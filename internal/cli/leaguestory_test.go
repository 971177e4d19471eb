//go:build unix

package cli

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

// TestLeagueStory types what Anna and Ben type in docs/league.md, on two machines that are two homes
// and a port, and compares what is printed with what is told there.
func TestLeagueStory(t *testing.T) {
	tier.Long(t, "holds a league")
	t.Parallel()
	tier.Needs(t, "go", "python3", "ssh-keygen", "sh")
	text, err := os.ReadFile("../../docs/league.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(text), "\n## From nothing to a table\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	s := newStory(t)
	told := toldIn(section)
	require.Len(t, told, 13)
	for _, one := range told {
		s.tell(one)
	}
	require.Empty(t, s.running, "the story tells how everything ends")
}

// TestCourse types what docs/course.md tells, in which a course ends before its deadline comes.
func TestCourse(t *testing.T) {
	tier.Long(t, "holds a course")
	t.Parallel()
	tier.Needs(t, "go", "python3", "ssh-keygen", "sh")
	text, err := os.ReadFile("../../docs/course.md")
	require.NoError(t, err)
	s := newStory(t)
	for _, one := range toldIn(string(text)) {
		if strings.HasPrefix(one.typed, "arena league rejudge ") || strings.HasPrefix(one.typed, "arena league final ") {
			s.awaitMatches("course")
		}
		s.tell(one)
	}
	require.Empty(t, s.running, "it tells how everything ends")
	grades, err := os.ReadFile(filepath.Join(s.home, "anna", "grades.csv"))
	require.NoError(t, err)
	require.Equal(t, 5, bytes.Count(grades, []byte("\n")), "of four bots\n%s", grades)
	require.Regexp(t, `(?m)^[1-4],,,Ben,SHA256:\S+,zorg,1\.0\.0,`, string(grades))
}

// awaitMatches waits until a league of Anna's has played some matches.
func (s *toldStory) awaitMatches(league string) {
	s.t.Helper()
	testkit.Await(s.t, "matches of "+league, func() bool {
		at := s.start(toldLines{who: "anna", typed: "arena league show " + league + " --csv"})
		s.requireEnds(at)
		return strings.Count(at.text(), "\n") > 20
	})
}

// toldLines is what somebody typed, and what was printed then.
type toldLines struct {
	who     string // anna or ben; "" if nobody typed anything
	typed   string // a command, ^C, or ""
	printed []string
}

var prompt = regexp.MustCompile(`^(anna|ben)\$ (.*)$`)

// toldIn returns what the indented blocks of a text tell.
func toldIn(text string) (all []toldLines) {
	before := false // the line before belongs to the same block
	for line := range strings.Lines(text) {
		line, inBlock := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    ")
		typed := prompt.FindStringSubmatch(line)
		switch {
		case !inBlock:
		case typed != nil:
			all = append(all, toldLines{who: typed[1], typed: typed[2]})
		case line == "^C":
			all = append(all, toldLines{typed: line})
		case !before:
			all = append(all, toldLines{printed: []string{line}})
		default:
			last := &all[len(all)-1]
			last.printed = append(last.printed, line)
		}
		before = inBlock
	}
	return all
}

// toldStory is where it happens.
type toldStory struct {
	t       *testing.T
	home    string // of both: each has a folder in it
	real    *strings.Replacer
	env     []string
	running []*window // in which the last command is not over
}

func newStory(t *testing.T) *toldStory {
	temp := testkit.ShortDir(t)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	cache, err := os.UserCacheDir()
	require.NoError(t, err)
	path, err := exec.LookPath("arena")
	require.NoError(t, err)
	s := &toldStory{t: t, home: t.TempDir(), real: strings.NewReplacer(
		"192.0.2.7:4222", testkit.Address(t.Cleanup), "192.0.2.7:8080", testkit.Address(t.Cleanup), "~/arena", root,
		"50ms of CPU time or 200ms in", "2s of CPU time or 20s in",
		"2026-12-06", time.Now().AddDate(0, 0, 7).Format(time.DateOnly))} // when this is a day in the past
	s.env = append(append(os.Environ(), goEnvironment(t)...), "TMPDIR="+temp,
		"PATH="+filepath.Dir(path)+":"+os.Getenv("PATH"))
	require.NoError(t, os.MkdirAll(filepath.Join(s.home, "anna"), 0o700))
	require.NoError(t, os.MkdirAll(filepath.Join(s.home, "ben", ".ssh"), 0o700))
	require.NoError(t, os.Symlink(cache, filepath.Join(s.home, "anna", ".cache"))) // the examples were built before
	key := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
		filepath.Join(s.home, "ben", ".ssh", "id_ed25519"))
	require.NoError(t, key.Run())
	return s
}

// tell does what is told, and waits until what is told was printed.
func (s *toldStory) tell(told toldLines) {
	s.t.Helper()
	switch {
	case told.typed == "":
		at := s.running[0]
		s.requirePrints(at, told)
		s.requireEnds(at)
	case told.typed == "^C":
		at := s.running[len(s.running)-1]
		require.NoError(s.t, at.command.Process.Signal(os.Interrupt))
		s.requirePrints(at, told)
		s.requireEnds(at)
	case told.goesOn():
		s.requirePrints(s.start(told), told)
	case strings.HasPrefix(told.typed, "arena league workers "): // it may be some seconds old
		testkit.Await(s.t, told.typed, func() bool {
			at := s.start(told)
			s.requireEnds(at)
			return at.prints(told)
		})
	default:
		at := s.start(told)
		s.requireEnds(at)
		s.requirePrints(at, told)
	}
}

// start types a command.
func (s *toldStory) start(told toldLines) *window {
	s.t.Helper()
	home := filepath.Join(s.home, told.who)
	s.send("ben.txt", "authors.txt")
	typed := s.real.Replace(told.typed)
	for command, limits := range map[string]string{ // other load on the machine breaks no such limits
		"arena league new ": "--cpu 2s --wall 20s", "arena worker ": "--cpu 2s --wall 20s",
		"arena league add ": "--stored-limits", "arena league serve ": "--stored-limits",
		"arena league final ": "--stored-limits",
	} {
		if strings.HasPrefix(typed, command) {
			typed += " " + limits
		}
	}
	at := &window{command: exec.Command("sh", "-c", "exec "+typed)}
	at.command.Dir = home
	at.command.Env = append(slices.Clone(s.env), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, ".cache"),
		"XDG_CONFIG_HOME="+filepath.Join(home, ".config"))
	at.command.Stdout, at.command.Stderr = at, at
	require.NoError(s.t, at.command.Start())
	s.running = append(s.running, at)
	s.t.Cleanup(func() {
		if at.command.ProcessState == nil {
			_ = at.command.Process.Kill()
			_ = at.command.Wait()
		}
	})
	return at
}

// send sends files of Anna's to Ben, if they are there.
func (s *toldStory) send(names ...string) {
	for _, name := range names {
		if text, err := os.ReadFile(filepath.Join(s.home, "anna", name)); err == nil {
			require.NoError(s.t, os.WriteFile(filepath.Join(s.home, "ben", name), text, 0o600))
		}
	}
}

// requirePrints waits until everything was printed that is told.
func (s *toldStory) requirePrints(at *window, told toldLines) {
	s.t.Helper()
	told = s.realLines(told)
	late := testkit.Patiently(s.t)
	for !at.prints(told) {
		if at.command.ProcessState != nil || late.Err() != nil {
			require.Equal(s.t, strings.Join(told.printed, "\n"), at.text(), told.typed)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// realLines returns what is printed where the story tells of another address.
func (s *toldStory) realLines(told toldLines) toldLines {
	for i, line := range told.printed {
		told.printed[i] = s.real.Replace(line)
	}
	return told
}

func (s *toldStory) requireEnds(at *window) {
	s.t.Helper()
	defer context.AfterFunc(testkit.Patiently(s.t), func() { _ = at.command.Process.Kill() })()
	require.NoError(s.t, at.command.Wait(), at.text())
	s.running = slices.DeleteFunc(s.running, func(other *window) bool { return other == at })
}

// window is where a command runs.
type window struct {
	command *exec.Cmd

	mu      sync.Mutex
	printed bytes.Buffer
}

func (w *window) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.printed.Write(text)
}

func (w *window) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return looseNote.ReplaceAllLiteralString(w.printed.String(), "") // as the limits are not those that are told
}

var looseNote = regexp.MustCompile("note: its limits are looser than the usual ones: .*\n")

// prints reports whether everything was printed that is told.
func (w *window) prints(told toldLines) bool { return told.pattern().MatchString(w.text()) }

var (
	number    = regexp.MustCompile(`[0-9]+`)
	spaces    = regexp.MustCompile(` {2,}`)
	inSandbox = regexp.MustCompile(`in the sandbox .*`)
	aKey      = regexp.MustCompile(`SHA256:\S+`)
	aDigest   = regexp.MustCompile(`submission [0-9a-f]+`)
	aDay      = regexp.MustCompile(`(Mon|Tue|Wed|Thu|Fri|Sat|Sun) `)
)

// goesOn reports whether the command is not over when the next is typed.
func (l toldLines) goesOn() bool {
	return strings.HasPrefix(l.typed, "arena league serve ") || strings.HasPrefix(l.typed, "arena worker ")
}

// pattern returns what matches the lines. A table is as it is told; otherwise numbers may be others,
// as they tell of times, sizes, and who was faster. Keys and digests differ, too.
func (l toldLines) pattern() *regexp.Regexp {
	text := ""
	for _, line := range l.printed {
		text += "\n" + regexp.QuoteMeta(line)
	}
	text = strings.TrimPrefix(strings.ReplaceAll(text+"\n", "\n…\n", "\n(?s:.*)"), "\n")
	text = aKey.ReplaceAllString(text, `SHA256:\S+`)
	text = aDigest.ReplaceAllString(text, `submission [x]+`)
	text = aDay.ReplaceAllString(text, `\w\w\w `)
	text = inSandbox.ReplaceAllString(text, "in the sandbox .*")
	if !strings.HasPrefix(l.typed, "arena league show ") {
		text = strings.ReplaceAll(number.ReplaceAllString(text, "[0-9]+"), `\+[0-9]+`, `[+-][0-9]+`) // of a zone
		text = spaces.ReplaceAllString(text, " +")
	}
	text = strings.ReplaceAll(text, "[x]+", "[0-9a-f]+")
	if l.who != "" {
		text = `\A` + text
	}
	if l.who != "" && !l.goesOn() {
		text += `\z`
	}
	return regexp.MustCompile(text)
}
