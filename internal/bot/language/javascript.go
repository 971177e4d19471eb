package language

import (
	"path/filepath"
	"slices"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	sdk "github.com/botarena/arena/sdk/js"
)

// JavaScript is the kind of its bots.
const JavaScript Kind = "JavaScript"

var javaScript = Language{
	Kind: JavaScript, Name: "js",
	Endings: []string{".mjs", ".js"},
	Clutter: "node_modules",
	Install: map[string]Packages{"node": {
		"apt": "nodejs", "dnf": "nodejs", "pacman": "nodejs", "apk": "nodejs", "brew": "node",
		"winget": "OpenJS.NodeJS",
	}},
	Reader: &Reader{
		Program: "node", ByHand: "node",
		Asked:    &Question{late.Regexp(`^node(js)?$`), []string{"-p", "process.execPath"}, theLine},
		Profiled: func(program string) bool { return program == "node" },
		Lend: func(sdk string) (args, environment []string) {
			return []string{"-r", filepath.Join(sdk, "beside.cjs")}, []string{"NODE_PATH=" + sdk} // bots see that one
		},
	},
	Begin: &Begin{
		Main: "bot.mjs", Plays: true, Lines: true, Try: []string{"node --test", "node bot.mjs < " + Transcript},
		Made: []string{"node_modules/"},
	},
	SDK: &SDK{
		Files: sdk.Files, Ends: []string{".mjs", ".cjs", ".js", ".ts", ".mts"}, Alone: []string{"arena.mjs", "arena.js"},
		Page: "js",
	},
	Debugger: func(d Debugging) []string {
		return []string{safe.Shell(d.Program, "inspect", "-p", d.PID) + "    (then Enter here)"}
	},
	Profiler: func(p Profiling) []string {
		return []string{
			p.run(slices.Insert(
				slices.Clone(p.Args), 1, "--prof", "--logfile="+p.to("node.log"), "--no-logfile-per-isolate")...),
			safe.Shell(p.Args[0], "--prof-process", p.to("node.log")),
		}
	},
}
