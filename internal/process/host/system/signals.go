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

// TakeIgnoredSignals keeps a bot from ignoring signals that the arena was told to ignore, as by nohup or as a job in
// the background of a script: a program inherits ignored signals, and not those that are taken. The Go runtime takes
// the other signals.
func TakeIgnoredSignals() {
	taking.Lock()
	defer taking.Unlock()
	for _, s := range []os.Signal{syscall.SIGHUP, syscall.SIGINT} {
		if signal.Ignored(s) {
			signal.Notify(unheard, s) // nobody reads it
		}
	}
}
