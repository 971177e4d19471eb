package grpcbot

import (
	"fmt"
	"io"
	"net"
	"sync/atomic"

	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/lineproto"
)

const (
	// mostBeside is how many bytes a bot may send beside its answers and its output: frames of HTTP/2 that mean nothing.
	// An honest one sends less than a kilobyte a round. Whatever comes must be read, for which no bot is charged.
	mostBeside = 64 << 10
	// framing is how many bytes a piece of output takes beside itself: the heads of a frame and of two messages.
	framing = 20
	// around is more than what an answer takes beside itself, with what it is asked by.
	around = 512
)

// traffic counts the bytes that come by a connection to a bot, without those of answers and of output. The zero value
// is one by which matches are played, and nothing else: it begins anew with each answer.
type traffic struct {
	beside atomic.Int64
	shared bool // output comes there, too, and may wait to be taken: it begins anew with each match
	free   bool // there is no limit, as output has none
}

// answered takes an answer. It reports whether too much came beside it.
func (t *traffic) answered(bytes int) (tooMuch bool) {
	if t.shared {
		t.beside.Add(int64(-bytes - around))
		return false
	}
	return t.beside.Swap(0)-int64(bytes) > mostBeside && !t.free
}

// came counts bytes. It reports whether they are more than any answer has, with what may come beside it.
func (t *traffic) came(bytes int) (tooMuch bool) {
	most := int64(botwire.MaxResponse + mostBeside)
	if t.shared {
		most += botwire.Window
	}
	return t.beside.Add(int64(bytes)) > most && !t.free
}

// counted is a connection to a bot, which is killed when it sends too much.
type counted struct {
	net.Conn
	bot     *Bot
	traffic *traffic
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if c.traffic.came(n) {
		c.bot.sentTooMuch()
		return 0, io.ErrClosedPipe
	}
	return n, err
}

// sentTooMuch kills a bot that sends what nobody needs.
func (b *Bot) sentTooMuch() {
	b.run.Kill(&match.Fault{
		Kind: match.TooMuchOutput, Detail: fmt.Sprintf("sent more than %s beside its answers", lineproto.InBytes(mostBeside)),
	})
}

// printing takes what a bot prints, as go-plugin brings it from the socket. A shorter piece costs as much as one of
// [framing] bytes does.
type printing struct{ *Bot }

func (p printing) Write(b []byte) (int, error) {
	p.bySocket.beside.Add(int64(-len(b) - framing))
	p.run.Output.Charge(framing - len(b))
	return p.run.Output.Write(b)
}
