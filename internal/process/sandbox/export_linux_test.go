//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"

	"github.com/botarena/arena/internal/process/sandbox/shim"
)

// WithoutNamespaces returns the sandbox of a system that allows us none, and the reason if
// this system has no Landlock to stand in.
func WithoutNamespaces() (*Sandbox, error) {
	return of(way{ownUser: canGiveUsers(), landlock: shim.LandlockVersion(), filter: true, tell: true})
}

// WithoutLandlock returns the sandbox of a system that has namespaces, but no Landlock.
func WithoutLandlock() (*Sandbox, error) { return of(ways(canGiveUsers(), 0)[0]) }

// WithoutFilter returns a sandbox that no system has: without a filter of system calls. It
// shows that the other layers hold by themselves.
func WithoutFilter() (*Sandbox, error) {
	w := ways(canGiveUsers(), shim.LandlockVersion())[0]
	w.filter, w.tell = false, false
	return of(w)
}

// WithoutReports returns the sandbox of a system where another program listens to our
// calls already.
func WithoutReports() (*Sandbox, error) {
	w := ways(canGiveUsers(), shim.LandlockVersion())[0]
	w.tell = false
	return of(w)
}

// OnlyLandlock returns a sandbox that no system has: with neither namespaces nor a filter.
func OnlyLandlock() *Sandbox {
	return &Sandbox{level: Standard, way: way{landlock: shim.LandlockVersion()}}
}

func of(w way) (*Sandbox, error) {
	found, err := try(w)
	if err == nil {
		err = w.misses(found)
	}
	f := finding{best: &w, found: found, refusals: []refusal{{err: os.ErrPermission}}}
	return &Sandbox{level: Standard, way: w, layers: f.layers(Standard)}, err
}

// Seal returns a sealed copy of a program.
func Seal(path string) (*os.File, error) {
	file, _, err := new(sealed).open(path, false)
	return file, err
}

// ReplacePath is for tests.
var ReplacePath = replacePath
