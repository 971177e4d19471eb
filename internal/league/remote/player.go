package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/build"
	"github.com/botarena/arena/internal/bot/find"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/series"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/league"
	"github.com/botarena/arena/internal/league/client"
	"github.com/botarena/arena/internal/league/local"
	"github.com/botarena/arena/internal/league/wire"
	"github.com/botarena/arena/internal/process/host"
	"github.com/botarena/arena/internal/process/sandbox"
)

// PlayerOptions are how a worker plays.
type PlayerOptions struct {
	Local local.Options // whose Find is set by [NewPlayer]
	Cache *Cache
	Sums  string        // the folder for known checksums; see [find.Finder.Cache]
	About About         // what it told when it joined; only that is played
	Terms sandbox.Terms // on which programs are started; all are those of strangers
}

// Player plays the matches that a league gives to this machine. It is made by [NewPlayer].
type Player struct {
	options PlayerOptions
	over    *local.Transport
	stop    context.CancelFunc
	reading sync.WaitGroup

	mu      sync.Mutex
	waiting map[store.Key][]chan league.Delivered
	found   map[identity]found
	setup   []byte // that was fetched last
}

// identity tells bots apart. Two may have one program under two names.
type identity struct {
	name    string
	program digest
}

// found is a bot, and as what the league has sent it.
type found struct {
	series.Entrant
	as seat
}

// NewPlayer starts what plays. Close ends it, and so does the end of ctx.
func NewPlayer(ctx context.Context, o PlayerOptions) *Player {
	p := &Player{options: o, waiting: make(map[store.Key][]chan league.Delivered), found: make(map[identity]found)}
	o.Local.Find = p.find
	p.over = local.Start(ctx, o.Local)
	ctx, stop := context.WithCancel(ctx)
	p.reading.Go(func() {
		defer stop()
		p.read(ctx)
	})
	p.stop = stop
	return p
}

// Close ends the matches that are being played, and waits for it.
func (p *Player) Close() {
	p.stop()
	p.over.Close()
	p.reading.Wait()
}

// read hands results to those who wait for them.
func (p *Player) read(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case d := <-p.over.Results():
			d.Done()
			p.mu.Lock()
			if waiting := p.waiting[d.Key]; len(waiting) > 0 {
				waiting[0] <- d // which has room
				p.forget(d.Key, waiting[0])
			}
			p.mu.Unlock()
		}
	}
}

// forget forgets that somebody waits for a match.
func (p *Player) forget(key store.Key, who chan league.Delivered) {
	p.waiting[key] = slices.DeleteFunc(p.waiting[key], func(other chan league.Delivered) bool { return other == who })
	if len(p.waiting[key]) == 0 {
		delete(p.waiting, key)
	}
}

// Fetch copies something that the league has sent, by its digest. It fails if it is not that.
type Fetch func(ctx context.Context, d wire.Digest, to io.Writer) error

// Play plays a match, and returns what the league is to get. It is a [client.Play].
func (p *Player) Play(ctx context.Context, t *client.Task) ([]byte, error) {
	return p.play(ctx, store.Key(t.Key), t.Body, t.Bot)
}

func (p *Player) play(ctx context.Context, key store.Key, body []byte, fetch Fetch) ([]byte, error) {
	told, err := readJob(body)
	if err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	if err := p.admit(told); err != nil {
		return nil, unable(err)
	}
	if err := p.fetchSetup(ctx, told, fetch); err != nil {
		return nil, unable(err)
	}
	job := told.league()
	if job.Key() != key {
		return nil, errors.New("job: it has the key of another match")
	}
	for _, s := range told.Seats {
		release, err := p.bring(ctx, told.Game, s, fetch)
		if err != nil {
			return nil, unable(safe.Errorf("%s: %w", s.Name, err))
		}
		defer release()
	}
	d, err := p.wait(ctx, job)
	if err != nil {
		return nil, err
	}
	return resultText(d.Wall, d.Replay), d.Err
}

// unable says that this worker lacks something, and that another one may have it.
func unable(err error) error { return fmt.Errorf("%w: %w", client.ErrUnable, err) }

// admit returns an error unless the worker's owner agrees to the conditions of a match.
func (p *Player) admit(j *job) error {
	own := p.options.About
	if !slices.Contains(own.Sandboxes, j.Sandbox) {
		return fmt.Errorf("the match is to be played with --sandbox %s, and here %q hold", engine.Printable(j.Sandbox),
			own.Sandboxes)
	}
	if version, known := own.Rules[j.Game]; !known || version != j.Rules {
		return fmt.Errorf("the match is by version %d of the rules of %s, and here is version %d", j.Rules,
			engine.Printable(j.Game), version)
	}
	claimed, err := host.ReadLimits(j.Limits)
	if err == nil {
		_, err = claimed.Within(p.options.Local.Limits)
	}
	if err != nil {
		return fmt.Errorf("the match is to be played with %w", err)
	}
	return nil
}

