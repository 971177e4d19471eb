package check

import (
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/lineproto"
)

// advice returns what to do about a verdict.
func advice(v match.Verdict, speaksLines bool) string {
	if lineproto.MeetsIllegalInstruction(v) {
		return lineproto.BuildForAll
	}
	if speaksLines {
		switch v.Kind {
		case match.Late:
			return "an answer ends with \"done\" and the round, and must be flushed; to let it wait longer: --wall 5s"
		case match.TooMuchOutput:
			return "let it write less"
		case match.Crash:
			return "see what it wrote last; it must not exit before the end of the match"
		case match.TooManyCommands:
			return "give each unit one command"
		case match.Protocol:
			return "docs/lines.md says what an answer looks like; to see the lines of this match: arena lines GAME"
		}
	}
	switch v.Kind {
	case match.OverCPU:
		return "let it think less in a round, or give it more: --cpu 100ms --bank 2s"
	case match.Late:
		return "find out what it waits for, or look for an endless loop; to let it wait longer: --wall 5s"
	case match.TooMuchMemory:
		return "let it keep less in memory"
	case match.TooManyThreads:
		return "let it have fewer threads: it has one processor, so that more make it no faster"
	case match.Violation:
		return "docs/security.md says what a bot may do; for a bot that you trust: --sandbox none"
	case match.TooMuchOutput:
		return "let it write less to os.Stderr"
	case match.Crash:
		return "see what it wrote last; a bot must neither panic nor call os.Exit"
	case match.TooManyCommands:
		return "give each unit one command; c.Len() says how many there are"
	case match.Protocol:
		return "leave the wire to sdk.Serve, and build the bot with the packages of this arena"
	}
	return ""
}

const (
	adviceLeftOver = "something is left over from the previous match: keep memory in a type served with sdk.Remember, " +
		"not in package variables"
	adviceRepeat = "usual causes: ranging over a map, the time, goroutines, random numbers that are not from " +
		"s.Rand(), or the status, which depends on CPU time"
	adviceOnce   = "a bot that plays one match per process says so in its first line: arena 1 once"
	advicePrint  = "standard output is the protocol: print to standard error instead, or use the SDK, which sees to it"
	adviceMemory = "something is left over from the previous match: forget everything at the line that begins with match"
	adviceRandom = "usual causes: the time, threads, random numbers that are not seeded with the line seed, or the " +
		"line status, which depends on CPU time"
	adviceEnd = "leave the end of a match to sdk.Serve, and never call os.Exit"
)
