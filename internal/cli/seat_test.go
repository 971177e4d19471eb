package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// seatAddress is the page of the person who plays, and its key.
var seatAddress = regexp.MustCompile(`(?m)^play it at (http://\S+/)\?me=(\S+)$`)

// orderBy is the script command "order FILE ROUND ORDERS": it orders as the page of the person does whose address the
// arena has printed into the file, as soon as the round before was played, and prints what the arena says to that.
func orderBy(ts *testscript.TestScript, refused bool, args []string) {
	var found []string
	await(ts, args[0]+" has an address", func() bool {
		text, _ := os.ReadFile(ts.MkAbs(args[0])) // it may not be there yet
		found = seatAddress.FindStringSubmatch(string(text))
		return found != nil
	})
	round, err := strconv.Atoi(args[1])
	ts.Check(err)
	body, err := json.Marshal(map[string]any{"round": round, "orders": args[2]})
	ts.Check(err)
	var status int
	var said string
	await(ts, "round "+args[1], func() bool {
		if args[2] == takeBack {
			status, said = post(ts, found, "back", "?choose="+args[1], "")
		} else {
			status, said = post(ts, found, "orders", "", string(body))
		}
		return !strings.Contains(said, "still being played")
	})
	if refused == (status == http.StatusOK) {
		ts.Fatalf("%d: %s", status, said)
	}
	_, err = io.WriteString(ts.Stdout(), said)
	ts.Check(err)
}

// takeBack stands for the orders of a round that is taken back.
const takeBack = "taken back"

func post(ts *testscript.TestScript, seat []string, what, query, body string) (status int, said string) {
	r, err := http.NewRequest(http.MethodPost, seat[1]+what+query, strings.NewReader(body))
	ts.Check(err)
	at, err := url.Parse(seat[1])
	ts.Check(err)
	r.Header.Set("Origin", at.Scheme+"://"+at.Host)
	r.Header.Set("X-Arena", what)
	r.Header.Set("X-Arena-Seat", seat[2])
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, "still being played" // it does not listen yet
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	ts.Check(err)
	return response.StatusCode, string(text)
}
