// Package broker carries the matches of a league to other machines, and their results back, over
// NATS JetStream: with a server that is part of this process, or with one that runs already.
//
// The league calls [Open], and then Give, Results and Room of its [Broker]; with Submissions it takes files from
// authors as well. The package knows neither games nor stores: a job and a result are bytes, and a key that both
// share. Nothing in the queues is the truth. The league gives lost jobs again.
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
package broker
