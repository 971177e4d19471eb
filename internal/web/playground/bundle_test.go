package playground_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/bot/trust"
	"github.com/botarena/arena/internal/web/playground"
)

func bundle() playground.Bundle {
	return playground.Bundle{
		Name: "My Bot", Game: "orkisland", Language: "js", Hello: "arena 1 sdk=js/0.1 games=orkisland:1\n",
		Files: []playground.File{{"bot.mjs", "serve()"}, {"plan.mjs", "export {}"}},
		SDK:   []playground.File{{"arena/core.mjs", "core"}, {"arena/orkisland.mjs", "game"}},
	}
}

func packageOf(t *testing.T, file []byte) *botfile.Package {
	t.Helper()
	read, err := botfile.Open(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	return read
}

// TestABotIsPackedAndSigned as `arena bot pack` does it, by the key of the page.
func TestABotIsPackedAndSigned(t *testing.T) {
	p := newTab(t)
	text, err := p.call("key", playground.KeyWanted{Whose: "Zoë's tab"})
	require.NoError(t, err)
	var key playground.Key
	require.NoError(t, json.Unmarshal(text, &key))
	again, err := p.call("key", playground.KeyWanted{Whose: "Zoë's tab", Seed: key.Seed})
	require.NoError(t, err)
	require.Equal(t, text, again)

	b := bundle()
	b.Seed, b.Version, b.About = key.Seed, "1.2", "It walks."
	file, err := p.call("pack", b)
	require.NoError(t, err)
	read := packageOf(t, file)
	m := read.Manifest
	require.Equal(t, "my-bot-1.2.bot", m.FileName())
	require.Equal(t, map[string]botfile.Game{"orkisland": {Rules: 1}}, m.Games)
	require.Equal(t, []string{"JavaScript", "bot.mjs", "js/0.1", "It walks."}, []string{m.Kind, m.Start, m.SDK, m.About})
	require.Len(t, m.Files, 4)
	manifest, err := m.Text()
	require.NoError(t, err)
	signer, err := trust.Verify(manifest, read.Signature)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "id")
	require.NoError(t, os.WriteFile(path, []byte(key.Private), 0o600))
	own, err := trust.FromFile(path, nil)
	require.NoError(t, err)
	require.Equal(t, own.PublicKey().Marshal(), signer.Marshal())

	same, err := p.call("pack", b)
	require.NoError(t, err)
	require.Equal(t, file, same, "the same bytes")
	b.Seed = ""
	unsigned, err := p.call("pack", b)
	require.NoError(t, err)
	require.Nil(t, packageOf(t, unsigned).Signature)
}

// TestAFolderHasAllThatABotNeeds.
func TestAFolderHasAllThatABotNeeds(t *testing.T) {
	file, err := newTab(t).call("folder", bundle())
	require.NoError(t, err)
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	texts := map[string]string{}
	for _, f := range archive.File {
		from, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(from)
		require.NoError(t, err)
		texts[f.Name] = string(text)
	}
	require.Contains(t, texts["my-bot/README.md"], "arena play orkisland my-bot demo demo demo\n")
	delete(texts, "my-bot/README.md")
	require.Equal(t, map[string]string{
		"my-bot/bot.mjs": "serve()", "my-bot/plan.mjs": "export {}", "my-bot/arena/core.mjs": "core",
		"my-bot/arena/orkisland.mjs": "game",
	}, texts)
}

func TestABotThatCanNotBePackedIsRefused(t *testing.T) {
	for want, change := range map[string]func(*playground.Bundle){
		"cobol: no language of the page":                     func(b *playground.Bundle) { b.Language = "cobol" },
		"there is no file bot.py, which is the bot":          func(b *playground.Bundle) { b.Language = "py" },
		"Bot.mjs: there are two of that name":                func(b *playground.Bundle) { b.SDK[0].Name = "Bot.mjs" },
		"no seed of a key: it has 32 bytes, in base64":       func(b *playground.Bundle) { b.Seed = "abc" },
		`My Bot: it said "x", but must begin with "arena 1"`: func(b *playground.Bundle) { b.Hello = "x" },
		"a name must have 1 to 12 small letters, digits and hyphens": func(b *playground.Bundle) {
			b.Name = "a name that is too long"
		},
	} {
		b := bundle()
		change(&b)
		_, err := newTab(t).call("pack", b)
		require.EqualError(t, err, want)
	}
	b := bundle()
	b.Files[1].Name = "../plan.mjs"
	_, err := newTab(t).call("folder", b)
	require.Error(t, err)
}

// packed is a package of files, as `arena bot pack` writes it for a bot of a kind.
func packed(t *testing.T, kind string, files map[string]string) []byte {
	t.Helper()
	var contents []botfile.Content
	for name, text := range files {
		contents = append(contents, botfile.Content{Path: name, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader(text)), nil
		}})
	}
	parcel, err := botfile.NewParcel(contents)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, parcel.Write(&file, botfile.Manifest{Name: "mine", Kind: kind, AnyGame: true}, nil))
	return file.Bytes()
}

// TestAModuleIsTakenOutOfAPackage that has one, and nothing else that a tab could not give to it.
func TestAModuleIsTakenOutOfAPackage(t *testing.T) {
	const module = "\x00asm and more"
	whole := packed(t, "WASI", map[string]string{"bot.wasm": module, "README.md": "Play it."})
	found, err := newTab(t).call("unpack", whole)
	require.NoError(t, err)
	require.Equal(t, module, string(found))

	for want, file := range map[string][]byte{
		"mine: it is in Python; a browser plays what is compiled for WASI only": packed(t, "Python",
			map[string]string{"bot.py": ""}),
		"mine: it has b.wasm, which a browser has no place for; play it with arena play": packed(t, "WASI",
			map[string]string{"a.wasm": module, "b.wasm": module}),
		"mine: it has weights, which a browser has no place for; play it with arena play": packed(t, "WASI",
			map[string]string{"bot.wasm": module, "weights": "1 2"}),
	} {
		_, err := newTab(t).call("unpack", file)
		require.EqualError(t, err, want)
	}
	damaged := bytes.Replace(whole, []byte("README"), []byte("READYE"), 1)
	_, err = newTab(t).call("unpack", damaged)
	require.ErrorAs(t, err, new(*botfile.DamagedError))
}
