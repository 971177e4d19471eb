//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"sync"
)

// Users of bots, where the arena is root's, have numbers in a range that systems use for
// nothing else: https://systemd.io/UIDS-GIDS. They differ from arena to arena and from
// start to start.
const (
	firstUser    = 0x7000_0000
	usersOfArena = 1 << 10
	arenas       = 1 << 18
)

// users are those of all bots that this arena has started.
var users userNumbers

// userNumbers gives each bot a user whom no other bot is that still runs: the system counts
// threads by user, and lets a user signal itself.
type userNumbers struct {
	mu   sync.Mutex
	last int // was given last; the next is another even if that is free again
	held [usersOfArena]bool
}

func (u *userNumbers) give() (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for range usersOfArena {
		u.last = (u.last + 1) % usersOfArena
		if !u.held[u.last] {
			u.held[u.last] = true
			return firstUserOfArena() + u.last, nil
		}
	}
	return 0, fmt.Errorf("more than %d bots run at once", usersOfArena)
}

func (u *userNumbers) takeBack(id int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.held[id-firstUserOfArena()] = false
}

func firstUserOfArena() int { return firstUser + os.Getpid()%arenas*usersOfArena }
