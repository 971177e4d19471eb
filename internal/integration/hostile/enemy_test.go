//go:build linux && (amd64 || arm64)

package hostile

import (
	"slices"
	"strings"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// enemy is one attack, by one bot or by several that do much the same.
type enemy struct {
	names  []string // of the bots
	does   string   // what they do, in words that follow "a bot that"
	in     language
	free   end                // what comes of it without a sandbox
	held   end                // and in one
	limits func(*host.Limits) // changes the usual ones; nil: none
	spaces bool               // it takes namespaces to come to the second end
	kills  bool               // the victim, if it can
	leaves bool               // a process behind, where neither a sandbox nor a cgroup holds it
}

// language is what a bot is written in, and by which protocol it plays.
type language string

const (
	goLines  language = "Go, lines"
	goPlugin language = "Go, go-plugin"
	inC      language = "C, lines"
	inStatic language = "static C, lines"
	inPython language = "Python, lines"
	inShell  language = "shell, lines"
)

// end is how the part of a bot in a match ends. Of a text with alternatives, such as
// "killed|out of memory", one must be there.
type end struct {
	refused string     // it is no bot, for this reason
	kind    match.Kind // of the verdict; empty: it plays to the end
	detail  string     // of the verdict
	says    string     // what it tells of its attempt
}

func frozen(kind match.Kind, detail string) end { return end{kind: kind, detail: detail} }
func noBot(reason string) end                   { return end{refused: reason} }
func plays(says string) end                     { return end{says: says} }

const (
	// anything is a verdict of any kind: what happens first depends on the machine.
	anything match.Kind = "any"
	// whatever is that, or none.
	whatever match.Kind = "any or none"
)

// The usual ends.
var (
	done      = plays("done")
	denied    = plays("operation not permitted")
	invisible = plays("no such file or directory|permission denied")
	harmless  = end{} // whatever it tried, it plays to the end
)

func violation(did string) end { return frozen(match.Violation, did) }

// has reports whether a text has one of the alternatives.
func has(text, alternatives string) bool {
	text = strings.ToLower(text)
	for _, wanted := range strings.Split(alternatives, "|") {
		if strings.Contains(text, strings.ToLower(wanted)) {
			return true
		}
	}
	return false
}

// topic is a group of attacks.
type topic struct {
	title   string
	enemies []enemy
}

// chosen are the attacks of this tier at a level: at night all; in the long tier, at the usual level, one bot of each.
// Else it is one of each topic, such that none takes a compiler of C, and in the everyday tier at other levels one of
// the first two.
func chosen(at sandbox.Level) []topic {
	if tier.IsNight() {
		return topics
	}
	some := slices.Clone(topics)
	if at != sandbox.Usual() && !tier.IsLong() {
		some = some[:2]
	}
	for i, t := range some {
		enemies := slices.Clone(t.enemies)
		if at != sandbox.Usual() || !tier.IsLong() {
			first := slices.IndexFunc(enemies, func(e enemy) bool { return e.in != inC && e.in != inStatic })
			enemies = enemies[first : first+1]
		}
		for k := range enemies {
			enemies[k].names = enemies[k].names[:1]
		}
		some[i].enemies = enemies
	}
	return some
}

var topics = []topic{
	{"Time", timeEnemies},
	{"Memory, files and threads", memoryEnemies},
	{"Other processes", processEnemies},
	{"Files and secrets", fileEnemies},
	{"Network", networkEnemies},
	{"The kernel", kernelEnemies},
	{"Side doors of the kernel", doorEnemies},
	{"Output", outputEnemies},
	{"Before the match", startEnemies},
	{"The end of a process", endEnemies},
	{"Signals to itself", signalEnemies},
	{"The line protocol", lineEnemies},
	{"gRPC and HTTP/2", grpcEnemies},
}
