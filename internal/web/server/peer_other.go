//go:build !linux

package server

import "net/http"

// isOwn would ask who sent a request, which can't be found out here. Elsewhere than on Linux, a browser is
// started by the system, which keeps the address out of its arguments, or from other users.
func isOwn(*http.Request) bool { return true }
