// Package linebot talks to a bot by the line protocol, over the standard input and output of its process.
package linebot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/botwire"
	"github.com/botarena/arena/internal/process/host/run"
	"github.com/botarena/arena/internal/process/host/system"
	"github.com/botarena/arena/internal/process/lineproto"
)

// Bot is a process that speaks the line protocol.
// A goroutine takes each line the moment it arrives: the referee may still be waiting for
// another seat, and this seat must not be charged for that time.
//
// A line of an answer that nobody has asked for yet waits until somebody does, and the
// lines behind it with it. Whatever else a bot prints is shown at once.
type Bot struct {
	Hello  lines.Hello // its first line
	run    *run.Process
	from   net.Conn // its standard output
	raw    syscall.RawConn
	writer *writer
	gone   chan struct{} // closed when receive has returned
	taken  int           // how much of buffer was taken; only the goroutine that reads knows

	mu        sync.Mutex
	turn      sync.Cond // asked, idle or closed have changed
	asked     *player   // who waits for an answer, if somebody does
	idle      bool      // the match is over: there will be no question until the next
	closed    bool
	ended     error  // why there are no further lines
	buffer    []byte // bytes that were read: the line that has no end yet comes last
	prints    int    // since the last question
	firstSaid string // the first of them
	manners   ProtocolWarnings
}

// ProtocolWarnings are what a bot that speaks lines does and better did not.
type ProtocolWarnings struct {
	Prints  int    // lines to standard output outside of the protocol
	Printed string // the first of them
	CRLF    bool   // it ends lines with CR LF
}

// Manners returns what the bot has done so far.
func (b *Bot) Manners() ProtocolWarnings {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.manners
}

// readSize is how much is read at once.
const readSize = 32 << 10

// New returns the bot of a process that has begun with the first word of the protocol. It reads the rest of that line,
// which may be a [*HelloError], and receives all others from then on.
func New(process *run.Process) (*Bot, error) {
	b := newBot(process)
	if err := b.greet(); err != nil {
		return nil, &HelloError{err}
	}
	go b.receive()
	return b, nil
}

func newBot(process *run.Process) *Bot {
	b := &Bot{
		run: process, from: botwire.Pipes(process.Stdout, process.Stdin), writer: newWriter(process.Stdin),
		gone: make(chan struct{}), buffer: make([]byte, 0, readSize+lines.MaxLine),
	}
	b.buffer = append(b.buffer, process.Head...)
	if raw, err := process.Stdout.SyscallConn(); err == nil {
		b.raw = raw
	}
	b.turn.L = &b.mu
	return b
}

// playsOriginals begins what the headers for player files of the original programs call
// themselves. Such players print, as nobody minded there, and their authors are not here.
const playsOriginals = "cpp-classic/"

// greet reads the bot's first line. The error names the fault in words that follow "it".
func (b *Bot) greet() error {
	line, ok, err := b.next()
	for err == nil && !ok {
		if b.fill() != nil {
			return fmt.Errorf("said %q and ended before the end of the line", lineproto.Quote(string(b.buffer)))
		}
		line, ok, err = b.next()
	}
	if err != nil {
		return err
	}
	if b.Hello, err = lines.ParseHello(line); err != nil {
		return err
	}
	if strings.HasPrefix(b.Hello.SDK, playsOriginals) {
		b.run.Output.Cut()
	}
	return nil
}

// next returns the next whole line without its end, if there is one. It is valid until
// the next call of fill.
func (b *Bot) next() (line []byte, ok bool, err error) {
	rest := b.buffer[b.taken:]
	end := bytes.IndexByte(rest, '\n')
	if end > lines.MaxLine || end < 0 && len(rest) > lines.MaxLine {
		return nil, false, errors.New(lineproto.TooLong())
	}
	if end < 0 {
		return nil, false, nil
	}
	b.taken += end + 1
	return rest[:end], true, nil
}

