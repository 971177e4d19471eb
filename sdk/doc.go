// Package sdk is what the author of a bot imports to serve it. It knows no
// game: the State and the Commands come from the game's own package.
//
// A bot is a program with one statement:
//
//	func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }
//
//	func play(s *orkisland.State, c *orkisland.Commands) { … }
//
// Play is called once a round with an immutable State and gives its commands by
// filling in c. A bot that remembers things from round to round uses [Remember],
// which gives it a fresh memory in every match. One program may play several
// games: give [Serve] a bot for each. [Null] plays them all, and does nothing.
//
// # Debugging
//
// A bot tells its author what it thinks by s.Debug(), an [engine.Debug]: it marks
// cells, draws arrows, writes labels, and logs lines about units and rounds. The
// notes go with the answer, are stored in the replay and shown by the viewer. They
// change nothing in the match. Those of a round that a bot does not answer, because
// it panics or is too slow, are lost.
//
// What a bot writes to os.Stderr is not: the arena shows it at once, with the seat
// in front, and keeps it with the round, up to 64 KiB a match. Standard output
// belongs to the arena: what a bot prints there is sent to standard error, with a
// warning; it may be kept with the next round.
//
// Package sdktest plays a bot inside go test.
//
// # Compatibility
//
// A bot keeps working with later arenas as long as the version of the wire and
// of the game's rules stay the same; the arena says so when they do not.
package sdk
