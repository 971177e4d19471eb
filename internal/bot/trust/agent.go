package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// longestAgent is how long an agent may take for all that it does, which can be to wait until
// somebody touches a key.
const longestAgent = 2 * time.Minute

// ErrNoAgent says that there is no ssh agent.
var ErrNoAgent = errors.New("there is no ssh agent")

// SeveralError reports that an agent has more keys than one.
type SeveralError struct{ Fingerprints []string }

func (*SeveralError) Error() string { return "the ssh agent has several keys" }

// FromAgent returns a signer of the ssh agent: for this key, or if that is nil for the only
// one. Close ends the connection to the agent.
func FromAgent(ctx context.Context, key ssh.PublicKey) (ssh.Signer, io.Closer, error) {
	connection, err := dialAgent(ctx)
	if err != nil {
		return nil, nil, err
	}
	signer, err := chosen(connection, key)
	if err != nil {
		_ = connection.Close()
		return nil, nil, err
	}
	return signer, connection, nil
}

func chosen(connection io.ReadWriter, key ssh.PublicKey) (ssh.Signer, error) {
	all, err := agent.NewClient(connection).Signers()
	if err != nil {
		return nil, fmt.Errorf("the ssh agent: %w", err)
	}
	var fitting []ssh.Signer
	var several []string
	for _, s := range all {
		if key == nil && CheckKey(s.PublicKey()) == nil || key != nil && bytes.Equal(key.Marshal(), s.PublicKey().Marshal()) {
			fitting = append(fitting, s)
			several = append(several, Fingerprint(s.PublicKey()))
		}
	}
	switch {
	case len(fitting) == 0 && key != nil:
		return nil, fmt.Errorf("the ssh agent does not have the key %s", Fingerprint(key))
	case len(fitting) == 0:
		return nil, errors.New("the ssh agent has no key that signs bots")
	case len(fitting) > 1:
		return nil, &SeveralError{several}
	}
	return fitting[0], nil
}
