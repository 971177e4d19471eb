//go:build !linux || !(amd64 || arm64)

package shim

// Supported reports whether there is a shim for this system.
const Supported = false
