package league

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
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

// Ill is why a league does not work. It names no file and no bot: anybody may be told.
type Ill string

func (i Ill) Error() string { return string(i) }

// Health looks after a league that is served. What it finds is asked for by [Health.State] in this
// process, and by [Folder.Health] in others.
type Health struct {
	folder Folder
	ask    func(context.Context) (store.Tournament, error)
	free   func(folder string) (bytes uint64, known bool)

	mu    sync.Mutex
	at    time.Time
	state string
	ill   error
}

// NewHealth returns the health of a league whose store answers to ask. It is not known before
// [Health.Watch].
func NewHealth(f Folder, ask func(context.Context) (store.Tournament, error)) *Health {
	return &Health{folder: f, ask: ask, free: sys.FreeSpace, ill: Ill("the league begins")}
}

// Watch looks again and again until ctx is done. Each other reason of an illness it tells once, with what
// is behind it.
func (h *Health) Watch(ctx context.Context, tell func(error)) {
	tick := time.NewTicker(healthTime)
	defer tick.Stop()
	defer func() { _ = os.Remove(h.folder.healthFile()) }()
	for told := ""; ; {
		ill, cause := h.look(ctx)
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

// whole is an illness with what is behind it, if that is known.
func whole(ill, cause error) error {
	if cause == nil {
		return ill
	}
	return fmt.Errorf("%w: %w", ill, cause)
}

// look looks once.
func (h *Health) look(ctx context.Context) (ill, cause error) {
	state, ill, cause := h.examine(ctx)
	line := "well " + state
	if ill != nil {
		line = "ill " + ill.Error()
	}
	if err := files.Replace(h.folder.healthFile(), 0o644, strings.NewReader(line+"\n")); err != nil && ill == nil {
		ill, cause = Ill("its folder can't be written"), err
	}
	h.mu.Lock()
	h.at, h.state, h.ill = time.Now(), state, ill
	h.mu.Unlock()
	return ill, cause
}

func (h *Health) examine(ctx context.Context) (state string, ill, cause error) {
	limited, stop := context.WithTimeout(ctx, answerTime)
	defer stop()
	t, err := h.ask(limited)
	if err != nil {
		return "", Ill("its store can't be read"), err
	}
	if free, known := h.free(string(h.folder)); known && free < LeastRoom {
		return "", Ill(fmt.Sprintf("no room on its disk: %d MB of %d MB at least", free>>20, LeastRoom>>20)), nil
	}
	bots := 0
	for _, e := range t.Entrants {
		if e.Stays() {
			bots++
		}
	}
	return safe.Count(bots, "bot") + ", " + safe.Count(t.Matches, "match"), nil, nil
}

// State returns a line of state, or an [Ill].
func (h *Health) State() (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if silent := time.Since(h.at); h.ill == nil && silent > silentTime {
		return "", stuck(silent)
	}
	return h.state, h.ill
}

func stuck(silent time.Duration) Ill {
	return Ill(fmt.Sprintf("is stuck: it has not looked after itself for %v", silent.Round(time.Second)))
}

func (f Folder) healthFile() string { return filepath.Join(string(f), "health") }

// Health returns a line of state of a league that another process serves, an [Ill], or [ErrNotServed].
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
		return "", Ill(string(stuck(silent)) + ", or was killed")
	case kind == "well":
		return said, nil
	case kind == "ill":
		return "", Ill(said)
	}
	return "", fmt.Errorf("%s: is not what an arena has written", f.healthFile())
}
