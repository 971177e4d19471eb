package scale_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/botarena/arena/engine/enginetest/tier"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/broker"
	"github.com/botarena/arena/internal/league/members"
)

// asAuthors makes the test binary so many authors that are connected. Their invitation comes on standard input.
const asAuthors = "ARENA_TEST_AUTHORS"

var authors = flag.Int("authors", 40, "`number` of authors that are connected, in one process")

// fromOne is how many authors connect from one address, where more of them would have to wait.
const fromOne = 100

// TestCrowd plays a league with as many workers as there are, while authors are connected, and tells what that costs.
func TestCrowd(t *testing.T) {
	tier.Long(t, "a hundred connections")
	if *authors > fromOne && runtime.GOOS != "linux" {
		t.Skip("only on Linux, all of 127.0.0.0/8 are addresses of the machine")
	}
	folder := league.Folder(t.TempDir())
	_, err := folder.Make()
	require.NoError(t, err)
	s := begin(t, folder)
	defer s.Close() //nolint:errcheck // only read
	b, over := playThere(t, folder, broker.Options{
		Folder: folder.Workers(), Listen: "127.0.0.1:0",
		MostWorkers: max(*workers, 1), MostAuthors: max(*authors, 2*fromOne),
		Say: func(sentence string) { t.Log(sentence) },
	})
	defer over.Close() //nolint:errcheck // the league has all its matches
	before := usage()
	t.Logf("before: %v", before)

	invited, err := members.Folder(folder.Workers()).InviteAuthors("authors", b.Address())
	require.NoError(t, err)
	leave := startAuthors(t, invited)
	after := usage()
	t.Logf("%d authors: %v", *authors, after.since(before))

	var invitations []string
	for number := range *workers {
		i, err := b.Invite(fmt.Sprintf("worker %d", number))
		require.NoError(t, err)
		invitations = append(invitations, i.String())
	}
	before, begun := usage(), time.Now()
	others := startWorkers(t, invitations)
	require.Eventually(t, func() bool { return len(over.Present()) == *workers }, 10*time.Minute, 10*time.Millisecond)
	t.Logf("%d workers, after %v: %v", *workers, time.Since(begun), usage().since(before))

	before, begun = usage(), time.Now()
	t.Log(play(t, s, over, *matches))
	t.Logf("%d matches in %v: %v", *matches, time.Since(begun), usage().since(before))
	vitals := b.Vitals(t.Context())
	require.GreaterOrEqual(t, vitals.Door.Known, *authors+*workers, "they are there still")
	leave()
	others()
}

// used is what this process has used.
type used struct {
	cpu  time.Duration
	size int // bytes in memory
}

func (u used) String() string {
	return fmt.Sprintf("%v CPU, %d MB", u.cpu.Round(time.Millisecond), u.size/1_000_000)
}

func (u used) since(before used) string {
	return fmt.Sprintf("%v CPU, %d MB more", (u.cpu - before.cpu).Round(time.Millisecond), (u.size-before.size)/1_000_000)
}

// usage returns what was used until now. What is garbage doesn't count.
func usage() used {
	runtime.GC()
	u := used{cpu: cpuTime()}
	text, err := os.ReadFile("/proc/self/statm")
	if fields := strings.Fields(string(text)); err == nil && len(fields) > 1 {
		pages, _ := strconv.Atoi(fields[1]) // 0 where it is not known
		u.size = pages * os.Getpagesize()
	}
	return u
}

// startAuthors starts authors in a process of their own, and waits until all are connected.
func startAuthors(t *testing.T, i members.Invitation) (leave func()) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), asAuthors+"="+strconv.Itoa(*authors))
	c.Stderr = os.Stderr
	input, err := c.StdinPipe()
	require.NoError(t, err)
	output, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	_, err = io.WriteString(input, i.String()+"\n")
	require.NoError(t, err)
	line, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "connected\n", line)
	return func() {
		require.NoError(t, input.Close())
		require.NoError(t, c.Wait())
	}
}

// visit lets authors be connected until standard input ends.
func visit(count string) error {
	n, err := strconv.Atoi(count)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	if !lines.Scan() {
		return io.ErrUnexpectedEOF
	}
	i, err := members.ParseInvitation(lines.Text())
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var all sync.WaitGroup
	numbers, failed := make(chan int), make(chan error, n)
	for range 16 { // at a time
		all.Go(func() {
			for number := range numbers {
				err := connectAuthor(ctx, i, number)
				for begun := time.Now(); err != nil && time.Since(begun) < time.Minute; { // as they do who are sent away
					time.Sleep(time.Second)
					err = connectAuthor(ctx, i, number)
				}
				if err != nil {
					failed <- fmt.Errorf("author %d: %w", number, err)
				}
			}
		})
	}
	for number := range n {
		numbers <- number
	}
	close(numbers)
	all.Wait()
	select {
	case err := <-failed:
		return err
	default:
		fmt.Println("connected")
	}
	for lines.Scan() { //nolint:revive // until it ends
	}
	return nil
}

// connectAuthor connects an author who does nothing but answer the server, and whose address is one of this machine.
func connectAuthor(ctx context.Context, i members.Invitation, number int) error {
	d := net.Dialer{}
	if home := number / fromOne; home > 0 {
		d.LocalAddr = &net.TCPAddr{IP: net.IPv4(127, 1, byte(home>>8), byte(home))}
	}
	plain, err := d.DialContext(ctx, "tcp", i.Address)
	if err != nil {
		return err
	}
	c := tls.Client(plain, i.TLS())
	said := bufio.NewReaderSize(c, 1<<10)
	line, err := said.ReadString('\n')
	if err != nil {
		_ = c.Close()
		return err
	}
	var info struct{ Nonce string }
	if err := json.Unmarshal([]byte(strings.TrimPrefix(line, "INFO ")), &info); err != nil {
		return err
	}
	signature, err := i.Key().Sign([]byte(info.Nonce))
	if err != nil {
		return err
	}
	hello, err := json.Marshal(map[string]any{
		"nkey": i.ID(), "sig": base64.RawURLEncoding.EncodeToString(signature), "user": fmt.Sprintf("%032x", number),
		"lang": "go", "version": "1", "protocol": 1, "tls_required": true,
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(c, "CONNECT %s\r\nPING\r\n", hello); err != nil {
		return err
	}
	for {
		switch line, err = said.ReadString('\n'); {
		case err != nil:
			_ = c.Close()
			return err
		case strings.HasPrefix(line, "PONG"):
			go answerPings(c, said)
			return nil
		case strings.HasPrefix(line, "-ERR"):
			return errors.New(line)
		}
	}
}

var lost sync.Once

// answerPings answers until the connection ends, with the process at the latest.
func answerPings(c io.ReadWriter, said *bufio.Reader) {
	for {
		line, err := said.ReadString('\n')
		if err == nil && strings.HasPrefix(line, "PING") {
			_, err = io.WriteString(c, "PONG\r\n")
		}
		if err != nil {
			lost.Do(func() { fmt.Fprintln(os.Stderr, "an author has lost its connection:", err) })
			return
		}
	}
}
