package submissions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net"
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
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, ExpectContinueTimeout: hearTime, ForceAttemptHTTP2: true,
			DialContext:     (&net.Dialer{Timeout: dialTime}).DialContext,
			IdleConnTimeout: answerTime, TLSHandshakeTimeout: dialTime,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // they get no token
	}}, true
}

const (
	downTime  = 10 * time.Minute // how long a league that is down or busy is waited for
	downPause = 2 * time.Second  // at first
	mostPause = 16 * time.Second
	dialTime  = 30 * time.Second
	hearTime  = 5 * time.Second // for a refusal before anything is sent
	mostSaid  = 1 << 20         // bytes of an answer

	mostSources = 64 << 20 // bytes of an archive
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
	return c.submit(ctx, request{
		kind: form.FormDataContentType(), body: bytes.NewReader(body.Bytes()), size: int64(body.Len()),
	})
}

// SendPackage hands in a package of a size, as [Client.Send] does; sent, if not nil, is told how much of it is on its
// way. If that breaks off, all of it is sent again.
func (c *Client) SendPackage(
	ctx context.Context, name string, file io.ReaderAt, size int64, sent func(bytes int64),
) (id string, err error) {
	return c.submit(ctx, request{
		kind: "application/zip", body: file, size: size, sent: sent,
		called: mime.FormatMediaType("attachment", map[string]string{"filename": name}),
	})
}

func (c *Client) submit(ctx context.Context, r request) (id string, err error) {
	var taken playground.Submitted
	r.method, r.address, r.says = http.MethodPost, playground.SubmitAddress, "submit"
	err = c.askJSON(ctx, r, &taken)
	return taken.ID, err
}

// Challenge lets bots play some matches against one another. It returns the address of the page with their result.
func (c *Client) Challenge(ctx context.Context, bots []string) (page string, err error) {
	body, err := json.Marshal(playground.Challenge{Bots: bots})
	if err != nil {
		return "", err
	}
	var taken playground.Submitted
	err = c.askJSON(ctx, request{
		method: http.MethodPost, address: playground.ChallengeAddress, says: "challenge",
		kind: "application/json", body: bytes.NewReader(body), size: int64(len(body)),
	}, &taken)
	return c.Page.JoinPath("challenge", taken.ID).String(), err
}

// Sources returns the sources of a bot, as a zip file.
func (c *Client) Sources(ctx context.Context, bot string) ([]byte, error) {
	return c.ask(ctx, request{method: http.MethodGet, address: "sources/" + url.PathEscape(bot), most: mostSources})
}

func (c *Client) askJSON(ctx context.Context, r request, answer any) error {
	text, err := c.ask(ctx, r)
	if err == nil && json.Unmarshal(text, answer) != nil {
		err = hint.New(c.Page.Host, "its answer can't be read", "it may be no league, or one of another version")
	}
	return err
}

// Fate asks what has become of a bot by its ID.
func (c *Client) Fate(ctx context.Context, id string) (fate playground.Fate, err error) {
	address := playground.SubmitAddress + "/" + url.PathEscape(id)
	return fate, c.askJSON(ctx, request{method: http.MethodGet, address: address}, &fate)
}

// request is what a league is asked, as often as it takes.
type request struct {
	method, address string
	says            string // in the header X-Arena
	kind, called    string // of the body
	body            io.ReaderAt
	size            int64
	sent            func(bytes int64) // how much of it; nil if nobody is told
	most            int64             // bytes of an answer; 0 for that of all but sources
}

// ask asks until there is an answer. A refusal is a [*hint.HintedError].
func (c *Client) ask(ctx context.Context, r request) ([]byte, error) {
	var down time.Time // since when it is
	for pause, told := downPause, false; ; pause = min(2*pause, mostPause) {
		text, err := c.askOnce(ctx, r)
		away := new(awayError)
		switch {
		case err == nil:
			return text, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case !errors.As(err, &away):
			return nil, err
		case !down.IsZero() && time.Since(down) > downTime:
			return nil, hint.New(c.Page.Host, away.why, "ask the organiser whether the league is served")
		case !told:
			told = true
			c.Say(safe.Sprintf("%s: %s; this waits until it is there", c.Page.Host, away.why))
		}
		if down.IsZero() {
			down = time.Now()
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(pause, away.pause)):
		}
	}
}

// awayError says that a league is down or busy, which passes.
type awayError struct {
	why   string
	pause time.Duration
}

func (e *awayError) Error() string { return e.why }

// outgoing is a body on its way. While bytes go, the league is there.
type outgoing struct {
	io.Reader

	ctx     context.Context //nolint:containedctx // of the one request
	request request
	patient *time.Timer
	bytes   int64
}

func (o *outgoing) Read(to []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, context.Cause(o.ctx)
	}
	o.patient.Reset(answerTime)
	n, err := o.Reader.Read(to)
	if o.bytes += int64(n); o.request.sent != nil {
		o.request.sent(o.bytes)
	}
	return n, err
}

// errSilent ends a request.
var errSilent = errors.New("it does not answer")

func (c *Client) askOnce(ctx context.Context, q request) ([]byte, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	patient := time.AfterFunc(answerTime, func() { stop(errSilent) })
	defer patient.Stop()
	var body io.Reader
	if q.body != nil {
		body = &outgoing{Reader: io.NewSectionReader(q.body, 0, q.size), ctx: ctx, request: q, patient: patient}
	}
	r, err := http.NewRequestWithContext(ctx, q.method, c.Page.JoinPath(q.address).String(), body)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	if q.says != "" {
		r.Header.Set("X-Arena", q.says)
	}
	r.Header.Set("Origin", c.Page.Scheme+"://"+c.Page.Host)
	if q.body != nil {
		r.ContentLength = q.size
		r.Header.Set("Content-Type", q.kind)
		r.Header.Set("Expect", "100-continue") // a refusal is heard before much is sent
	}
	if q.called != "" {
		r.Header.Set("Content-Disposition", q.called)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, &awayError{"can't be reached: " + reason(ctx, err), 0}
	}
	defer answer.Body.Close() //nolint:errcheck // only read
	text, err := io.ReadAll(io.LimitReader(answer.Body, max(q.most, mostSaid)))
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
func reason(ctx context.Context, err error) string {
	of := new(url.Error)
	switch {
	case errors.Is(context.Cause(ctx), errSilent):
		return errSilent.Error()
	case errors.As(err, &of):
		return of.Err.Error()
	}
	return err.Error()
}
