//go:build unix

package sdk

import (
	"os"
	"runtime/pprof"
	"syscall"

	"github.com/botarena/arena/internal/base/botwire"
)

// startProfile starts a CPU profile if the arena asks for one. The function that it
// returns ends the profile and hands it over; without a profile it does nothing.
func startProfile() (handOver func()) {
	if os.Getenv(botwire.ProfileVariable) != botwire.ProfileValue {
		return func() {}
	}
	syscall.CloseOnExec(botwire.BotWritesProfile) // for this process, not for its children
	file := os.NewFile(botwire.BotWritesProfile, "profile")
	if pprof.StartCPUProfile(file) != nil {
		return func() {} // the bot makes one of its own
	}
	return func() {
		pprof.StopCPUProfile()
		_ = file.Close()
	}
}
