//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// invariant is what must hold after each case.
type invariant string

const (
	opened    invariant = "a file of the user's was opened"
	lookedAt  invariant = "the arena itself opened a file of the user's"
	changed   invariant = "a file of the user's was changed"
	told      invariant = "a secret was told"
	started   invariant = "a program was started outside of the sandbox"
	became    invariant = "a bot started a program"
	did       invariant = "a bot did what none may"
	left      invariant = "something was left behind"
	tooMuch   invariant = "more memory than the limit"
	otherwise invariant = "the others played another match"
	tooLong   invariant = "the arena did not end in time"
	deaf      invariant = "the arena did not end on an interrupt"
	panicked  invariant = "the arena panicked"
	control   invariant = "control characters were printed"
	badCode   invariant = "an exit code that means nothing"
)

// doubtful are those that load on the machine, or other programs, could break as well.
var doubtful = map[invariant]bool{left: true, tooMuch: true, otherwise: true, tooLong: true, deaf: true}

// finding is what a case has broken.
type finding struct {
	kind      string
	seed      uint64
	invariant invariant
	detail    string // begins with a line for people
	folder    string // a copy of the case
}

// hunt is where cases are played.
type hunt struct {
	options

	out      io.Writer
	begun    time.Time
	about    string // who plays, in words
	dir      string // all that follows, and the cases
	home     string
	marks    string
	secret   string
	programs string
	base     base
	watch    *watch
	files    map[string][]byte // of the marked home, by their paths
	quietly  string            // the others' match beside a bot that does nothing
	cases    map[string]int
	commands map[string]int
	spent    map[string]time.Duration
	found    []finding
	tooled   map[string]string
}

const nobody = 65534

//go:embed c/calls.c
var callsSource string

//go:embed c/probe.c
var probeSource string

// canary is a program that nobody but the arena's sandbox may start. It leaves a mark if it
// can reach the folder of marks, and then looks around as a bot.
//
//go:embed scripts/canary
var canary string

// newHunt makes the world: a home with files that nobody may open, programs, and folders.
func newHunt(ctx context.Context, o options, out io.Writer) (*hunt, error) {
	dir, err := os.MkdirTemp("", "hunt") // short, as paths of sockets are bounded
	if err != nil {
		return nil, err
	}
	h := &hunt{
		options: o, out: out, begun: time.Now(), dir: dir, home: filepath.Join(dir, "home"),
		marks:    filepath.Join(dir, "marks"),
		programs: filepath.Join(dir, "programs"), cases: map[string]int{}, commands: map[string]int{},
		spent:  map[string]time.Duration{},
		secret: fmt.Sprintf("HUNT-SECRET-%016x", rand.Uint64()), files: map[string][]byte{},
		tooled: map[string]string{}, //nolint:gosec // no cryptography
	}
	for _, step := range []func(context.Context) error{h.makeFolders, h.makeHome, h.makePrograms, h.makeBase, h.begin} {
		if err := step(ctx); err != nil {
			h.close()
			return nil, err
		}
	}
	return h, nil
}

func (h *hunt) close() {
	if h.watch != nil {
		h.watch.close()
	}
	if h.keep {
		fmt.Fprintln(h.out, "kept:", h.dir)
		return
	}
	_ = filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) //nolint:gosec // a folder
		}
		return nil
	})
	_ = os.RemoveAll(h.dir)
}

func (h *hunt) makeFolders(context.Context) error {
	for path, mode := range map[string]os.FileMode{
		"": 0o755, "home": 0o755, "marks": 0o777, "programs": 0o755,
		"tmp": 0o777, "base": 0o755,
	} {
		path = filepath.Join(h.dir, path)
		if err := os.MkdirAll(path, mode); err != nil {
			return err
		}
		if err := os.Chmod(path, mode); err != nil {
			return err
		}
	}
	return h.give(h.home, filepath.Join(h.dir, "base"))
}

// give makes the user who plays the owner.
func (h *hunt) give(paths ...string) error {
	if !h.ordinary() {
		return nil
	}
	for _, path := range paths {
		if err := os.Lchown(path, nobody, nobody); err != nil {
			return err
		}
	}
	return nil
}

// ordinary reports whether the arena is another user than we.
func (h *hunt) ordinary() bool { return h.user && os.Geteuid() == 0 }

// makeHome makes files that are marked, and programs. That in .tool is where a folder with
// bin/python leads to which is no runtime.
func (h *hunt) makeHome(context.Context) error {
	files := map[string]os.FileMode{
		".ssh/id_ed25519": 0o600, ".ssh/config": 0o644, "notes.txt": 0o644, "private/diary": 0o600,
		"private/key.pem": 0o644,
		"bin/secret.conf": 0o644, ".local/share/key": 0o644, ".config/token": 0o644,
	}
	for name, mode := range files {
		if err := h.put(filepath.Join(h.home, name), h.secret+"\n", mode); err != nil {
			return err
		}
		h.files[filepath.Join(h.home, name)] = []byte(h.secret + "\n")
	}
	for _, name := range []string{"bin/python", "bin/canary", ".local/bin/python", ".local/bin/canary"} {
		if err := h.put(filepath.Join(h.home, name), h.canary(), 0o755); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(h.home, ".cache"), 0o755); err != nil { //nolint:gosec // as usual
		return err
	}
	return h.give(filepath.Join(h.home, ".cache"))
}

