package language

import sdk "github.com/botarena/arena/sdk/rust"

var rust = Language{
	Kind: "Rust", // no bot is of it, as a bot.txt builds those in Rust
	Name: "rust",
	Install: map[string]Packages{"cargo": {
		"apt": "cargo", "dnf": "cargo", "pacman": "rust", "apk": "cargo", "brew": "rust",
		"winget": "Rustlang.Rustup",
	}},
	Begin: &Begin{
		Main: "src/main.rs", Plays: true, Lines: true, Try: []string{"cargo test", "cargo run < " + Transcript},
		Made: []string{"/target/"},
	},
	SDK:      &SDK{Files: sdk.Files, Ends: []string{".rs"}},
	Debugger: gdb,
	Profiler: perf,
}
