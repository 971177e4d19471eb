package league

import (
	"fmt"
	"sync"
	"syscall"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/cli/shell"
)

// againTime is after how long it is told again that too many files are open.
const againTime = time.Minute

// shortage tells that too many files are open. Several goroutines may do so.
type shortage struct {
	mu   sync.Mutex
	last time.Time
}

func (t *shortage) tell(s *shell.Shell) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.last.IsZero() && time.Since(t.last) < againTime {
		return
	}
	t.last = time.Now()
	const text = "too many files are open; the league waits until there are fewer"
	if log := s.Err.Logger(); log != nil {
		log.Warn(text)
		return
	}
	fmt.Fprintf(s.Err, "warning: %s\nhint: %s\n", text, hint.OfFiles(syscall.EMFILE))
}
