package submissions

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/web/playground"
	"github.com/botarena/arena/internal/web/server"
)

// mostSite is how many bytes a site may have: all of it is kept in memory.
const mostSite = 128 << 20

// PageName is the name of the page on the site.
const PageName = "play.html"

// saysName is the name of what the page is told of the site.
const saysName = "play.json"

// ErrNotSite is the error of a folder without a playground.
var ErrNotSite = errors.New("there is no playground in it")

// file is one of the site.
type file struct {
	kind, tag     string
	plain, packed []byte // packed is nil if that is hardly smaller
}

// kinds are those of files, by their ending: what the system knows of them is not the same everywhere.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".md": "text/plain; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".png": "image/png", ".py": "text/plain; charset=utf-8", ".svg": "image/svg+xml", ".wasm": "application/wasm",
}

// readSite reads all files of a site, and lets its page ask the league.
func readSite(from fs.FS, game string) (map[string]file, error) {
	site, left := make(map[string]file), int64(mostSite)
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if info, err := entry.Info(); err != nil {
			return err
		} else if left -= info.Size(); left < 0 {
			return fmt.Errorf("it has more than %d MB", mostSite>>20)
		}
		data, err := fs.ReadFile(from, name)
		if err == nil && name == saysName {
			data, err = withLeague(data, game)
		}
		if err != nil {
			return err
		}
		site[name], err = newFile(name, data)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{saysName, PageName} {
		if _, has := site[name]; !has {
			return nil, ErrNotSite
		}
	}
	return site, nil
}

// withLeague returns what play.json says, with the address at which the page asks for its league.
func withLeague(text []byte, game string) ([]byte, error) {
	type named struct{ Name string }
	var said map[string]json.RawMessage
	var games []named
	err := json.Unmarshal(text, &said)
	if err == nil {
		err = json.Unmarshal(said["games"], &games)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", saysName, err)
	}
	if !slices.Contains(games, named{game}) {
		return nil, hint.New(saysName, "its playground does not have the game "+game, "make it with the arena of this league")
	}
	said["league"], err = json.Marshal(playground.LeagueAddress)
	if err != nil {
		return nil, err
	}
	return json.Marshal(said)
}

func newFile(name string, data []byte) (file, error) {
	f := file{kind: kinds[path.Ext(name)], tag: `"` + server.PolicyHash(string(data)) + `"`, plain: data}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	packed, err := server.Pack(data, gzip.DefaultCompression)
	if len(packed) < len(data)*9/10 {
		f.packed = packed
	}
	return f, err
}

// answer sends a file. Browsers keep it, and ask whether there is another.
func (f file) answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", f.tag)
	switch {
	case r.Header.Get("If-None-Match") == f.tag:
		w.WriteHeader(http.StatusNotModified)
	case f.packed != nil && server.AcceptsPacked(r):
		server.AnswerPacked(w, f.kind, f.packed)
	default:
		w.Header().Set("Content-Type", f.kind)
		_, _ = w.Write(f.plain) // a browser that is gone needs no answer
	}
}
