//go:build linux && (amd64 || arm64)

package hostile

import "github.com/botarena/arena/engine/match"

// endsBy is the verdict on a bot that has ended itself by a signal.
func endsBy(signal string) end { return frozen(match.Crash, "was ended by a signal ("+signal+")") }

// signalEnemies send signals to themselves: what comes of it is the same without a sandbox, where a bot is not
// the first process of a namespace, which the system spares.
var signalEnemies = []enemy{
	same("ends itself by SIGTERM", inC, endsBy("terminated"), "kill-term", "raise-term", "queue-term", "tkill-term",
		"high-term", "thread-term", "raise-blocked"),
	same("ends itself by SIGTERM", inPython, endsBy("terminated"), "py-term"),
	same("ends itself by SIGTERM", inShell, endsBy("terminated"), "sh-term"),
	same("ends itself by SIGABRT", inC, endsBy("aborted"), "kill-abort"),
	same("ends itself by SIGHUP", inC, endsBy("hangup"), "kill-hang-up"),
	same("ends itself by SIGSEGV", inC, endsBy("segmentation fault"), "kill-segv"),
	same("ends itself by SIGKILL", inC, endsBy("killed"), "raise-kill", "queue-kill"),
	same("stops itself by SIGSTOP", inC, frozen(match.Late, late), "kill-stop"),
	same("catches a signal, ignores it or waits for it", inC, done, "catch-term", "ignore-term", "await-term"),
	same("catches a signal, ignores it or waits for it", inPython, done, "py-catch-term"),
	same("catches a signal, ignores it or waits for it", inShell, done, "sh-trap"),
	same("sends itself the signals of runtimes 10000 times", inC, done, "many-signals"),
	{
		names: []string{"sh-kills-child"}, in: inShell, does: "ends a child by a signal", free: done, held: done,
		spaces: true,
	},
	{
		names: []string{"catch-for-ever"}, in: inC, does: "catches its own signals without end, of which the arena is told",
		free: frozen(match.OverCPU, "of CPU time"), held: frozen(match.Crash, "sent signals to itself again and again"),
	},
}
