//go:build unix

package sdk

import (
	"net"
	"os"
	"syscall"

	"github.com/botarena/arena/internal/base/botwire"
)

// openPipes returns the pipes that the arena handed over, or nil if there are none.
func openPipes() net.Conn {
	if os.Getenv(botwire.PipesVariable) != botwire.PipesValue {
		return nil
	}
	for _, fd := range []int{botwire.BotReads, botwire.BotWrites} {
		syscall.CloseOnExec(fd) // for this process, not for its children
		if syscall.SetNonblock(fd, true) != nil {
			return nil
		}
	}
	return botwire.Pipes(os.NewFile(botwire.BotReads, "pipe"), os.NewFile(botwire.BotWrites, "pipe"))
}
