package language

// WASI is the kind of a module, whatever that was written in: the arena itself runs it.
const WASI Kind = "WASI"

var wasi = Language{
	Kind:    WASI,
	Endings: []string{".wasm"},
	Debugger: func(Debugging) []string {
		return []string{"no debugger can look into a module for WASI: build the same source for this system, and name that"}
	},
	Profiler: func(Profiling) []string {
		return []string{"no profiler looks into a module for WASI: build the same source for this system, and profile that"}
	},
}
