// Package runner is what the arena's executable is while it runs a bot that is a module
// for WASI preview 1, or compiles one. It is started again for that as the interpreter of
// the module, as python3 is of a script, in a process of its own: limits, sandbox and
// verdicts are those of every bot.
//
// A module reaches nothing but its standard input, output and error, and the files in its
// own folder, to read. Its clock and its random numbers are the match's, see [world], so
// that it plays the same match on every machine.
//
// The package takes over before main, when most of the arena's packages are not
// initialised yet: a runner starts in half the time of a command of the arena.
package runner
