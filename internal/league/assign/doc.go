// Package assign decides which worker plays which match, who has kept one for too long, and who must go. It
// has no clock and no network: times are handed in.
//
// A worker that is at work on a match keeps it for ten times the match's limit on wall-clock time
// at most. One that is there and neither plays a match nor sends its result for twice the time that it may be
// silent loses the match to another; after [MostStrikes] such, it must go. A worker that goes away
// loses its matches and nothing else. A match that was given [MostTries] times has failed.
package assign
