// Package sdk is what the author of a bot imports to serve it. It knows no
// game: the State and the Commands come from the game's own package.
//
// A bot is a program with one statement:
//
//	func main() { sdk.Serve(sdk.Play(orkisland.Bot, play)) }
//
//	func play(s *orkisland.State, c *orkisland.Commands) { … }
//
// The function is called once a round with an immutable State and gives its commands
// by filling in c. A bot that remembers things from round to round uses [Remember],
// which gives it a fresh memory in every match. One program may play several games:
// give [Serve] a bot for each. [Null] plays every game and does nothing.
//
// # Debugging
//
// A bot shows its author what it thinks with s.Debug(), an [engine.Debug]: it marks
// cells, draws arrows, writes labels, and logs lines about units and rounds. The
// notes travel with the answer, are stored in the replay and shown by the viewer. They
// change nothing in the match. If a bot gives no answer in a round, because it panics
// or is too slow, its notes of that round are lost.
//
// A command that the arena will refuse is noted too, and c.Refused() returns all such
// commands of the round.
//
// What a bot writes to os.Stderr is shown even then: the arena prints it at once, with
// the seat in front, and keeps up to 64 KiB of it a match with its rounds. Standard
// output belongs to the arena. What a bot prints there goes to standard error, with a
// warning, and may be kept with the next round.
//
// Package sdktest plays bots inside go test.
//
// # One file for every system
//
// Built with GOOS=wasip1 GOARCH=wasm, a bot is one file that plays on every system, and
// the same match on each. [Serve] then speaks the line protocol. The clock is that of the
// match, and the bot stands still while others think: see docs/bots.md.
//
// # Windows
//
// There, too, [Serve] speaks the line protocol: a bot opens no port of the machine. All
// else is the same, but that the arena takes no CPU profile.
//
// # Compatibility
//
// A compiled bot keeps working with later arenas as long as the version of the
// protocol and the version of the game's rules stay the same. If one has changed, the
// arena refuses the bot and says so; build it again with the present packages.
package sdk
