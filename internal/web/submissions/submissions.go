// Package submissions takes the bots that people hand in on the page of a league, and serves a playground beside it:
// the side of the league of what package playground says in its contract. It knows who asks, by links and by cookies,
// and who may do what.
package submissions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/server"
)

// Options say whose page it is, and what becomes of what it submits.
type Options struct {
	Site    fs.FS             // as `arena site --playground` has written it, all of which is read at once; nil for none
	League  playground.League // what the league says of itself
	Sources bool              // files are taken, too, and not packages alone, from those who have a link of their own
	Builds  bool              // these may have to be built

	Cookie string // the name of one; leagues on one machine have different ones
	// Link returns who has the token of a link, and Session whose browser it is by its secret: a [Visitor] if that counts
	// no more.
	Link, Session func(secret string) Person
	// SignIn begins the session of a browser; its secret is "" if the token counts no more.
	SignIn  func(token string, from netip.Prefix) (secret string, ends time.Time, err error)
	SignOut func(secret string) error

	// Take takes a bot from a person, at an address, and returns an ID by which its fate is asked for. Its error is a
	// *[Refusal], or it is the league's own trouble, of which [Options.Warn] is told.
	Take func(by Person, from netip.Prefix, name string, files []File) (id string, err error)
	// TakePackage does the same with a package as it comes.
	TakePackage func(by Person, from netip.Prefix, p Package) (id string, err error)

	Fate     func(ctx context.Context, by Person, id string) playground.Fate
	HandedIn func(ctx context.Context) []playground.HandedIn
	// Challenging tells whom a person may challenge, and Challenge does it. It returns the ID of a challenge, or an error
	// as Take does.
	Challenging func(ctx context.Context, by Person) (playground.Challenging, error)
	Challenge   func(ctx context.Context, by Person, from netip.Prefix, bots []string) (id string, err error)
	// Kept returns the bots whose sources a person may have back, and Source returns those of one; nil if there are none.
	Kept   func(ctx context.Context, by Person) ([]string, error)
	Source func(ctx context.Context, by Person, bot string) (*os.Root, error)
	Warn   func(error)
}

// File is a file of a bot.
type File struct {
	Path string // in the folder that was chosen, and that folder first
	Data []byte
}

// Package is a package on its way.
type Package struct {
	Name string // of its file
	Size int64
	Body io.Reader // its error is a *[Refusal]
}

// Refusal is why something is not taken.
type Refusal struct {
	Why   string        // for its author, with what to do about it
	Later time.Duration // after which it may be taken; 0 if it never is
}

func (r *Refusal) Error() string { return r.Why }

const (
	mostArriving = 64        // bots on their way at a time: each is in memory
	mostPackages = 12        // packages on their way at a time, which go to the disk
	mostFiles    = 500       // of a bot
	mostAround   = 128 << 10 // bytes around them
	longestName  = 200       // characters of a field

	mostChallenge = 4 << 10 // bytes
)

// door answers the pages.
type door struct {
	Options

	arriving, packages server.Readers
}

// Handlers are what answers in the folder of the league's page.
type Handlers struct {
	People http.Handler             // requests that a rule is about
	Knows  func(*http.Request) bool // whether somebody asks who is in the league by name, or organises it
	Play   http.Handler             // those below the folder of a playground; nil if there is none
}

// New returns the handlers. It fails with [ErrNotSite] if the site has no playground.
func New(o Options) (h Handlers, err error) {
	d := &door{
		Options: o, arriving: server.Readers{Called: "bots on their way", Most: mostArriving},
		packages: server.Readers{Called: "packages on their way", Most: mostPackages},
	}
	people := http.NewServeMux()
	for _, rule := range rules {
		people.HandleFunc(rule.asks, d.ask(rule))
	}
	h.People, h.Knows = people, d.knows
	if o.Site != nil {
		h.Play, err = d.play()
	}
	return h, err
}

// play serves the playground.
func (d *door) play() (http.Handler, error) {
	site, err := readSite(d.Site, d.League.Game)
	if err != nil {
		return nil, err
	}
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
		say(w, http.StatusOK, d.League)
	})
	return mux, nil
}

func (d *door) submit(w http.ResponseWriter, r *http.Request, by Person) {
	take := d.takePackage
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == "multipart/form-data" {
		take = d.takeFiles
	}
	id, err := take(w, r, by)
	if err != nil {
		d.refuse(w, err)
		return
	}
	say(w, http.StatusAccepted, playground.Submitted{ID: id})
}

// takeFiles takes the files of a bot, which are in memory.
func (d *door) takeFiles(w http.ResponseWriter, r *http.Request, by Person) (id string, err error) {
	leave, err := enter(&d.arriving, by.place(r), func() {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // if it can't, the time of the request ends it
	})
	if err != nil {
		return "", err
	}
	defer leave()
	name, files, err := d.receive(w, r)
	if err != nil {
		return "", err
	}
	return d.Take(by, crowd.HomeOf(r.RemoteAddr), name, files)
}

