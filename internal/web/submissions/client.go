package submissions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"time"

	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/web/playground"
)

// Client hands in bots by a link, for a program that is no browser. It is for one goroutine.
type Client struct {
	Page *url.URL // of the league
	// Say is told why it waits for a league that is down or busy, once each time.
	Say func(sentence string)

	token string
	http  *http.Client
}

// link is a link by which bots are handed in, in a text such as a mail.
var link = late.Regexp(`(https?://[^\s"'<>#]+)#submit=([\w.~+/=-]{1,400})`)

// NewClient returns a client for the link in a text; false if there is none.
func NewClient(text string, say func(sentence string)) (*Client, bool) {
	found := link().FindStringSubmatch(text)
	if found == nil {
		return nil, false
	}
	page, err := url.Parse(found[1])
	if err != nil || page.Host == "" {
		return nil, false
	}
	return &Client{Page: page, Say: say, token: found[2], http: &http.Client{
		Timeout:       time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // they get no token
	}}, true
}

const (
	downTime  = 10 * time.Minute // how long a league that is down or busy is waited for
	downPause = 2 * time.Second
	mostSaid  = 1 << 20 // bytes of an answer
)

// Send hands in a package, or the files of a bot, which is to play under a name or its own. It returns the ID by which
// its fate is asked for.
func (c *Client) Send(ctx context.Context, name string, files []File) (id string, err error) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	err = form.WriteField("name", name)
	for _, f := range files {
		var part io.Writer
		if err == nil {
			part, err = form.CreateFormFile("/"+f.Path, "file")
		}
		if err == nil {
			_, err = part.Write(f.Data)
		}
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		return "", err
	}
	var taken playground.Submitted
	err = c.ask(ctx, http.MethodPost, playground.SubmitAddress, form.FormDataContentType(), body.Bytes(), &taken)
	return taken.ID, err
}

// Fate asks what has become of a bot by its ID.
func (c *Client) Fate(ctx context.Context, id string) (fate playground.Fate, err error) {
	return fate, c.ask(ctx, http.MethodGet, playground.SubmitAddress+"/"+url.PathEscape(id), "", nil, &fate)
}

// Challenge lets bots play some matches against one another. It returns the address of the page with their result.
func (c *Client) Challenge(ctx context.Context, bots []string) (page string, err error) {
	body, err := json.Marshal(playground.Challenge{Bots: bots})
	if err != nil {
		return "", err
	}
	var taken playground.Submitted
	err = c.ask(ctx, http.MethodPost, playground.ChallengeAddress, "application/json", body, &taken)
	return c.Page.JoinPath("challenge", taken.ID).String(), err
}

// ask asks until there is an answer. A refusal is a [*hint.HintedError].
func (c *Client) ask(ctx context.Context, method, address, kind string, body []byte, answer any) error {
	for begun, told := time.Now(), false; ; {
		text, err := c.askOnce(ctx, method, address, kind, body)
		away := new(awayError)
		switch {
		case err == nil:
			if err := json.Unmarshal(text, answer); err != nil {
				return hint.New(c.Page.Host, "its answer can't be read", "it may be no league, or one of another version")
			}
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !errors.As(err, &away):
			return err
		case time.Since(begun) > downTime:
			return hint.New(c.Page.Host, away.why, "ask the organiser whether the league is served")
		case !told:
			told = true
			c.Say(safe.Sprintf("%s: %s; this waits until it is there", c.Page.Host, away.why))
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(downPause, away.pause)):
		}
	}
}

// awayError says that a league is down or busy, which passes.
type awayError struct {
	why   string
	pause time.Duration
}

func (e *awayError) Error() string { return e.why }

func (c *Client) askOnce(ctx context.Context, method, address, kind string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.Page.JoinPath(address).String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	if r.Header.Set("X-Arena", "submit"); address == playground.ChallengeAddress {
		r.Header.Set("X-Arena", "challenge")
	}
	r.Header.Set("Origin", c.Page.Scheme+"://"+c.Page.Host)
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, &awayError{"can't be reached: " + reason(err), 0}
	}
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostSaid))
	switch status := answer.StatusCode; {
	case err != nil:
		return nil, &awayError{"the connection broke off", 0}
	case status < http.StatusMultipleChoices:
		return text, nil
	case status == http.StatusTooManyRequests:
		seconds, _ := time.ParseDuration(answer.Header.Get("Retry-After") + "s") // 0 if it is none
		return nil, &awayError{"it is busy", min(seconds, time.Minute)}
	case status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout:
		return nil, &awayError{"it is down", 0}
	case status < http.StatusBadRequest || status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return nil, hint.New(c.Page.Host, fmt.Sprintf("answers %d, as no page of a league does", status),
			"the link must be whole, as the organiser sent it")
	}
	return nil, hint.New("", safe.Outside(bytes.TrimSpace(text[:min(len(text), longestSecret)])).String(), "")
}

// reason leaves out the address, which the reader has typed.
func reason(err error) string {
	if of := new(url.Error); errors.As(err, &of) {
		return of.Err.Error()
	}
	return err.Error()
}
