// Package replay writes matches to files, reads them and verifies them.
//
// A replay holds all that it takes to play the match again: setup, seed, and the
// commands of every round. It also holds a hash of the state after each round, with
// which [Replay.Verify] checks that the match comes out the same, and, for authors,
// the bots' notes and what they wrote to standard error.
//
// # Compatibility
//
// Every version of the package reads the replays of all earlier versions. A match
// can be played again only with the version of the rules with which it was played.
package replay
