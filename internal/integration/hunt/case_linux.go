//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// game has the arguments of a match on a small board.
var game = []string{"orkisland", "-s", "30", "--set", "nb_rounds=20", "--set", "rows=40"}

// played is one case while it is made and played.
type played struct {
	*hunt
	*rand.Rand

	kind  string
	seed  uint64
	dir   string
	steps []step
	// compare is the replay in which the others must play as beside a bot that does nothing.
	compare string
	tellers map[string]bool // files that have the secret
	log     strings.Builder // the files made, for people
}

// newCase makes an empty case.
func (h *hunt) newCase(kind string, seed uint64) *played {
	of := fnv.New64()
	_, _ = io.WriteString(of, kind)
	random := rand.New(rand.NewPCG(seed, of.Sum64())) //nolint:gosec // to be had again
	return &played{hunt: h, Rand: random, kind: kind, seed: seed, dir: filepath.Join(h.home, "Downloads",
		"case"), tellers: map[string]bool{}}
}

// make makes what its seed says.
func (p *played) make() {
	p.clear(p.dir)
	_ = os.MkdirAll(p.dir, 0o755) //nolint:gosec // bots' users read it; if it fails, so does all that follows
	_ = p.give(filepath.Dir(p.dir), p.dir)
	switch p.kind {
	case "folders":
		p.makeFolder()
	case "stores":
		p.makeStore()
	case "calls":
		p.makeCalls()
	}
}

// once makes a case and plays it.
func (h *hunt) once(ctx context.Context, kind string, seed uint64) []finding {
	p := h.newCase(kind, seed)
	p.make()
	h.watch.opened() // we were it
	return p.playAll(ctx)
}

// clear removes a folder, whatever is in it.
func (h *hunt) clear(dir string) {
	if os.RemoveAll(dir) != nil {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				_ = os.Chmod(path, 0o700) //nolint:gosec // a folder
			}
			return nil
		})
		_ = os.RemoveAll(dir)
	}
	for _, pattern := range []string{h.marks + "/*", h.dir + "/tmp/*"} {
		old, _ := filepath.Glob(pattern)
		for _, path := range old {
			_ = os.RemoveAll(path)
		}
	}
}

// playAll runs the commands, and looks after each what it has broken.
func (p *played) playAll(ctx context.Context) (found []finding) {
	for i, s := range p.steps {
		before := look(p.hunt)
		r := p.run(ctx, p.dir, s)
		if ctx.Err() != nil {
			return nil
		}
		p.commands[p.kind]++
		broken := append(r.judge(), p.inspect(r, before)...)
		fmt.Fprintf(&p.log, "\n$ arena %q\n# code %d, %v, %+v\n%s", s.args, r.code, r.took, r.usage,
			cut(r.output, 3000))
		for _, f := range broken {
			f.kind, f.seed, f.detail = p.kind, p.seed, f.detail+fmt.Sprintf("\n(command %d)\n", i)
			found = append(found, f)
		}
		if r.late && !r.endless {
			break // the rest would take as long
		}
	}
	if p.tell {
		fmt.Fprintf(p.out, "== %s seed %d\n%s\n", p.kind, p.seed, &p.log)
	}
	if len(found) == 0 {
		return nil
	}
	kept := p.copy()
	for i := range found {
		found[i].folder = kept
		found[i].detail += "\n" + p.log.String()
	}
	return found
}

func cut(text string, most int) string {
	if len(text) > most {
		return text[:most] + "…\n"
	}
	return text
}

// inspect looks at the world after a command.
func (p *played) inspect(r ran, before world) (found []finding) {
	what := "arena " + strings.Join(r.args, " ")
	add := func(i invariant, format string, args ...any) {
		found = append(found, finding{invariant: i, detail: fmt.Sprintf(format, args...) + "\nby " + what})
	}
	var byOthers, byArena []string
	for _, what := range p.watch.opened() {
		if r.lists && strings.Contains(what, " by "+outside) {
			continue // a compiler, to which the arena has given what the link leads to
		}
		if strings.HasSuffix(what, " by "+theArena) {
			byArena = append(byArena, what)
		} else {
			byOthers = append(byOthers, what)
		}
	}
	if len(byOthers) > 0 {
		add(opened, "%s", strings.Join(byOthers, "; "))
	}
	if len(byArena) > 0 && !r.lists {
		add(lookedAt, "%s", strings.Join(byArena, "; "))
	}
	if harm := p.unharmed(); harm != "" {
		add(changed, "%s", harm)
	}
	if where := p.tells(r); where != "" {
		add(told, "%s", where)
	}
	for _, mark := range p.marked() {
		said := firstOf(mark)
		if (!r.builds || !strings.Contains(said, " built")) && said != p.home+"/bin/python "+question {
			add(started, "%q", mark)
		}
	}
	if gone := before.left(look(p.hunt), r.pid); gone != "" {
		add(left, "%s", gone)
	}
	if names := p.temporary(); names != "" && r.signal == 0 {
		add(left, "temporary files: %s", names)
		for _, name := range strings.Fields(names) {
			_ = os.RemoveAll(filepath.Join(p.hunt.dir, "tmp", name))
		}
	}
	if p.compare != "" && r.interrupt == 0 {
		if is := p.storyOf(filepath.Join(p.dir, p.compare)); is != p.quietly && r.code == 0 {
			add(otherwise, "%s instead of %s", is, p.quietly)
		}
	}
	return found
}

func firstOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// marked returns what programs have said that ran outside, and forgets it.
func (p *played) marked() (marks []string) {
	paths, _ := filepath.Glob(p.marks + "/*")
	for _, path := range paths {
		text, _ := os.ReadFile(path)
		marks = append(marks, string(text))
		_ = os.Remove(path)
	}
	return marks
}

