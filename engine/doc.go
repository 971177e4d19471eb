// Package engine is the core of the arena: what a game is, and how a match of
// it is played. It is pure: same setup, seed and commands give the same bytes on
// every machine. It has no process, clock, network, goroutine or float.
//
// A game's package implements [Rules] over types of its own and calls [Define]
// once. That yields a [Game], which hosts and tools use without knowing the
// types, and a [Bot], which the game's players use without knowing the host.
//
//	var Game, Bot = engine.Define[setup, *match, *State, *Commands](rules{})
//
// A match is a state machine: hand [Match.Step] one [Turn] for every seat and
// the next round begins. Randomness is handed in as a [Rand]; there is no other.
package engine
