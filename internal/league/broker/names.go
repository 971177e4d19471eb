package broker

import (
	"encoding/base64"
	"strings"
)

// names are the subjects and streams of one league.
type names struct{ prefix string }

// defaultPrefix is the prefix of a league that has a server to itself.
const defaultPrefix = "arena"

func (n names) jobStream() string    { return n.prefix + "_JOBS" }
func (n names) resultStream() string { return n.prefix + "_RESULTS" }
func (n names) botStore() string     { return n.prefix + "_BOTS" } // a bucket of objects

func (n names) job(id string) string    { return n.prefix + ".jobs." + id }
func (n names) result(id string) string { return n.prefix + ".results." + id }
func (n names) beat(id string) string   { return n.prefix + ".beats." + id }

// botInfo is the subject of what the object store tells of a program, and botParts that of its parts.
func (n names) botInfo(digest Digest) string {
	return "$O." + n.botStore() + ".M." + base64.URLEncoding.EncodeToString([]byte(digest.String()))
}
func (n names) botParts(id string) string { return "$O." + n.botStore() + ".C." + id }

// getBot is the subject of requests for a message of the object store.
func (n names) getBot() string { return "$JS.API.DIRECT.GET.OBJ_" + n.botStore() }

// worker returns the ID at the end of a subject.
func (n names) worker(subject string) string { return subject[strings.LastIndexByte(subject, '.')+1:] }

// nextJob is the subject of requests for a job.
func (n names) nextJob(id string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + n.jobStream() + "." + id
}

// submit is the subject of a request of somebody who submits. A session is a connection.
func (n names) submit(session, step string) string {
	return n.prefix + ".submits." + session + "." + step
}

// inbox is what the subjects begin with on which a worker gets replies.
func inbox(id string) string { return "_INBOX_" + id }
