package client

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/league/members"
	"github.com/botarena/arena/internal/league/wire"
)

// Author is the connection of somebody who submits a bot. It is for one goroutine.
type Author struct {
	names   wire.Names
	session string
	address string
	conn    *nats.Conn
	request func(context.Context, *nats.Msg) (wire.Submitted, error)
	say     func(sentence string)
	waits   time.Time // since when its file has no place, now and then; the zero time if it had one at once
}

// visitTime is how long an author waits for a league that can't be reached or has no room, also for the file.
const visitTime = 10 * time.Minute

// Visit connects to a league with an invitation for authors. If it has to wait, it says so once.
func Visit(ctx context.Context, i members.Invitation, say func(sentence string)) (*Author, error) {
	if !i.Submits {
		return nil, hint.New(
			"", "this invitation is for a worker, not for submitting bots",
			"ask the league for an invitation to submit",
		)
	}
	var random [16]byte
	_, _ = rand.Read(random[:]) // it never fails
	a := &Author{names: wire.Named(""), session: hex.EncodeToString(random[:]), address: i.Address, say: say}
	a.request = a.askOnce
	options := append(lasting("arena league submit", a.session, time.Second), nats.UserInfo(a.session, ""))
	var err error
	a.conn, err = knock(ctx, i.Address, visitTime, say, func(more ...nats.Option) (*nats.Conn, error) {
		return dial(i, append(more, options...)...)
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Close ends the connection.
func (a *Author) Close() { a.conn.Close() }

// Receipt stands for a submission that the league has taken. It is secret.
type Receipt string

// ErrDeclined says that the league does not take a submission.
var ErrDeclined = errors.New("the league does not take this submission")

// errUnknown says that the league does not know an upload.
var errUnknown = errors.New("the league does not know this upload")

// submitTime is how long an author waits for an answer.
const submitTime = time.Minute

// Send sends a file, and returns when the league has all of it. While the league is busy with those of others it waits,
// for a limited time, and says so once. Sent, if not nil, is told how many bytes are there. A refusal is a
// [*hint.HintedError].
func (a *Author) Send(ctx context.Context, file io.ReaderAt, size int64, sent func(bytes int64)) (Receipt, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, size)); err != nil {
		return "", err
	}
	if sent == nil {
		sent = func(int64) {}
	}
	a.waits = time.Time{}
	for {
		receipt, err := a.send(ctx, file, wire.Announced{Size: size, SHA256: hash.Sum(nil)}, sent)
		if !errors.Is(err, errUnknown) {
			return receipt, err
		}
		const why = "the league was started anew, or gave the place of this file to a faster one; it is sent again"
		if err := a.wait(ctx, time.Second, why); err != nil {
			return "", err
		}
	}
}

// wait waits until the league is asked again. It says why for the first time, and returns an error when there has been
// no lasting place for the file for long.
func (a *Author) wait(ctx context.Context, d time.Duration, why string) error {
	switch {
	case a.waits.IsZero():
		a.waits = time.Now()
		a.say(why)
	case time.Since(a.waits) > visitTime:
		return hint.New(
			a.address, fmt.Sprintf("there was no lasting room for this file in %d minutes", int(visitTime.Minutes())),
			"submit it again later; on a slow line, when fewer others do",
		)
	}
	wire.Pause(ctx, d)
	return context.Cause(ctx)
}

func (a *Author) send(
	ctx context.Context, file io.ReaderAt, what wire.Announced, sent func(bytes int64),
) (Receipt, error) {
	text, err := json.Marshal(what)
	if err != nil {
		return "", err
	}
	begin := nats.NewMsg(a.names.Submit(a.session, wire.StepBegin))
	begin.Data = text
	begun, err := a.ask(ctx, begin)
	if err != nil {
		return "", err
	}
	part := make([]byte, wire.PartSize)
	for from := int64(0); ; {
		m := nats.NewMsg(a.names.Submit(a.session, wire.StepPart))
		m.Header.Set(wire.HeaderUpload, begun.ID.Raw())
		m.Header.Set(wire.HeaderFrom, strconv.FormatInt(from, 10))
		m.Data = part[:min(wire.PartSize, what.Size-from)]
		if _, err := file.ReadAt(m.Data, from); err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		got, err := a.ask(ctx, m)
		if err != nil {
			return "", err
		}
		if got.Whole {
			sent(what.Size)
			return Receipt(begun.ID.Raw()), nil
		}
		if from = got.Got; from < 0 || from >= what.Size {
			return "", errors.New("the league's answer makes no sense; it has another version of the arena")
		}
		sent(from)
	}
}

// Fate asks what has become of a submission.
func (a *Author) Fate(ctx context.Context, r Receipt) (wire.Fate, error) {
	m := nats.NewMsg(a.names.Submit(a.session, wire.StepFate))
	m.Data = []byte(r)
	got, err := a.ask(ctx, m)
	switch {
	case errors.Is(err, errUnknown):
		return wire.Fate{State: wire.Unknown}, nil
	case err != nil:
		return wire.Fate{}, err
	case got.Fate == nil:
		return wire.Fate{}, errors.New("the league's answer can't be read; it has another version of the arena")
	}
	return *got.Fate, nil
}

// ask asks until there is an answer other than that the league is busy.
func (a *Author) ask(ctx context.Context, m *nats.Msg) (wire.Submitted, error) {
	for silence := time.Now(); ; {
		got, err := a.request(ctx, m)
		switch {
		case ctx.Err() != nil:
			return wire.Submitted{}, context.Cause(ctx)
		case err != nil && a.conn.IsClosed():
			return wire.Submitted{}, whyNot(a.address, a.conn.LastError())
		case err != nil && time.Since(silence) > submitTime:
			return wire.Submitted{}, hint.New(
				a.address, "no league answers",
				"ask the organiser whether it is being served, and takes submissions",
			).Because(err)
		case err != nil:
			wire.Pause(ctx, time.Second)
		case got.Busy > 0:
			silence = time.Now()
			const why = "the league is busy with the files of others; this one waits until there is room"
			if err := a.wait(ctx, min(got.Busy, time.Minute), why); err != nil {
				return wire.Submitted{}, err
			}
		case got.Unknown:
			return wire.Submitted{}, errUnknown
		case got.Refused != "":
			return wire.Submitted{}, hint.New("", got.Refused.String(), got.Fix.String()).Because(ErrDeclined)
		default:
			return got, nil
		}
	}
}

func (a *Author) askOnce(ctx context.Context, m *nats.Msg) (got wire.Submitted, err error) {
	ctx, cancel := context.WithTimeout(ctx, wire.CallTime)
	defer cancel()
	answer, err := a.conn.RequestMsgWithContext(ctx, m)
	if err != nil {
		return got, err
	}
	return got, json.Unmarshal(answer.Data, &got)
}
