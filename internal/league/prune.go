package league

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league/retention"
	"github.com/botarena/arena/internal/process/sys"
)

// pruneTime is how often a league looks for bots that it doesn't need any more.
const pruneTime = time.Minute

// pruning has the state of the bots that have left.
type pruning struct {
	pruned time.Time    // when it was looked last
	stays  map[int]bool // entrants whose programs matches need that are in the store, which is looked up once
}

// prune removes unneeded files of bots that have left. A file that can't be removed is no reason to end: it takes room,
// and no more.
func (p *playing) prune(ctx context.Context) error {
	if p.Folder == "" || !p.pruned.IsZero() && p.recent(&p.pruned, pruneTime) {
		return nil
	}
	p.pruned = p.now()
	leave, locked := p.Folder.clear()
	if !locked {
		return nil // somebody copies bots into the folder, or out of it
	}
	err := p.discard(ctx)
	homes := []string{p.Folder.Bots(), p.Folder.Packages(), p.Folder.Sources()}
	for _, home := range homes {
		hideUnfinished(home)
	}
	leave()
	for _, home := range homes {
		sweep(home)
	}
	return err
}

// discard takes unneeded files out of sight, so that half of them is never there.
func (p *playing) discard(ctx context.Context) error {
	if err := p.rejudge(ctx); err != nil { // matches that are aside now need their programs
		return err
	}
	league, err := p.Store.League(ctx) // as it is now that nobody can join
	if err != nil {
		return err
	}
	programs, packages, err := p.unneeded(ctx, league)
	for program := range programs {
		hide(p.Folder.Bots(), program)
	}
	for name := range packages {
		hide(p.Folder.Packages(), name)
	}
	if err == nil {
		p.discardSources(league)
	}
	return err
}

// discardSources takes the sources of old versions out of sight, once their programs have gone. Those of the last
// version of a bot stay, for its author.
func (p *playing) discardSources(l store.League) {
	old, last := make(map[string]bool), make(map[string]bool)
	for number, replaced := range store.Replaced(l.Entrants) {
		e := l.Entrants[number]
		name := SourceName(e)
		if replaced && !files.Exists(filepath.Join(p.Folder.Bots(), ProgramOf(e.Typed))) {
			old[name] = true
		} else {
			last[name] = true
		}
	}
	without(old, last)
	for name := range old {
		hide(p.Folder.Sources(), name)
	}
}

// unneeded returns the programs and packages in the folder that no match needs, played or to be played. Packages are
// for workers alone, who can do without.
func (p *playing) unneeded(ctx context.Context, l store.League) (programs, packages map[string]bool, err error) {
	programs, packages = make(map[string]bool), make(map[string]bool)
	keepPrograms, keepPackages := make(map[string]bool), make(map[string]bool)
	if l.Gate != "" {
		keepPrograms[ProgramOf(l.Gate)] = true
	}
	if err := p.challenged(ctx, l, keepPrograms); err != nil {
		return nil, nil, err
	}
	open := p.toPlay()
	for number, e := range l.Entrants {
		program, packed := ProgramOf(e.Typed), hex.EncodeToString(e.Package[:])+botfile.Ending
		if e.Gone == nil || e.Paused || open[number] {
			keepPrograms[program], keepPackages[packed] = true, true
			continue
		}
		packages[packed] = true
		if keepPrograms[program] || !files.Exists(filepath.Join(p.Folder.Bots(), program)) {
			continue
		}
		needed, err := p.isNeeded(ctx, l, number)
		if err != nil {
			return nil, nil, err
		}
		if programs[program] = true; needed {
			keepPrograms[program] = true
		}
	}
	without(programs, keepPrograms)
	without(packages, keepPackages)
	return programs, packages, nil
}

// challenged adds the programs of challenges that wait, or are played.
func (p *playing) challenged(ctx context.Context, l store.League, programs map[string]bool) error {
	newest, err := p.Store.Challenges(ctx, l.ID, ChallengeBounds.Waiting) // all that wait
	for _, c := range newest {
		if !c.Ended.IsZero() {
			continue
		}
		for _, e := range c.Entrants {
			programs[ProgramOf(e.Typed)] = true
		}
	}
	return err
}

