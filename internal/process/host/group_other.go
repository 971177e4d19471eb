//go:build !linux && !windows && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package host

import "errors"

// awaitEnd can't be done on this system, and says so: reap has another way.
func awaitEnd(int) error { return errors.ErrUnsupported }