// fetchSetup fetches a setup that is too large to come with the job. All matches of a league have
// the same.
func (p *Player) fetchSetup(ctx context.Context, j *job, fetch Fetch) error {
	if j.Fetch == nil {
		return nil
	}
	p.mu.Lock()
	j.Setup = p.setup
	p.mu.Unlock()
	if sum(j.Setup) == *j.Fetch {
		return nil
	}
	var blob limited
	if err := fetch(ctx, wire.Digest(*j.Fetch), &blob); err != nil {
		return fmt.Errorf("the board: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	j.Setup, p.setup = blob, blob
	return nil
}

// limited are at most mostSetup bytes.
type limited []byte

func (l *limited) Write(b []byte) (int, error) {
	if len(*l)+len(b) > mostSetup {
		return 0, fmt.Errorf("is larger than %d bytes", mostSetup)
	}
	*l = append(*l, b...)
	return len(b), nil
}

// bring fetches the bot of a seat, unless it is here, and finds out how it is started. It stays
// until release is called.
func (p *Player) bring(ctx context.Context, game string, s seat, fetch Fetch) (release func(), err error) {
	// letGo is not the result, which a return with an error has set to nil before it is called.
	fetched := false
	folder, letGo, err := p.options.Cache.Use(ctx, s.kept(), func(to io.Writer) error {
		fetched = true
		return fetch(ctx, wire.Digest(s.Archive), to)
	}, s.form())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			letGo()
		}
	}()
	who := identity{s.Name, s.Program}
	if !fetched && p.has(who, s) {
		return letGo, nil
	}
	finder := find.Finder{
		Builder: build.Builder{Cache: p.options.Sums, Game: game, Terms: p.options.Terms},
		Dir:     folder,
		Foreign: true,
		Admit:   s.admit,
		Unpack:  filepath.Join(folder, unpackedName),
	}
	bot, err := finder.FindThat(ctx, filepath.Join(folder, s.Path), s.Program)
	if err != nil {
		return nil, err
	}
	if bot.SHA256 != s.Program {
		other := fmt.Errorf("what was fetched is another program, %x", bot.SHA256[:4])
		return nil, errors.Join(other, p.options.Cache.Drop(s.kept()))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found[who] = found{series.Entrant{Entrant: played.Entrant{Name: s.Name}, Command: bot.Command}, s}
	return letGo, nil
}

// has reports whether a bot was found in what the league has sent it as.
func (p *Player) has(who identity, as seat) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, yes := p.found[who]
	return yes && known.as == as
}

// find returns a bot that was brought.
func (p *Player) find(_ context.Context, name string, program [32]byte) (series.Entrant, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, yes := p.found[identity{name, program}]
	if !yes {
		return series.Entrant{}, errors.New("was not fetched")
	}
	return known.Entrant, nil
}

// wait plays a match and waits for its end.
func (p *Player) wait(ctx context.Context, j league.Job) (league.Delivered, error) {
	came := make(chan league.Delivered, 1)
	key := j.Key()
	p.mu.Lock()
	p.waiting[key] = append(p.waiting[key], came)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.forget(key, came)
	}()
	if err := p.over.Give(ctx, j); err != nil {
		return league.Delivered{}, err
	}
	select {
	case d := <-came:
		return d, nil
	case <-ctx.Done():
		return league.Delivered{}, context.Cause(ctx)
	}
}

// Players are those who play a league: this machine, others, or both. They are started by [Play].
type Players struct {
	league.Transport

	there *Transport // nil if no other machine plays
	close func() error
}

var _ league.Namer = (*Players)(nil)

// Play starts those who play a league: this machine by options, and other machines, either of which may be nil. The
// players must be closed, and close the others.
func Play(ctx context.Context, here *local.Options, others *Transport) *Players {
	if others == nil {
		machine := local.Start(ctx, *here)
		return &Players{Transport: machine, close: func() error { machine.Close(); return nil }}
	}
	if here == nil {
		return &Players{others, others, others.Close}
	}
	machine := local.Start(ctx, *here)
	together := PlayTogether(ctx, machine, others)
	return &Players{together, others, func() error {
		together.Close()
		machine.Close()
		return others.Close()
	}}
}

// Name implements [league.Namer]. This machine has none.
func (p *Players) Name(worker string) string {
	if p.there == nil || worker == "" {
		return ""
	}
	return p.there.Name(worker)
}

// Close ends the started processes, and waits for them.
func (p *Players) Close() error { return p.close() }
