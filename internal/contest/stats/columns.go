package stats

import "gonum.org/v1/gonum/floats"

// column is what the matches of some blocks add up to.
type column []float64

// columns are the records of all blocks.
type columns struct {
	seated int        // seats of the largest match
	all    []*history // of all bots, by seat
	blocks []*sums
	next   []int // by block, the first record of the bot whose histories come next
}

// ofBlock is a record and the block that it is of.
type ofBlock struct {
	block int
	*record
}

// history is what records of the blocks in which there are some add up to.
type history struct {
	blocks                                          []int
	seats, places, scores, wins, timed, cpu, faults column
}

func columnsOf(blocks []*sums) *columns {
	c := &columns{blocks: blocks, next: make([]int, len(blocks))}
	for i, block := range blocks {
		for j := range block.records.list {
			r := &block.records.list[j]
			for c.seated <= int(r.seat) {
				c.seated, c.all = c.seated+1, append(c.all, new(history))
			}
			c.all[r.seat].add(ofBlock{i, r})
		}
	}
	return c
}

// add adds a record. Blocks come in order.
func (h *history) add(r ofBlock) {
	if n := len(h.blocks); n == 0 || h.blocks[n-1] != r.block {
		h.blocks = append(h.blocks, r.block)
		for _, c := range []*column{&h.seats, &h.places, &h.scores, &h.wins, &h.timed, &h.cpu, &h.faults} {
			*c = append(*c, 0)
		}
	}
	at := len(h.blocks) - 1
	h.seats[at] += float64(r.seats)
	h.places[at] += float64(r.places)
	h.scores[at] += float64(r.scores)
	h.wins[at] += float64(r.wins)
	h.timed[at] += float64(r.timed)
	h.cpu[at] += float64(r.cpu)
	h.faults[at] += float64(r.faults)
}

// reset makes it the history of nothing.
func (h *history) reset() {
	h.blocks = h.blocks[:0]
	for _, c := range []*column{&h.seats, &h.places, &h.scores, &h.wins, &h.timed, &h.cpu, &h.faults} {
		*c = (*c)[:0]
	}
}

// histories fills in what a bot did in all seats together, and in each. It is called for all bots, one after the other.
func (c *columns) histories(bot int, all *history, bySeat []*history) {
	all.reset()
	for _, h := range bySeat {
		h.reset()
	}
	for i, block := range c.blocks {
		for left := block.records.list[c.next[i]:]; len(left) > 0 && int(left[0].bot) == bot; left = left[1:] {
			r := ofBlock{i, &left[0]}
			all.add(r)
			bySeat[r.seat].add(r)
			c.next[i]++
		}
	}
}

// seats returns how somebody did in each seat.
func (c *columns) seats(bySeat []*history, e *estimator) []Seat {
	seats := make([]Seat, c.seated)
	for i, of := range bySeat {
		seats[i] = Seat{Seats: int(floats.Sum(of.seats)), Place: c.place(of, e), WinShare: e.wins(of)}
	}
	return seats
}

// bots returns what the records tell of each bot, of which it is known in how many matches it has played.
func (c *columns) bots(played []int, e *estimator) []Bot {
	of, bySeat := new(history), make([]*history, c.seated)
	for i := range bySeat {
		bySeat[i] = new(history)
	}
	bots := make([]Bot, 0, len(played))
	for bot := range played {
		if e.ctx.Err() != nil {
			break
		}
		c.histories(bot, of, bySeat)
		bots = append(bots, c.bot(played[bot], of, bySeat, e))
	}
	return bots
}

func (c *columns) bot(matches int, of *history, bySeat []*history, e *estimator) Bot {
	b := Bot{
		Seats: int(floats.Sum(of.seats)), Matches: matches, Wins: floats.Sum(of.wins) / whole,
		Place: c.place(of, e), Score: e.mean(of.scores, of.seats, of.blocks),
		CPU: e.cost(of), Faulty: e.share(of.faults, of.seats), BySeat: c.seats(bySeat, e),
	}
	if matches > 0 {
		// How many seats a bot has in a match is up to the schedule and no luck, so it is no part
		// of the interval.
		b.WinShare = e.wins(of).times(float64(b.Seats) / float64(matches))
	}
	return b
}

// place estimates the mean place. Between the first and the last it is a share, of the other
// seats that are ahead.
func (c *columns) place(of *history, e *estimator) Estimate {
	others := float64(c.seated - 1)
	if others == 0 {
		return e.mean(of.places, of.seats, of.blocks)
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
func (e *estimator) wins(of *history) Estimate {
	return e.share(of.wins, floats.ScaleTo(make(column, len(of.seats)), whole, of.seats))
}
