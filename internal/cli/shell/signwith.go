package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/trust"
)

// SignFlags are the flags for the key that signs a package.
type SignFlags struct {
	key      string
	agent    bool
	unsigned bool
}

// Register adds the flags that choose the key.
func (f *SignFlags) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.key, "key", "", "sign with the ssh key in `FILE`; usually ~/.ssh/id_ed25519")
	c.Flags().BoolVar(&f.agent, "agent", false, "sign with a key of the ssh agent: that of --key, or its only one")
	c.Flags().BoolVar(&f.unsigned, "unsigned", false, "don't sign")
}

// publicEnding is that of the file with the public half of a key.
const publicEnding = ".pub"

// Signer returns what signs, which is nil if nothing is signed, and what must be closed
// afterwards, which may be nil.
func (f *SignFlags) Signer(ctx context.Context, at *terminal) (ssh.Signer, io.Closer, error) {
	path := f.key
	switch {
	case f.unsigned && (path != "" || f.agent):
		return nil, nil, Misused("leave out one of them", "--unsigned: contradicts --key and --agent")
	case f.unsigned:
		return nil, nil, nil
	case path == "" && !f.agent:
		if path = trust.UsualFile(); path == "" {
			return nil, nil, hint.With(errors.New("there is no ssh key to sign with"),
				"make one: ssh-keygen -t ed25519; or pack without: --unsigned")
		}
	case path == "":
		return fromAgent(ctx, nil)
	}
	private, isPublic := strings.CutSuffix(path, publicEnding)
	if f.agent || isPublic {
		key, err := trust.PublicFromFile(private + publicEnding)
		if err != nil {
			return nil, nil, keyError(private+publicEnding, err)
		}
		return fromAgent(ctx, key)
	}
	signer, err := trust.FromFile(path, nil)
	if locked := new(trust.LockedError); errors.As(err, &locked) {
		return unlock(ctx, at, path)
	}
	if err != nil {
		return nil, nil, keyError(path, err)
	}
	return signer, nil, nil
}

// unlock returns a key that a passphrase protects: of the agent, if that has it, or else
// after asking for the passphrase.
func unlock(ctx context.Context, at *terminal, path string) (ssh.Signer, io.Closer, error) {
	if key, err := trust.PublicFromFile(path + publicEnding); err == nil {
		if signer, connection, err := trust.FromAgent(ctx, key); err == nil {
			return signer, connection, nil
		}
	}
	if at == nil {
		return nil, nil, hint.New(path, "a passphrase protects this key",
			"give it to the ssh agent: "+safe.Shell("ssh-add", path))
	}
	ctx, stop := context.WithTimeout(ctx, longestQuestion)
	defer stop()
	passphrase, err := at.secret(ctx, "passphrase of "+safe.Name(path)+": ")
	if err != nil {
		return nil, nil, err
	}
	signer, err := trust.FromFile(path, passphrase)
	if err != nil {
		return nil, nil, hint.New(path, "this is not its passphrase", "type the command again")
	}
	return signer, nil, nil
}

func fromAgent(ctx context.Context, key ssh.PublicKey) (ssh.Signer, io.Closer, error) {
	signer, connection, err := trust.FromAgent(ctx, key)
	if several := new(trust.SeveralError); errors.As(err, &several) {
		return nil, nil, hint.With(fmt.Errorf("%w: %s", err, strings.Join(several.Fingerprints, ", ")),
			"say which: --agent --key ~/.ssh/id_ed25519.pub")
	}
	if err != nil {
		fix := "ssh-add FILE gives it a key"
		if errors.Is(err, trust.ErrNoAgent) {
			fix = `eval "$(ssh-agent)" starts one`
		}
		return nil, nil, hint.With(err, fix)
	}
	return signer, connection, nil
}

func keyError(path string, err error) error {
	const fix = "ssh-keygen -t ed25519 makes a key"
	if plain := PlainError(err); plain != err { //nolint:errorlint // is it the same one
		return hint.With(FileError(path, err), fix)
	}
	return hint.With(err, fix)
}
