package broker

import "fmt"

// mostParts is how many parts a result may have.
const mostParts = (MostResult + MostBody - 1) / MostBody

// mostPartial is how many bytes of results may be here of which a part is missing.
const mostPartial = 256 << 20

// readPart reads which part of how many a message is, as "2/3".
func readPart(text string) (part, of int, err error) {
	if _, err := fmt.Sscanf(text, "%d/%d", &part, &of); err != nil || part < 1 || part > of || of < 2 || of > mostParts {
		return 0, 0, fmt.Errorf("%s: is not a part of a result", headerPart)
	}
	return part, of, nil
}

// split returns the parts of a result that is too large for one message.
func (r result) split() []result {
	parts := max((len(r.body)+MostBody-1)/MostBody, 1)
	all := make([]result, parts)
	for i := range all {
		all[i] = r
		all[i].part, all[i].parts = i+1, parts
		all[i].body = r.body[i*MostBody : min((i+1)*MostBody, len(r.body))]
	}
	return all
}

// parts are results of which a part is missing, by worker. A worker sends one after the other, and
// its parts in order.
type parts struct {
	by   map[string]*partial
	size int // of all, in bytes
}

type partial struct {
	key         Key
	body        []byte
	came, parts int
}

// add adds a part. If it was the last one, it returns the whole result.
func (p *parts) add(id string, r result) (whole result, complete bool) {
	if r.part == 1 {
		p.drop(id)
		if p.by == nil {
			p.by = make(map[string]*partial)
		}
		p.by[id] = &partial{key: r.key, parts: r.parts}
	}
	begun := p.by[id]
	switch {
	case begun == nil:
		return r, false
	case begun.key != r.key || begun.parts != r.parts || r.part > begun.came+1 || len(r.body) > MostBody ||
		p.size+len(r.body) > mostPartial:
		p.drop(id) // they do not fit together, or there is no room: the match is given again later
		return r, false
	case r.part <= begun.came:
		return r, false // the worker has not heard that it is here
	}
	begun.body, begun.came = append(begun.body, r.body...), r.part
	if p.size += len(r.body); r.part < r.parts {
		return r, false
	}
	p.drop(id)
	return result{key: r.key, body: begun.body, part: 1, parts: 1}, true
}

func (p *parts) drop(id string) {
	if begun := p.by[id]; begun != nil {
		p.size -= len(begun.body)
		delete(p.by, id)
	}
}

// join puts the parts of a result together. It reports whether it is complete: one that nobody asked for
// is with its last part.
func (b *Broker) join(id string, r result) (whole result, complete bool) {
	if r.parts == 1 {
		return r, true
	}
	b.mu.Lock()
	asked := b.matches.Asked(id, r.key)
	b.mu.Unlock()
	if !asked {
		return result{key: r.key, part: 1, parts: 1}, r.part == r.parts
	}
	return b.parts.add(id, r)
}
