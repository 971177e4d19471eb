package playground

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/sshkey"
)

// packed says how a bot in a language of the page is packed: what a package calls the language, and the name of the
// file that is the bot.
var packed = map[string]struct{ kind, main string }{
	"js": {"JavaScript", "bot.mjs"},
	"py": {"Python", "bot.py"},
}

// namespace is what signatures of bots are made for, as package trust has it.
const namespace = "bot@arena"

// Pack returns a bot as a package, a file NAME.bot as `arena bot pack` writes it, signed if there is a seed.
func (r *Room) Pack(b Bundle) ([]byte, error) {
	contents, err := b.contents()
	if err != nil {
		return nil, err
	}
	hello, err := lines.ParseHello(bytes.TrimRight([]byte(b.Hello), "\r\n"))
	if err != nil {
		return nil, safe.Errorf("%s: it %w", b.Name, err)
	}
	m := botfile.Manifest{
		Name: botfile.PlainName(b.Name), Version: b.Version, Author: b.Author, About: b.About, Licence: b.Licence,
		Kind: packed[b.Language].kind, Start: packed[b.Language].main, SDK: hello.SDK, AnyGame: hello.Games == nil,
	}
	for name, rules := range hello.Games {
		if m.Games == nil {
			m.Games = map[string]botfile.Game{}
		}
		m.Games[name] = botfile.Game{Rules: rules}
	}
	parcel, err := botfile.NewParcel(contents)
	if err != nil {
		return nil, err
	}
	sign, err := b.sign()
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err = parcel.Write(&file, m, sign)
	return file.Bytes(), err
}

// sign returns what signs with the key of the page, or nil if there is none.
func (b Bundle) sign() (botfile.Sign, error) {
	if b.Seed == "" {
		return nil, nil
	}
	seed, err := seedOfKey(b.Seed)
	if err != nil {
		return nil, err
	}
	return func(manifest []byte) ([]byte, error) { return seed.Sign(manifest, namespace), nil }, nil
}

// Folder returns a bot as a zip of a folder that plays without a browser: `arena play GAME FOLDER …`.
func (r *Room) Folder(b Bundle) ([]byte, error) {
	contents, err := b.contents()
	if err != nil {
		return nil, err
	}
	folder := botfile.PlainName(b.Name)
	contents = append(contents, content("README.md", b.readme(folder)))
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for _, c := range contents {
		to, err := archive.Create(folder + "/" + c.Path)
		if err != nil {
			return nil, err
		}
		from, err := c.Open()
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(to, from); err != nil {
			return nil, err
		}
	}
	err = archive.Close()
	return file.Bytes(), err
}

func (b Bundle) readme(folder string) string {
	return fmt.Sprintf(`# %s

A bot for %s, written in the playground. %s is the bot; arena/ is the SDK.

    arena play %s %s demo demo demo
    arena check %s
    arena bot pack %s
`, folder, b.Game, packed[b.Language].main, b.Game, folder, folder, folder)
}

// contents returns the bot and its SDK. Names are those of plain files in its folder, or in folders there.
func (b Bundle) contents() ([]botfile.Content, error) {
	how, known := packed[b.Language]
	if !known {
		return nil, safe.Errorf("%s: no language of the page", b.Language)
	}
	if !slices.ContainsFunc(b.Files, func(f File) bool { return f.Name == how.main }) {
		return nil, fmt.Errorf("there is no file %s, which is the bot", how.main)
	}
	var all []botfile.Content
	seen := map[string]bool{}
	for _, f := range slices.Concat(b.Files, b.SDK) {
		if err := botfile.CheckPath(f.Name); err != nil {
			return nil, err
		}
		if folded := strings.ToLower(path.Clean(f.Name)); seen[folded] {
			return nil, safe.Errorf("%s: there are two of that name", f.Name)
		} else {
			seen[folded] = true
		}
		all = append(all, content(f.Name, f.Text))
	}
	return all, nil
}

func content(name, text string) botfile.Content {
	return botfile.Content{Path: name, Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text)), nil
	}}
}

// Key returns the key of a page, or a new one.
func (r *Room) Key(wanted KeyWanted) (Key, error) {
	seed, err := seedOfKey(wanted.Seed)
	if wanted.Seed == "" {
		seed, err = sshkey.NewSeed(rand.Reader)
	}
	if err != nil {
		return Key{}, err
	}
	whose := botfile.PlainName(wanted.Whose)
	return Key{
		Seed: base64.StdEncoding.EncodeToString(seed[:]), Public: seed.Public(whose), Private: string(seed.Private(whose)),
	}, nil
}

func seedOfKey(text string) (seed sshkey.Seed, err error) {
	decoded, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(decoded) != len(seed) {
		return seed, fmt.Errorf("no seed of a key: it has %d bytes, in base64", len(seed))
	}
	return sshkey.Seed(decoded), nil
}

// mostModule is how many bytes a compiled bot may have that a page plays; src/playground/compiled.ts has it, too.
const mostModule = 32 << 20

// moduleEnding is that of the names of modules for WASI.
const moduleEnding = ".wasm"

// Unpack returns the module for WASI that is in a package. There is nothing else in it that such a bot would read: a
// tab has no files. Who signed the package is nobody's concern here, where any file may be dropped.
func (*Room) Unpack(file []byte) ([]byte, error) {
	read, err := botfile.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	entry, err := moduleIn(read.Manifest)
	if err != nil {
		return nil, err
	}
	var module bytes.Buffer
	err = read.Extract(entry, &module)
	return module.Bytes(), err
}

// moduleIn finds the module in a package.
func moduleIn(m botfile.Manifest) (module botfile.Entry, err error) {
	var others []string
	for _, f := range m.Files {
		path, isOfBot := f.Path()
		switch {
		case !isOfBot || botfile.IsForPeople(path):
		case strings.HasSuffix(path, moduleEnding) && module.File == "":
			module = f.Entry
		default:
			others = append(others, path)
		}
	}
	switch {
	case module.File == "":
		return module, safe.Errorf("%s: it is in %s; a browser plays what is compiled for WASI only", m.Name, m.Kind)
	case len(others) > 0:
		return module, safe.Errorf("%s: it has %s, which a browser has no place for; play it with arena play", m.Name,
			others[0])
	case module.Size > mostModule:
		return module, safe.Errorf("%s: its module has more than %d MB", m.Name, mostModule>>20)
	}
	return module, nil
}
