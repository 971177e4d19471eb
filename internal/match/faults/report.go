package faults

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/written"
)

// The files of a report.
const (
	aboutName    = "fault.txt"
	stateName    = "state.txt"
	commandsName = "commands.txt"
	stderrName   = "stderr.txt"
	replayName   = "match.arena"
)

// story is all that a report tells.
type story struct {
	Options
	header  replay.Header
	file    []byte         // the replay; nil if there is none
	replay  *replay.Replay // the same, read again
	missing error          // why there is no replay
	verdict match.Verdict
	seat    Seat
	again   string // the command that runs the bot again; "" if there is none
}

// write writes the files of a report.
func (s story) write(folder string) error {
	ending := s.ending()
	files := map[string][]byte{stderrName: joined(ending)}
	if s.replay != nil {
		files[replayName] = s.file
		if state, commands, err := s.lines(); err == nil {
			files[stateName], files[commandsName] = state, commands
		} else {
			s.missing = err
		}
	}
	maps.DeleteFunc(files, func(_ string, text []byte) bool { return len(text) == 0 })
	files[aboutName] = s.about(ending, files)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil { //nolint:gosec // as other programs write
			return err
		}
	}
	return nil
}

// process returns the process of the bot, or nil if it is not known to have one.
func (s story) process() *host.Process {
	if bot, ok := s.seat.Player.(interface{ Process() *host.Process }); ok {
		return bot.Process()
	}
	return nil
}

// ending returns how that process ended, or nil if there is none.
func (s story) ending() *host.Ending {
	p := s.process()
	if p == nil {
		return nil
	}
	e := p.Ending()
	return &e
}

// wrote returns what the bot wrote into its folder.
func (s story) wrote() written.Files {
	if p := s.process(); p != nil {
		return p.Wrote()
	}
	return written.Files{}
}

// joined returns the last lines that a bot has written.
func joined(e *host.Ending) []byte {
	if e == nil || len(e.Said) == 0 {
		return nil
	}
	return []byte(strings.Join(e.Said, "\n") + "\n")
}

// mostCommands is how many bytes of commands a report has: the last ones.
const mostCommands = 256 << 10

// lines returns what the bot was sent in the round of the verdict, after the lines with
// which its match began, and what it had answered until then. For a bot that speaks no
// lines, it is what one would have been sent that does.
func (s story) lines() (state, commands []byte, err error) {
	var start []byte
	left := 0 // rounds whose commands are left out
	var answers [][]byte
	size := 0
	err = transcript.Of(s.replay, s.verdict.Seat, func(_ engine.Match, p transcript.Piece) error {
		switch p.Kind {
		case transcript.Start:
			start = bytes.Clone(p.Text)
		case transcript.State:
			state = append(state[:0], p.Text...)
		case transcript.Answer:
			answers = append(answers, bytes.Clone(p.Text))
			for size += len(p.Text); size > mostCommands; left++ {
				size -= len(answers[0])
				answers = answers[1:]
			}
		case transcript.Hello, transcript.End:
		}
		return nil
	})
	if left > 0 {
		commands = fmt.Appendf(nil, "# the first %s left out\n", safe.Count(left, "round"))
	}
	commands = append(commands, bytes.Join(answers, nil)...)
	return append(start, state...), commands, err
}

// Watch keeps a match as long as it may have a verdict.
type Watch struct {
	reporter *Reporter
	header   replay.Header
	memory   *replay.Memory
}

var _ match.Watcher = (*Watch)(nil)

// Round implements [match.Watcher].
func (w *Watch) Round(m engine.Match, round match.Round) {
	if w.reporter.Dir != "" {
		w.memory.Round(m, round)
	}
}

// read returns the replay of a report, with which the rest of it is written.
func (s *story) read() (*replay.Replay, error) {
	r, err := replay.Read(bytes.NewReader(s.file), engine.NewGames(s.header.Setup.Game()))
	if err != nil {
		return nil, errors.Join(errors.New("can't be read again"), err)
	}
	return r, nil
}
