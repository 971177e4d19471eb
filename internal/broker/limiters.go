package broker

import (
	"net"
	"net/netip"
	"time"

	"golang.org/x/time/rate"
)

// limiters limit how often something may come from each address.
type limiters struct {
	every rate.Limit
	burst int
	all   map[netip.Prefix]*rate.Limiter
}

// mostLimiters is how many addresses are remembered. Beyond, nobody new may do anything.
const mostLimiters = 4096

func newLimiters(every time.Duration, burst int) *limiters {
	return &limiters{rate.Every(every), burst, make(map[netip.Prefix]*rate.Limiter)}
}

// allow reports whether one more may come from an address.
func (l *limiters) allow(from netip.Prefix, now time.Time) bool {
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
func (l *limiters) forget(now time.Time) bool {
	for from, limiter := range l.all {
		if limiter.TokensAt(now) >= float64(l.burst) {
			delete(l.all, from)
		}
	}
	return len(l.all) < mostLimiters
}

// home returns what counts as one address: of IPv6, what one household usually has.
func home(address net.Addr) netip.Prefix {
	var ip netip.Addr
	if tcp, ok := address.(*net.TCPAddr); ok {
		ip = tcp.AddrPort().Addr().Unmap().WithZone("")
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	prefix, err := ip.Prefix(bits)
	if err != nil { // it is none of TCP: all of these count as one
		return netip.Prefix{}
	}
	return prefix
}
