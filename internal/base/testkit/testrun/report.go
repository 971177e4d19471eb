//go:build linux

package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// report appends to a file what each package and each test has cost.
func (t *told) report(file, costs, suffix string) (err error) {
	from, err := os.Open(costs)
	if errors.Is(err, os.ErrNotExist) {
		return nil // nothing was compiled
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	to, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	for decoder := json.NewDecoder(from); ; {
		var of measured
		if err := decoder.Decode(&of); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := t.reportOn(to, of, suffix); err != nil {
			return err
		}
	}
}

func (t *told) reportOn(to io.Writer, of measured, suffix string) error {
	all := of.Samples[len(of.Samples)-1].CPU.Seconds()
	lines := []string{fmt.Sprintf("%8.2f package %s%s", all, of.Package, suffix)}
	if p := t.packages[of.Package]; p != nil {
		shares := shared(of.Samples, p.stretches)
		for _, test := range slices.SortedFunc(maps.Keys(shares), func(a, b string) int {
			return cmp.Compare(shares[b], shares[a])
		}) {
			lines = append(lines, fmt.Sprintf("%8.2f test %s %s%s", shares[test].Seconds(), of.Package, test, suffix))
		}
	}
	_, err := fmt.Fprintln(to, strings.Join(lines, "\n"))
	return err
}

// outside names the time outside of any test.
const outside = "outside-of-tests"

// shared shares the cost between two samples among the tests that ran meanwhile, by the time for which each did. That
// is rough where tests run side by side, and for what takes less than the time between two samples.
func shared(samples []sample, stretches []stretch) map[string]time.Duration {
	shares := map[string]time.Duration{}
	spent := time.Duration(0)
	for i, one := range samples[1:] {
		cost := one.CPU - spent
		if cost <= 0 {
			continue // a process that was counted has left the tree
		}
		spent = one.CPU
		from, rest := samples[i].At, cost
		whole := one.At.Sub(from)
		for _, s := range stretches {
			for _, test := range s.tests {
				part := float64(overlap(s, from, one.At)) / float64(whole) / float64(len(s.tests))
				shares[titleOf(test)] += time.Duration(part * float64(cost))
				rest -= time.Duration(part * float64(cost))
			}
		}
		shares[outside] += rest
	}
	return shares
}

func overlap(s stretch, from, to time.Time) time.Duration {
	if s.from.After(from) {
		from = s.from
	}
	if s.to.Before(to) {
		to = s.to
	}
	return max(0, to.Sub(from))
}

// titleOf is the name of a test, or of its part: parts of parts are counted with it.
func titleOf(test string) string {
	parts := strings.SplitN(test, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}
