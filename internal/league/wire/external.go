package wire

import (
	"strings"

	"github.com/nats-io/nats.go"
)

// External is a server of JetStream that somebody else runs. Its administrator grants the rights
// there; see "The wire" in the package's comment.
type External struct {
	URL         string
	Credentials string // a file with them; "" if the server wants none
	Prefix      string // of the league's subjects and streams; "arena" if it is empty
}

// Place returns the URL as it can be shown: without a user and a password.
func (e External) Place() string {
	servers := strings.Split(e.URL, ",")
	for i, server := range servers {
		scheme, rest, found := strings.Cut(strings.TrimSpace(server), "://")
		if !found {
			scheme, rest = "nats", scheme
		}
		servers[i] = scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
	}
	return strings.Join(servers, ",")
}

// Names returns the subjects and streams of the league there.
func (e External) Names() Names { return Named(e.Prefix) }

// Connect makes a connection with some more options.
func (e External) Connect(options ...nats.Option) (*nats.Conn, error) {
	if e.Credentials != "" {
		options = append(options, nats.UserCredentials(e.Credentials))
	}
	return nats.Connect(e.URL, options...)
}
