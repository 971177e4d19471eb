package viewer

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/cnf"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/engine/scene"
	"github.com/botarena/arena/internal/replay"
)

// MaxFile is how many bytes a file may have, also when it is unpacked.
const MaxFile = 64 << 20

// maxScenes is how many bytes the scenes of a show may take. A file of a few
// bytes can be of a match of ten thousand rounds on the largest board.
const maxScenes = 512 << 20

// ErrNoMatch is returned for a file that is something else.
var ErrNoMatch = errors.New("neither a replay nor a record of an original program")

// Read reads what a match can be shown of, whatever the name of the file is: a
// replay, or the record of an original program of one of the games, also packed
// with gzip. Of a replay that is damaged it returns what could be read.
func Read(file []byte, games engine.Games) (*Show, error) {
	if bytes.HasPrefix(file, []byte("\x1f\x8b")) {
		unpacked, err := gunzip(file)
		if err != nil {
			return nil, err
		}
		file = unpacked
	}
	if bytes.HasPrefix(file, []byte("\x28\xb5\x2f\xfd")) { // zstd
		return readReplay(file, games)
	}
	return readRecording(file, games)
}

func gunzip(file []byte) ([]byte, error) {
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

func readReplay(file []byte, games engine.Games) (*Show, error) {
	r, err := replay.Read(bytes.NewReader(file), games)
	if r == nil {
		return nil, err
	}
	show, failed := ReplayShow(r)
	if failed != nil {
		return nil, failed
	}
	if err != nil {
		show.Damage = err.Error()
	}
	return show, nil
}

// readRecording tries one game after another. No record says which game it is of,
// so if none can read it, the one that got farthest says why.
func readRecording(file []byte, games engine.Games) (*Show, error) {
	best := ErrNoMatch
	far := cnf.Place{}
	for _, g := range games {
		recording, err := g.Recording(file)
		if err == nil {
			return RecordingShow(g, recording), nil
		}
		at := new(cnf.Error)
		// All the originals begin their records with the same few words; who gets no
		// farther than the first line has not recognised anything.
		if errors.As(err, &at) && (at.Line > far.Line || at.Line == far.Line && at.Col > far.Col) && at.Line > 1 {
			far = cnf.Place{Line: at.Line, Col: at.Col}
			best = fmt.Errorf("no record of %s: %w", g.Info().Title, err)
		}
	}
	return nil, best
}

// ReplayShow plays a replay again. It is an error if that is of other rules.
func ReplayShow(r *replay.Replay) (*Show, error) {
	m, err := r.Begin()
	if err != nil {
		return nil, err
	}
	show := newShow(m, r.Header)
	call := callers(show.Players)
	var log scene.Log
	m.Watch(&log)
	size := 0
	for _, round := range r.Rounds {
		if size += 2 * len(show.Scenes[0].Cells); size > maxScenes {
			show.Damage = fmt.Sprintf("too large to be shown whole: it ends before round %d of %d", round.Number, len(r.Rounds))
			return show, nil
		}
		m.Step(round.Turns)
		show.add(m.Scene(), happened(log, round.Round, call))
	}
	show.Ended = r.Scores != nil
	return show, nil
}

// newShow is a show of a match that has not begun.
func newShow(m engine.Match, h replay.Header) *Show {
	s := &Show{
		Game: m.Setup().Game().Info(), Rounds: m.Rounds(), Seed: strconv.FormatUint(h.Seed, 10),
		Budget: h.CPU.Microseconds(), Legend: m.Legend(), Scenes: []scene.Scene{m.Scene()},
	}
	for _, one := range m.Setup().Settings() {
		s.Settings = append(s.Settings, Setting{one.Name, *one.Value, one.Doc})
	}
	for _, seat := range h.Seats {
		s.Players = append(s.Players, Player{seat.Name, seat.Version})
	}
	return s
}

// add adds a round and the scene after it. What is not different from the scene
// before is kept only once.
func (s *Show) add(after scene.Scene, h Happening) {
	before := s.Scenes[len(s.Scenes)-1]
	if slices.Equal(before.Cells, after.Cells) {
		after.Cells = before.Cells
	}
	if slices.Equal(before.Owners, after.Owners) {
		after.Owners = before.Owners
	}
	s.Scenes = append(s.Scenes, after)
	s.Played = append(s.Played, h)
}

// happened is what happened in a round, with a copy of the log.
func happened(log scene.Log, round match.Round, call caller) Happening {
	h := Happening{
		Log:      call.named(log),
		Receipts: round.Receipts, Verdicts: round.Verdicts, Notes: round.Notes, Lines: round.Lines,
	}
	for _, turn := range round.Turns {
		h.Statuses = append(h.Statuses, turn.Status)
	}
	return h
}

// RecordingShow is a match as the record of an original program tells it.
func RecordingShow(g engine.Game, r engine.Recording) *Show {
	s := &Show{
		Game: g.Info(), Rounds: len(r.Logs), Seed: r.Seed, Legend: r.Legend, Scenes: r.Scenes, Ended: true,
	}
	for _, name := range r.Names {
		s.Players = append(s.Players, Player{Name: strings.TrimSpace(name)})
	}
	call := callers(s.Players)
	for i, log := range r.Logs {
		h := Happening{Log: call.named(log)}
		if i < len(r.Statuses) {
			h.Statuses = r.Statuses[i]
		}
		s.Played = append(s.Played, h)
	}
	return s
}
