// Package scheduler decides which worker plays which match, which has exceeded its time, and which is revoked. It
// has no clock and no network: times are handed in.
//
// A worker that is at work on a match keeps it for ten times the match's limit on wall-clock time
// at most. One that is there and neither plays a match nor sends its result for twice the time that it may be
// silent loses the match to another. So does one that goes away. A worker that has lost a match gets one at a time, and
// one more for each result that it sends; one that kept it rests before that, longer each time. No worker loses its key
// for that: a slow machine, or one that slept, looks like a liar. So a worker that sends nothing has [MostSlots] +
// [Ahead] matches once, and then one at a time, and one that sends results keeps no more matches from others than it
// plays, beside those. Only many results of matches that it was never given cost a key. A match that was given
// [MostTries] times has failed.
package scheduler
