package admission

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/process/sys"
)

// quiet is how long a submission must not have changed to be whole. One that was
// written elsewhere on the disk and renamed needs no such time, but can't be told apart.
const quiet = 2 * time.Second

// bound is how much there may be.
type bound struct {
	count int
	size  int64 // bytes
}

// look is what a submission looked like.
type look struct {
	size  int64
	files int
	last  time.Time // of the changes
}

// Inbox watches the inbox of a league.
type Inbox struct {
	folder league.Folder
	looks  map[string]look
	since  map[string]time.Time // by path: when it was first seen as it is

	largest bound // submission, in files and folders
	refused bound // submissions that stay: strangers could fill the disk
}

// NewInbox begins to watch.
func NewInbox(f league.Folder) *Inbox {
	return &Inbox{
		folder: f, looks: make(map[string]look), since: make(map[string]time.Time),
		largest: bound{10_000, 512 << 20}, refused: bound{200, 1 << 30},
	}
}

// waiting returns what lies in the inbox in the order in which it came, so that the second
// version of a bot does not come before the first.
func waiting(f league.Folder) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(f.Inbox())
	if err != nil {
		return nil, err
	}
	came := make(map[string]time.Time)
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil { // if not, it has just been taken away
			came[entry.Name()] = info.ModTime()
		}
	}
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int { return came[a.Name()].Compare(came[b.Name()]) })
	return entries, nil
}

// Waiting returns how much lies in the inbox of a league, and when the oldest of it came; -1 if it can't be read.
func Waiting(f league.Folder) (count int, oldest time.Time) {
	entries, err := waiting(f)
	if err != nil {
		return -1, oldest
	}
	for _, entry := range entries {
		if entry.Name() == filepath.Base(f.Refused()) || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // it has just been taken away
		}
		if count++; count == 1 {
			oldest = info.ModTime()
		}
	}
	return count, oldest
}

// Whole returns what lies in the inbox and has not changed for a while, in the order in which it
// came. It is asked again and again, with the time that it is.
func (i *Inbox) Whole(now time.Time) ([]Submission, error) {
	entries, err := waiting(i.folder)
	if err != nil {
		return nil, err
	}
	var whole []Submission
	seen := make(map[string]bool)
	for _, entry := range entries {
		path := filepath.Join(i.folder.Inbox(), entry.Name())
		if path == i.folder.Refused() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		seen[path] = true
		sub := Submission{Typed: path, Came: now}
		sub.By, sub.Person = bringer(entry.Name())
		if !league.IsPlainName(entry.Name()) {
			sub.Wrong = league.PlainNames
			whole = append(whole, sub)
			continue
		}
		found, err := lookAt(path, i.largest)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it has just been taken away
		}
		if err != nil {
			sub.Wrong = bare(err)
			whole = append(whole, sub)
			continue
		}
		if i.looks[path] != found || i.since[path].IsZero() {
			i.looks[path], i.since[path] = found, now
		}
		if sub.By == ByInbox {
			sub.Came = i.since[path] // as the time of the file is whatever its author says
		} else {
			sub.Came = found.last // when the league wrote it, before it was restarted, too
		}
		if now.Sub(i.since[path]) >= quiet {
			whole = append(whole, sub)
		}
	}
	for path := range i.looks {
		if !seen[path] {
			delete(i.looks, path)
			delete(i.since, path)
		}
	}
	return whole, nil
}

// lookAt looks at a submission without opening it: to open a pipe can take for ever. The
// error is why it can't be a bot.
func lookAt(path string, most bound) (look, error) {
	var l look
	err := filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch mode := info.Mode(); {
		case mode&fs.ModeSymlink != 0:
			return fmt.Errorf("%s is a link; only files count", relative(path, at))
		case !mode.IsRegular() && !mode.IsDir():
			return fmt.Errorf("%s is not a file", relative(path, at))
		case mode.IsRegular():
			l.size += info.Size()
		}
		if l.files++; l.files > most.count || l.size > most.size {
			return fmt.Errorf("it has more than %d files or %d MB", most.count, most.size>>20)
		}
		if info.ModTime().After(l.last) {
			l.last = info.ModTime()
		}
		return nil
	})
	return l, err
}

func relative(top, path string) string {
	if top == path {
		return "it"
	}
	inside, err := filepath.Rel(top, path)
	if err != nil {
		return path
	}
	return inside
}

// Accept removes a submission whose bot was brought into the league.
func (i *Inbox) Accept(path string) error { return os.RemoveAll(path) }

// Refuse moves a submission to those that were refused, with a text beside it that says why.
// What was refused before under that name stays, unless there is too much: then the oldest go.
func (i *Inbox) Refuse(path, why string) error {
	name := filepath.Base(path)
	to := filepath.Join(i.folder.Refused(), name)
	for n := 2; files.Exists(to) || files.Exists(to+".txt"); n++ {
		to = filepath.Join(i.folder.Refused(), fmt.Sprintf("%d %s", n, name))
	}
	// Whoever waits for the text must not find half of it.
	text := filepath.Join(i.folder.Refused(), ".new.txt")
	why = strings.TrimSpace(why) + "\n"
	if err := files.Replace(text, 0o644, strings.NewReader(why)); err != nil {
		return err
	}
	if err := os.Rename(path, to); err != nil {
		return err
	}
	if err := os.Rename(text, to+".txt"); err != nil {
		return err
	}
	return i.dropOldest()
}

// dropOldest removes submissions that were refused, the oldest first, as long as there are too many.
// The last one stays in any case.
func (i *Inbox) dropOldest() error {
	entries, err := os.ReadDir(i.folder.Refused())
	if err != nil {
		return err
	}
	type refusal struct {
		path string
		when time.Time
		size int64
	}
	var all []refusal
	total := int64(0)
	for _, entry := range entries {
		name, why := strings.CutSuffix(entry.Name(), ".txt")
		path := filepath.Join(i.folder.Refused(), name)
		if info, err := entry.Info(); why && err == nil && files.Exists(path) {
			r := refusal{path, info.ModTime(), sys.FolderSize(path)}
			total += r.size
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b refusal) int { return a.when.Compare(b.when) })
	for len(all) > 1 && (len(all) > i.refused.count || total > i.refused.size) {
		if err := errors.Join(os.RemoveAll(all[0].path), os.Remove(all[0].path+".txt")); err != nil {
			return err
		}
		total -= all[0].size
		all = all[1:]
	}
	return nil
}
