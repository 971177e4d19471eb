package language

import (
	"path/filepath"
	"slices"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	sdk "github.com/botarena/arena/sdk/java"
)

// Java is the kind of its bots.
const Java Kind = "Java"

var java = Language{
	Kind: Java, Name: "java",
	Endings: []string{".jar"},
	Install: map[string]Packages{
		"java": {
			"apt": "default-jre-headless", "dnf": "java-latest-openjdk-headless", "pacman": "jre-openjdk-headless",
			"apk": "openjdk21-jre", "brew": "openjdk",
		},
		"javac": {
			"apt": "default-jdk-headless", "dnf": "java-latest-openjdk-devel", "pacman": "jdk-openjdk",
			"apk": "openjdk21", "brew": "openjdk",
		},
	},
	Reader: &Reader{
		Program: "java", ByHand: "java -jar",
		// Other collectors run threads of their own. The heap would begin with a share of the machine's memory.
		Args:     []string{"-XX:+UseSerialGC", "-Xms16m", "-jar"},
		Asked:    &Question{late.Regexp(`^java$`), []string{"-XshowSettings:properties", "-version"}, javaIn},
		Profiled: func(program string) bool { return program == "java" },
	},
	Begin: &Begin{
		Main: "Bot.java", Plays: true, Lines: true,
		Try:  []string{"javac -d classes Bot.java && java -cp classes Bot < " + Transcript},
		Made: []string{"/classes/"},
	},
	SDK: &SDK{Files: sdk.Files, Ends: []string{".java"}},
	Debugger: func(d Debugging) []string {
		return []string{
			"jdb attaches only to a Java that was started for it. Without the arena: " + d.Lines + " > in.txt",
		}
	},
	Profiler: func(p Profiling) []string {
		return []string{
			p.run(slices.Insert(
				slices.Clone(p.Args), 1, "-XX:StartFlightRecording=settings=profile,filename="+p.to("java.jfr"))...),
			safe.Shell("jfr", "print", "--events", "jdk.ExecutionSample", "--stack-depth", "1", p.to("java.jfr")) +
				" | grep line: | sort | uniq -c | sort -rn | head -15",
		}
	},
}

var javaHome = late.Regexp(`(?m)^\s*java\.home = (.+?)\s*$`)

func javaIn(said string) string {
	found := javaHome().FindStringSubmatch(said)
	if found == nil {
		return ""
	}
	return filepath.Join(found[1], "bin", "java")
}
