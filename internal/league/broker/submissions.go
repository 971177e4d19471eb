package broker

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/uploads"
	"github.com/botarena/arena/internal/league/wire"
)

// Submissions are how a league takes files from authors. Their methods are called by one
// goroutine at a time.
type Submissions struct {
	// Incoming is a folder in which files grow. What an earlier league left there is removed.
	Incoming string
	// Take moves a file away that has come whole, and whose digest is right.
	Take func(path string, digest wire.Digest) error
	// Backlog tells what waits for the league. While that is much, authors wait as well.
	Backlog func() uploads.Backlog
	// Fate tells what has become of a file that was taken.
	Fate func(digest wire.Digest) wire.Fate
}

// submissionServer answers authors.
type submissionServer struct {
	broker *Broker
	from   Submissions
	asked  *nats.Subscription

	mu      sync.Mutex
	uploads *uploads.Uploads
	closed  bool // what comes now is not answered
}

// Submissions lets authors submit until the broker is closed. With an external server nobody can, as
// it does not tell who they are.
func (b *Broker) Submissions(ctx context.Context, from Submissions) error {
	if b.clients == nil {
		return hint.New("", "an external server takes no submissions", "serve the league without --nats")
	}
	u, err := uploads.New(from.Incoming, func(path string, digest [sha256.Size]byte) error {
		return from.Take(path, digest)
	}, from.Backlog)
	if err != nil {
		return fmt.Errorf("the folder for submissions: %w", err)
	}
	d := &submissionServer{broker: b, from: from, uploads: u}
	most := unheard{messages: 1024, bytes: 64 << 20}
	if d.asked, err = b.hear(b.names.Submit("*", "*"), most, d.answer); err != nil {
		return err
	}
	b.working.Go(func() { d.sweep(ctx, b.done) })
	return nil
}

// sweepTime is how often slow uploads are looked for, and after how long an author asks a busy league again.
const sweepTime = 5 * time.Second

// sweep drops what takes too long, until a context is done, and then all.
func (d *submissionServer) sweep(ctx context.Context, closed <-chan struct{}) {
	look := time.NewTicker(sweepTime)
	defer look.Stop()
	defer d.close()
	for {
		select {
		case <-ctx.Done():
			return
		case <-closed:
			return
		case <-look.C:
			d.mu.Lock()
			d.uploads.Sweep(d.broker.now())
			d.mu.Unlock()
		}
	}
}

func (d *submissionServer) close() {
	_ = d.asked.Unsubscribe() // the connection may be closed
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.uploads.DropAll()
}

// answer answers a request.
func (d *submissionServer) answer(m *nats.Msg) {
	words := strings.Split(m.Subject, ".")
	session, step := words[len(words)-2], words[len(words)-1]
	from := d.broker.clients.asks(session)
	if from == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	now := d.broker.now()
	defer func() { d.uploads.Worked(d.broker.now().Sub(now)) }()
	a, err := wire.Submitted{}, errWrong
	switch step {
	case wire.StepBegin:
		a, err = d.begin(session, from, m, now)
	case wire.StepPart:
		a, err = d.part(session, m, now)
	case wire.StepFate:
		a, err = d.fate(string(m.Data))
	}
	if errors.Is(err, errWrong) && d.broker.clients.errs(session) {
		return
	}
	d.respond(m, a, err)
}

// errWrong says that no author's arena sends this.
var errWrong = errors.New("the request can't be read; maybe it comes from another version of the arena")

func (d *submissionServer) begin(
	session string, from *connection, m *nats.Msg, now time.Time,
) (a wire.Submitted, err error) {
	var what wire.Announced
	if err := json.Unmarshal(m.Data, &what); err != nil || len(what.SHA256) != len(wire.Digest{}) {
		return a, errWrong
	}
	id, err := d.uploads.Begin(session, from.from, what.Size, wire.Digest(what.SHA256), now)
	a.ID = safe.Outside(id)
	return a, err
}

func (d *submissionServer) part(session string, m *nats.Msg, now time.Time) (a wire.Submitted, err error) {
	from, err := strconv.ParseInt(m.Header.Get(wire.HeaderFrom), 10, 64)
	if err != nil || len(m.Data) == 0 || len(m.Data) > wire.PartSize {
		return a, errWrong
	}
	a.Got, a.Whole, err = d.uploads.Add(session, m.Header.Get(wire.HeaderUpload), from, m.Data, now)
	return a, err
}

func (d *submissionServer) fate(id string) (a wire.Submitted, err error) {
	digest, known := d.uploads.Taken(id)
	if !known {
		return a, uploads.ErrUnknown
	}
	fate := d.from.Fate(digest)
	a.Fate = &fate
	return a, nil
}

// respond answers a request. Errors of this machine are told to the user, and not to an author.
func (d *submissionServer) respond(m *nats.Msg, a wire.Submitted, err error) {
	refused := new(uploads.Refusal)
	switch {
	case err == nil:
	case errors.Is(err, uploads.ErrBusy):
		a = wire.Submitted{Busy: sweepTime}
	case errors.Is(err, uploads.ErrUnknown):
		a = wire.Submitted{Unknown: true}
	case errors.As(err, &refused):
		a = wire.Submitted{Refused: safe.Outside(refused.Reason), Fix: safe.Outside(refused.Fix)}
	case errors.Is(err, errWrong):
		a = wire.Submitted{Refused: safe.Outside(err.Error())}
	default:
		d.broker.options.Say(fmt.Sprintf("a submission can't be kept: %v", err))
		a = wire.Submitted{Refused: "the league can't keep it", Fix: "ask the organiser"}
	}
	text, err := json.Marshal(a)
	if err == nil {
		_ = m.Respond(text) // who does not get it asks again
	}
}
