package wire

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/botarena/arena/internal/league/scheduler"
)

// MostBody is how many bytes a job or a part of a result may have; with its headers a message has 1 MB at most.
const MostBody = 1<<20 - 16<<10

// Headers of jobs.
const (
	headerKey  = "Arena-Match" // of results too
	headerWall = "Arena-Wall"  // in nanoseconds
	headerTry  = "Arena-Try"   // from 1
)

// JobMessage makes the message of a job that is given for the first time, or another one.
func JobMessage(subject string, j scheduler.Job, try int) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(headerKey, j.Key.String())
	m.Header.Set(headerWall, strconv.FormatInt(int64(j.Wall), 10))
	m.Header.Set(headerTry, strconv.Itoa(try))
	m.Data = j.Body
	return m
}

// ReadJob reads what JobMessage has made. Who is not to play the job is not in it.
func ReadJob(h nats.Header, body []byte) (j scheduler.Job, try int, err error) {
	if j.Key, err = scheduler.ParseKey(h.Get(headerKey)); err != nil {
		return scheduler.Job{}, 0, err
	}
	wall, err := strconv.ParseInt(h.Get(headerWall), 10, 64)
	if err != nil {
		return scheduler.Job{}, 0, fmt.Errorf("%s: %w", headerWall, err)
	}
	if try, err = strconv.Atoi(h.Get(headerTry)); err != nil {
		return scheduler.Job{}, 0, fmt.Errorf("%s: %w", headerTry, err)
	}
	j.Wall, j.Body = time.Duration(wall), body
	return j, try, nil
}

// Digest is the SHA-256 of a bot's program, or of a file that was submitted.
type Digest [sha256.Size]byte

// String returns the digest in hexadecimal, which is the name of a program where workers fetch it.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

const (
	// MostProgram is how many bytes a bot's program may have.
	MostProgram = 128 << 20
	// PartSize is how many bytes of a file one message has.
	PartSize = 512 << 10
)

// ProgramError says of which program an error is, if there is one.
func ProgramError(digest Digest, err error) error {
	if err != nil {
		err = fmt.Errorf("program %x: %w", digest[:4], err)
	}
	return err
}
