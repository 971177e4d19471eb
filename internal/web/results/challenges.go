package results

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// mostChallenges is how many challenges are listed.
const mostChallenges = 100

// challenges shows what bots of a league were challenged to.
type challenges struct {
	o    Options
	site *site
}

func (c *challenges) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /challenge", func(w http.ResponseWriter, r *http.Request) { c.answer(w, r, c.list) })
	mux.HandleFunc("GET /challenge/{id}", func(w http.ResponseWriter, r *http.Request) { c.answer(w, r, c.page) })
	mux.HandleFunc("GET /challenge/{id}/{match}", c.match)
	return mux
}

// answer answers with a page that is made now, few at a time; nil is none.
func (c *challenges) answer(w http.ResponseWriter, r *http.Request, make func(*http.Request) ([]byte, error)) {
	leave, err := c.site.making.enter(r.Context())
	if err != nil {
		c.site.failed(w, r, err)
		return
	}
	text, err := make(r)
	leave()
	switch {
	case err != nil:
		c.site.failed(w, r, err)
	case text == nil:
		http.Error(w, "there is no such challenge", http.StatusNotFound)
	default:
		server.Answer(w, r, htmlType, text)
	}
}

func (c *challenges) list(r *http.Request) ([]byte, error) {
	all, err := c.o.Archive.Store.Challenges(r.Context(), c.o.ID, mostChallenges)
	if err != nil {
		return nil, err
	}
	rows := make([]resultpage.Challenge, len(all))
	for i, one := range all {
		rows[i] = resultpage.Challenge{Number: one.ID, Asked: one.Begun, Bots: namesOf(one), State: stateOf(one)}
	}
	c.site.mu.Lock()
	shown := c.site.shown
	c.site.mu.Unlock()
	var text bytes.Buffer
	err = resultpage.WriteChallenges(&text, shown, rows)
	return text.Bytes(), err
}

func namesOf(c store.Challenge) string {
	names := make([]string, len(c.Entrants))
	for i, e := range c.Entrants {
		names[i] = engine.Printable(e.Name)
	}
	return strings.Join(names, ", ")
}

// stateOf says how far a challenge is.
func stateOf(c store.Challenge) string {
	switch {
	case c.Why != "":
		return "could not be played: " + engine.Printable(c.Why)
	case !c.Ended.IsZero():
		return "played"
	}
	return "waits, or is played: " + safe.Count(c.Matches, "match") + " so far"
}

// find returns the challenge of an address; false if there is none that is shown.
func (c *challenges) find(r *http.Request) (store.Challenge, bool, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return store.Challenge{}, false, nil //nolint:nilerr // no challenge has this number
	}
	return c.o.Archive.Store.Challenge(r.Context(), c.o.ID, id)
}

// page returns the page of a challenge, with all its matches.
func (c *challenges) page(r *http.Request) ([]byte, error) {
	one, found, err := c.find(r)
	if err != nil || !found {
		return nil, err
	}
	a := c.o.Archive
	a.Tables = true
	t, err := a.Read(r.Context(), one.Tournament)
	if err != nil {
		return nil, err
	}
	kept, err := a.Store.Kept(r.Context(), one.ID)
	if err != nil {
		return nil, err
	}
	links := make(map[int]string)
	for number := range kept {
		links[number] = fmt.Sprintf("./%d/%d", one.ID, number+1)
	}
	p, err := PageOf(r.Context(), a.Store, t, Look{Costs: true}, links)
	if err != nil {
		return nil, err
	}
	p.Title, p.Back = "Challenge: "+namesOf(one), "../challenge"
	state := proves(p.Summary, p.Bots)
	if one.Ended.IsZero() {
		state = "It " + stateOf(one) + ". Load the page again for more."
	} else if one.Why != "" {
		state = "It " + stateOf(one) + ". " + state
	}
	p.About = append([]string{state}, p.About...)
	var text bytes.Buffer
	err = resultpage.Write(&text, p)
	return text.Bytes(), err
}

// proves says what a few matches tell.
func proves(s stats.Summary, bots []string) string {
	if s.Matches == 0 {
		return "Nothing is known yet."
	}
	var ahead []string
	for a := range bots {
		for b := range bots {
			if is := s.Pair(a, b).Ahead.Interval; a != b && is != nil && is.Low > 0.5 {
				ahead = append(ahead, bots[a]+" is ahead of "+bots[b])
			}
		}
	}
	count := safe.Count(s.Matches, "match")
	if ahead == nil {
		return count + " prove nothing here: chance alone may put each of these bots before each other one."
	}
	return fmt.Sprintf("%s prove little: %s, each with a chance of 95 %%; the other places may be chance.",
		count, strings.Join(ahead, ", "))
}

// match answers with a match of a challenge.
func (c *challenges) match(w http.ResponseWriter, r *http.Request) {
	page, err := c.matchPage(r.Context(), r)
	switch {
	case err != nil:
		c.site.failed(w, r, err)
	case page == nil:
		http.Error(w, "there is no such match, or its replay is not kept", http.StatusNotFound)
	default:
		w.Header().Set("Content-Security-Policy", c.site.shows.viewer.Policy()+"; frame-ancestors 'none'")
		server.Answer(w, r, htmlType, page)
	}
}

func (c *challenges) matchPage(ctx context.Context, r *http.Request) ([]byte, error) {
	one, found, err := c.find(r)
	number, wrong := strconv.Atoi(r.PathValue("match"))
	if err != nil || !found || wrong != nil {
		return nil, err
	}
	key, found, err := c.o.Archive.Store.KeyOf(ctx, one.ID, number-1)
	if err != nil || !found {
		return nil, err
	}
	return c.site.shows.page(ctx, ref{number - 1, key.String(), one.ID})
}
