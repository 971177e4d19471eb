package broker

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/botarena/arena/internal/base/crowd"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/league/connlimit"
	"github.com/botarena/arena/internal/league/wire"
)

// Sizes of what the server keeps, in bytes.
const (
	mostJobs    = 256 << 20
	mostResults = 512 << 20
	mostBots    = 4 << 30
	mostStore   = mostJobs + mostResults + mostBots + 64<<20 // with the programs of an earlier arena
	mostMemory  = 64 << 20
	maxPayload  = 1 << 20
)

// mostWaiting is how many results of one worker may wait for the league to read them.
const mostWaiting = 128

// startTime is how long the server may take to start.
const startTime = 30 * time.Second

// serve starts the server of this process. If its queues are damaged, they are set aside.
func (b *Broker) serve(ctx context.Context) error {
	l, err := b.listen(ctx)
	if err != nil {
		return err
	}
	b.door = connlimit.New(l)
	err = b.start(ctx)
	damaged := new(damage)
	if !errors.As(err, &damaged) {
		return err
	}
	b.disconnect()
	b.conn, b.server = nil, nil
	if err := b.setAside(damaged); err != nil {
		return err
	}
	return b.start(ctx)
}

func (b *Broker) queues() string { return filepath.Join(b.options.Folder, "queues") }

// damage is why the queues can't be used.
type damage struct{ error }

func (d *damage) Unwrap() error { return d.error }

func (b *Broker) start(ctx context.Context) error {
	league, err := nkeys.CreateUser() // for this process only
	if err != nil {
		return err
	}
	id, err := league.PublicKey()
	if err != nil {
		return err
	}
	connections := crowd.Share(mostConnections*b.options.MostWorkers, 4)
	if connections < b.options.MostWorkers {
		b.options.Say(fmt.Sprintf("no more than %s can be connected: %s",
			safe.Count(connections, "worker"), hint.OfFiles(syscall.EMFILE)))
	}
	b.clients = newAuthenticator(b.names, b.members, id, connections, b.now)
	b.server, err = server.NewServer(&server.Options{
		ServerName: "arena", DontListen: true, ProxyProtocol: true, // there is a door
		// Some of the connections that the door has closed may still be there.
		NoSigs: true, MaxConn: connections + 8*connlimit.MostGuests,
		MaxPayload: maxPayload, MaxControlLine: 4096, MaxSubs: 64,
		TLS: true, TLSConfig: b.identity.TLS(), TLSHandshakeFirst: true,
		TLSTimeout: 2 * connlimit.GuestTime.Seconds(), AuthTimeout: 2 * connlimit.GuestTime.Seconds(), // the door is sooner
		PingInterval: 20 * time.Second, MaxPingsOut: 2, WriteDeadline: connlimit.PassTime,
		JetStream: true, StoreDir: b.queues(), JetStreamMaxStore: mostStore, JetStreamMaxMemory: mostMemory,
		DisableJetStreamBanner: true, NoSystemAccount: false,
		AlwaysEnableNonce: true, CustomClientAuthentication: b.clients,
	})
	if err != nil {
		return err
	}
	b.clients.server, b.clients.door = b.server, b.door
	log := &startLog{}
	b.server.SetLoggerV2(log, false, false, false)
	b.server.Start()
	if !b.isReady(ctx, log) {
		return b.whyNot(ctx, log)
	}
	if problem := log.problem(); problem != "" {
		return &damage{errors.New(problem)}
	}
	if err := b.connectInside(id, league); err != nil {
		return err
	}
	if err := b.makeStreams(ctx); err != nil {
		if ctx.Err() != nil {
			return context.Cause(ctx) // the end of the league is no damage
		}
		return &damage{err}
	}
	workers, err := openAccount(b.server, workersAccount, workerPermissions(b.names, "*").Publish.Allow)
	if err != nil {
		return err
	}
	b.clients.openTo(workers)
	return nil
}

// isReady waits until the league can connect. It gives up when the server complains, after startTime, or
// when ctx is done.
func (b *Broker) isReady(ctx context.Context, log *startLog) bool {
	const look = 50 * time.Millisecond
	for end := time.Now().Add(startTime); !b.server.ReadyForConnections(look); {
		if log.problem() != "" || ctx.Err() != nil || time.Now().After(end) {
			return false
		}
	}
	return true
}

// whyNot tells why the server has not started.
func (b *Broker) whyNot(ctx context.Context, log *startLog) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if problem := log.problem(); problem != "" {
		return &damage{errors.New(problem)}
	}
	return fmt.Errorf("the server has not started within %v", startTime)
}

