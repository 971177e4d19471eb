package main

import "runtime/debug"

// arenaVersion is the version of this program, as far as Go knows it.
func arenaVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
