package results

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/base/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.Run(m)) }

const publicName = "course.school.edu" // in docs/operating.md

// TestTheSettingsOfWebServersInFrontWork, as docs/operating.md has them: the page comes by TLS under its name, events
// come at once, matches are played again, and the log knows who asked.
func TestTheSettingsOfWebServersInFrontWork(t *testing.T) {
	for program, run := range map[string]func(f *inFront) *exec.Cmd{"caddy": caddy, "nginx": nginx} {
		t.Run(program, func(t *testing.T) {
			tier.Needs(t, program)
			f := newInFront(t, program)
			f.start(run(f))
			f.isThePage()
			f.sendsEvents()
			f.takesPosts()
			require.Contains(t, f.log.String(), "path=/events from=127.0.0.1:0 status=200")
			require.NotContains(t, f.log.String(), "192.0.2.66")
		})
	}
}

// inFront is a site with a web server in front.
type inFront struct {
	*testing.T
	dir      string
	settings string // as the document has them, with the addresses of this test
	public   string // the address of the web server
	site     *site
	log      *safeBuffer
	client   *http.Client
}

func newInFront(t *testing.T, program string) *inFront {
	f := &inFront{T: t, dir: t.TempDir(), log: &safeBuffer{}}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	f.site = newTestSite(t, newStage(), 1)
	f.site.ForEverybody()
	f.site.AlsoAt([]string{publicName})
	f.site.LogTo(slog.New(slog.NewTextHandler(f.log, nil)))
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- f.site.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-served)
	})
	f.public = testkit.Address(t.Cleanup)
	text, err := os.ReadFile("../../../docs/operating.md")
	require.NoError(t, err)
	snippet := regexp.MustCompile("(?s)```" + program + "\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, snippet)
	f.settings = f.replaced(string(snippet[1]), "127.0.0.1:8080", listener.Addr().String())
	f.client = &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: f.certify()},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, f.public)
		},
	}}
	t.Cleanup(f.client.CloseIdleConnections)
	return f
}

// replaced puts the test's own into the settings; what it replaces must be there.
func (f *inFront) replaced(text, old, own string) string {
	f.Helper()
	require.Contains(f, text, old)
	return strings.ReplaceAll(text, old, own)
}

func (f *inFront) path(name string) string { return filepath.Join(f.dir, name) }

// certify writes a certificate of the public name and its key, and returns who believes it.
func (f *inFront) certify() *x509.CertPool {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(f, err)
	own := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{publicName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	certificate, err := x509.CreateCertificate(rand.Reader, own, own, key.Public(), key)
	require.NoError(f, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(f, err)
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	require.NoError(f, os.WriteFile(f.path("course.pem"), public, 0o600))
	require.NoError(f, os.WriteFile(f.path("course.key"),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
	pool := x509.NewCertPool()
	require.True(f, pool.AppendCertsFromPEM(public))
	return pool
}

func nginx(f *inFront) *exec.Cmd {
	settings := f.replaced(f.settings, "443", f.public)
	settings = f.replaced(settings, "/etc/ssl/", f.dir+"/")
	text := "daemon off; master_process off; error_log stderr; pid " + f.path("pid") + ";\n" +
		"events {}\nhttp {\naccess_log off;\n"
	for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		text += kind + "_temp_path " + f.path(kind) + ";\n"
	}
	require.NoError(f, os.WriteFile(f.path("nginx.conf"), []byte(text+settings+"}\n"), 0o600))
	return exec.Command("nginx", "-e", "stderr", "-p", f.dir, "-c", f.path("nginx.conf"))
}

// caddy gets its certificate from the test instead of the network.
func caddy(f *inFront) *exec.Cmd {
	_, port, err := net.SplitHostPort(f.public)
	require.NoError(f, err)
	settings := f.replaced(f.settings, publicName+" {",
		publicName+":"+port+" {\n\tbind 127.0.0.1\n\ttls "+f.path("course.pem")+" "+f.path("course.key"))
	text := "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + settings
	require.NoError(f, os.WriteFile(f.path("Caddyfile"), []byte(text), 0o600))
	c := exec.Command("caddy", "run", "--adapter", "caddyfile", "--config", f.path("Caddyfile"))
	c.Env = append(os.Environ(), "HOME="+f.dir, "XDG_DATA_HOME="+f.dir, "XDG_CONFIG_HOME="+f.dir)
	return c
}

// start starts the web server, and waits until it answers.
func (f *inFront) start(c *exec.Cmd) {
	said := &safeBuffer{}
	c.Stderr = said
	require.NoError(f, c.Start())
	ended := make(chan struct{})
	go func() {
		_ = c.Wait() // it is killed
		close(ended)
	}()
	f.Cleanup(func() {
		_ = c.Process.Kill()
		<-ended
		if f.Failed() {
			f.Log(said.String())
		}
	})
	testkit.Await(f, "the web server listens", func() bool {
		line, err := net.Dial("tcp", f.public)
		if err == nil {
			_ = line.Close()
		}
		return err == nil
	})
}

func (f *inFront) ask(method, path string, header map[string]string) *http.Response {
	f.Helper()
	r, err := http.NewRequestWithContext(f.Context(), method, "https://"+publicName+path, nil)
	require.NoError(f, err)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	answer, err := f.client.Do(r)
	require.NoError(f, err)
	f.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

func (f *inFront) isThePage() {
	answer := f.ask(http.MethodGet, "/", nil)
	require.Equal(f, http.StatusOK, answer.StatusCode)
	text, err := io.ReadAll(answer.Body)
	require.NoError(f, err)
	require.Contains(f, string(text), "a league")
}

// sendsEvents reads an event while the stream goes on.
func (f *inFront) sendsEvents() {
	events := f.ask(http.MethodGet, "/events?after="+f.site.stream.end(),
		map[string]string{"X-Forwarded-For": "192.0.2.66"})
	require.Equal(f, http.StatusOK, events.StatusCode)
	lines := make(chan string)
	go func() {
		defer close(lines)
		for all := bufio.NewScanner(events.Body); all.Scan(); {
			lines <- all.Text()
		}
	}()
	for line := ""; line != "event: table"; {
		line = testkit.Receive(f, "the stream begins", lines)
	}
	storeIn(f, f.site, madeUp(2, 2))
	for line := ""; line != "event: match"; {
		line = testkit.Receive(f, "a match", lines)
	}
	require.NoError(f, events.Body.Close())
	for range lines { // until it has ended, and so is logged
	}
	testkit.Await(f, "the log", func() bool { return strings.Contains(f.log.String(), "path=/events") })
}

func (f *inFront) takesPosts() {
	const path = "/match/1/play"
	own := map[string]string{"X-Arena": "play", "Origin": "https://" + publicName}
	require.Equal(f, http.StatusOK, f.ask(http.MethodPost, path, own).StatusCode, "a browser of 2019 says no more")
	own["Sec-Fetch-Site"] = "same-origin"
	require.Equal(f, http.StatusOK, f.ask(http.MethodPost, path, own).StatusCode)
	own["Sec-Fetch-Site"] = "cross-site"
	require.Equal(f, http.StatusForbidden, f.ask(http.MethodPost, path, own).StatusCode)
}

// safeBuffer may be written and read at the same time.
type safeBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *safeBuffer) Write(part []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(part)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
