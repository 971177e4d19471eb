package trust

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/ssh"

	"github.com/botarena/arena/internal/base/files"
)

// optionNamespaces limits a line of trusted_signers to bots.
const optionNamespaces = `namespaces="` + Namespace + `"`

// parseSigner reads a line of allowed_signers. What limits a key in a way that is not
// understood here, such as to a time, is no trust.
func parseSigner(line []byte) (Signer, bool) {
	names, rest, _ := bytes.Cut(bytes.TrimSpace(line), []byte(" "))
	if len(names) == 0 || names[0] == '#' {
		return Signer{}, false
	}
	key, comment, options, _, err := ssh.ParseAuthorizedKey(rest)
	if err != nil || CheckKey(key) != nil {
		return Signer{}, false
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if !strings.EqualFold(name, "namespaces") ||
			!slices.Contains(strings.Split(strings.Trim(value, `"`), ","), Namespace) {
			return Signer{}, false
		}
	}
	author := comment
	if author == "" {
		author = string(names)
	}
	return Signer{Principal: string(names), Author: author, Key: key}, true
}

// principal makes a word of what an author says: the address, or else the name.
func principal(author string) string {
	if _, address, found := strings.Cut(author, "<"); found && strings.Contains(address, "@") {
		author, _, _ = strings.Cut(address, ">")
	}
	word := strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("@._+-", r):
			return unicode.ToLower(r)
		}
		return '-'
	}, strings.TrimSpace(author))
	if word = strings.Trim(word, "-"); word == "" {
		return "unnamed"
	}
	return word
}

// Remember notes that the user trusts a bot and who signed it. It only appends to files, so
// that several programs can do so at once.
func (t *Trusted) Remember(b Bot) error {
	if b.Key != nil {
		if _, known := t.ByKey(b.Key); !known {
			key := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(b.Key)))
			line := strings.TrimSpace(fmt.Sprintf("%s %s %s %s", principal(b.Author), optionNamespaces, key, b.Author))
			if err := t.add(signersFile, line); err != nil {
				return err
			}
			t.signers = append(t.signers, Signer{Principal: principal(b.Author), Author: b.Author, Key: b.Key})
		}
	}
	known := knownBot{b.Name, b.who()}
	if slices.Contains(t.bots, known) {
		return nil
	}
	t.bots = append(t.bots, known)
	return t.add(botsFile, known.name+" "+known.who)
}

func (t *Trusted) add(name, line string) error {
	if err := os.MkdirAll(t.dir, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(t.path(name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	text := line + "\n"
	if !endsLine(file) { // an editor may have left it so
		text = "\n" + text
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// endsLine reports whether a new line can begin at the end of a file.
func endsLine(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return true
	}
	var last [1]byte
	_, err = file.ReadAt(last[:], info.Size()-1)
	return err != nil || last[0] == '\n'
}

// Forget removes the name of a bot, or a key by its fingerprint with all bots that it has
// signed. It returns the names of those bots, and whether there was anything to forget.
func (t *Trusted) Forget(what string) (bots []string, found bool, err error) {
	isKey := strings.HasPrefix(what, "SHA256:")
	var left []string
	for _, b := range t.bots {
		if b.name == what || isKey && b.who == what {
			found = true
			if !slices.Contains(bots, b.name) {
				bots = append(bots, b.name)
			}
			continue
		}
		left = append(left, b.name+" "+b.who+"\n")
	}
	if found {
		if err := t.replace(botsFile, strings.Join(left, "")); err != nil {
			return nil, true, err
		}
	}
	if !isKey {
		return bots, found, nil
	}
	text, err := t.read(signersFile)
	if err != nil {
		return nil, found, err
	}
	var kept strings.Builder
	removed := false
	for line := range bytes.Lines(text) {
		if s, ok := parseSigner(line); ok && Fingerprint(s.Key) == what {
			removed = true
			continue
		}
		kept.Write(line)
	}
	if removed {
		err = t.replace(signersFile, kept.String())
	}
	return bots, found || removed, err
}

// replace replaces a file at once, so that a reader sees the old or the new one.
func (t *Trusted) replace(name, text string) error {
	return files.Replace(t.path(name), 0o600, strings.NewReader(text))
}
