// Package replay writes matches to files, reads them and verifies them.
//
// A replay holds what is needed to play the match again: setup, seed, and the
// commands of every round. It also holds a hash of the state after each round,
// so that [Replay.Verify] can tell whether the match comes out the same, and, for
// authors, what bots noted and wrote to standard error.
//
// # Compatibility
//
// A later version of the package reads every replay of an earlier one. It plays
// a replay again only with the version of the rules that it was played with.
package replay
