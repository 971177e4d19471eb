package wire

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Headers of answers to a worker's requests for a job or a part of a program.
const (
	HeaderSize = "Arena-Size" // of the program, in bytes, or none; not there if it is to be asked for later
	HeaderJob  = "Arena-Job"  // by what name the server knows the job, in which is its place
)

const (
	// FetchTime is how long a request for a job waits for one.
	FetchTime = 2 * time.Second
	// LaterTime is after how long a worker asks again for what it can't have yet.
	LaterTime = 500 * time.Millisecond
)

// PartText is a request for the part of a program that begins somewhere. Its answer has [PartSize] bytes at most.
func PartText(d Digest, from int64) []byte { return fmt.Appendf(nil, "%x %d", d[:], from) }

// ReadPartText reads what PartText has made.
func ReadPartText(text []byte) (d Digest, from int64, err error) {
	const most = 2*len(d) + 20
	var program []byte
	_, err = fmt.Sscanf(string(text[:min(len(text), most)]), "%x %d", &program, &from)
	if err == nil && (len(program) != len(d) || from < 0) {
		err = errors.New("that is no part of a program")
	}
	if err == nil {
		d = Digest(program)
	}
	return d, from, err
}

// Said is what a worker says about a job that it has. It is what the server takes; who says it can add nothing.
type Said string

// The words that can be said.
const (
	JobDone    Said = "+ACK"                        // the server has the result
	JobWorks   Said = "+WPI"                        // the worker is at it
	JobReturns Said = "-NAK"                        // another time, or to another worker
	JobWaits   Said = "-NAK {\"delay\":1000000000}" // again after a second
	JobEnds    Said = "+TERM"                       // it is no job
)

// SaidText is what a worker sends about the job of a name.
func SaidText(what Said, job string) []byte { return []byte(job + " " + string(what)) }

// ReadSaidText reads what SaidText has made.
func ReadSaidText(text []byte) (what Said, job string, err error) {
	const mostName = 256
	job, said, _ := strings.Cut(string(text[:min(len(text), mostName)]), " ")
	switch what = Said(said); what {
	case JobDone, JobWorks, JobReturns, JobWaits, JobEnds:
		return what, job, nil
	}
	return "", "", errors.New("that is nothing to be said of a job")
}
