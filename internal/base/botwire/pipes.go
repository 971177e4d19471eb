package botwire

import (
	"errors"
	"net"
	"os"
	"time"
)

// If the system can pass open files to a process and the bot serves them, the arena
// talks to it over a pair of pipes. A message over a pipe wakes only its receiver; over
// a socket, the sender is woken up again when the message was read.
const (
	// PipesVariable is the environment variable that is set if there are pipes.
	PipesVariable = "ARENA_PIPES"
	// PipesValue is its value: the files that a bot reads from and writes to.
	PipesValue = "3,4"
	// BotReads is the file that a bot reads from.
	BotReads = 3
	// BotWrites is the file that a bot writes to.
	BotWrites = 4
)

// Pipes makes a connection from two pipes, for one reader and one writer at a time. The
// files must be in the care of Go's poller, as those of os.Pipe are.
func Pipes(read, write *os.File) net.Conn { return newPipes(pipes{read, write}) }

type pipes struct{ read, write *os.File }

func (p *pipes) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil // Windows would wait for more
	}
	return p.read.Read(b)
}

func (p *pipes) Write(b []byte) (int, error) { return p.write.Write(b) }

func (p *pipes) Close() error { return errors.Join(p.read.Close(), p.write.Close()) }

func (p *pipes) LocalAddr() net.Addr  { return pipeAddr{} }
func (p *pipes) RemoteAddr() net.Addr { return pipeAddr{} }

func (p *pipes) SetDeadline(t time.Time) error {
	return errors.Join(p.read.SetReadDeadline(t), p.write.SetWriteDeadline(t))
}
func (p *pipes) SetReadDeadline(t time.Time) error  { return p.read.SetReadDeadline(t) }
func (p *pipes) SetWriteDeadline(t time.Time) error { return p.write.SetWriteDeadline(t) }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }
