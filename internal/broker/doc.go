// Package broker carries the matches of a league to other machines, and their results back, over
// NATS JetStream: with a server that is part of this process, or with one that runs already.
//
// The league calls [Open], and then Give, Results and Room of its [Broker]; a machine that plays
// calls [Join]. The package knows neither games nor stores: a job and a result are bytes, and a
// [Key] that both share. Nothing in the queues is the truth. What is lost, the league gives again.
//
// # What is on the wire
//
// A worker is known by its nkey (an ed25519 key), whose public part ID is in the subjects. Before
// each subject and in the names of streams is a prefix, so that several leagues can share a server.
//
//	jobs.ID       stream JOBS: matches given to the worker. Consumer ID, which the worker pulls from.
//	results.ID    stream RESULTS: what the worker sends. Only the league reads it.
//	bots.HEX.N    stream BOTS: part N of the program with that SHA-256, read by direct get.
//	beats.ID      requests of the worker: what it can do, and which matches it has.
//	submits.SESSION.STEP  requests of an author: a file in parts, and what has become of it
//
// A worker fetches one job for each match that it plays at a time, and tells the server every third
// of AckWait that it is at work. Order is all: it sends the result, waits until the server has it,
// and only then takes the job off the queue. The league stores a result, and only then takes it
// off the queue. So a job or a result may come twice, and none is lost, whoever is killed when.
//
// Each worker has a queue of its own, and not all share one, so that the league knows who has which
// match: whoever keeps matches is found out, a check match goes to another worker, and nobody
// can take off the queue what somebody else plays.
//
// # Trust
//
// The invitation, arena://HOST:PORT/#PIN.SEED, has the SHA-256 of the server's certificate and the
// secret key of one worker. The worker accepts that certificate only, over TLS 1.3. The server
// proves no name and no CA vouches for it.
//
// With its key a worker may do what the list above says for its own ID, and nothing else. The
// server sends replies wherever the request says, so permissions alone do not prove
// who sent a message. Therefore a result is signed by the worker's key, and what is not signed by the
// key in its subject is thrown away.
//
// A worker that is at work on a match keeps it for ten times the match's limit on wall-clock time
// at most. One that is there and neither plays a match nor sends its result for twice AckWait loses
// the match to another; after [MostStrikes] such, its key is revoked. Who goes away
// loses its matches and nothing else. A match that was given [MostTries] times is reported as failed.
package broker
