package playground

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/transcript"
	"github.com/botarena/arena/internal/web/reader"
)

// Room is where matches of a page are played, one after the other.
type Room struct {
	Games engine.Games
	Bots  Bots   // that come with the arena
	Arena string // its version

	session *session
}

// errNoMatch is the error of whoever asks about the last match before the first.
var errNoMatch = errors.New("no match was played")

// Open returns what can be played.
func (r *Room) Open() Games {
	all := Games{Arena: r.Arena, Games: []Game{}}
	for _, game := range r.Games {
		all.Games = append(all.Games, r.game(game))
	}
	return all
}

func (r *Room) game(game engine.Game) Game {
	info, setup := game.Info(), game.Default()
	g := Game{
		Name: info.Name, Title: info.Title, Summary: info.Summary, Version: info.Version,
		Seats: setup.Seats(), Rounds: setup.Rounds(), Settings: []GameSetting{}, Bots: []string{},
	}
	for _, s := range setup.Settings() {
		g.Settings = append(g.Settings, GameSetting{s.Name, s.Doc, s.Default, s.Min, s.Max})
	}
	for name := range r.Bots {
		if _, err := r.Bots.of(name, info); err == nil {
			g.Bots = append(g.Bots, name)
		}
	}
	slices.SortFunc(g.Bots, strings.Compare)
	return g
}

// Begin begins a match, and ends the one before it. It returns the first questions.
func (r *Room) Begin(ctx context.Context, o Order) (Asked, error) {
	var last *replay.Replay
	if o.From != 0 {
		var err error
		if last, err = r.last(); err != nil {
			return Asked{}, err
		}
	}
	p, err := r.plan(o, last)
	if err != nil {
		return Asked{}, err
	}
	r.Stop()
	if r.session, err = newSession(ctx, p); err != nil {
		return Asked{}, err
	}
	return r.session.wait()
}

// Next hands over the replies to the questions of a round, and returns those of the next.
func (r *Room) Next(replies []Reply) (Asked, error) {
	if r.session == nil {
		return Asked{}, errNoMatch
	}
	return r.session.next(replies)
}

// Think lets the bots that come with the arena play the round in which the page's own have been asked. A page that
// calls this while its bots think has the match sooner; it may as well not, and the match is the same.
func (r *Room) Think() {
	if r.session != nil {
		r.session.think()
	}
}

// Stop ends the match where it is, if one is being played. What was played of it remains.
func (r *Room) Stop() {
	if r.session != nil {
		r.session.end()
	}
}

// Replay returns the match that was played last as a file, as `arena play` writes it.
func (r *Room) Replay() ([]byte, error) {
	if r.session == nil || r.session.replay() == nil {
		return nil, errNoMatch
	}
	return r.session.replay(), nil
}

// Read returns a match in a file for the page that shows it: a [pagedata.Match] as JSON.
func (r *Room) Read(file []byte) ([]byte, error) { return reader.Read(file, r.Games) }

// Hear returns what a player was sent and what it answered in a round of the match that was played last.
func (r *Room) Hear(m Moment) (h Heard, err error) {
	last, err := r.last()
	if err != nil {
		return h, err
	}
	if m.Seat < 0 || m.Seat >= len(last.Seats) {
		return h, fmt.Errorf("no seat %d: there are %d", m.Seat, len(last.Seats))
	}
	err = transcript.Of(last, m.Seat, func(_ engine.Match, p transcript.Piece) error {
		switch {
		case p.Round != m.Round:
		case p.Kind == transcript.State:
			h.State = string(p.Text)
		case p.Kind == transcript.Answer:
			h.Answer = string(p.Text)
			return errHeard
		}
		return nil
	})
	if errors.Is(err, errHeard) || err == nil && h.State != "" {
		return h, nil
	}
	if err == nil {
		err = fmt.Errorf("seat %d was asked nothing in round %d", m.Seat, m.Round)
	}
	return h, err
}

// errHeard ends a transcript.
var errHeard = errors.New("heard")

// last reads the match that was played last.
func (r *Room) last() (*replay.Replay, error) {
	file, err := r.Replay()
	if err != nil {
		return nil, err
	}
	return replay.Read(bytes.NewReader(file), r.Games)
}
