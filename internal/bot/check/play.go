package check

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/process/host"
)

// seed is the seed of every match.
const seed = 1

// played is what the bot did in one match.
type played struct {
	seat     int
	rounds   []round
	receipts []match.Receipt
	verdict  *match.Verdict // nil if there was none
	state    int            // size of the first State in bytes
	output   int            // bytes of output that were shown
	lines    bool           // the bot speaks lines
	left     time.Duration  // how long the bot took to leave after the end
	gone     bool           // the process ended with the match
}

// round is what the bot did in one round.
type round struct {
	commands int
	message  []byte // the commands, encoded
}

// play plays a match with the bot in one seat.
func (w *walk) play(ctx context.Context, process *host.Process, setup engine.Setup, seat int) (*played, error) {
	names := slices.Repeat([]string{"random"}, setup.Seats())
	names[seat] = w.name
	m, err := setup.New(names, seed, engine.ChaCha8)
	if err != nil {
		return nil, err
	}
	players := make([]match.Player, setup.Seats())
	for i := range players {
		players[i] = match.Local(w.game.Random())
	}
	bot := &leaver{Player: process.Player()}
	players[seat] = bot
	p := &played{seat: seat, state: len(m.StateMessage()), lines: process.Description().Lines}
	watchers := []match.Watcher{p}
	if w.options.Watch != nil {
		watchers = append(watchers, w.options.Watch)
	}
	before := w.output.written()
	result, err := match.Play(ctx, m, players, watchers...)
	p.verdict, p.left, p.output = result.Verdict(seat), bot.took, w.output.written()-before
	return p, err
}

var _ match.Watcher = (*played)(nil)

// Round records what the bot did.
func (p *played) Round(m engine.Match, r match.Round) {
	if r.Turns[p.seat].Status.IsFrozen() {
		return
	}
	noted := round{}
	if given := r.Turns[p.seat].Commands; given != nil {
		noted = round{given.Len(), m.Setup().Game().EncodeCommands(given)}
	}
	p.rounds = append(p.rounds, noted)
	p.receipts = append(p.receipts, r.Receipts[p.seat])
}

// frozen returns the bot's verdict as a failure.
func (p *played) frozen(where string) *failure {
	v := p.verdict
	return &failure{fmt.Sprintf("%s%s in round %d: %s", where, v.Kind, v.Round, v.Detail), advice(*v, p.lines)}
}

// leaver measures how long a player takes to leave a match that is over.
type leaver struct {
	match.Player
	took time.Duration
}

func (l *leaver) End(r match.Result) {
	start := time.Now()
	l.Player.End(r)
	l.took = time.Since(start)
}

// launch starts a process whose output is counted.
func (c *checker) launch(ctx context.Context, limits host.Limits) (*host.Process, error) {
	o := c.options.Host
	o.Limits, o.Output = limits, c.output
	return c.run(ctx, o)
}

// keep returns the walk's process. It starts a new one if the last has ended.
func (w *walk) keep(ctx context.Context) (*host.Process, error) {
	if w.process != nil && !w.process.Ended() {
		return w.process, nil
	}
	w.close()
	process, err := w.launch(ctx, w.options.Host.Limits)
	if err == nil {
		w.process = process
	}
	return process, err
}

// playFresh plays a match with a fresh process.
func (w *walk) playFresh(ctx context.Context, limits host.Limits, setup engine.Setup, seat int) (*played, error) {
	process, err := w.launch(ctx, limits)
	if err != nil {
		return nil, err
	}
	defer process.Close()
	return w.play(ctx, process, setup, seat)
}

// goneTime is how long we wait to see whether a process ends with its match.
const goneTime = 100 * time.Millisecond

// ends reports whether a process ends within goneTime.
func ends(process *host.Process) bool {
	for start := time.Now(); time.Since(start) < goneTime; time.Sleep(goneTime / 20) {
		if process.Ended() {
			return true
		}
	}
	return false
}
