// Package engine is the core of the arena: what a game is, and how a match of it is
// played. It is pure: the same setup, seed and commands give the same bytes on every
// machine. It has no process, clock, network or goroutine, and no float in a match.
//
// # For bots
//
// The author of a bot imports the package of a game and package sdk, and meets only
// [Pos], [UnitID], [Rand], [Budget], [Debug] and [Refusal] of this one. [NewLand],
// [Search] and [Grid] are there for looking for ways by oneself.
//
// # For games
//
// The author of a game implements [Rules], [SetupRules] and [MatchRules] and calls
// [Define] once. That yields a [Game], which hosts and tools use without knowing the
// game's types, and a [Bot], which players use without knowing the host:
//
//	var Game, Bot = engine.Define[*setup, *match, *State, *Commands](rules{})
//
// What only some games have are interfaces of their own: a match can be an [Ender] and
// an [Earner], rules a [Recorder] and an [OwnClassic], and [Guided], [Extended] and a
// [Simulator]. [Sim], [Land] and packages commands, wire, cnf and scene do what games have in
// common, and enginetest has the tests that each must pass.
//
// # For hosts
//
// A host finds a [Game] by its name in [Games], changes its [Setup] and begins a
// [Match]. That is a state machine: give [Match.Step] one [Turn] for every seat, and
// the next round begins. Randomness is handed in as a [Rand]; there is no other.
// Package engine/match is a referee that does so.
//
// # What may still change
//
// There is no version 1 of the arena yet: an exported name can change, and CHANGELOG.md
// says so. The likeliest are [Guided], [Extended], [Simulator] and [Simulation], which
// are young. [Game], [Setup] and [Match] gain methods as tools need them, since this
// package alone implements them. Compiled bots keep working; see package sdk.
package engine
