package host

import (
	"os"
	"os/signal"
	"syscall"
)

// unheard takes the signals that the arena ignores.
var unheard = make(chan os.Signal, 1)

// takeIgnoredSignals keeps a bot from ignoring what the arena was told to ignore, as by nohup or as a job in the
// background of a script: what is ignored is inherited, what is taken is not. Other signals are
// taken by the Go runtime.
func takeIgnoredSignals() {
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			signal.Notify(unheard, s) // nobody reads it
		}
	}
}
