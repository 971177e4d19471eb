package cli

import (
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// freeport is the script command "freeport NAME": it sets the variable to an unused
// address of this machine.
func freeport(ts *testscript.TestScript, _ bool, args []string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], listener.Addr().String())
	ts.Check(listener.Close())
}

// ask is the script command "ask URL [HEADER:VALUE...]": it prints the status and the
// body of a server's answer. It waits until the server listens. With "!" the server
// must refuse.
func ask(ts *testscript.TestScript, refused bool, args []string) {
	r, err := http.NewRequest(http.MethodGet, args[0], nil)
	ts.Check(err)
	for _, header := range args[1:] {
		name, value, _ := strings.Cut(header, ":")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(r)
	for deadline := time.Now().Add(20 * time.Second); err != nil && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
		response, err = http.DefaultClient.Do(r)
	}
	ts.Check(err)
	defer func() { _ = response.Body.Close() }()
	if refused == (response.StatusCode == http.StatusOK) {
		ts.Fatalf("%s: %s", args[0], response.Status)
	}
	_, err = io.WriteString(ts.Stdout(), response.Status+"\n")
	ts.Check(err)
	_, err = io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
}

// gunzip is the script command "gunzip FROM TO". FROM may be a path in this
// repository.
func gunzip(ts *testscript.TestScript, _ bool, args []string) {
	file, err := os.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer func() { _ = file.Close() }()
	in, err := gzip.NewReader(file)
	ts.Check(err)
	text, err := io.ReadAll(in)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o644))
}
