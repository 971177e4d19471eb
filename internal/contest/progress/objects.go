package progress

import (
	"bytes"
	"encoding/json"
	"os"
	"time"

	"github.com/botarena/arena/engine"
)

// The objects of JSON, as documented there.

type progressObject struct {
	Type     string          `json:"type"`
	Matches  int             `json:"matches"`
	Of       *int            `json:"of"`
	Stored   int             `json:"stored"`
	Seconds  float64         `json:"seconds"`
	Rate     *float64        `json:"rate"`   // matches a second
	Left     *float64        `json:"left"`   // seconds
	Likely   *float64        `json:"likely"` // seconds
	Unit     string          `json:"unit"`
	Table    []rowObject     `json:"table"`
	Evidence *evidenceObject `json:"evidence"`
	Faults   []string        `json:"faults"`
}

type rowObject struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

type evidenceObject struct {
	New     string   `json:"new"`
	Old     string   `json:"old"`
	Groups  int      `json:"groups"`
	Better  *float64 `json:"better"` // natural logarithms of capitals
	Worse   *float64 `json:"worse"`
	Decided *float64 `json:"decided"`
	Share   *float64 `json:"share"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
}

// secondly is the shortest time between two objects of progress.
const secondly = time.Second

// objects shows a run as JSON.
type objects struct {
	to   *outlet
	told time.Time
}

func (o *objects) print(lines []byte)      { _, _ = o.to.Write(lines) }
func (o *objects) turn(os.Signal)          {}
func (o *objects) turns() <-chan os.Signal { return nil }

func (o *objects) match(m Match) []byte {
	m.Bots = append([]string{}, m.Bots...) // a list, even if empty
	m.Scores, m.Places = append([]int{}, m.Scores...), append([]int{}, m.Places...)
	for i, name := range m.Bots {
		m.Bots[i] = engine.Printable(name)
	}
	m.Verdicts = append([]Verdict{}, m.Verdicts...)
	for i := range m.Verdicts {
		m.Verdicts[i].Detail = engine.Printable(m.Verdicts[i].Detail)
	}
	return lineOf(struct {
		Type string `json:"type"`
		Match
	}{"match", m})
}

func (o *objects) note(line []byte) []byte {
	return lineOf(struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}{"note", engine.Printable(string(line))})
}

func (o *objects) missing(lines int) {
	o.print(lineOf(struct {
		Type  string `json:"type"`
		Lines int    `json:"lines"`
	}{"missing", lines}))
}

func (o *objects) refresh(s State, now time.Time) {
	if now.Sub(o.told) < secondly {
		return
	}
	o.told = now
	o.print(lineOf(newProgressObject(&s, now)))
}

func (o *objects) end(s *State, now time.Time) {
	if s != nil {
		o.print(lineOf(newProgressObject(s, now)))
	}
}

func newProgressObject(s *State, now time.Time) progressObject {
	p := paceOf(s, now)
	object := progressObject{
		Type: "progress", Matches: s.Matches, Stored: s.Stored, Seconds: p.elapsed.Seconds(),
		Unit: engine.Printable(s.Unit.Name), Table: []rowObject{}, Faults: []string{},
		Evidence: newEvidenceObject(s.Evidence),
	}
	if s.Of > 0 {
		object.Of = &s.Of
	}
	if p.rate > 0 {
		object.Rate = &p.rate
	}
	if p.left >= 0 {
		seconds := p.left.Seconds()
		object.Left = &seconds
	}
	if p.likely >= 0 {
		seconds := p.likely.Seconds()
		object.Likely = &seconds
	}
	for _, r := range s.Table {
		object.Table = append(
			object.Table, rowObject{engine.Printable(r.Name), number(r.Value), number(r.Low), number(r.High)})
	}
	for _, fault := range s.Faults[max(0, len(s.Faults)-mostFaults):] {
		object.Faults = append(object.Faults, engine.Printable(fault))
	}
	return object
}

func newEvidenceObject(e *Evidence) *evidenceObject {
	if e == nil {
		return nil
	}
	return &evidenceObject{
		New: engine.Printable(e.New), Old: engine.Printable(e.Old), Groups: max(len(e.Better), len(e.Worse)),
		Better: number(last(e.Better)), Worse: number(last(e.Worse)), Decided: number(e.Decided),
		Share: number(e.Share), Low: number(e.Low), High: number(e.High),
	}
}

// number returns a number for JSON, which has none for an unknown one.
func number(v float64) *float64 {
	if !known(v) {
		return nil
	}
	return &v
}

// lineOf encodes an object whose numbers are numbers, which can't fail.
func lineOf(object any) []byte {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		panic("progress: " + err.Error())
	}
	return line.Bytes()
}
