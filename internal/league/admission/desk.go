package cli

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"github.com/botarena/arena/internal/botpackage"
	"github.com/botarena/arena/internal/broker"
	"github.com/botarena/arena/internal/league"
)

// leagueDesk puts what comes over the network into the inbox, and knows what becomes of it.
type leagueDesk struct {
	folder league.Folder

	mu    sync.Mutex
	fates map[string]broker.Fate // by the name in the inbox
	order []string               // of the names, from the first
}

// mostFates is of how many submissions it is known what became of them.
const mostFates = 4096

func newLeagueDesk(f league.Folder) *leagueDesk {
	return &leagueDesk{folder: f, fates: make(map[string]broker.Fate)}
}

// open takes submissions from authors.
func (d *leagueDesk) open(ctx context.Context, b *broker.Broker) error {
	return b.Submissions(ctx, broker.Submissions{Incoming: d.folder.Incoming(), Take: d.take, Backlog: d.backlog, Fate: d.fate})
}

// wireName is what a submission from the network is called in the inbox, by its digest. So nobody
// chooses the name of a file here, and the same package twice is one.
func wireName(digest broker.Digest) string {
	return hex.EncodeToString(digest[:16]) + botpackage.Ending
}

var wireForm = regexp.MustCompile(`^[0-9a-f]{32}\.bot$`)

// submitterOf tells how a submission came into the inbox.
func submitterOf(name string) submitter {
	if wireForm.MatchString(name) {
		return byWire
	}
	return byInbox
}

func (d *leagueDesk) take(path string, digest broker.Digest) error {
	name := wireName(digest)
	if err := os.Chmod(path, 0o644); err != nil { //nolint:gosec // as other files in the inbox
		return err
	}
	d.tell(name, broker.Fate{State: broker.Waits})
	return os.Rename(path, filepath.Join(d.folder.Inbox(), name))
}

// tell notes what has become of a submission.
func (d *leagueDesk) tell(name string, fate broker.Fate) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, known := d.fates[name]; !known {
		d.order = append(d.order, name)
	}
	d.fates[name] = fate
	if len(d.order) > mostFates {
		delete(d.fates, d.order[0])
		d.order = d.order[1:]
	}
}

// decline notes why a submission was refused, without the name that it has only here.
func (d *leagueDesk) decline(name, reason, hint string) {
	d.tell(name, broker.Fate{State: broker.Declined, Text: plainLine(reason), Hint: plainLine(hint)})
}

func (d *leagueDesk) fate(digest broker.Digest) broker.Fate {
	name := wireName(digest)
	d.mu.Lock()
	fate, known := d.fates[name]
	d.mu.Unlock()
	if !known {
		return broker.Fate{State: broker.Unknown}
	}
	if fate.State == broker.Waits {
		entries, _ := d.folder.Waiting() // none if it can't be read
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
func (d *leagueDesk) backlog() (b broker.Backlog) {
	entries, _ := os.ReadDir(d.folder.Inbox()) // if it can't be read, taking the next one fails
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			b.Files++
			b.Bytes += info.Size()
		}
	}
	return b
}
