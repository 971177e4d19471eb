//go:build unix && !linux && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package system

// This is the system that the arena runs on.
var This = likeUnix()
