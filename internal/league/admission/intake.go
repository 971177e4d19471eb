package admission

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/check"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// Desk puts what people hand in into the inbox, and knows what becomes of it.
type Desk struct {
	folder league.Folder

	mu    sync.Mutex
	fates map[string]Fate // by the name in the inbox
	order []string        // of the names, from the first
}

// mostFates is of how many submissions it is known what became of them.
const mostFates = 4096

// fatesFile is where a desk writes down what has become of the last ones: who has not heard it asks after a restart.
const fatesFile = "fates.json"

const (
	mostWritten  = 512      // of a class, for an hour and more
	largestFates = 16 << 20 // bytes; what a compiler says of one may take a hundred thousand
)

// settled is what has become of something in the inbox.
type settled struct {
	Name string
	Fate Fate
}

// NewDesk returns a desk that knows of no submission.
func NewDesk(f league.Folder) *Desk {
	return &Desk{folder: f, fates: make(map[string]Fate)}
}

// sealedName is what a submission is called in the inbox. Others may write into that, so only the league itself can
// make the name of a file and a person. The same file of the same person has one name.
func sealedName(by members.Identity, digest wire.Digest, person, ending string) (string, error) {
	seal, err := by.Seal(append(digest[:], person...))
	name := hex.EncodeToString(seal)
	if person != "" {
		name += "-" + person
	}
	return name + ending, err
}

// take puts a file into the inbox, under a name.
func (d *Desk) take(path, name string) error {
	to := filepath.Join(d.folder.Inbox(), name)
	if files.Exists(to) { // the same once more, as after a restart: it keeps its place in the queue
		d.tellFirst(name)
		return os.Remove(path)
	}
	if err := os.Chmod(path, 0o644); err != nil { //nolint:gosec // as other files in the inbox
		return err
	}
	d.tell(name, Fate{State: Waits})
	return os.Rename(path, to)
}

// tellFirst notes that a submission waits, unless something is known of it.
func (d *Desk) tellFirst(name string) {
	d.mu.Lock()
	_, known := d.fates[name]
	d.mu.Unlock()
	if !known {
		d.tell(name, Fate{State: Waits})
	}
}

// Tell notes what has become of a submission.
func (d *Desk) Tell(sub Submission, fate Fate) {
	d.tell(filepath.Base(sub.Typed), fate)
	if sub.By == ByWire && (fate.State == Joins || fate.State == Declined) {
		_ = d.write() // as long as the league goes on, it is known all the same
	}
}

// write writes down what has become of the last ones.
func (d *Desk) write() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var last []json.RawMessage
	size := len("[]")
	for _, name := range slices.Backward(d.order) {
		fate := d.fates[name]
		if fate.State != Joins && fate.State != Declined {
			continue
		}
		one, err := json.Marshal(settled{name, fate})
		if err != nil {
			return err
		}
		if size += len(one) + len(","); size > largestFates || len(last) == mostWritten {
			break
		}
		last = append(last, one)
	}
	text, err := json.Marshal(last)
	if err != nil {
		return err
	}
	return files.Replace(filepath.Join(d.folder.Workers(), fatesFile), 0o600, bytes.NewReader(text))
}

// remember reads what an earlier desk has written down. If that can't be read, nothing is known of it.
func (d *Desk) remember() {
	var last []settled
	text, err := files.ReadFile(filepath.Join(d.folder.Workers(), fatesFile), largestFates)
	if err != nil || json.Unmarshal(text, &last) != nil {
		return
	}
	for _, one := range slices.Backward(last[:min(mostWritten, len(last))]) {
		d.tell(one.Name, one.Fate)
	}
}

func (d *Desk) tell(name string, fate Fate) {
	d.mu.Lock()
	defer d.mu.Unlock()
	was, known := d.fates[name]
	switch {
	case !known:
		d.order = append(d.order, name)
	case fate.State == Waits: // it has come again, as the last one
		d.order = append(slices.DeleteFunc(d.order, func(other string) bool { return other == name }), name)
	default:
		fate.Steps = was.Steps
	}
	d.fates[name] = fate
	if len(d.order) > mostFates {
		delete(d.fates, d.order[0])
		d.order = d.order[1:]
	}
}

// Step notes that a submission has taken a step of the check, or failed there.
func (d *Desk) Step(sub Submission, step check.Step) {
	text := strings.Join(step.Seen, "; ")
	if !step.OK() {
		text = step.Failure
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if fate, known := d.fates[filepath.Base(sub.Typed)]; known {
		told := Step{Name: safe.Outside(step.Name), OK: step.OK(), Text: safe.Outside(engine.Printable(text))}
		fate.Steps = append(slices.Clip(fate.Steps), told)
		d.fates[filepath.Base(sub.Typed)] = fate
	}
}

// waits returns how many submissions of a person wait in the inbox.
func (d *Desk) waits(person string) (count int) {
	entries, _ := os.ReadDir(d.folder.Inbox()) // if it can't be read, taking the next one fails
	for _, e := range entries {
		if _, of := bringer(e.Name()); of == person {
			count++
		}
	}
	return count
}

func (d *Desk) fate(name string) Fate {
	d.mu.Lock()
	fate, known := d.fates[name]
	d.mu.Unlock()
	switch {
	case known:
	case files.IsFile(filepath.Join(d.folder.Inbox(), name)): // since before a restart
		fate.State = Waits
	default:
		return Fate{State: Unknown}
	}
	if fate.State == Waits {
		entries, _ := waiting(d.folder) // none if it can't be read
		for _, e := range entries {
			if e.Name() == name {
				break
			}
			if e.Name() != filepath.Base(d.folder.Refused()) {
				fate.Before++
			}
		}
	}
	return fate
}

// backlog tells what lies in the inbox.
func (d *Desk) backlog() (b uploads.Backlog) {
	entries, _ := os.ReadDir(d.folder.Inbox()) // if it can't be read, taking the next one fails
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			b.Files++
			b.Bytes += info.Size()
		}
	}
	return b
}