// mostRead is how much of a file is searched for the secret.
const mostRead = 8 << 20

// tells returns where the secret is, other than in the marked files.
func (p *played) tells(r ran) (where string) {
	secret := []byte(p.secret)
	if bytes.Contains([]byte(r.output), secret) {
		where = "printed: " + lineWith(r.output, p.secret)
	}
	_ = filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil //nolint:nilerr // what can't be read is not searched
		}
		if text := contentsOf(path); !p.tellers[path] && bytes.Contains(text, secret) {
			where += " in " + path
			p.tellers[path] = true // once is enough
		}
		return nil
	})
	return where
}

// contentsOf returns the beginning of a file, unpacked if it is a replay.
func contentsOf(path string) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	text, _ := io.ReadAll(io.LimitReader(file, mostRead))
	if at := bytes.Index(text, []byte{0x28, 0xb5, 0x2f, 0xfd}); at >= 0 && at < 256 {
		if reader, err := zstd.NewReader(bytes.NewReader(text[at:]), zstd.WithDecoderMaxMemory(64<<20)); err == nil {
			unpacked, _ := io.ReadAll(io.LimitReader(reader, mostRead))
			reader.Close()
			return append(text, unpacked...)
		}
	}
	return text
}

// write writes a finding down, and returns where.
func (h *hunt) write(f finding) string {
	if err := os.MkdirAll(h.options.out, 0o755); err != nil { //nolint:gosec // for the user to read
		return err.Error()
	}
	name := strings.ReplaceAll(string(f.invariant), " ", "-")
	path := filepath.Join(h.options.out, fmt.Sprintf("%s-%d-%s.txt", f.kind, f.seed, name))
	user := ""
	if h.user {
		user = " -user"
	}
	const form = "%s\n%s\n\nagain: go run ./internal/integration/hunt -kind %s -seed %d -n 1 -sandbox " +
		"%s%s\nthe case: %s\n\n%s"
	text := fmt.Sprintf(form,
		f.invariant, h.about, f.kind, f.seed, h.level, user, f.folder, f.detail)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return err.Error()
	}
	return path
}

// copy copies the case with its links and devices, but nothing large.
func (p *played) copy() string {
	if err := os.MkdirAll(p.options.out, 0o755); err != nil { //nolint:gosec // for the user to read
		return err.Error()
	}
	path := filepath.Join(p.options.out, fmt.Sprintf("%s-%d.tar.gz", p.kind, p.seed))
	command := exec.Command("tar", "--sparse", "--exclude=*.huge", "-C", filepath.Dir(p.dir), "-czf", path,
		filepath.Base(p.dir))
	if err := command.Run(); err != nil && !errors.As(err, new(*exec.ExitError)) { // sockets can't be packed
		return err.Error()
	}
	return path
}

// made notes a file that was made, for people.
func (p *played) made(path, what string) {
	shown, err := filepath.Rel(p.dir, path)
	if err != nil {
		shown = path
	}
	fmt.Fprintf(&p.log, "%q: %s\n", shown, what)
}

// pick returns one of several.
func pick[T any](r *rand.Rand, all ...T) T { return all[r.IntN(len(all))] }

// oneIn is true once in so many times.
func (p *played) oneIn(n int) bool { return p.IntN(n) == 0 }

// command adds a step, and now and then the same again that is interrupted.
func (p *played) command(s step) {
	p.steps = append(p.steps, s)
	if p.oneIn(12) {
		s.interrupt = time.Duration(1+p.IntN(600)) * time.Millisecond
		p.steps = append(p.steps, s)
	}
}

// world is what a command must leave as it was.
type world struct{ mounts, queues, abstract map[string]bool }

func look(h *hunt) world {
	w := world{
		linesOf("/proc/self/mountinfo", h.dir), linesOf("/proc/sysvipc/shm", ""),
		linesOf("/proc/net/unix", "@hunt"),
	}
	for _, kind := range []string{"sem", "msg"} {
		for line := range linesOf("/proc/sysvipc/"+kind, "") {
			w.queues[kind+line] = true
		}
	}
	return w
}

// linesOf returns the lines of a file in which there is a text.
func linesOf(path, part string) map[string]bool {
	text, _ := os.ReadFile(path)
	lines := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, part) {
			lines[strings.TrimSpace(line)] = true
		}
	}
	return lines
}

// left returns the things that were not there before a command.
func (w world) left(now world, pid int) string {
	var what []string
	for _, of := range []struct {
		name        string
		was, is     map[string]bool
		onlyNumbers bool
	}{{"mount", w.mounts, now.mounts, false}, {"shared memory or queue", w.queues, now.queues, true}, {
		"socket",
		w.abstract, now.abstract, false,
	}} {
		for line := range of.is {
			if !of.was[line] && (!of.onlyNumbers || len(of.is) > len(of.was)) {
				what = append(what, of.name+": "+line)
			}
		}
	}
	for _, path := range groupsOf(pid) {
		what = append(what, "control group: "+path)
	}
	return strings.Join(what, "; ")
}

// groupsOf returns the control groups of an arena, however deep it was in one itself.
func groupsOf(pid int) (groups []string) {
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil //nolint:nilerr // it has just gone
		case d.IsDir() && strings.HasPrefix(d.Name(), fmt.Sprintf("arena-%d-", pid)):
			groups = append(groups, path)
			return fs.SkipDir
		}
		return nil
	})
	return groups
}

// temporary returns what an arena has left in the folder for temporary files.
func (h *hunt) temporary() string {
	entries, _ := os.ReadDir(filepath.Join(h.dir, "tmp"))
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
