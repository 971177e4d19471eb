package story

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/base/plaintext"
	"github.com/botarena/arena/internal/match/replay"
)

// MaxFile is the largest size of a file in bytes, before and after unpacking. The
// original programs wrote some 2 MB.
const MaxFile = 32 << 20

// maxScenes is how many bytes all scenes and what happened between them may take in
// memory. Without it, a tiny file could ask for ten thousand rounds on the largest board.
const maxScenes = 256 << 20

// ErrNoMatch is returned for a file that isn't a match.
var ErrNoMatch = errors.New("neither a replay nor a record of an original program")

// Read reads a file, whatever its name: a replay, or the record of an original
// program of one of the games, which may be packed with gzip. If a replay is
// damaged, Read returns the part that could be read, and Damage says why it ends.
func Read(file []byte, games engine.Games) (*Story, error) {
	file, err := Unpacked(file)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(file, []byte("\x28\xb5\x2f\xfd")) { // zstd
		return readReplay(file, games)
	}
	return readRecording(plaintext.Of(file), games)
}

// Unpacked unpacks a file packed with gzip, and returns any other file as it is.
func Unpacked(file []byte) ([]byte, error) {
	if !bytes.HasPrefix(file, []byte("\x1f\x8b")) {
		return file, nil
	}
	in, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("gzip: %w", err)
	}
	unpacked, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("gzip: damaged after %d bytes: %w", len(unpacked), err)
	case len(unpacked) > MaxFile:
		return nil, fmt.Errorf("more than %d MB when unpacked", MaxFile>>20)
	}
	return unpacked, nil
}

func readReplay(file []byte, games engine.Games) (*Story, error) {
	r, err := replay.Read(bytes.NewReader(file), games)
	if r == nil {
		return nil, err
	}
	s, failed := FromReplay(r)
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		s.Damage = err.Error()
	}
	return s, nil
}

// readRecording tries one game after another, because a record doesn't name its
// game. If every game refuses it, the error is that of the game that read the most.
func readRecording(file []byte, games engine.Games) (*Story, error) {
	best := ErrNoMatch
	far := cnf.Place{}
	for _, g := range games {
		recording, err := g.Recording(file)
		if err == nil {
			return FromRecording(g, recording), nil
		}
		at := new(cnf.Error)
		// All the originals begin their records with the same few words, so a game
		// that stops in the first line has not recognised anything.
		if errors.As(err, &at) && (at.Line > far.Line || at.Line == far.Line && at.Col > far.Col) && at.Line > 1 {
			far = cnf.Place{Line: at.Line, Col: at.Col}
			best = fmt.Errorf("not a record of %s: %w", g.Info().Title, err)
		}
	}
	return nil, best
}

// FromReplay plays a replay again. It fails if the match was played with another
// version of the rules.
func FromReplay(r *replay.Replay) (*Story, error) {
	m, err := r.Begin()
	if err != nil {
		return nil, err
	}
	s := New(m, r.Header)
	log := scene.Log{Names: s.Labels()}
	m.Watch(&log)
	size := 0
	for _, round := range r.Rounds {
		if size > maxScenes {
			s.Damage = fmt.Sprintf("too large to be shown whole: it ends before round %d of %d", round.Number, len(r.Rounds))
			return s, nil
		}
		m.Step(round.Turns)
		size += s.add(m.Scene(), Happened(log, round.Round))
	}
	s.Ended = r.Scores != nil
	return s, nil
}

// thingSize is what a unit, an order or an event takes in memory, roughly.
const thingSize = 100

// FromRecording returns the match that an original program recorded.
func FromRecording(g engine.Game, r engine.Recording) *Story {
	s := &Story{
		Game: g.Info(), Rounds: len(r.Logs), Seed: r.Seed, Legend: r.Legend, Scenes: r.Scenes, Ended: true,
	}
	for _, name := range r.Names {
		s.Players = append(s.Players, Player{Name: engine.Printable(strings.TrimSpace(name))})
	}
	for i, log := range r.Logs {
		h := Happening{log, match.Round{Number: i}}
		if i < len(r.Statuses) {
			h.Turns = turns(r.Statuses[i])
		}
		s.Played = append(s.Played, h)
	}
	return s
}

// turns returns turns that have nothing but the given statuses.
func turns(statuses []engine.Status) []engine.Turn[engine.Commands] {
	all := make([]engine.Turn[engine.Commands], len(statuses))
	for seat, status := range statuses {
		all[seat].Status = status
	}
	return all
}
