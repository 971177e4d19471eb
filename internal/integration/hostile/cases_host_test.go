//go:build linux && (amd64 || arm64)

package hostile

import (
	"time"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// same is an attack on the host, which needs no sandbox to hold out.
func same(does string, in language, e end, names ...string) enemy {
	return enemy{names: names, does: does, in: in, free: e, held: e}
}

func with(limits func(*host.Limits), e enemy) enemy {
	e.limits = limits
	return e
}

// tight are limits for bots that burn a little in every round, and wait in between.
func tight(l *host.Limits) { l.CPU, l.Bank = 20*time.Millisecond, 100*time.Millisecond }

// roomy limits let a bot make what it sends.
func roomy(l *host.Limits) { l.Memory = 1 << 30 }

const late = "gave no answer for"

var timeEnemies = []enemy{
	same("thinks for ever", goLines, frozen(match.OverCPU, "of CPU time"), "burns"),
	same("thinks for ever", goPlugin, frozen(match.OverCPU, "of CPU time"), "burns"),
	same("thinks for ever", inPython, frozen(match.OverCPU, "of CPU time"), "py-burns"),
	same("thinks in eight threads", goLines, frozen(match.OverCPU, "of CPU time"), "burns-in-8"),
	with(tight, same("thinks while others are asked", goLines, frozen(match.OverCPU, "of CPU time"), "burns-beside")),
	with(tight, same("thinks while others are asked", goPlugin, frozen(match.OverCPU, "of CPU time"), "burns-beside")),
	{
		names: []string{"sh-burns"}, in: inShell, does: "thinks in a child", free: end{kind: whatever},
		held: frozen(match.OverCPU, "of CPU time"), limits: tight, spaces: true,
	},
	{
		names: []string{"sh-storm"}, in: inShell, does: "starts one child after the other", free: end{kind: whatever},
		held: frozen(match.OverCPU, "of CPU time"), limits: tight, spaces: true,
	},
	same("sleeps for ever", goLines, frozen(match.Late, late), "sleeps", "pauses", "selects", "polls", "dozes"),
	same("sleeps for ever", goPlugin, frozen(match.Late, late), "sleeps"),
	same("stops itself", goLines, frozen(match.Late, late), "stops"),
	same("stops itself", goPlugin, frozen(match.Late, late), "stops"),
	same("thinks when the match is over", goPlugin, harmless, "burns-at-end"),
	{
		names: []string{"affinity", "priority", "scheduler", "own-limits"},
		does:  "takes more processors, a priority or limits", free: done, held: denied,
	},
	{names: []string{"py-priority"}, in: inPython, does: "takes another priority", free: done, held: denied},
	{names: []string{"clock", "timeofday"}, does: "sets the clock", free: plays("invalid argument"), held: denied},
}

var outputEnemies = []enemy{
	same("writes errors without end", goLines, frozen(match.TooMuchOutput, "wrote more than 1 MiB of output"),
		"floods-errors", "no-newline"),
	same("writes errors without end", goPlugin, frozen(match.TooMuchOutput, "wrote more than 1 MiB of output"),
		"floods-errors", "no-newline"),
	same("writes errors without end", inPython, frozen(match.TooMuchOutput, "wrote more than 1 MiB of output"),
		"py-floods"),
	same("prints without end", goLines, frozen(match.TooMuchOutput, "wrote more than 1 MiB of output"), "floods-output"),
	same("prints without end", goPlugin, frozen(match.TooMuchOutput, "wrote more than 1 MiB of output"), "prints"),
	same("writes what controls a terminal, which is shown as text", goLines, harmless, "escapes"),
}

var startEnemies = []enemy{
	mute("says nothing", goLines, "said nothing for", "mute"),
	mute("thinks for ever", goLines, "said nothing for", "burns-first"),
	mute("does not end its first line", goLines, "did not end its first line", "half-hello"),
	same("exits at once", goLines, noBot("exited with code 0"), "exits-first"),
	same("exits at once", goLines, noBot("exited with code 7"), "exits-7-first"),
	{
		names: []string{"kills-first"}, does: "kills itself at once",
		free: noBot("was ended by a signal|it printed no whole line"), held: noBot("killed itself|was ended by"),
	},
	same("writes errors without end", goLines, noBot("wrote more than 1 MiB of output"), "errors-first"),
	with(func(l *host.Limits) { l.Start = 5 * time.Second }, // until it has begun, also on a busy machine
		same("prints without end", goLines, noBot("it printed no whole line"), "output-first")),
	same("prints without end", goLines, noBot("it printed"), "lines-first"),
	same("prints something else", goLines, noBot("it printed"), "junk-first", "escapes-first"),
	same("speaks another version", goLines, noBot("core protocol|another version|which is not in its own folder"),
		"wrong-core", "wrong-version", "wrong-protocol"),
	same("speaks another version", goLines, noBot("this arena speaks 1"), "lines-2"),
	same("has a first line without end", goLines, noBot("a line of more than 4 KiB"), "long-hello"),
	{
		names: []string{"serves-tcp"}, does: "sends the arena to a TCP port", free: noBot("not a Unix socket"),
		held: noBot("opened a TCP connection|operation not permitted"),
	},
	same("sends the arena to an abstract socket", goPlugin, noBot("which is not in its own folder"), "serves-abstract"),
	same("sends the arena to a socket of the user's", goPlugin, noBot("which is not in its own folder"), "serves-user"),
	same("sends the arena out of its folder", goPlugin,
		noBot("not in its own folder|listen unix|permission denied|no such file"), "serves-outside", "serves-above"),
	{
		names: []string{"serves-link"}, in: goPlugin, does: "sends the arena to a link", free: noBot("which is not a socket"),
		held: noBot("listen unix|operation not permitted"),
	},
	same("sends the arena to a file", goPlugin, noBot("which is not a socket"), "serves-file"),
	same("sends the arena to a path that is too long", goPlugin, noBot("which is not in its own folder"), "serves-far"),
	same("sends the arena to control characters", goPlugin, noBot("which is not a Unix socket"), "serves-escapes"),
	{
		names: []string{"serves-rival"}, in: goPlugin, does: "lets another process serve its socket",
		free: noBot("another program serves its socket"), held: noBot("operation not permitted"),
	},
	mute("serves a socket and says nothing there", goPlugin, "said nothing for", "serves-mute"),
	mute("ends every connection to its socket", goPlugin, "said nothing for|describe", "serves-resets"),
	mute("names a socket that it has closed", goPlugin, "said nothing for|describe|connection", "serves-closed"),
}

// mute is an attack that ends with the time in which a bot must begin.
func mute(does string, in language, reason string, names ...string) enemy {
	return with(func(l *host.Limits) { l.Start = 2 * time.Second }, same(does, in, noBot(reason), names...))
}

var endEnemies = []enemy{
	same("exits", goLines, frozen(match.Crash, "exited with code 0"), "exits"),
	same("exits", goLines, frozen(match.Crash, "exited with code 7"), "exits-7"),
	same("exits", goPlugin, frozen(match.Crash, "exited with code 7"), "exits-7"),
	same("exits", inPython, frozen(match.Crash, "exited with code 1"), "py-exits"),
	same("panics", goPlugin, frozen(match.Crash, "exited with code 2: panic: no more orks"), "panics"),
	same("kills itself", goLines, frozen(match.Crash, "was ended by a signal (killed)"), "kills"),
	same("kills itself", goPlugin, frozen(match.Crash, "was ended by a signal (killed)"), "kills"),
	same("kills itself", goLines, frozen(match.Crash, "was ended by a signal (terminated)|exited with code 2"),
		"terminate"),
	same("aborts", inC, frozen(match.Crash, "was ended by a signal (aborted)"), "abort"),
	same("catches that it is aborted, and is ended by a fault", inC,
		frozen(match.Crash, "was ended by a signal (segmentation fault)"), "abort-and-crash"),
	same("is ended by a fault", goLines, frozen(match.Crash, "exited with code 2"), "faults"),
}

var lineEnemies = []enemy{
	same("reads nothing", goLines, frozen(match.Late, late), "deaf-lines", "closes-input"),
	same("answers without reading", goLines, harmless, "blind-lines"),
	same("writes a line without end", goLines, frozen(match.Protocol, "wrote a line of more than 4 KiB"), "endless-line"),
	same("writes an answer without end", goLines, frozen(match.Protocol, "more than 256 KiB in an answer"),
		"endless-answer"),
	same("does not end its line", goLines, frozen(match.Late, "its last line has no end"), "half-line"),
	same("closes its standard output", goLines, frozen(match.Protocol, "closed its standard output"), "closes-output"),
	same("answers for another round", goLines, frozen(match.Protocol, `answered "done 99"`), "wrong-round"),
	same("gives numbers that are none", goLines, frozen(match.Protocol, "is not the number of a unit"), "not-a-number"),
	same("gives a number that no unit has", goLines, harmless, "wrong-number"),
}

var grpcEnemies = []enemy{
	same("answers with garbage", goPlugin, frozen(match.Protocol, "gave commands that can't be read"), "garbage",
		"wrong-type"),
	same("answers with fields that nobody knows", goPlugin, harmless, "unknown-fields"),
	same("gives too many commands", goPlugin, frozen(match.TooManyCommands, "the most is 1000"), "1001-commands",
		"100000-commands"),
	same("sends too much", goPlugin, frozen(match.Protocol, "sent a message of more than 256 KiB"), "huge",
		"promises-2GB"),
	with(
		roomy, same("sends too much", goPlugin, frozen(match.Protocol, "sent a message of more than 256 KiB"),
			"64-megabytes")),
	same("sends what unpacks to much", goPlugin, frozen(match.Protocol, "broke off"), "gzip-bomb"),
	same("sends headers without end", goPlugin, frozen(anything, ""), "many-headers", "endless-headers",
		"endless-trailers"),
	same("answers for another round", goPlugin, frozen(match.Protocol, "when round 0 was asked for"), "old-round",
		"future-round"),
	same("answers without being asked", goPlugin, frozen(match.Protocol, "sent an answer that nobody had asked for"),
		"answers-twice", "all-at-once"),
	same("leaves the match", goPlugin, frozen(match.Protocol, "left the match before it was over"), "leaves"),
	same("goes on when the match is over", goPlugin, harmless, "one-more", "chatter"),
	same("reads nothing, and answers", goPlugin, end{kind: whatever}, "deaf"),
	same("takes no message", goPlugin, frozen(match.Late, "took no message for"), "no-streams", "silent-pipes"),
	same("closes its connection", goPlugin, frozen(match.Protocol, "closed its connection"), "closed-pipes"),
	same("floods the connection with frames", goPlugin,
		frozen(match.TooMuchOutput, "sent more than 64 KiB beside its answers"), "pings", "settings", "empty-data",
		"resets-streams"),
	same("never ends its answer", goPlugin, frozen(match.Late, late), "drips", "goes-away", "wrong-stream", "zero-window"),
	same("speaks HTTP/2 wrongly", goPlugin, frozen(anything, ""), "no-headers", "overflows-window", "noise"),
	same("ends with a status that controls a terminal", goPlugin, frozen(match.Protocol, "broke off"),
		"escapes-in-status"),
	same("asks go-plugin's broker for a connection", goPlugin, harmless, "uses-broker"),
}
