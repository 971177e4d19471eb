package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
)

// sumsName is the name of the file that sha256sum -c reads.
const sumsName = "SHA256SUMS"

// namespace is what a signature is for. One for anything else, such as for a commit or a bot,
// is not valid for a release.
const namespace = "release@arena"

// checksums are those of the files of a release.
type checksums struct{ text bytes.Buffer }

func (c *checksums) add(f file) {
	fmt.Fprintf(&c.text, "%x  %s\n", sha256.Sum256(f.data), f.name)
}

func (c *checksums) file() file { return file{name: sumsName, data: c.text.Bytes()} }

// sign writes the signature of a file beside it. It may ask for the passphrase of the key.
func sign(ctx context.Context, path, key string) error {
	command := exec.CommandContext(ctx, "ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", namespace, path)
	command.Stdin = os.Stdin
	if _, err := output(command); err != nil {
		return fmt.Errorf("%s: not signed: %w", path, err)
	}
	return nil
}
