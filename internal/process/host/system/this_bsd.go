//go:build dragonfly || freebsd || netbsd || openbsd

package system

// This is the system that the arena runs on.
var This = bsd()

func bsd() Abilities {
	a := likeUnix()
	a.AwaitEnd = awaitEnd
	return a
}
