package results

import (
	"bytes"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
	"github.com/botarena/arena/internal/contest/store"
	course "github.com/botarena/arena/internal/match/ask"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/web/results/resultpage"
)

const (
	mostDays   = 366         // that a chart of ratings has
	lookBack   = time.Second // for how long matches are played again to see how a bot lost them; then the others wait
	mostLooked = 10_000      // losses that are remembered
)

// detail returns what tells of each bot of a tournament what its page has beyond the tables.
func (f *follower) detail(t *archive.Tournament) func(context.Context, int, []int) (resultpage.Detail, error) {
	return func(ctx context.Context, bot int, versions []int) (d resultpage.Detail, err error) {
		f.counting.Lock()
		deeds := t.Deeds(bot)
		f.counting.Unlock()
		if d.Slowest = deeds.Slowest; d.Slowest > 0 {
			d.SlowestIn = deeds.In + 1
		}
		for _, version := range versions {
			days, err := f.o.Archive.Store.RatingsOf(ctx, t.ID, version, mostDays)
			if err != nil {
				return d, err
			}
			d.Days = append(d.Days, daysOf(days)...) // versions follow one another, and so do their days
		}
		d.Days = d.Days[max(0, len(d.Days)-mostDays):]
		lost, err := f.o.Archive.Played(ctx, t, deeds.Losses)
		if err != nil {
			return d, err
		}
		end := time.Now().Add(lookBack)
		for _, m := range slices.Backward(lost) {
			if seatOf(m, bot) < 0 {
				continue // the match was set aside meanwhile, and another one has its number
			}
			l, err := f.lookAt(ctx, t, m, bot, &d, time.Now().Before(end))
			if err != nil {
				return d, err
			}
			d.Losses = append(d.Losses, l)
		}
		return d, nil
	}
}

// daysOf are the days of a store, which may come from anybody: a rating that can't be one is left out.
func daysOf(kept []store.Rated) []resultpage.Day {
	days := make([]resultpage.Day, 0, len(kept))
	for _, r := range kept {
		day := resultpage.Day{
			Day: engine.Printable(r.Day), Bot: r.Entrant, Place: r.Place, Matches: r.Matches,
			Rating: stats.Estimate{Value: r.Rating},
		}
		if r.Low != nil && r.High != nil {
			day.Rating.Interval = &stats.Interval{Low: *r.Low, High: *r.High}
		}
		if isRating(day.Rating) {
			days = append(days, day)
		}
	}
	return days
}

// isRating reports whether an estimate can be a rating.
func isRating(e stats.Estimate) bool {
	const most = 1e6
	values := []float64{e.Value}
	if e.Interval != nil {
		values = append(values, e.Interval.Low, e.Interval.High)
	}
	return !slices.ContainsFunc(values, func(v float64) bool { return !(math.Abs(v) <= most) }) //nolint:staticcheck // NaN
}

// seatOf is the best seat of a bot in a match; -1 if it has not played.
func seatOf(m played.Match, bot int) int {
	best := -1
	for seat, is := range m.Seats {
		if is == bot && (best < 0 || m.Places[seat] < m.Places[best]) {
			best = seat
		}
	}
	return best
}

// lossOf is how a bot lost a match, by its result alone.
func lossOf(m played.Match, bot int) resultpage.Loss {
	seat := seatOf(m, bot)
	l := resultpage.Loss{Match: m.Number + 1, Ended: m.Ended, Place: m.Places[seat], Score: m.Scores[seat]}
	for other, place := range m.Places {
		if place == 1 {
			l.Best = m.Scores[other]
			if winner := m.Seats[other]; !slices.Contains(l.Winners, winner) {
				l.Winners = append(l.Winners, winner)
			}
		}
	}
	if v := m.Verdict(seat); v != nil {
		l.Verdict = &resultpage.Verdict{Seat: seat, Round: v.Round, Kind: engine.Printable(string(v.Kind))}
	}
	return l
}

// seatIn is a seat in a match.
type seatIn struct {
	match store.Key
	seat  int
}

// looked remembers how matches were lost, which are played again to see it.
type looked struct {
	mu sync.Mutex
	by map[seatIn]course.Loss
}

func (k *looked) get(of seatIn) (course.Loss, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	l, known := k.by[of]
	return l, known
}

func (k *looked) put(of seatIn, l course.Loss) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.by == nil || len(k.by) >= mostLooked {
		k.by = make(map[seatIn]course.Loss)
	}
	k.by[of] = l
}

// lookAt fills in what the replay of a match says, if it is kept: of the first one also the CPU time by round. One that
// can't be read, or was played by other rules, says nothing. Without leave it plays no match.
func (f *follower) lookAt(
	ctx context.Context, t *archive.Tournament, m played.Match, bot int, d *resultpage.Detail, leave bool,
) (l resultpage.Loss, err error) {
	l = lossOf(m, bot)
	key, found, err := f.o.Archive.Store.KeyOf(ctx, t.ID, m.Number)
	if err != nil || !found {
		return l, err
	}
	of := seatIn{key, seatOf(m, bot)}
	how, known := f.looked.get(of)
	if d.CPU == nil || !known && leave {
		file, kept, err := f.o.Archive.Store.Replay(ctx, key)
		if err != nil || !kept {
			return l, err
		}
		r, err := replay.Read(bytes.NewReader(file), f.o.Archive.Games)
		if err != nil || of.seat >= len(r.Seats) {
			return l, nil //nolint:nilerr // the page of the match says what is wrong with it
		}
		if costs := course.CostsOf(r); d.CPU == nil && costs.Measured() {
			d.CPU, d.CPUIn = timesOf(costs[of.seat].CPU), l.Match
		}
		if !known && leave {
			if how, known, err = course.LossOf(r, of.seat); err == nil && known {
				f.looked.put(of, how)
			}
		}
	}
	if known {
		l.Known, l.Round, l.Source, l.Less = true, how.Round, how.Source, how.Less
	}
	return l, nil
}

func timesOf(nanoseconds []int64) []time.Duration {
	times := make([]time.Duration, len(nanoseconds))
	for i, n := range nanoseconds {
		times[i] = time.Duration(n)
	}
	return times
}
