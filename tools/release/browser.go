package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// forBrowsers is what a release has for browsers, as arena site writes it: the arena itself, packed with gzip, and the
// page of the playground, as a zip.
type forBrowsers struct{ arena, page []byte }

// browser is the platform of an arena for browsers.
var browser = platform{"wasip1", "wasm"}

// The source has an empty file in place of each: two megabytes for each change of a rule are nothing to commit, nor to
// download for authors of bots, which import the SDK.
const (
	arenaInSource = "internal/web/viewer/reader.wasm.gz"
	pageInSource  = "internal/web/playground/playsite/page.zip"
)

// builtPage is the folder of the page.
const builtPage = "internal/web/playground/dist"

func buildForBrowsers(ctx context.Context, s source) (b forBrowsers, err error) {
	if b.arena, err = buildReactor(ctx, s); err != nil {
		return b, err
	}
	b.page, err = zipFolder(filepath.Join(s.folder, filepath.FromSlash(builtPage)), s.commit)
	return b, err
}

// buildReactor compiles the arena as a reactor: a page calls it again and again. Functions are inlined in the rules and
// the bots only, which decide how long a match takes: that makes it a tenth smaller.
func buildReactor(ctx context.Context, s source) ([]byte, error) {
	temp, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) //nolint:errcheck // a leftover in the temporary folder
	program, err := compile(ctx, s, browser, "./cmd/arena", filepath.Join(temp, "reader.wasm"),
		"-buildvcs=false", "-buildmode=c-shared",
		"-gcflags=all=-l", "-gcflags="+arenaModule+"/engine=", "-gcflags="+arenaModule+"/engine/games/...=",
		"-gcflags="+arenaModule+"/sdk/bots/...=",
		"-ldflags=-s -w -buildid= -X "+arenaModule+"/internal/web/playground/reactor.release="+s.version)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(program); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// zipFolder packs the files of a folder, in the order of their names.
func zipFolder(folder string, at time.Time) ([]byte, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, entry := range entries {
		if entry.Name() == "go.mod" {
			continue // it keeps the folder out of the arena's module
		}
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: entry.Name(), Method: zip.Deflate, Modified: at})
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(data); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return packed.Bytes(), err
}

// overlay writes a file that tells go build to take these for the empty files, and returns its path. The source stays
// as git knows it.
func (b forBrowsers) overlay(s source, folder string) (string, error) {
	replace := map[string]string{}
	for in, data := range map[string][]byte{arenaInSource: b.arena, pageInSource: b.page} {
		file := filepath.Join(folder, filepath.Base(in))
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return "", err
		}
		empty, err := filepath.Abs(filepath.Join(s.folder, filepath.FromSlash(in)))
		if err != nil {
			return "", err
		}
		if _, err := os.Stat(empty); err != nil {
			return "", fmt.Errorf("nothing to replace: %w", err)
		}
		replace[empty] = file
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}
