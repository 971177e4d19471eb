// Package submissions serves the playground as the page of a league, and takes the packages that it submits: the side
// of the league of what package playground says in its contract.
package submissions

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/server"
)

// Options say whose page it is, and what becomes of what it submits.
type Options struct {
	Site   fs.FS             // as `arena site --playground` has written it; all of it is read at once
	League playground.League // what the league says of itself

	// Admits reports whether the token of an invitation lets its holder submit.
	Admits func(token string) bool
	// Take takes a package from the holder of a token, at an address, and returns a secret ID by which its fate is asked
	// for. Its error is a *[Refusal], or it is the league's own trouble, of which [Options.Warn] is told.
	Take func(token string, from netip.Prefix, file []byte) (id string, err error)
	Fate func(id string) playground.Fate
	Warn func(error)
}

// Refusal is why a package is not taken.
type Refusal struct {
	Why   string        // for its author, with what to do about it
	Later time.Duration // after which it may be taken; 0 if it never is
}

func (r *Refusal) Error() string { return r.Why }

// mostArriving is how many packages may be on their way at a time. Each is in memory.
const mostArriving = 64

// door answers the page.
type door struct {
	Options

	arriving server.Readers
}

// New returns what answers below the folder of the page. It fails with [ErrNotSite] if the site has none.
func New(o Options) (http.Handler, error) {
	site, err := readSite(o.Site, o.League.Game)
	if err != nil {
		return nil, err
	}
	d := &door{Options: o, arriving: server.Readers{Called: "packages on their way", Most: mostArriving}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", PageName) // relative, as the page is in a folder
		w.WriteHeader(http.StatusFound)
	})
	mux.HandleFunc("GET /{path...}", func(w http.ResponseWriter, r *http.Request) {
		f, has := site[r.PathValue("path")]
		if !has {
			http.NotFound(w, r)
			return
		}
		// Its pages have policies of their own: that of bots is another than that of the page around them.
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'self'")
		f.answer(w, r)
	})
	mux.HandleFunc("GET /"+playground.LeagueAddress, func(w http.ResponseWriter, _ *http.Request) {
		say(w, http.StatusOK, o.League)
	})
	mux.HandleFunc("POST /"+playground.SubmitAddress, d.submit)
	mux.HandleFunc("GET /"+playground.SubmitAddress+"/{id}", func(w http.ResponseWriter, r *http.Request) {
		if _, may := d.admits(w, r); may {
			say(w, http.StatusOK, o.Fate(r.PathValue("id")))
		}
	})
	return mux, nil
}

// admits answers those who have no invitation that counts. It returns the token of the others.
func (d *door) admits(w http.ResponseWriter, r *http.Request) (token string, may bool) {
	const longest = 400 // characters of a token
	token, is := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch {
	case !is || len(token) > longest:
		http.Error(w, "open the link of your invitation first", http.StatusUnauthorized)
	case !d.Admits(token):
		http.Error(w, "this invitation counts no more; ask the organiser for another link", http.StatusForbidden)
	default:
		return token, true
	}
	return "", false
}

func (d *door) submit(w http.ResponseWriter, r *http.Request) {
	if !server.FromPage(r, "submit") {
		http.Error(w, "only the page itself may submit", http.StatusForbidden)
		return
	}
	token, may := d.admits(w, r)
	if !may {
		return
	}
	file, err := d.receive(w, r)
	id := ""
	if err == nil {
		id, err = d.Take(token, crowd.HomeOf(r.RemoteAddr), file)
	}
	large, refused := new(http.MaxBytesError), new(Refusal)
	switch {
	case err == nil:
		say(w, http.StatusAccepted, playground.Submitted{ID: id})
	case errors.As(err, &large):
		http.Error(w, "the package is larger than 1 MB", http.StatusRequestEntityTooLarge)
	case errors.As(err, &refused) && refused.Later > 0:
		w.Header().Set("Retry-After", strconv.Itoa(int(refused.Later.Seconds())))
		http.Error(w, refused.Why, http.StatusTooManyRequests)
	case errors.As(err, &refused):
		http.Error(w, refused.Why, http.StatusUnprocessableEntity)
	default:
		d.Warn(err)
		http.Error(w, "the league has trouble of its own, and its organiser is told; submit it again later",
			http.StatusInternalServerError)
	}
}

// errCut is why a package is not there whole.
var errCut = &Refusal{Why: "the package did not come whole; submit it again"}

// receive reads a package, which must come within the time that the server gives a request.
func (d *door) receive(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	ended, leave, err := d.arriving.Enter(r.RemoteAddr)
	if err != nil {
		return nil, &Refusal{"many others submit just now; submit it again in some seconds", 5 * time.Second}
	}
	defer leave()
	done := make(chan struct{})
	defer close(done)
	go func() { // the place may go to somebody from elsewhere
		select {
		case <-ended:
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // if it can't, the time of the request ends it
		case <-done:
		}
	}()
	file, err := io.ReadAll(http.MaxBytesReader(w, r.Body, playground.MostSubmitted))
	if large := new(http.MaxBytesError); err != nil && !errors.As(err, &large) {
		return nil, errCut
	}
	return file, err
}

// say answers in JSON.
func say(w http.ResponseWriter, status int, what any) {
	text, err := json.Marshal(what)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text) // a browser that is gone needs no answer
}
