package operator

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/botarena/arena/internal/web/server"
)

// Options name the figures to serve, and the address.
type Options struct {
	Title    string
	Listener net.Listener // which [Serve] closes
	Listen   string       // its address, as the user gave it
	Gatherer prometheus.Gatherer
	// State returns a line of state, or why all is not well. Everybody who can reach the address sees it.
	State func(context.Context) (string, error)
	// Sections are the figures of the page.
	Sections func(context.Context) []Section
	Log      *slog.Logger // of requests; nil without
}

// Section is a part of the page.
type Section = struct {
	Title string
	Rows  [][2]string // names and values
}

// mostScrapes is how many may be answered at a time, and scrapeTime how long one may take.
const (
	mostScrapes = 4
	scrapeTime  = 10 * time.Second
)

// Site serves what an operator watches. [Serve] makes it.
type Site struct {
	o       Options
	stop    context.CancelFunc
	running sync.WaitGroup
	served  error
}

// Serve serves until ctx is done, or the site is closed.
func Serve(ctx context.Context, o Options) *Site {
	s := &Site{o: o}
	ctx, s.stop = context.WithCancel(ctx)
	web := server.New(o.Listen, o.Listener.Addr())
	web.ForEverybody() // a scraper knows no secret
	if o.Log != nil {
		web.LogTo(o.Log)
	}
	s.running.Go(func() { s.served = web.Serve(ctx, o.Listener, s.handler(web)) })
	return s
}

// Close ends the site. It returns why it had ended before, if it had. The site of nil is none.
func (s *Site) Close() error {
	if s == nil {
		return nil
	}
	s.stop()
	s.running.Wait()
	return s.served
}

func (s *Site) handler(web *server.Site) server.Guarded {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /healthz", s.health)
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.o.Gatherer, promhttp.HandlerOpts{
		MaxRequestsInFlight: mostScrapes, Timeout: scrapeTime, ErrorHandling: promhttp.ContinueOnError,
	}))
	return web.Guard(policy, mux)
}

// health is the answer of /healthz.
type health struct {
	Well   bool   `json:"well"`
	State  string `json:"state,omitempty"`
	Reason string `json:"reason,omitempty"`
}

func (s *Site) health(w http.ResponseWriter, r *http.Request) {
	h, status := health{Well: true}, http.StatusOK
	state, err := s.o.State(r.Context())
	if h.State = state; err != nil {
		h, status = health{Reason: err.Error()}, http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(h) // a probe that is gone needs no answer
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageHTML)) })

// policy lets the page have its own style, and nothing else.
var policy = "default-src 'none'; style-src '" + server.PolicyHash(pageCSS) + "'; img-src data:; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

// shown is what the template needs.
type shown struct {
	Title, State, Ill string
	CSS               template.CSS
	Sections          []Section
	Still             bool // the page is not made anew
}

// again is after how many seconds a browser asks again. Who reads slowly can ask for a page that stands still.
const again = "10"

func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	p := shown{Title: s.o.Title, CSS: template.CSS(pageCSS), Sections: s.o.Sections(r.Context())} //nolint:gosec // ours
	if p.Still = r.URL.Query().Has("still"); !p.Still {
		w.Header().Set("Refresh", again)
	}
	var err error
	if p.State, err = s.o.State(r.Context()); err != nil {
		p.Ill = err.Error()
	}
	var text bytes.Buffer
	if err := page().Execute(&text, p); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	server.Answer(w, r, "text/html; charset=utf-8", text.Bytes())
}
