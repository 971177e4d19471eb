package connlimit

import (
	"time"

	"golang.org/x/time/rate"
)

// Limiters limit how often something may come from each place. They are for one goroutine at a time.
type Limiters[K comparable] struct {
	every rate.Limit
	burst int
	all   map[K]*rate.Limiter
}

// mostLimiters is how many places are remembered. Beyond, nobody new may do anything.
const mostLimiters = 4096

// NewLimiters returns limiters that allow one after each time, and so many at once.
func NewLimiters[K comparable](every time.Duration, burst int) *Limiters[K] {
	return &Limiters[K]{rate.Every(every), burst, make(map[K]*rate.Limiter)}
}

// Allow reports whether one more may come from a place.
func (l *Limiters[K]) Allow(from K, now time.Time) bool {
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

// forget forgets places from which nothing has come for long, and reports whether there are any.
func (l *Limiters[K]) forget(now time.Time) bool {
	for from, limiter := range l.all {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.all, from)
		}
	}
	return len(l.all) < mostLimiters
}
