package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
)

// Answer sends a body, packed if the browser accepts it.
func Answer(w http.ResponseWriter, r *http.Request, kind string, body []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Vary", "Accept-Encoding")
	if AcceptsPacked(r) {
		if packed, err := Pack(body, gzip.BestSpeed); err == nil {
			w.Header().Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	send(w, body)
}

// AnswerPacked sends a body that is packed already, to a browser that accepts it; see
// [AcceptsPacked].
func AnswerPacked(w http.ResponseWriter, kind string, packed []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("Content-Encoding", "gzip")
	send(w, packed)
}

// AcceptsPacked reports whether a browser unpacks gzip, as all do.
func AcceptsPacked(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
}

func send(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // a browser that is gone needs no answer
}

// Pack packs with gzip. The levels are those of [gzip.NewWriterLevel].
func Pack(text []byte, level int) ([]byte, error) {
	var packed bytes.Buffer
	out, err := gzip.NewWriterLevel(&packed, level)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(text); err != nil {
		return nil, err
	}
	if err := out.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// PolicyHash is the hash by which a content security policy allows a script or a style.
func PolicyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
