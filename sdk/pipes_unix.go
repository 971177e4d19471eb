//go:build unix

package sdk

import (
	"net"
	"os"
	"syscall"

	"github.com/botarena/arena/proto/plugin"
)

// openPipes returns the pipes that the arena handed over, or nil if there are none.
func openPipes() net.Conn {
	if os.Getenv(plugin.PipesVariable) != plugin.PipesValue {
		return nil
	}
	for _, fd := range []int{plugin.BotReads, plugin.BotWrites} {
		syscall.CloseOnExec(fd) // for this process, not for its children
		if syscall.SetNonblock(fd, true) != nil {
			return nil
		}
	}
	return plugin.Pipes(os.NewFile(plugin.BotReads, "pipe"), os.NewFile(plugin.BotWrites, "pipe"))
}
