package host

import (
	"time"

	"github.com/botarena/arena/internal/process/host/grpcbot"
)

// PlaysOverPipes reports whether matches go over the pipes, and not over the socket.
func (p *Process) PlaysOverPipes() bool { return p.dialogue.(*grpcbot.Bot).OverPipes() }

// CPU returns the CPU time that the process has used so far.
func (p *Process) CPU() time.Duration { return p.run.CPU.Time() }

// SetProfileTime replaces how long a bot may take to hand over its profile, until the
// function that it returns is called.
func SetProfileTime(d time.Duration) func() {
	usual := profileTime
	profileTime = d
	return func() { profileTime = usual }
}
