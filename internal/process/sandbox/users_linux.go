//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
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

// firstUserOfArena returns the first number of ours. In each container, the arena is process 1,
// and all have the same users.
var firstUserOfArena = sync.OnceValue(func() int {
	space, _ := os.Readlink("/proc/self/ns/pid")
	return firstUser + rangeOf(os.Getpid(), space)*usersOfArena
})

// rangeOf returns which range the users of an arena have: another one for each process of a space
// of numbers, such as pid:[4026531836], and hardly ever the same in two spaces.
func rangeOf(pid int, space string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(space))
	return (pid + int(h.Sum32()%arenas)) % arenas
}

// rightsToGive are what it takes to start a bot as another user, to end it, and to remove what it
// leaves. Root in a container may lack any of them.
var rightsToGive = []struct {
	name   string
	number uint
}{
	{"CHOWN", unix.CAP_CHOWN},
	{"DAC_OVERRIDE", unix.CAP_DAC_OVERRIDE},
	{"KILL", unix.CAP_KILL},
	{"SETGID", unix.CAP_SETGID},
	{"SETPCAP", unix.CAP_SETPCAP},
	{"SETUID", unix.CAP_SETUID},
}

// rightsMissing returns the names of those that we lack.
func rightsMissing() (names []string) {
	var own [2]unix.CapUserData
	if unix.Capget(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &own[0]) != nil {
		return nil // the probe finds out
	}
	for _, right := range rightsToGive {
		if own[right.number/32].Effective&(1<<(right.number%32)) == 0 {
			names = append(names, right.name)
		}
	}
	return names
}

// hasUsers reports whether the users of bots exist where we are. Root of a namespace of users, as
// in a container of an ordinary user's, has few.
func hasUsers() bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return true
	}
	for line := range strings.Lines(string(text)) {
		var first, outside, count int64
		if n, _ := fmt.Sscan(line, &first, &outside, &count); n == 3 && first <= firstUser &&
			first+count >= firstUser+arenas*usersOfArena {
			return true
		}
	}
	return false
}

// canGiveUsers reports whether we are root, and may start a bot as a user of its own. If not, we
// are as any other user.
func canGiveUsers() bool { return os.Geteuid() == 0 && hasUsers() && len(rightsMissing()) == 0 }

// userLayer describes the users of bots.
func (w way) userLayer() Layer {
	l := Layer{Name: "own user", On: w.ownUser, Does: "each bot is a user whom nobody else is"}
	if l.On {
		return l
	}
	l.Detail = "only root can give one; bots run as you, but without your rights"
	if missing := rightsMissing(); os.Geteuid() == 0 && hasUsers() && len(missing) > 0 {
		l.Detail = "root lacks the rights to give one: " + strings.Join(missing, ", ")
		l.Fix = "inside a container: docker run --cap-add " + strings.Join(missing, " --cap-add ")
	}
	return l
}
