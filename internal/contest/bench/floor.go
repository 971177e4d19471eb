package bench

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/botarena/arena/engine"
)

// Floor measures the bare exchange of bytes with a process for every seat: as many
// bytes as in a match and over the same kind of pipes, but without gRPC, encoding,
// rules or thinking. Matches between processes can't cost less.
//
// The program is started with args and must call [Echo].
func Floor(ctx context.Context, setup engine.Setup, program string, args []string, matches int) (Figures, error) {
	sizes, err := sizesOf(setup)
	if err != nil {
		return Figures{}, err
	}
	var peers []*peer
	defer func() {
		for _, p := range peers {
			p.close()
		}
	}()
	for range setup.Seats() {
		p, err := newPeer(ctx, program, args)
		if err != nil {
			return Figures{}, err
		}
		peers = append(peers, p)
	}
	if err := exchange(peers, sizes, 10); err != nil { // to warm up
		return Figures{}, err
	}
	cpu, start := ownCPU(), time.Now()
	if err := exchange(peers, sizes, matches*setup.Rounds()); err != nil {
		return Figures{}, err
	}
	figures := Figures{
		Matches:      matches,
		PlayerRounds: matches * setup.Rounds() * setup.Seats(),
		Wall:         time.Since(start),
		HostCPU:      ownCPU() - cpu,
	}
	for _, p := range peers {
		figures.BotCPU += p.close()
	}
	peers = nil
	return figures, nil
}

// sizes are the sizes of a match's messages in bytes.
type sizes struct{ state, commands int }

func sizesOf(setup engine.Setup) (sizes, error) {
	m, err := setup.New(make([]string, setup.Seats()), firstSeed, engine.ChaCha8)
	if err != nil {
		return sizes{}, err
	}
	commands := setup.Game().EncodeCommands(setup.Game().Random().Play(m, 0))
	return sizes{len(m.StateMessage()), len(commands)}, nil
}

// exchange sends a state to all peers and then takes their answers, round by
// round, as the referee does.
func exchange(peers []*peer, s sizes, rounds int) error {
	question := make([]byte, 8+s.state)
	binary.LittleEndian.PutUint32(question, uint32(s.state))
	binary.LittleEndian.PutUint32(question[4:], uint32(s.commands))
	answer := make([]byte, s.commands)
	for range rounds {
		for _, p := range peers {
			if _, err := p.write.Write(question); err != nil {
				return fmt.Errorf("floor: %w", err)
			}
		}
		for _, p := range peers {
			if _, err := io.ReadFull(p.read, answer); err != nil {
				return fmt.Errorf("floor: %w", err)
			}
		}
	}
	return nil
}

// Echo reads questions from standard input until its end, and answers them on standard
// output. A question begins with two numbers: its own size and that of the answer.
func Echo() error {
	head := make([]byte, 8)
	var body, answer []byte
	for {
		if _, err := io.ReadFull(os.Stdin, head); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		body = resize(body, binary.LittleEndian.Uint32(head))
		answer = resize(answer, binary.LittleEndian.Uint32(head[4:]))
		if _, err := io.ReadFull(os.Stdin, body); err != nil {
			return err
		}
		if _, err := os.Stdout.Write(answer); err != nil {
			return err
		}
	}
}

func resize(buffer []byte, length uint32) []byte {
	if int(length) > cap(buffer) {
		return make([]byte, length)
	}
	return buffer[:length]
}

// peer is a process that runs Echo.
type peer struct {
	command *exec.Cmd
	write   io.WriteCloser
	read    io.ReadCloser
}

func newPeer(ctx context.Context, program string, args []string) (*peer, error) {
	p := &peer{command: exec.CommandContext(ctx, program, args...)}
	p.command.Env = []string{"GOMAXPROCS=1"}
	var err error
	if p.write, err = p.command.StdinPipe(); err != nil {
		return nil, err
	}
	if p.read, err = p.command.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.command.Start()
}

// close ends the process and returns the CPU time that it has used, including its
// start.
func (p *peer) close() time.Duration {
	_ = p.write.Close()
	_ = p.command.Wait()
	return p.command.ProcessState.UserTime() + p.command.ProcessState.SystemTime()
}
