//go:build linux && (amd64 || arm64)

package sandbox

import "github.com/botarena/arena/internal/process/sandbox/shim"

// LayersOf returns the layers of a system that has all, or all but namespaces, as root has them or another user.
func LayersOf(namespaces, root bool) []Layer {
	w := way{
		namespaces: namespaces, ownUser: root, users: namespaces && !root, proc: namespaces, landlock: 7,
		filter: true, tell: true,
	}
	return finding{best: &w, found: string(shim.Pinned)}.layers(Standard)
}
