//go:build !unix

package sys

// StdoutIsClosed reports whether standard output was closed when the program began, which is not known here.
func StdoutIsClosed() bool { return false }
