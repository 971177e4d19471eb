// Package playground is the arena of a browser's tab: a [Room] in which matches are played and shown, for a page that
// runs the bots of its reader in workers of its own.
//
// The page speaks with a room in bytes, most of them JSON; the types of this package that have JSON names are all that
// is said, and src/playground/contract.ts, which is generated, has them for the page. Compiled to WebAssembly, the
// room is package reactor, which exports each method of a room by its name.
//
// # A match
//
// The page starts the bots, which say their first line, and begins a match with an [Order]. Each [Asked] that it gets
// has the questions of a round, one for each bot of its own that plays on; it gives them to its workers, gathers the
// answers, whatever has become of them, and hands them over as [Reply] values, all of a round at once. So it goes on
// until the match is over. Bots that come with the arena play inside the room, and nobody asks for them; a page that
// has given its bots their questions lets them think meanwhile, and asks what is to be seen of the rounds so far.
//
// What the referee does is in no way different from `arena play`: the same seeds, names and commands give the same
// hashes of all states. What differs is that nobody measures processor time in a tab: only elapsed time is limited,
// and a receipt has the elapsed time in place of the other.
package playground
