package stats

import (
	"cmp"
	"time"

	"gonum.org/v1/gonum/floats"
)

// anyBot and anySeat stand for all bots and all seats together.
const anyBot, anySeat = -1, -1

// column is what the matches of each block add up to.
type column []float64

// columns are the records of all blocks.
type columns struct {
	matches column
	by      map[place]*recordColumns
	seated  int // seats of the largest match
}

// place is whose records they are.
type place struct{ bot, seat int }

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.bot, o.bot), cmp.Compare(p.seat, o.seat))
}

type recordColumns struct{ seats, places, scores, wins, timed, cpu, faults column }

func columnsOf(blocks []*sums) *columns {
	c := &columns{matches: make(column, len(blocks)), by: make(map[place]*recordColumns)}
	for i, block := range blocks {
		c.matches[i] = float64(block.matches)
		for _, r := range block.records {
			c.seated = max(c.seated, r.seat+1)
			for _, p := range [...]place{{r.bot, r.seat}, {r.bot, anySeat}, {anyBot, r.seat}} {
				c.of(p).add(i, r)
			}
		}
	}
	return c
}

// of returns the records of a place, which are zero at first.
func (c *columns) of(p place) *recordColumns {
	if c.by[p] == nil {
		next := func() column { return make(column, len(c.matches)) }
		c.by[p] = &recordColumns{next(), next(), next(), next(), next(), next(), next()}
	}
	return c.by[p]
}

func (c *recordColumns) add(block int, r record) {
	c.seats[block] += float64(r.seats)
	c.places[block] += float64(r.places)
	c.scores[block] += float64(r.scores)
	c.wins[block] += float64(r.wins)
	c.timed[block] += float64(r.timed)
	c.cpu[block] += float64(r.cpu)
	c.faults[block] += float64(r.faults)
}

// seats returns how a bot did in each seat.
func (c *columns) seats(bot int, e *estimator) []Seat {
	seats := make([]Seat, c.seated)
	for i := range seats {
		of := c.of(place{bot, i})
		seats[i] = Seat{Seats: int(floats.Sum(of.seats)), Place: c.place(of, e), WinShare: e.wins(of)}
	}
	return seats
}

// bot returns what the records tell of a bot.
func (c *columns) bot(number int, e *estimator) Bot {
	of := c.of(place{number, anySeat})
	b := Bot{
		Seats: int(floats.Sum(of.seats)), Wins: floats.Sum(of.wins) / whole,
		Place: c.place(of, e), Score: e.mean(of.scores, of.seats),
		CPU:    e.mean(of.cpu, of.timed).times(time.Nanosecond.Seconds()),
		Faulty: e.share(of.faults, of.seats), BySeat: c.seats(number, e),
	}
	if b.Seats > 0 {
		// How often a bot plays is up to the schedule and no luck, so it is no part of
		// the interval.
		b.WinShare = e.wins(of).times(float64(b.Seats) / floats.Sum(c.matches))
	}
	return b
}

// place estimates the mean place. Between the first and the last it is a share, of the other
// seats that are ahead.
func (c *columns) place(of *recordColumns, e *estimator) Estimate {
	others := float64(c.seated - 1)
	if others == 0 {
		return e.mean(of.places, of.seats)
	}
	ahead := floats.SubTo(make(column, len(of.seats)), of.places, of.seats)
	floats.Scale(1/others, ahead)
	place := e.share(ahead, of.seats).times(others)
	if seats := floats.Sum(of.seats); seats > 0 {
		place.Value = floats.Sum(of.places) / seats
	}
	if i := place.Interval; i != nil {
		place.Interval = &Interval{1 + i.Low, 1 + i.High}
	}
	return place
}

// wins estimates the wins per seat.
func (e *estimator) wins(of *recordColumns) Estimate {
	return e.share(of.wins, floats.ScaleTo(make(column, len(of.seats)), whole, of.seats))
}
