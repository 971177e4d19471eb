// Package broker carries the matches of a league to other machines, and their results back, over
// NATS JetStream: with a server that is part of this process, or with one that runs already.
//
// The league calls [Open], and then Give, Results and Room of its [Broker]. The package knows neither games nor stores:
// a job and a result are bytes, and a key that both share. Nothing in the queues is the truth. The league gives lost
// jobs again.
//
// Package scheduler decides who plays what, package members who may join. Package client is the other side, package
// wire has the messages of both, and package connlimit stands in front of the server.
//
// # Trust
//
// With its key a worker may do what package wire lists for its own ID, and nothing else. The
// server sends replies wherever the request says, so permissions alone do not prove
// who sent a message. Therefore the worker's key signs a result, and the league throws away results that
// are not signed by the key in their subject.
//
// # What messages cost
//
// Workers can send this and nothing else, 10,000 messages a second at most. Of next, said and parts, 5000 a
// second are read.
//
//   - arena.results.ID: 1 MB each on the disk, of which 128 wait, and 0.2 ms for the signature; of one in parts, 32 MB
//     of memory.
//   - arena.beats.ID: an answer, 200 times in a quarter of --silence; more than 13 kB isn't read.
//   - arena.next.ID: one request for a match to the queue at a time; its contents aren't read.
//   - arena.said.ID: one of five words about a match of its own, passed on to the queue.
//   - arena.parts.ID: 512 kB of a program: 64 MB a second, once 4 GB are sent, and none while 4 MB of them are unread.
package broker
