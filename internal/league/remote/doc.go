// Package remote plays the matches of a league on other machines.
//
// [Open] makes a [Transport] of a [Broker]: it tells workers what to play and where to get
// the bots, and reads what they send. A [Player] is the worker's side: it fetches the bots into a
// [Cache], and plays with the same worker processes as package local.
//
// A bot goes to workers as the package that it came in, if it came in one: so a worker checks the author's signature
// itself. Other bots, and packages whose copy in the league is another program, go as an archive of the copy.
//
// A worker trusts the league with nothing but its time. Bots that come to it are unpacked within
// bounds, nothing of them is built, and they are confined at least as much as the worker's owner
// wants. The league trusts a worker with nothing but the commands of the bots: all else follows
// from the replay, which the league plays again.
package remote
