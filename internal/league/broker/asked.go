package broker

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"

	"github.com/botarena/arena/internal/league/wire"
)

// What a worker may ask for, however many connections it has. Of requests, one that plays 64 matches of a second at a
// time sends some 200 a second. Of bytes of programs, it gets all that there may be at once, and then half of what a
// line of a gigabit carries.
const (
	askRate   = 5000 // requests a second
	askBurst  = 10_000
	partRate  = 64 << 20 // bytes a second
	partBurst = mostBots
	// mostUnread is how many bytes may wait for a worker to read them before it gets another part.
	mostUnread = 4 << 20
)

// asker is a worker that asks.
type asker struct {
	asks, bytes *rate.Limiter
	ready       bool      // its consumer exists
	waits       string    // where it waits for its next job
	until       time.Time // the server may answer the last request for one
}

// asker returns the entry of a worker; the mutex must be held.
func (b *Broker) asker(id string) *asker {
	if b.askers[id] == nil {
		b.askers[id] = &asker{asks: rate.NewLimiter(askRate, askBurst), bytes: rate.NewLimiter(partRate, partBurst)}
	}
	return b.askers[id]
}

// serveWorkers answers what workers ask for, until the connection is closed.
func (b *Broker) serveWorkers() error {
	for subject, answer := range map[string]func(a *asker, id string, m *nats.Msg){
		b.names.Next("*"): b.askedNext, b.names.Said("*"): b.said, b.names.Part("*"): b.askedPart,
	} {
		err := b.hear(subject, b.options.unheard, func(m *nats.Msg) {
			id := wire.WorkerOf(m.Subject)
			if !b.members.Admits(id) {
				return
			}
			b.mu.Lock()
			a := b.asker(id)
			b.mu.Unlock()
			if a.asks.AllowN(b.now(), 1) {
				answer(a, id, m)
			}
		})
		if err != nil {
			return err
		}
	}
	b.replies = nats.NewInbox() + "." // which nobody else knows
	_, err := b.conn.Subscribe(b.replies+"*", b.sendJob)
	return err
}

// askedNext notes that a worker waits for a job.
func (b *Broker) askedNext(a *asker, id string, m *nats.Msg) {
	if !b.mayAnswer(id, m.Reply) {
		return
	}
	b.mu.Lock()
	a.waits = m.Reply
	b.mu.Unlock()
	b.fetch(a, id)
}

// nextJob is what the server is asked for.
var nextJob = fmt.Appendf(nil, `{"batch":1,"expires":%d}`, wire.FetchTime)

// fetch asks the server for the job that a worker waits for, unless it was asked already.
func (b *Broker) fetch(a *asker, id string) {
	now := b.now()
	b.mu.Lock()
	asks := a.ready && a.waits != "" && now.After(a.until)
	if asks {
		a.until = now.Add(wire.FetchTime + wire.CallTime)
	}
	b.mu.Unlock()
	if asks {
		_ = b.conn.PublishRequest(b.names.NextJob(id), b.replies+id, nextJob) // who gets no answer asks again
	}
}

// sendJob sends a worker the job that it waits for, or that there is none. One that nobody waits for goes back.
func (b *Broker) sendJob(m *nats.Msg) {
	b.mu.Lock()
	a := b.asker(wire.WorkerOf(m.Subject))
	to := a.waits
	a.waits, a.until = "", time.Time{}
	b.mu.Unlock()
	switch {
	case to != "":
		answer := &nats.Msg{Subject: to, Header: nats.Header{wire.HeaderJob: {m.Reply}}, Data: m.Data}
		maps.Copy(answer.Header, m.Header)
		_ = b.conn.PublishMsg(answer) // who gets no answer asks again
	case m.Reply != "":
		_ = b.conn.Publish(m.Reply, []byte(wire.JobReturns))
	}
}

// said passes on what a worker says about one of its jobs. What the server does not hear it asks again.
func (b *Broker) said(_ *asker, id string, m *nats.Msg) {
	what, job, err := wire.ReadSaidText(m.Data)
	if err == nil && strings.HasPrefix(job, b.names.Receipts(id)) && !strings.ContainsAny(job, "*> \t\r\n") {
		_ = b.conn.Publish(job, []byte(what))
	}
}

// askedPart answers with a part of a program, or with nothing if it is to be asked for later.
func (b *Broker) askedPart(a *asker, id string, m *nats.Msg) {
	digest, from, err := wire.ReadPartText(m.Data)
	if err != nil || !b.mayAnswer(id, m.Reply) {
		return
	}
	answer := &nats.Msg{}
	if a.bytes.AllowN(b.now(), wire.PartSize) && (b.clients == nil || b.clients.unread(id) <= mostUnread) {
		answer = b.part(digest, from)
	}
	_ = m.RespondMsg(answer) // who gets no answer asks again
}

// part returns what begins somewhere in a program, and how long that is as a whole; nothing if it can't be read, as too
// many files are open, for example. It is for one goroutine, and what it returns is good until the next time.
func (b *Broker) part(digest wire.Digest, from int64) *nats.Msg {
	file, err := os.Open(b.program(digest))
	if errors.Is(err, fs.ErrNotExist) {
		return &nats.Msg{Header: nats.Header{wire.HeaderSize: {"none"}}}
	}
	if err != nil {
		return &nats.Msg{}
	}
	defer file.Close() //nolint:errcheck // only read
	info, err := file.Stat()
	n, bad := file.ReadAt(b.piece[:], from)
	if err != nil || bad != nil && !errors.Is(bad, io.EOF) {
		return &nats.Msg{}
	}
	size := strconv.FormatInt(info.Size(), 10)
	return &nats.Msg{Header: nats.Header{wire.HeaderSize: {size}}, Data: b.piece[:n]}
}
