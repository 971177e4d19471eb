package wire

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/scheduler"
)

const (
	// MostResult is how many bytes a result may have: no more than the league takes, so that nobody is blamed for one
	// that is too large.
	MostResult = 32 << 20
	// MostReason is how many bytes of why a worker could not play are told.
	MostReason = 1 << 10

	mostParts = (MostResult + MostBody - 1) / MostBody
)

// Headers of results.
const (
	headerFailed    = "Arena-Failed"    // the body is no result but says why there is none; see FailedMatch
	headerSignature = "Arena-Signature" // the worker's
	headerPart      = "Arena-Part"      // of one that has more than one, as 2/3
)

// Result is what a worker sends, or a part of it.
type Result struct {
	Key         scheduler.Key
	Body        []byte
	Failed      Failed // if it is set, Body says why there is no result
	Part, Parts int    // from 1
}

// Failed says what kind of failure there was; "" for none.
type Failed = safe.Outside

// Kinds of failures.
const (
	FailedMatch  Failed = "1"
	FailedUnable Failed = "unable" // the worker lacks what the match needs
)

// Split returns the parts of a result that is too large for one message.
func (r Result) Split() []Result {
	parts := max((len(r.Body)+MostBody-1)/MostBody, 1)
	all := make([]Result, parts)
	for i := range all {
		all[i] = r
		all[i].Part, all[i].Parts = i+1, parts
		all[i].Body = r.Body[i*MostBody : min((i+1)*MostBody, len(r.Body))]
	}
	return all
}

// Reason is why there is no result, as the worker says it.
func (r Result) Reason() safe.Outside {
	return safe.Outside(strings.ToValidUTF8(string(r.Body[:min(len(r.Body), MostReason)]), "?"))
}

// signed is what the worker's key signs.
func (r Result) signed() []byte {
	return slices.Concat(fmt.Appendf(nil, "arena result 2 %s %d/%d\n", r.Failed, r.Part, r.Parts), r.Key[:], r.Body)
}

// Message makes the message of a result, or of a part of it, signed by the worker's key.
func (r Result) Message(subject string, key nkeys.KeyPair) (*nats.Msg, error) {
	signature, err := key.Sign(r.signed())
	if err != nil {
		return nil, err
	}
	m := nats.NewMsg(subject)
	m.Header.Set(headerKey, r.Key.String())
	if r.Failed != "" {
		m.Header.Set(headerFailed, r.Failed.Raw())
	}
	if r.Parts > 1 {
		m.Header.Set(headerPart, fmt.Sprintf("%d/%d", r.Part, r.Parts))
	}
	m.Header.Set(headerSignature, base64.RawStdEncoding.EncodeToString(signature))
	m.Data = r.Body
	return m, nil
}

// ReadResult reads what Message has made, and fails if it was not made by that worker.
func ReadResult(id string, h nats.Header, body []byte) (r Result, err error) {
	if r.Key, err = scheduler.ParseKey(h.Get(headerKey)); err != nil {
		return Result{}, err
	}
	r.Body, r.Failed, r.Part, r.Parts = body, Failed(h.Get(headerFailed)), 1, 1
	if r.Failed != "" && r.Failed != FailedMatch && r.Failed != FailedUnable {
		return Result{}, fmt.Errorf("%s: not a kind of failure", headerFailed)
	}
	if text := h.Get(headerPart); text != "" {
		if r.Part, r.Parts, err = readPart(text); err != nil {
			return Result{}, err
		}
	}
	signature, err := base64.RawStdEncoding.DecodeString(h.Get(headerSignature))
	if err != nil {
		return Result{}, err
	}
	public, err := nkeys.FromPublicKey(id)
	if err != nil {
		return Result{}, err
	}
	return r, public.Verify(r.signed(), signature)
}

// readPart reads which part of how many a message is, as "2/3".
func readPart(text string) (part, of int, err error) {
	if _, err := fmt.Sscanf(text, "%d/%d", &part, &of); err != nil || part < 1 || part > of || of < 2 || of > mostParts {
		return 0, 0, fmt.Errorf("%s: is not a part of a result", headerPart)
	}
	return part, of, nil
}

// Why a worker is sent away.
var (
	// ErrRevoked says that the league does not know the worker's key, or not any more.
	ErrRevoked = errors.New("the league does not know this key, or has revoked it")
	// ErrNotAdmitted says that the league does not want this worker as it is.
	ErrNotAdmitted = errors.New("the league does not take this worker")
)
