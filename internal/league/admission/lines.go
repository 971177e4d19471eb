package admission

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/botarena/arena/engine"
)

const (
	mostLines   = 20
	longestLine = 300 // characters
)

// lastLines keeps the last lines that a bot has written to standard error.
type lastLines struct {
	mu  sync.Mutex
	all []string
}

// Write takes one line, with the label that the host puts in front.
func (l *lastLines) Write(line []byte) (int, error) {
	text := line
	if _, after, labelled := bytes.Cut(line, []byte("): ")); labelled && bytes.HasPrefix(line, []byte("seat ")) {
		text = after
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = lastOf(append(l.all, strings.TrimRight(string(text), "\r\n")))
	return len(line), nil
}

func lastOf(lines []string) []string { return slices.Clone(lines[max(0, len(lines)-mostLines):]) }

// lastLines returns the first and last lines of a compiler, if that has refused the bot, or else the last ones of the
// bot. They name no file of the organiser's.
func (c *Candidate) lastLines(refused *Refusal) (lines []string) {
	c.said.mu.Lock()
	lines = lastOf(c.said.all)
	c.said.mu.Unlock()
	_, compiler, isCompiler := strings.Cut(refused.Why, "\n")
	if isCompiler {
		lines = strings.Split(compiler, "\n")
		lines = append(slices.Clone(lines[:min(len(lines), mostLines)]), lastOf(lines[min(len(lines), mostLines):])...)
	}
	var folders []string // the longest first
	if c.came != nil {
		folders = append(folders, filepath.Dir(c.came.typed()))
	}
	if c.brought {
		folders = append(folders, filepath.Dir(c.bot.Bot.Command.Path))
	}
	if own, err := filepath.Abs(string(c.League.Folder)); err == nil {
		folders = append(folders, own)
	}
	for i, line := range lines {
		for _, folder := range folders {
			line = strings.ReplaceAll(line, folder+string(filepath.Separator), "")
		}
		if c.came != nil && !isCompiler {
			line = strings.TrimPrefix(line, filepath.Base(c.came.typed())+": ") // the label before a bot has a seat
		}
		text := []rune(engine.Printable(line))
		lines[i] = string(text[:min(len(text), longestLine)])
	}
	return lines
}
