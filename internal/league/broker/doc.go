// Package broker carries the matches of a league to other machines, and their results back, over
// NATS JetStream: with a server that is part of this process, or with one that runs already.
//
// The league calls [Open], and then Give, Results and Room of its [Broker]; a machine that plays
// calls [Join]. The package knows neither games nor stores: a job and a result are bytes, and a
// [Key] that both share. Nothing in the queues is the truth. What is lost, the league gives again.
// Package assign says who plays what, package members who may join.
//
// # What is on the wire
//
// A worker is known by its nkey (an ed25519 key), whose public part ID is in the subjects. Before
// each subject and in the names of streams is a prefix, so that several leagues can share a server.
//
//	jobs.ID       stream JOBS: matches given to the worker. Consumer ID, which the worker pulls from.
//	results.ID    stream RESULTS: what the worker sends. Only the league reads it.
//	$O.BOTS       object store BOTS: programs, by their SHA-256. Workers read it by direct get.
//	beats.ID      requests of the worker: what it can do, and which matches it has.
//	submits.SESSION.STEP  requests of an author: a file in parts, and what has become of it
//
// A worker fetches one job for each match that it plays at a time, and tells the server every third
// of AckWait that it is at work. Order is all: it sends the result, waits until the server has it,
// and only then takes the job off the queue. The league stores a result, and only then takes it
// off the queue. So a job or a result may come twice, and none is lost, whichever process is killed, and when.
//
// # Trust
//
// With its key a worker may do what the list above says for its own ID, and nothing else. The
// server sends replies wherever the request says, so permissions alone do not prove
// who sent a message. Therefore a result is signed by the worker's key, and what is not signed by the
// key in its subject is thrown away.
package broker
