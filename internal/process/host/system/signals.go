package system

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// unheard takes the signals that the arena ignores.
var unheard = make(chan os.Signal, 1)

// taking is held while signals are taken: Go no longer calls them ignored a moment before they are taken, and another
// bot that starts just then would ignore them.
var taking sync.Mutex

// TakeIgnoredSignals keeps a bot from ignoring what the arena was told to ignore, as by nohup or as a job in the
// background of a script: what is ignored is inherited, what is taken is not. Other signals are
// taken by the Go runtime.
func TakeIgnoredSignals() {
	taking.Lock()
	defer taking.Unlock()
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			signal.Notify(unheard, s) // nobody reads it
		}
	}
}