// enter takes a place for a bot on its way, until the returned function is called. If it goes to somebody from
// elsewhere before, end is called.
func enter(places *server.Readers, from string, end func()) (leave func(), err error) {
	ended, left, err := places.Enter(from)
	if err != nil {
		return nil, errMany
	}
	done := make(chan struct{})
	var waiting sync.WaitGroup
	waiting.Go(func() {
		select {
		case <-ended:
			end()
		case <-done:
		}
	})
	return func() {
		close(done)
		waiting.Wait()
		left()
	}, nil
}

// refuse answers with why something is not taken.
func (d *door) refuse(w http.ResponseWriter, err error) {
	large, refused := new(http.MaxBytesError), new(Refusal)
	switch {
	case errors.As(err, &large):
		http.Error(w, fmt.Sprintf("the bot is larger than %d MB", large.Limit>>20), http.StatusRequestEntityTooLarge)
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

func (d *door) fate(w http.ResponseWriter, r *http.Request, by Person) {
	say(w, http.StatusOK, d.Fate(r.Context(), by, r.PathValue("id")))
}

func (d *door) handedIn(w http.ResponseWriter, r *http.Request, _ Person) {
	say(w, http.StatusOK, d.HandedIn(r.Context()))
}

func (d *door) challenging(w http.ResponseWriter, r *http.Request, by Person) {
	told, err := d.Challenging(r.Context(), by)
	if err != nil {
		d.refuse(w, err)
		return
	}
	say(w, http.StatusOK, told)
}

func (d *door) challenge(w http.ResponseWriter, r *http.Request, by Person) {
	var asked playground.Challenge
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostChallenge))
	if err != nil || json.Unmarshal(text, &asked) != nil {
		http.Error(w, errCut.Why, http.StatusUnprocessableEntity)
		return
	}
	id, err := d.Challenge(r.Context(), by, crowd.HomeOf(r.RemoteAddr), asked.Bots)
	if err != nil {
		d.refuse(w, err)
		return
	}
	say(w, http.StatusAccepted, playground.Submitted{ID: id})
}

// errCut is why something is not there whole.
var errCut = &Refusal{Why: "it did not come whole; submit it again"}

// place is an address that stands for a person, or that of the request if the link is for many.
func (by Person) place(r *http.Request) string {
	home, is := crowd.HomeOfPerson(by.ID)
	if !is {
		return r.RemoteAddr
	}
	return netip.AddrPortFrom(home.Addr(), 0).String()
}

// errMany is why there is no place.
var errMany = &Refusal{"many others submit just now; submit it again in some seconds", 5 * time.Second}

// receive reads a bot, which must come within the time that the server gives a request.
func (d *door) receive(w http.ResponseWriter, r *http.Request) (name string, files []File, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, playground.MostSubmitted+mostAround)
	form, err := r.MultipartReader()
	if err != nil {
		return "", nil, errCut
	}
	return readForm(form)
}

// readForm reads the files of a form, and a name.
func readForm(form *multipart.Reader) (name string, files []File, err error) {
	left := int64(playground.MostSubmitted)
	for {
		part, err := form.NextPart()
		large := new(http.MaxBytesError)
		switch {
		case errors.Is(err, io.EOF) && len(files) == 0:
			return "", nil, &Refusal{Why: "there is no file in it"}
		case errors.Is(err, io.EOF):
			return name, files, nil
		case errors.As(err, &large):
			return "", nil, err
		case err != nil:
			return "", nil, errCut
		case len(files) == mostFiles:
			return "", nil, &Refusal{Why: fmt.Sprintf("it has more than %d files", mostFiles)}
		}
		data, err := readAll(io.LimitReader(part, left+1))
		if int64(len(data)) > left {
			err = &http.MaxBytesError{Limit: playground.MostSubmitted}
		}
		if err != nil {
			return "", nil, err
		}
		left -= int64(len(data))
		if path, isFile := strings.CutPrefix(part.FormName(), "/"); isFile {
			files = append(files, File{path, data})
		} else if part.FormName() == "name" {
			name = strings.TrimSpace(string(data[:min(len(data), longestName)]))
		}
	}
}

// readAll reads all, or says that it did not come whole.
func readAll(from io.Reader) ([]byte, error) {
	data, err := io.ReadAll(from)
	if large := new(http.MaxBytesError); err != nil && !errors.As(err, &large) {
		return nil, errCut
	}
	return data, err
}

// readSmall reads a token.
func readSmall(w http.ResponseWriter, r *http.Request) (string, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestSecret))
	return strings.TrimSpace(string(text)), err
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
