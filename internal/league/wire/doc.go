// Package wire has the protocol of a league and the workers that play its matches: the
// names of subjects and streams, the messages with their limits, and the rules for a connection that breaks and for
// messages that come twice. Package broker is the league's side, package client the other one.
//
// # The wire
//
// All of it goes over NATS JetStream. A worker is known by its nkey (an ed25519 key), whose public part ID is in the
// subjects. Before each subject and in the names of streams is a prefix, so that several leagues can share a server.
//
//	jobs.ID       stream JOBS: matches given to the worker. Consumer ID, which the league asks for it.
//	results.ID    stream RESULTS: what the worker sends. Only the league reads it.
//	beats.ID      requests of the worker: what it can do, and which matches it has.
//	next.ID       requests of the worker for a job. The league asks the server for it, in its own words.
//	said.ID       what the worker says about a job that it has; the league tells the server.
//	parts.ID      requests of the worker for a part of a program, by its SHA-256.
//
// A worker fetches one job for each match that it plays at a time, and tells the server every third
// of AckWait that it is at work. Order is all: it sends the result, waits until the server has it,
// and only then takes the job off the queue. The league stores a result, and only then takes it
// off the queue. So a job or a result may come twice, and none is lost, whichever process is killed, and when.
package wire