func without(all, these map[string]bool) {
	for one := range these {
		delete(all, one)
	}
}

// toPlay returns the entrants of matches that must be played, or played again.
func (p *playing) toPlay() map[int]bool {
	open := make(map[int]bool)
	add := func(seats []int) {
		for _, number := range seats {
			open[number] = true
		}
	}
	for _, m := range p.missing {
		add(m.Seats)
	}
	for _, h := range p.held {
		add(h.Seats)
	}
	for _, job := range p.given {
		add(job.match.Seats)
	}
	for _, d := range p.due {
		add(d.Seats)
	}
	return open
}

// isNeeded reports whether a match in the store needs the program of a bot that has left. A bot at the gate has met
// all of them in matches that are played again when somebody watches them.
func (p *playing) isNeeded(ctx context.Context, l store.League, number int) (bool, error) {
	if l.Gate != "" || p.stays[number] {
		return true, nil
	}
	needed, err := p.Store.IsNeeded(ctx, l.ID, number, l.Entrants[number], !retention.Of(l.Keep).Drops())
	if needed && err == nil {
		if p.stays == nil {
			p.stays = make(map[int]bool)
		}
		p.stays[number] = true
	}
	return needed, err
}

// gone begins the names of files that are about to be removed.
const gone = ".gone-"

// hide renames a file or folder before it is removed. If it can't, the thing stays.
func hide(home, name string) {
	if filepath.IsLocal(name) && filepath.Base(name) == name { // the store may have been sent by anybody
		_ = os.Rename(filepath.Join(home, name), filepath.Join(home, gone+name))
	}
}

// Unfinished begins the names of bots and packages in a folder of a league that are not there whole yet.
const Unfinished = ".new-"

// hideUnfinished hides what a process was bringing or building when it was killed. Nobody may be using the folder.
func hideUnfinished(home string) {
	all, _ := os.ReadDir(home) // unseen files are removed another time
	for _, one := range all {
		if strings.HasPrefix(one.Name(), Unfinished) {
			hide(home, one.Name())
		}
	}
}

// sweep removes hidden files, of now or of an earlier process.
func sweep(home string) {
	all, _ := os.ReadDir(home) // unseen files are removed another time
	for _, one := range all {
		if strings.HasPrefix(one.Name(), gone) {
			_ = os.RemoveAll(filepath.Join(home, one.Name()))
		}
	}
}

func (f Folder) useFile() string { return filepath.Join(string(f), "files.lock") }

// Use keeps bots and packages in the folder that nobody needs, until what it returns is called: those who copy them out
// of it, or into it before they are in the store. Any number may do so at a time. It waits while some are removed.
func (f Folder) Use(ctx context.Context) (leave func(), err error) {
	file, err := os.Open(f.useFile())
	if errors.Is(err, fs.ErrNotExist) {
		file, err = os.OpenFile(f.useFile(), os.O_RDONLY|os.O_CREATE, 0o644) //nolint:gosec // as the store
		if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
			return func() {}, nil // a process that may remove something has made the file before
		}
	}
	if err != nil {
		return nil, err
	}
	for !sys.TryShare(file) {
		select {
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), file.Close())
		case <-time.After(useWait):
		}
	}
	return func() { _ = file.Close() }, nil
}

// useWait is how long it is waited before it is looked again whether nothing is removed.
const useWait = 10 * time.Millisecond

// clear lets nobody use the folder until what it returns is called. It returns false if somebody does, or if that
// can't be known, as the disk knows no locks.
func (f Folder) clear() (leave func(), locked bool) {
	var pair [2]*os.File
	closeAll := func() {
		for _, file := range pair {
			if file != nil {
				_ = file.Close()
			}
		}
	}
	for i := range pair {
		file, err := os.OpenFile(f.useFile(), os.O_RDONLY|os.O_CREATE, 0o644) //nolint:gosec // as the store
		if err != nil {
			closeAll()
			return nil, false
		}
		pair[i] = file
	}
	if !sys.TryLock(pair[0]) || sys.TryShare(pair[1]) {
		closeAll()
		return nil, false
	}
	return closeAll, true
}