// listen takes the address that workers connect to.
func (b *Broker) listen(ctx context.Context) (net.Listener, error) {
	host, port, err := listenAddress(b.options.Listen)
	if err != nil {
		return nil, err
	}
	at := net.JoinHostPort(host, strconv.Itoa(port))
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", at)
	if err != nil {
		return nil, whyNoDoor(at, strconv.Itoa(port), err)
	}
	return l, nil
}

// whyNoDoor tells why an address can't be listened at.
func whyNoDoor(at, port string, err error) error {
	switch problem := err.Error(); {
	case strings.Contains(problem, "address already in use"):
		return hint.New(
			at, "another program listens there", "choose another port, or end the program that has this one",
		)
	case strings.Contains(problem, "assign requested address"):
		return hint.New(
			at, "is not an address of this machine",
			"for example "+net.JoinHostPort("127.0.0.1", port)+", or :"+port+" for all networks",
		)
	default:
		return hint.New(at, problem, "choose another address")
	}
}

func (b *Broker) connectInside(id string, league nkeys.KeyPair) (err error) {
	b.conn, err = nats.Connect("", append(
		wire.Lasting("league", 100*time.Millisecond), nats.InProcessServer(b.server), nats.Nkey(id, league.Sign),
		nats.ReconnectHandler(b.isBack))...)
	return err
}

// makeStreams makes the streams, or finds them as they were.
func (b *Broker) makeStreams(ctx context.Context) (err error) {
	if b.js, err = jetstream.New(b.conn, jetstream.WithDefaultTimeout(wire.CallTime)); err != nil {
		return err
	}
	b.queue, b.before, err = b.createStreams(ctx)
	return err
}

// createStreams returns the stream of jobs, and the number of the last result.
func (b *Broker) createStreams(ctx context.Context) (queue jetstream.Stream, last uint64, err error) {
	jobs := jetstream.StreamConfig{
		Name: b.names.JobStream(), Subjects: []string{b.names.Job("*")}, Retention: jetstream.WorkQueuePolicy,
		Discard:  jetstream.DiscardNew,
		MaxBytes: mostJobs, MaxAge: 24 * time.Hour, Duplicates: 2 * time.Minute,
	}
	if queue, err = b.js.CreateOrUpdateStream(ctx, jobs); err != nil {
		return nil, 0, fmt.Errorf("stream %s: %w", jobs.Name, err)
	}
	// A worker could take the ID of another's message, so nothing is told apart by IDs here. It is the
	// league that takes a result once.
	results := jetstream.StreamConfig{
		Name: b.names.ResultStream(), Subjects: []string{b.names.Result("*")}, Retention: jetstream.WorkQueuePolicy,
		Discard:  jetstream.DiscardNew,
		MaxBytes: mostResults, MaxMsgsPerSubject: mostWaiting, DiscardNewPerSubject: true,
	}
	kept, err := b.js.CreateOrUpdateStream(ctx, results)
	if err != nil {
		return nil, 0, fmt.Errorf("stream %s: %w", results.Name, err)
	}
	for _, name := range b.names.EarlierBots() { // whose room is needed
		if err := b.js.DeleteStream(ctx, name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil, 0, fmt.Errorf("stream %s: %w", name, err)
		}
	}
	return queue, kept.CachedInfo().State.LastSeq, nil
}

func listenAddress(listen string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, hint.New(
			"", fmt.Sprintf("%q is not an address", listen), "for example 127.0.0.1:4222, or :4222 for all networks",
		)
	}
	return host, port, nil
}

// startLog keeps what the server complains of while it starts. Later complaints are about
// clients, who could fill any log.
type startLog struct {
	first        atomic.Pointer[string]
	amongClients bool // only complaints about streams count, as there are clients already
}

func (l *startLog) problem() string {
	if first := l.first.Load(); first != nil {
		return *first
	}
	return ""
}

func (l *startLog) keep(format string, args ...any) {
	text := strings.TrimSpace(fmt.Sprintf(format, args...))
	l.first.CompareAndSwap(nil, &text)
}

func (l *startLog) Noticef(string, ...any) {}
func (l *startLog) Debugf(string, ...any)  {}
func (l *startLog) Tracef(string, ...any)  {}

// Warnf keeps warnings about streams and consumers that can't be recovered, which are indented.
// Others are about settings, or tell that a file was repaired.
func (l *startLog) Warnf(format string, args ...any) {
	if strings.HasPrefix(format, "  ") {
		l.keep(format, args...)
	}
}

// Errorf keeps errors.
func (l *startLog) Errorf(format string, args ...any) {
	if !l.amongClients || strings.HasPrefix(format, "  ") {
		l.keep(format, args...)
	}
}

func (l *startLog) Fatalf(format string, args ...any) { l.keep(format, args...) }
