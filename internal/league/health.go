package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/sys"
)

const (
	// healthTime is how often a league that is served looks after itself.
	healthTime = 5 * time.Second
	// silentTime is after how long a league counts as stuck that has not.
	silentTime = 30 * time.Second
	// answerTime is how long the store may take for a question that is quick.
	answerTime = 3 * time.Second
	// LeastRoom is how many bytes there must be on the disk of a league: a match is a megabyte at most,
	// but the store's journal grows to some of them.
	LeastRoom = 64 << 20
)

// ErrNotServed is returned for a league that nobody serves.
var ErrNotServed = errors.New("is not served")

// HealthError is why a league does not work. It names no file and no bot: anybody may be told.
type HealthError string

func (i HealthError) Error() string { return string(i) }

// Health looks after a league that is served. What it finds is asked for by [Health.State] in this
// process, and by [Folder.Health] in others.
type Health struct {
	folder Folder
	ask    func(context.Context) (store.Tournament, error)
	free   func(folder string) (bytes uint64, known bool)

	mu      sync.Mutex
	trouble func() error // of the queues; nil without any
	at      time.Time
	state   string
	ill     error
	seen    HealthCheck
}

// HealthCheck is what a league has found when it last looked after itself. -1 is what it could not find.
type HealthCheck struct {
	Bots, Matches, SetAside int
	// Store and Queues are how many bytes are free on their disks.
	Store, Queues int64
}

// Queues lets a league be ill as long as its queues are in trouble.
func (h *Health) Queues(trouble func() error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.trouble = trouble
}

// Seen returns the last findings.
func (h *Health) Seen() HealthCheck {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.seen
}

// NewHealth returns the health of a league whose store answers to ask. It is not known before
// [Health.Watch].
func NewHealth(f Folder, ask func(context.Context) (store.Tournament, error)) *Health {
	return &Health{folder: f, ask: ask, free: sys.FreeSpace, ill: HealthError("the league begins"), seen: unseen}
}

// unseen stands for the figures before the first look.
var unseen = HealthCheck{Bots: -1, Matches: -1, SetAside: -1, Store: -1, Queues: -1}

// Watch looks again and again until ctx is done. It tells each new reason of an illness once, with its
// cause.
func (h *Health) Watch(ctx context.Context, tell func(error)) {
	tick := time.NewTicker(healthTime)
	defer tick.Stop()
	defer func() { _ = os.Remove(h.folder.healthFile()) }()
	for told := ""; ; {
		ill, cause := h.Look(ctx)
		if ctx.Err() != nil {
			return
		}
		why := ""
		if ill != nil {
			why = ill.Error()
		}
		if why != told && ill != nil {
			tell(whole(ill, cause))
		}
		told = why
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// whole is an illness with its cause, if that is known.
func whole(ill, cause error) error {
	if cause == nil {
		return ill
	}
	return fmt.Errorf("%w: %w", ill, cause)
}

// Look looks once. [Health.Watch] does that again and again.
func (h *Health) Look(ctx context.Context) (ill, cause error) {
	seen, ill, cause := h.examine(ctx)
	state, line := "", ""
	if ill == nil {
		state = safe.Count(seen.Bots, "bot") + ", " + safe.Count(seen.Matches, "match")
		line = "well " + state
	} else {
		line = "ill " + ill.Error()
	}
	if err := files.Replace(h.folder.healthFile(), 0o644, strings.NewReader(line+"\n")); err != nil && ill == nil {
		ill, cause = HealthError("its folder can't be written"), err
	}
	h.mu.Lock()
	h.at, h.state, h.ill, h.seen = time.Now(), state, ill, seen
	h.mu.Unlock()
	return ill, cause
}

// examine looks at everything, and returns the worst illness.
func (h *Health) examine(ctx context.Context) (seen HealthCheck, ill, cause error) {
	seen = unseen
	full := errors.Join(h.room(string(h.folder), "its disk", &seen.Store),
		h.room(h.folder.Workers(), "the disk of its queues", &seen.Queues))
	limited, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	t, err := h.ask(limited)
	if err != nil {
		return seen, HealthError("its store can't be read"), err
	}
	seen.Bots, seen.Matches, seen.SetAside = staying(t), t.Matches, t.Doubted
	h.mu.Lock()
	trouble := h.trouble
	h.mu.Unlock()
	if full == nil && trouble != nil {
		full = trouble()
	}
	if full != nil {
		ill, _, _ := strings.Cut(full.Error(), "\n") // one disk may be full twice
		return seen, HealthError(ill), nil
	}
	return seen, nil, nil
}

// room notes how much room there is on the disk of a folder, and returns an error if that is too little.
func (h *Health) room(folder, called string, free *int64) error {
	bytes, known := h.free(folder)
	if !known {
		return nil
	}
	*free = int64(min(bytes, math.MaxInt64))
	if bytes < LeastRoom {
		return fmt.Errorf("no room on %s: %d MB of %d MB at least", called, bytes>>20, LeastRoom>>20)
	}
	return nil
}

// staying counts the bots that play or will.
func staying(t store.Tournament) (bots int) {
	for _, e := range t.Entrants {
		if e.Stays() {
			bots++
		}
	}
	return bots
}

// State returns a line of state, or an [HealthError].
func (h *Health) State() (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if silent := time.Since(h.at); h.ill == nil && silent > silentTime {
		return "", stuck(silent)
	}
	return h.state, h.ill
}

func stuck(silent time.Duration) HealthError {
	return HealthError(fmt.Sprintf("is stuck: it has not looked after itself for %v", silent.Round(time.Second)))
}

func (f Folder) healthFile() string { return filepath.Join(string(f), "health") }

// Health returns a line of state of a league that another process serves, an [HealthError], or [ErrNotServed].
func (f Folder) Health(now time.Time) (string, error) {
	if err := is(f.healthFile(), 0, "a file"); err != nil {
		return "", err
	}
	file, err := os.Open(f.healthFile())
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotServed
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	const longest = 1 << 10
	text, err := io.ReadAll(io.LimitReader(file, longest))
	if err != nil {
		return "", err
	}
	kind, said, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	switch silent := now.Sub(info.ModTime()).Abs(); {
	case silent > silentTime:
		return "", HealthError(string(stuck(silent)) + ", or was killed")
	case kind == "well":
		return said, nil
	case kind == "ill":
		return "", HealthError(said)
	}
	return "", fmt.Errorf("%s: is not what an arena has written", f.healthFile())
}
