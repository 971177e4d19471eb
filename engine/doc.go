// Package engine is the core of the arena: what a game is, and how a match of it is
// played. It is pure: the same setup, seed and commands give the same bytes on every
// machine. It has no process, clock, network or goroutine, and no float in a match.
//
// The author of a bot needs little of it, and meets that through the package of a
// game: [Pos], [UnitID], [Rand], [Debug] and [Refusal].
//
// The author of a game implements [Rules], [SetupRules] and [MatchRules] and calls
// [Define] once. That yields a [Game], which hosts and tools use without knowing the
// game's types, and a [Bot], which players use without knowing the host:
//
//	var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})
//
// A match is a state machine: give [Match.Step] one [Turn] for every seat, and the
// next round begins. Randomness is handed in as a [Rand]; there is no other.
package engine
