package wire

import (
	"strings"
)

// Names are the subjects and streams of one league. They are made by [Named].
type Names struct{ prefix string }

// Named returns the names that begin with a prefix; "" means that of a league which has a server to itself.
func Named(prefix string) Names {
	if prefix == "" {
		prefix = "arena"
	}
	return Names{prefix}
}

// JobStream is the stream of matches that workers are given.
func (n Names) JobStream() string { return n.prefix + "_JOBS" }

// ResultStream is the stream of what workers send.
func (n Names) ResultStream() string { return n.prefix + "_RESULTS" }

// Job is the subject of what a worker is given.
func (n Names) Job(id string) string { return n.prefix + ".jobs." + id }

// Result is the subject of what a worker sends.
func (n Names) Result(id string) string { return n.prefix + ".results." + id }

// Beat is the subject of a worker's beats.
func (n Names) Beat(id string) string { return n.prefix + ".beats." + id }

// Part is the subject of a worker's requests for a part of a program.
func (n Names) Part(id string) string { return n.prefix + ".parts." + id }

// Next is the subject of a worker's requests for a job.
func (n Names) Next(id string) string { return n.prefix + ".next." + id }

// NextJob is where the league asks the server for a job of a worker, which gets the answer.
func (n Names) NextJob(id string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + n.JobStream() + "." + id
}

// Said is the subject of what a worker says about a job that it has.
func (n Names) Said(id string) string { return n.prefix + ".said." + id }

// Receipts is what the names of jobs begin with that a worker has, where the server hears about them.
func (n Names) Receipts(id string) string { return "$JS.ACK." + n.JobStream() + "." + id + "." }

// EarlierBots are the streams in which earlier arenas had programs.
func (n Names) EarlierBots() []string {
	return []string{n.prefix + "_BOTS", "OBJ_" + n.prefix + "_BOTS"}
}

// WorkerOf returns the ID at the end of a subject.
func WorkerOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Inbox is what the subjects begin with on which a worker gets replies.
func Inbox(id string) string { return "_INBOX_" + id }
