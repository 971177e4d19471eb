package broker

import (
	"github.com/botarena/arena/internal/league/scheduler"
	"github.com/botarena/arena/internal/league/wire"
)

// mostPartial is how many bytes of results may be here of which a part is missing.
const mostPartial = 256 << 20

// parts are results of which a part is missing, by worker. A worker sends one after the other, and
// its parts in order.
type parts struct {
	by   map[string]*partial
	size int // of all, in bytes
}

type partial struct {
	key         scheduler.Key
	body        []byte
	came, parts int
}

// add adds a part. If it was the last one, it returns the whole result.
func (p *parts) add(id string, r wire.Result) (whole wire.Result, complete bool) {
	if r.Part == 1 {
		p.drop(id)
		if p.by == nil {
			p.by = make(map[string]*partial)
		}
		p.by[id] = &partial{key: r.Key, parts: r.Parts}
	}
	begun := p.by[id]
	switch {
	case begun == nil:
		return r, false
	case begun.key != r.Key || begun.parts != r.Parts || r.Part > begun.came+1 || len(r.Body) > wire.MostBody ||
		p.size+len(r.Body) > mostPartial:
		p.drop(id) // they do not fit together, or there is no room: the match is given again later
		return r, false
	case r.Part <= begun.came:
		return r, false // the worker has not heard that it is here
	}
	begun.body, begun.came = append(begun.body, r.Body...), r.Part
	if p.size += len(r.Body); r.Part < r.Parts {
		return r, false
	}
	p.drop(id)
	return wire.Result{Key: r.Key, Body: begun.body, Part: 1, Parts: 1}, true
}

func (p *parts) drop(id string) {
	if begun := p.by[id]; begun != nil {
		p.size -= len(begun.body)
		delete(p.by, id)
	}
}

// join puts the parts of a result together. It reports whether it is complete: one that nobody asked for
// is with its last part.
func (b *Broker) join(id string, r wire.Result) (whole wire.Result, complete bool) {
	if r.Parts == 1 {
		return r, true
	}
	b.mu.Lock()
	asked := b.matches.Asked(id, r.Key)
	b.mu.Unlock()
	if !asked {
		return wire.Result{Key: r.Key, Part: 1, Parts: 1}, r.Part == r.Parts
	}
	return b.parts.add(id, r)
}
