package shell

import "slices"

// Alone returns an error if more than one of some flags was given.
func Alone(changed func(flag string) bool, flags ...string) error {
	given := slices.DeleteFunc(flags, func(flag string) bool { return !changed(flag) })
	if len(given) > 1 {
		return Misused("leave out one of them", "--%s: contradicts --%s", given[0], given[1])
	}
	return nil
}