func (h *hunt) canary() string {
	return strings.NewReplacer("MARKS", h.marks, "HOME/", h.home+"/", "QUESTION", question).Replace(canary)
}

// question is what the arena asks a python of the user's that may only stand for another one.
const question = "-c import sys; print(sys.executable)"

// put writes a file that the user owns, in folders that the user owns.
func (h *hunt) put(path, text string, mode os.FileMode) error {
	for folder := filepath.Dir(path); len(folder) > len(h.dir); folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); err == nil {
			break
		}
		defer func() { _ = h.give(folder) }()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // bots' users read it
		return err
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		return err
	}
	if err := os.Chmod(path, mode); err != nil {
		return err
	}
	return h.give(path)
}

// makePrograms builds the arena, two bots and the programs in C.
func (h *hunt) makePrograms(ctx context.Context) error {
	const module = "github.com/botarena/arena/"
	wanted := []string{module + "examples/null", module + "examples/dummy"}
	if h.arena == "" {
		h.arena, wanted = filepath.Join(h.programs, "arena"), append(wanted, module+"cmd/arena", module+"cmd/arena-league")
	}
	command := exec.CommandContext(ctx, "go", append([]string{"build", "-o", h.programs + "/"}, wanted...)...)
	command.Env = slices.Concat(os.Environ(), []string{"CGO_ENABLED=0"}, h.settings)
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, said)
	}
	for name, source := range map[string]string{"calls": callsSource, "probe": probeSource} {
		path := filepath.Join(h.programs, name+".c")
		if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
			return err
		}
		for out, how := range map[string]string{name: "-static", name + "-dynamic": "-pthread"} {
			command := exec.CommandContext(ctx, "gcc", "-O1", "-w", "-pthread", "-fno-stack-protector", how,
				"-o", filepath.Join(h.programs, out), path)
			if said, err := command.CombinedOutput(); err != nil {
				return fmt.Errorf("gcc: %w: %s", err, said)
			}
		}
	}
	for _, tool := range []string{"python3", "node", "sh", "bash", "env"} {
		h.tooled[tool], _ = exec.LookPath(tool)
	}
	return nil
}

func (h *hunt) program(name string) string { return filepath.Join(h.programs, name) }

// filled returns a program in C with what the hunt fills in.
func (h *hunt) filled(name string, seed uint64, children bool) (string, error) {
	text, err := os.ReadFile(h.program(name))
	if err != nil {
		return "", err
	}
	may := byte('0')
	if children {
		may = '1'
	}
	for mark, by := range map[string]string{
		"HUNT/SEED:0000000000000000:0": fmt.Sprintf("HUNT/SEED:%016x:%c", seed, may),
		"HUNT/HOME:":                   h.home, "HUNT/FILE:": filepath.Join(h.home, ".ssh", "config"),
	} {
		if at := bytes.Index(text, []byte(mark)); at >= 0 {
			copy(text[at:], by+"\x00"[:btoi(!strings.HasPrefix(mark, "HUNT/SEED"))])
		}
	}
	return string(text), nil
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// begin starts what watches.
func (h *hunt) begin(ctx context.Context) error {
	who := "an ordinary user"
	if os.Geteuid() == 0 && !h.user {
		who = "root"
	}
	h.about = fmt.Sprintf("as %s, %s, Linux on %s, from seed %d", who, h.level, runtime.GOARCH, h.seed)
	if err := h.watchAll(); err != nil {
		return err
	}
	return h.beQuiet(ctx)
}

// watchAll starts what watches the marked files, and who is left behind.
func (h *hunt) watchAll() (err error) {
	// What an arena leaves behind becomes our child.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("prctl: %w", err)
	}
	h.watch, err = newWatch(h.places())
	return err
}

// userOf returns how a command is started as the user who plays.
func (h *hunt) userOf() *syscall.SysProcAttr {
	how := &syscall.SysProcAttr{Setpgid: true}
	if h.ordinary() {
		how.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return how
}

// unharmed returns what has become of the marked files.
func (h *hunt) unharmed() (detail string) {
	for path, text := range h.files {
		is, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(is, text) {
			detail += fmt.Sprintf("%s: %v %.40q\n", path, err, is)
			_ = os.WriteFile(path, text, 0o600)
		}
	}
	h.watch.opened() // we were it
	return detail
}
