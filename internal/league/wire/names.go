package wire

import (
	"encoding/base64"
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

// BotStore is the bucket of programs.
func (n Names) BotStore() string { return n.prefix + "_BOTS" }

// Job is the subject of what a worker is given.
func (n Names) Job(id string) string { return n.prefix + ".jobs." + id }

// Result is the subject of what a worker sends.
func (n Names) Result(id string) string { return n.prefix + ".results." + id }

// Beat is the subject of a worker's beats.
func (n Names) Beat(id string) string { return n.prefix + ".beats." + id }

// BotInfo is the subject of what the object store tells of a program.
func (n Names) BotInfo(digest Digest) string {
	return "$O." + n.BotStore() + ".M." + base64.URLEncoding.EncodeToString([]byte(digest.String()))
}

// BotParts is the subject of the parts of a program, by the ID that its BotInfo tells.
func (n Names) BotParts(id string) string { return "$O." + n.BotStore() + ".C." + id }

// GetBot is the subject of requests for a message of the object store.
func (n Names) GetBot() string { return "$JS.API.DIRECT.GET.OBJ_" + n.BotStore() }

// NextJob is the subject of requests for a job.
func (n Names) NextJob(id string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + n.JobStream() + "." + id
}

// Submit is the subject of a request of somebody who submits. A session is a connection.
func (n Names) Submit(session, step string) string {
	return n.prefix + ".submits." + session + "." + step
}

// WorkerOf returns the ID at the end of a subject.
func WorkerOf(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// Inbox is what the subjects begin with on which a worker or a session gets replies.
func Inbox(id string) string { return "_INBOX_" + id }
