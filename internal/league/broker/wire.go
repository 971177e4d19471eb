package broker

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/league/assign"
)

// Headers of jobs and results.
const (
	headerKey       = "Arena-Match"
	headerWall      = "Arena-Wall"      // the job's, in nanoseconds
	headerTry       = "Arena-Try"       // from 1
	headerFailed    = "Arena-Failed"    // of a result: the body is no result but says why there is none; see failedMatch
	headerSignature = "Arena-Signature" // the worker's
	headerPart      = "Arena-Part"      // of a result that has more than one, as 2/3
)

// beat is what a worker says every third of AckWait, as JSON.
type beat struct {
	Slots   int    // how many matches it plays at a time
	Playing []Key  `json:",omitempty"`
	About   []byte `json:",omitempty"`
}

// answer is what the league answers.
type answer struct {
	AckWait time.Duration
	Refused string `json:",omitempty"` // why the worker is not wanted
	Full    int    `json:",omitempty"` // how many workers there are, if there is no room for this one
}

// message makes the message of a job.
func (b *Broker) message(j *assign.Match) *nats.Msg {
	m := nats.NewMsg(b.job(j.Worker))
	m.Header.Set(headerKey, j.Key.String())
	m.Header.Set(headerWall, strconv.FormatInt(int64(j.Wall), 10))
	m.Header.Set(headerTry, strconv.Itoa(j.Tries))
	m.Data = j.Body
	return m
}

// readJob reads what message has made.
func readJob(h nats.Header, body []byte) (j Job, tries int, err error) {
	if j.Key, err = assign.ParseKey(h.Get(headerKey)); err != nil {
		return Job{}, 0, err
	}
	wall, err := strconv.ParseInt(h.Get(headerWall), 10, 64)
	if err != nil {
		return Job{}, 0, fmt.Errorf("%s: %w", headerWall, err)
	}
	if tries, err = strconv.Atoi(h.Get(headerTry)); err != nil {
		return Job{}, 0, fmt.Errorf("%s: %w", headerTry, err)
	}
	j.Wall, j.Body = time.Duration(wall), body
	return j, tries, nil
}

// result is what a worker sends, or a part of it.
type result struct {
	key         Key
	body        []byte
	failed      failed // if it is set, body says why there is no result
	part, parts int    // from 1
}

// failed says what kind of failure there was; "" for none.
type failed string

const (
	failedMatch  failed = "1"
	failedUnable failed = "unable" // the worker lacks what the match needs
)

// signed is what the worker's key signs.
func (r result) signed() []byte {
	return slices.Concat(fmt.Appendf(nil, "arena result 2 %s %d/%d\n", r.failed, r.part, r.parts), r.key[:], r.body)
}

// message makes the message of a result.
func (r result) message(subject string, key nkeys.KeyPair) (*nats.Msg, error) {
	signature, err := key.Sign(r.signed())
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	m.Header.Set(headerKey, r.key.String())
	if r.failed != "" {
		m.Header.Set(headerFailed, string(r.failed))
	}
	if r.parts > 1 {
		m.Header.Set(headerPart, fmt.Sprintf("%d/%d", r.part, r.parts))
	}
	m.Header.Set(headerSignature, base64.RawStdEncoding.EncodeToString(signature))
	m.Data = r.body
	return m, nil
}

// readResult reads what message has made, and fails if it was not made by that worker.
func readResult(id string, h nats.Header, body []byte) (r result, err error) {
	if r.key, err = assign.ParseKey(h.Get(headerKey)); err != nil {
		return result{}, err
	}
	r.body, r.failed, r.part, r.parts = body, failed(h.Get(headerFailed)), 1, 1
	if r.failed != "" && r.failed != failedMatch && r.failed != failedUnable {
		return result{}, fmt.Errorf("%s: not a kind of failure", headerFailed)
	}
	if text := h.Get(headerPart); text != "" {
		if r.part, r.parts, err = readPart(text); err != nil {
			return result{}, err
		}
	}
	signature, err := base64.RawStdEncoding.DecodeString(h.Get(headerSignature))
	if err != nil {
		return result{}, err
	}
	public, err := nkeys.FromPublicKey(id)
	if err != nil {
		return result{}, err
	}
	return r, public.Verify(r.signed(), signature)
}
