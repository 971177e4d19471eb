package cli

import (
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/botarena/arena/internal/base/testkit"
)

// freeport is the script command "freeport NAME": it sets the variable to an unused
// address of this machine.
func freeport(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv(args[0], testkit.Address(ts.Defer))
}

// pageAddress is that of a page, with the secret that is in it.
var pageAddress = regexp.MustCompile(`http://[^/\s]+/([A-Z2-7]{26}/)?`)

// askPage is the script command "ask URL [HEADER:VALUE...]": it prints the status and the
// body of a server's answer. It waits until the server listens. With "!" the server
// must refuse. For "FILE:PATH", the file has what the arena printed, and with it the address.
func askPage(ts *testscript.TestScript, refused bool, args []string) {
	if file, path, _ := strings.Cut(args[0], ":"); file != "http" {
		args[0] = addressIn(ts, file) + path
	}
	r, err := http.NewRequest(http.MethodGet, args[0], nil)
	ts.Check(err)
	for _, header := range args[1:] {
		name, value, _ := strings.Cut(header, ":")
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	var response *http.Response
	await(ts, args[0]+" answers", func() bool {
		response, err = http.DefaultClient.Do(r) //nolint:bodyclose // it is closed below
		return err == nil
	})
	defer func() { _ = response.Body.Close() }()
	if refused == (response.StatusCode == http.StatusOK) {
		ts.Fatalf("%s: %s", args[0], response.Status)
	}
	_, err = io.WriteString(ts.Stdout(), response.Status+"\n")
	ts.Check(err)
	_, err = io.Copy(ts.Stdout(), response.Body)
	ts.Check(err)
}

// addressIn waits until a file has an address.
func addressIn(ts *testscript.TestScript, file string) (address string) {
	await(ts, file+" has an address", func() bool {
		text, _ := os.ReadFile(ts.MkAbs(file)) // it may not be there yet
		address = string(pageAddress.Find(text))
		return address != ""
	})
	return address
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
