// Package league plays a league: any number of bots that join and leave, a schedule, a store
// of played matches, and machines that play them.
//
// A [Run] works out which matches are missing, hands them to a [Transport], checks the results,
// and adds them to the store. The store is the only truth. A [Job] has all that its match
// follows from, and its key identifies it; so a job may be lost, or played twice, and after a
// crash the missing ones are worked out again. A result must have the replay of the match,
// which is played again before it counts.
package league
