package members

import (
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"net/url"
	"strings"
	"unicode"

	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/base/hint"
)

// scheme is what an invitation begins with.
const scheme = "arena"

// submitPath is in the lines by which earlier arenas let authors submit. Their keys count on the page of the league.
const submitPath = "/submit"

// Invitation is what a worker needs to join a league: its holder is that worker.
type Invitation struct {
	Address string // host and port of the server
	Submits bool   // it is a line of an earlier arena, for authors
	pin     pin
	key     nkeys.KeyPair
	seed    string
}

// ParseInvitation reads an invitation as [Invitation.String] writes it, also as it comes out of a
// mail: with lines broken or quoted, in quotation marks, and with words before it.
func ParseInvitation(text string) (Invitation, error) {
	unfit := func(why string) (Invitation, error) {
		return Invitation{}, hint.New(
			"", "the invitation "+why,
			"an invitation is one line, arena://HOST:PORT/#…, with 100 characters behind the #; put it in quotes",
		)
	}
	u, err := url.Parse(unwrapped(text))
	if err != nil || u.Scheme != scheme {
		return unfit("does not begin with arena://")
	}
	if _, port, err := net.SplitHostPort(u.Host); err != nil || port == "" {
		return unfit("has no host and port")
	}
	first, seed, _ := strings.Cut(u.Fragment, ".")
	digest, err := base64.RawURLEncoding.DecodeString(first)
	if err != nil || len(digest) != len(pin{}) {
		return unfit("has no whole digest of the server's certificate; part of it is missing")
	}
	key, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return unfit("has no whole key; part of it is missing")
	}
	if public, err := key.PublicKey(); err != nil || !nkeys.IsValidPublicUserKey(public) {
		return unfit("has a key that is not a worker's")
	}
	return Invitation{u.Host, u.Path == submitPath, pin(digest), key, seed}, nil
}

// unwrapped returns the part of a text that begins with the scheme, without what mails put between
// the characters of a long line. No invitation has any of that in it.
func unwrapped(text string) string {
	joined := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("\"'`<>“”„‘’«»", r) {
			return -1
		}
		return r
	}, text)
	if at := strings.Index(joined, scheme+"://"); at > 0 {
		joined = joined[at:]
	}
	return joined
}

// String returns the line that is sent to the worker's owner. It is secret.
func (i Invitation) String() string {
	return scheme + "://" + i.Address + "/#" + base64.RawURLEncoding.EncodeToString(i.pin[:]) + "." + i.seed
}

// ID returns the public part of the worker's key, by which the league knows the worker.
func (i Invitation) ID() string {
	id, err := i.key.PublicKey()
	if err != nil { // the key was read, so it has a public part
		panic(err)
	}
	return id
}

// Key returns the secret key.
func (i Invitation) Key() nkeys.KeyPair { return i.key }

// TLS returns the settings of the worker's side, by which the server is known.
func (i Invitation) TLS() *tls.Config { return i.pin.client() }

// ErrInvited says that somebody was invited under a name, and that this counts still.
var ErrInvited = errors.New("there is an invitation of this name")
