//go:build linux && (amd64 || arm64)

package sandbox

import (
	"errors"
	"strings"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// leastLandlock is the oldest version with which files, signals and sockets of others are
// out of reach without any namespace.
const leastLandlock = 6

// ways are all ways to confine, the strongest first, for somebody who can give users or not.
func ways(gives bool, landlock int) []way {
	var all []way
	for _, w := range withNamespaces(gives) {
		w.landlock = landlock
		for _, w.proc = range []bool{true, false} {
			all = append(all, w.heardOrNot()...)
		}
	}
	if landlock >= leastLandlock {
		if gives {
			all = append(all, way{ownUser: true, landlock: landlock}.heardOrNot()...)
		}
		all = append(all, way{landlock: landlock}.heardOrNot()...)
	}
	if landlock > 0 { // a system that filters the arena's calls may refuse those of Landlock
		for _, w := range withNamespaces(gives) {
			w.proc = true
			all = append(all, w.heardOrNot()...)
		}
	}
	return all
}

// withNamespaces are the ways to have them. Root in a container may usually make only one of users, in
// which the others can be made; and it has users to give all the same.
func withNamespaces(gives bool) []way {
	everybodys := way{namespaces: true, users: true}
	if !gives {
		return []way{everybodys}
	}
	return []way{{namespaces: true, ownUser: true}, {namespaces: true, users: true, ownUser: true}, everybodys}
}

// heardOrNot returns the way with a filter, which tells the arena or does not: a system that
// filters the arena's calls may itself listen to them, and then we can't.
func (w way) heardOrNot() []way {
	heard, not := w, w
	heard.filter, heard.tell = true, true
	not.filter = true
	return []way{heard, not}
}

// countsThreads reports whether the system counts the threads of each bot. It does so by
// user: without one that is the bot's alone, the limit would be on all that the user runs.
func (w way) countsThreads() bool { return w.users || w.ownUser }

// misses returns what the probe could do although it should not, or could not although it
// should.
func (w way) misses(found string) error {
	must := []struct {
		finding byte
		means   string
		on      bool
	}{
		{shim.NoPrivileges, "privileges are not given up", true},
		{shim.Filtered, "system calls are not filtered", w.filter},
		{shim.Limited, "limits are not kept", true},
		{shim.Writes, "its own folder can't be written to", true},
		{shim.NoHost, "the host's files are seen", w.namespaces},
		{shim.Alone, "other processes are seen", w.namespaces},
		{shim.NoFiles, "the host's files can be opened", w.landlock > 0},
	}
	for _, m := range must {
		if m.on && !strings.ContainsRune(found, rune(m.finding)) {
			return errors.New(m.means)
		}
	}
	return nil
}
