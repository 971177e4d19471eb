//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// event is what go test -json tells, a line each.
type event struct {
	Time                          time.Time
	Action, Package, Test, Output string
}

// told is what go test has told so far.
type told struct {
	to       io.Writer
	packages map[string]*tested
	count    map[string]int // tests by how they ended
}

// tested is a package of which go test tells.
type tested struct {
	said      map[string]*strings.Builder // by the test, of those that have not ended
	running   map[string]bool
	stretches []stretch
}

// stretch is a time in which the same tests ran.
type stretch struct {
	from, to time.Time
	tests    []string
}

func newTold(to io.Writer) *told {
	return &told{to: to, packages: map[string]*tested{}, count: map[string]int{}}
}

// read reads to the end, and prints what matters.
func (t *told) read(from io.Reader) error {
	decoder := json.NewDecoder(from)
	for {
		var e event
		if err := decoder.Decode(&e); errors.Is(err, io.EOF) {
			fmt.Fprintf(t.to, "tests: %d passed, %d failed, %d skipped\n", t.count["pass"], t.count["fail"], t.count["skip"])
			return nil
		} else if err != nil {
			return err
		}
		t.hear(e)
	}
}

func (t *told) hear(e event) {
	if e.Package == "" {
		fmt.Fprint(t.to, e.Output) // of a build
		return
	}
	p := t.packages[e.Package]
	if p == nil {
		p = &tested{said: map[string]*strings.Builder{}, running: map[string]bool{}}
		t.packages[e.Package] = p
	}
	switch e.Action {
	case "run", "cont", "pause":
		p.runs(e)
	case "output":
		p.hear(e)
	case "pass", "fail", "skip":
		p.runs(e)
		t.ended(p, e)
	}
}

// runs notes which tests run from now on.
func (p *tested) runs(e event) {
	if last := len(p.stretches) - 1; last >= 0 {
		p.stretches[last].to = e.Time
	}
	if e.Test != "" && (e.Action == "run" || e.Action == "cont") {
		p.running[e.Test] = true
	} else {
		delete(p.running, e.Test)
	}
	p.stretches = append(p.stretches, stretch{e.Time, e.Time, innermost(p.running)})
}

// innermost are the tests of which no part runs: those that have one only wait.
func innermost(running map[string]bool) (tests []string) {
	for test := range running {
		waits := false
		for other := range running {
			waits = waits || strings.HasPrefix(other, test+"/")
		}
		if !waits {
			tests = append(tests, test)
		}
	}
	return tests
}

func (p *tested) hear(e event) {
	if strings.HasPrefix(e.Output, "=== ") {
		return
	}
	if p.said[e.Test] == nil {
		p.said[e.Test] = &strings.Builder{}
	}
	p.said[e.Test].WriteString(e.Output)
}

// ended prints what a test has said that failed. Of a package that did, these are all that have not ended.
func (t *told) ended(p *tested, e event) {
	tests := []string{e.Test}
	if e.Test == "" {
		tests = slices.Sorted(maps.Keys(p.said))
		slices.Reverse(tests) // what the package says is the last
	} else {
		t.count[e.Action]++
	}
	for _, test := range tests {
		if said := p.said[test]; said != nil {
			t.print(said.String(), e)
		}
		delete(p.said, test)
	}
}

func (t *told) print(said string, e event) {
	if e.Action == "fail" {
		fmt.Fprint(t.to, said)
		return
	}
	for line := range strings.Lines(said) {
		if e.Test == "" && strings.HasPrefix(line, "ok ") {
			fmt.Fprint(t.to, line)
		}
	}
}
