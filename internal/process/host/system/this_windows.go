package system

import (
	"os"
	"path/filepath"
)

// This is the system that the arena runs on. It does not tell how long a thread has waited for a processor, and has
// neither groups that could be killed by a number nor a way to find single children.
var This = windowsAbilities()

func windowsAbilities() Abilities {
	a := nothing()
	a.CPUTime, a.OwnTime = cpuTime, ownTime
	a.Peak = peak
	a.Environment = environment
	a.OwnGroup, a.OwnSession = ownGroup, ownGroup
	a.AwaitEnd, a.IsGone, a.KillGroup = awaitEnd, isGone, killGroup
	a.IsOurCode, a.IsException, a.ExitedWith = isOurCode, isException, exitedByItself
	a.NewPipe, a.IsOpen = newPipe, isOpen
	a.Traced = traced
	return a
}

func environment() []string {
	root := os.Getenv("SYSTEMROOT")
	return []string{"SYSTEMROOT=" + root, "PATH=" + filepath.Join(root, "System32")}
}
