package uploads

import (
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// Limiters limit how often something may come from each address. They are for one goroutine at a time.
type Limiters struct {
	every rate.Limit
	burst int
	all   map[netip.Prefix]*rate.Limiter
}

// mostLimiters is how many addresses are remembered. Beyond, nobody new may do anything.
const mostLimiters = 4096

// NewLimiters returns limiters that allow one after each time, and so many at once.
func NewLimiters(every time.Duration, burst int) *Limiters {
	return &Limiters{rate.Every(every), burst, make(map[netip.Prefix]*rate.Limiter)}
}

// Allow reports whether one more may come from an address.
func (l *Limiters) Allow(from netip.Prefix, now time.Time) bool {
	limiter := l.all[from]
	if limiter == nil {
		if len(l.all) >= mostLimiters && !l.forget(now) {
			return false
		}
		limiter = rate.NewLimiter(l.every, l.burst)
		l.all[from] = limiter
	}
	return limiter.AllowN(now, 1)
}

// forget forgets addresses from which nothing has come for long, and reports whether there are any.
func (l *Limiters) forget(now time.Time) bool {
	for from, limiter := range l.all {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.all, from)
		}
	}
	return len(l.all) < mostLimiters
}
