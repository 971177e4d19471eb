package submissions

import (
	"net/http"
	"strings"
	"time"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/server"
)

// Role is what somebody is in a league. Each may do what those before may.
type Role int

// The roles.
const (
	Visitor   Role = iota // anybody who reaches the page
	Member                // who has a link to hand in bots by
	Organiser             // who has a link to see what all hand in
)

func (r Role) String() string { return [...]string{"visitor", "member", "organiser"}[r] }

// Person is who asks.
type Person struct {
	Role              Role
	ID                string // "" if the link is for many
	Name, Group, Team string
}

// rule says who may ask for what.
type rule struct {
	asks  string // a method and an address, in the folder of the league's page
	least Role
	says  string // in the header X-Arena of a request that changes something; see [server.FromPage]
	does  func(d *door, w http.ResponseWriter, r *http.Request, by Person)
}

// rules is all that is for some only, or for anybody who signs in. Everybody may see all else: tables, matches and the
// files of a playground.
var rules = []rule{
	{"GET /session", Visitor, "", (*door).who},
	{"POST /session", Visitor, "session", (*door).signIn},
	{"DELETE /session", Visitor, "session", (*door).signOut},
	{"POST /submissions", Member, "submit", (*door).submit},
	{"GET /submissions/{id}", Member, "", (*door).fate},
	{"GET /submissions", Organiser, "", (*door).handedIn},
	{"GET /challenges", Member, "", (*door).challenging},
	{"POST /challenges", Member, "challenge", (*door).challenge},
	{"GET /sources", Member, "", (*door).kept},
	{"GET /sources/{bot}", Member, "", (*door).source},
}

// Words for those who may not.
const (
	openFirst = "open the link of your invitation first"
	noMore    = "this invitation counts no more; ask the organiser for another link"
	notYours  = "only the organiser may see that"
)

// ask answers a request by a rule.
func (d *door) ask(rule rule) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if rule.says != "" && !server.FromPage(r, rule.says) {
			http.Error(w, "only the page itself may do that", http.StatusForbidden)
			return
		}
		by, shown := d.asks(r)
		switch {
		case by.Role >= rule.least:
			rule.does(d, w, r, by)
		case by.Role == Member:
			http.Error(w, notYours, http.StatusForbidden)
		case shown:
			http.Error(w, noMore, http.StatusForbidden)
		default:
			http.Error(w, openFirst, http.StatusUnauthorized)
		}
	}
}

// longestSecret is how many characters a token or the secret of a session has at most.
const longestSecret = 400

// asks returns who asks, and whether a token or a session was shown, which may count no more.
func (d *door) asks(r *http.Request) (by Person, shown bool) {
	if token, is := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); is {
		if len(token) > longestSecret {
			return Person{}, false
		}
		return d.Link(token), true
	}
	cookie, err := r.Cookie(d.Cookie)
	if err != nil || len(cookie.Value) > longestSecret {
		return Person{}, false
	}
	return d.Session(cookie.Value), true
}

// knows reports whether those ask who are in the league by a link of their own, or organise it.
func (d *door) knows(r *http.Request) bool {
	by, _ := d.asks(r)
	return by.ID != "" || by.Role == Organiser
}

// who tells who asks.
func (d *door) who(w http.ResponseWriter, _ *http.Request, by Person) {
	sources := by.ID != "" && d.Sources
	say(w, http.StatusOK, playground.Visitor{
		Role: by.Role.String(), Name: by.Name, Group: by.Group, Team: by.Team, Sources: sources, Builds: sources && d.Builds,
	})
}

// signIn gives the browser a cookie.
func (d *door) signIn(w http.ResponseWriter, r *http.Request, _ Person) {
	token, err := readSmall(w, r)
	if err != nil {
		http.Error(w, errCut.Why, http.StatusUnprocessableEntity)
		return
	}
	secret, ends, err := d.SignIn(token, crowd.HomeOf(r.RemoteAddr))
	switch {
	case err != nil:
		d.refuse(w, err)
	case secret == "":
		http.Error(w, noMore, http.StatusForbidden)
	default:
		http.SetCookie(w, d.cookie(r, secret, ends))
		d.who(w, r, d.Session(secret))
	}
}

func (d *door) signOut(w http.ResponseWriter, r *http.Request, _ Person) {
	if cookie, err := r.Cookie(d.Cookie); err == nil {
		if err := d.SignOut(cookie.Value); err != nil {
			d.refuse(w, err)
			return
		}
	}
	http.SetCookie(w, d.cookie(r, "", time.Unix(1, 0)))
	d.who(w, r, Person{})
}

// cookie is one that no script reads and no other site has sent. Without a path, the browser sends it to the folder of
// the page and no other, wherever a web server in front has that. Only the browser knows whether there is TLS.
func (d *door) cookie(r *http.Request, secret string, ends time.Time) *http.Cookie {
	return &http.Cookie{
		Name: d.Cookie, Value: secret, Expires: ends, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: strings.HasPrefix(r.Header.Get("Origin"), "https:"),
	}
}