// fill reads more. It must only be called when next has found no line.
func (b *Bot) fill() error {
	b.mu.Lock()
	kept := copy(b.buffer, b.buffer[b.taken:])
	b.buffer, b.taken = b.buffer[:kept], 0
	room := b.buffer[kept : kept+readSize]
	b.mu.Unlock()
	n, err := b.from.Read(room)
	if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
		n = b.leftover(room) // the bot has ended, but what it wrote before counts
	}
	b.mu.Lock()
	b.buffer = b.buffer[:kept+n]
	b.mu.Unlock()
	if n > 0 {
		return nil
	}
	if err == nil {
		err = io.EOF
	}
	if errors.Is(err, io.EOF) && system.This.IsOpen(b.run.Stdout) {
		return nil
	}
	return err
}

// leftover reads without waiting.
func (b *Bot) leftover(room []byte) (n int) {
	if b.raw == nil || system.This.ReadNow == nil {
		return 0
	}
	_ = b.raw.Control(func(fd uintptr) { n, _ = system.This.ReadNow(fd, room) })
	return max(n, 0)
}

// receive takes all lines.
func (b *Bot) receive() {
	defer close(b.gone)
	for {
		line, ok, err := b.next()
		if err != nil {
			b.run.Kill(&match.Fault{Kind: match.Protocol, Detail: err.Error()})
		}
		if err == nil && !ok {
			err = b.fill()
		}
		if err != nil {
			b.end(err)
			return
		}
		if ok {
			b.take(line)
		}
	}
}

func (b *Bot) take(line []byte) {
	b.mu.Lock()
	for b.asked == nil && !b.idle && !b.closed && lines.IsAnswer(line) {
		b.turn.Wait()
	}
	player := b.asked
	b.manners.CRLF = b.manners.CRLF || bytes.HasSuffix(line, []byte("\r"))
	b.mu.Unlock()
	if player == nil && b.run.Reason() != nil && lines.IsAnswer(line) {
		return // the rest of an answer that was refused
	}
	if player == nil || !player.line(line) {
		b.print(line)
	}
}

func (b *Bot) print(line []byte) {
	b.run.Output.Printed(bytes.TrimSuffix(line, []byte("\r")))
	b.mu.Lock()
	defer b.mu.Unlock()
	said := lineproto.Quote(string(line))
	if b.prints++; b.prints == 1 {
		b.firstSaid = said
	}
	if b.manners.Prints++; b.manners.Prints == 1 {
		b.manners.Printed = said
	}
}

// end notes that there are no further lines.
func (b *Bot) end(why error) {
	b.mu.Lock()
	b.ended = why
	player := b.asked
	b.asked = nil
	b.mu.Unlock()
	if player != nil {
		reading, _ := player.meter.Arrived()
		player.answers <- answer{err: why, reading: reading}
	}
}

// ask opens a question, or tells at once that there will be no answer.
func (b *Bot) ask(p *player) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.prints = 0
	if b.ended != nil {
		p.answers <- answer{err: b.ended}
		return
	}
	b.asked = p
	b.turn.Broadcast()
}

// settle closes the question.
func (b *Bot) settle() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = nil
}

// play says whether a match is played.
func (b *Bot) play(playing bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.idle, b.asked = !playing, nil
	b.turn.Broadcast()
}

// Close waits until nothing of the bot is read or written. The process must have been killed.
func (b *Bot) Close() {
	b.run.Wait()
	b.mu.Lock()
	b.closed = true
	b.turn.Broadcast()
	b.mu.Unlock()
	b.writer.wait()
	<-b.gone
}

// excuse says what may be the reason why an answer has not come, given the CPU time that
// the bot has used for it.
func (b *Bot) excuse(p *player, idle bool) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	half := lineproto.Half{
		Round: int(p.round.Load()), Rest: string(b.buffer[bytes.LastIndexByte(b.buffer, '\n')+1:]),
		Given: int(p.given.Load()), Prints: b.prints, First: b.firstSaid,
	}
	switch why := half.Excuse(); {
	case why != "":
		return why
	case idle && b.Hello.SDK != "":
		return "; it used hardly any CPU time: does it wait for something, such as its standard input?"
	case idle:
		return "; it used hardly any CPU time: is the answer flushed, as by print(…, flush=True) or std::endl?"
	}
	return ""
}

// HelloError is the fault of a bot's first line, in words that follow "it".
type HelloError struct{ error }
