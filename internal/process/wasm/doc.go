// Package wasm makes a bot of a module for WASI preview 1 something that can be started:
// it has the module compiled once, and keeps the machine code in the arena's cache.
//
// A module is compiled in a process of its own, in a sandbox where there is one, and
// bounded in time and memory, since it may be a stranger's. That process has no right to
// the cache: the arena takes the code from it and puts it where no other module's code is.
// A bot that manages to have wrong code made gets it for itself alone, in its own process,
// which sees the code but can't change it.
package wasm
