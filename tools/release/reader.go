package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
)

// reader is the arena for browsers, packed with gzip, as arena site writes it.
type reader []byte

// browser is the platform of a reader.
var browser = platform{"wasip1", "wasm"}

// readerInSource is an empty file in the source: two megabytes for each change of a rule are
// nothing to commit.
const readerInSource = "internal/web/viewer/reader.wasm.gz"

func buildReader(ctx context.Context, s source) (reader, error) {
	temp, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) //nolint:errcheck // a leftover in the temporary folder
	program, err := compile(ctx, s, browser, filepath.Join(temp, "reader.wasm"), "-buildvcs=false",
		"-ldflags=-s -w -buildid=")
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

// overlay writes a file that tells go build to take the reader for the empty file, and returns
// its path. The source stays as git knows it.
func (r reader) overlay(s source, folder string) (string, error) {
	packed := filepath.Join(folder, "reader.wasm.gz")
	if err := os.WriteFile(packed, r, 0o644); err != nil {
		return "", err
	}
	source, err := filepath.Abs(filepath.Join(s.folder, filepath.FromSlash(readerInSource)))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {source: packed}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}
