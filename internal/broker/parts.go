package broker

import (
	"errors"
	"fmt"
	"strconv"
)

// mostParts is how many parts a result may have.
const mostParts = (MostResult + MostBody - 1) / MostBody

// mostPartial is how many bytes of results may be here of which a part is missing.
const mostPartial = 256 << 20

// readPart reads which part of how many a message is.
func readPart(text, ofText string) (part, of int, err error) {
	part, err = strconv.Atoi(text)
	if err == nil {
		of, err = strconv.Atoi(ofText)
	}
	if err != nil || part < 1 || part > of || of < 2 || of > mostParts {
		return 0, 0, fmt.Errorf("%s: is no part of a result", headerPart)
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

var errParts = errors.New("the parts of a result do not fit together")

// add adds a part, and returns the result if that was the last one; or else the part.
func (p *parts) add(id string, r result) (result, error) {
	begun := p.by[id]
	switch {
	case r.part == 1:
		p.drop(id)
		if p.size+len(r.body) > mostPartial {
			return r, errParts // the match is given again later
		}
		begun = &partial{key: r.key, parts: r.parts}
		if p.by == nil {
			p.by = make(map[string]*partial)
		}
		p.by[id] = begun
	case begun == nil || begun.key != r.key || begun.parts != r.parts || r.part > begun.came+1 || len(r.body) > MostBody:
		p.drop(id)
		return r, errParts
	case r.part <= begun.came:
		return r, nil // the worker has not heard that it is here
	}
	begun.body, begun.came = append(begun.body, r.body...), r.part
	if p.size += len(r.body); r.part < r.parts {
		return r, nil
	}
	p.drop(id)
	return result{key: r.key, body: begun.body, part: 1, parts: 1}, nil
}

func (p *parts) drop(id string) {
	if begun := p.by[id]; begun != nil {
		p.size -= len(begun.body)
		delete(p.by, id)
	}
}

// join puts the parts of a result together. What it returns has more than one part as long as
// some are missing.
func (b *Broker) join(id string, r result) (result, error) {
	if r.parts == 1 {
		return r, nil
	}
	b.mu.Lock()
	asked := b.matches.Asked(id, r.key)
	b.mu.Unlock()
	if !asked && r.part < r.parts {
		return r, nil
	}
	if !asked {
		return result{key: r.key, part: 1, parts: 1}, nil // counts as one that nobody wants
	}
	return b.parts.add(id, r)
}
