//go:build linux && (amd64 || arm64)

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout))
}

// options are the flags.
type options struct {
	time  time.Duration
	seed  uint64
	kind  string
	n     int
	user  bool
	out   string
	arena string
	level string
	keep  bool
	quiet bool
	tell  bool

	settings []string // for go build; it is CGO_ENABLED=0 without any
}

func parse(args []string) (o options, err error) {
	f := flag.NewFlagSet("hunt", flag.ContinueOnError)
	f.DurationVar(&o.time, "time", 10*time.Minute, "how long")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the first case; the next have the next ones")
	f.StringVar(&o.kind, "kind", "all", "kinds of cases, with commas: folders, stores, calls, or all")
	f.IntVar(&o.n, "n", 0, "how many cases at most; 0: as many as there is time for")
	f.BoolVar(&o.user, "user", false, "run the arena as an ordinary user, if we are root")
	f.StringVar(&o.out, "o", "hunted", "folder for what is found")
	f.StringVar(&o.arena, "arena", "", "program of the arena (default: it is built)")
	f.StringVar(&o.level, "sandbox", "standard", "level of the sandbox")
	f.BoolVar(&o.keep, "keep", false, "keep the folder of the last case, and say where it is")
	f.BoolVar(&o.quiet, "q", false, "print the summary only")
	f.BoolVar(&o.tell, "v", false, "print what every case is, and what came of it")
	err = f.Parse(args)
	return o, err
}

// kinds are all kinds of cases, in the order in which they take turns.
var kinds = []string{"folders", "stores", "calls"}

func (o options) kinds() ([]string, error) {
	if o.kind == "all" {
		return kinds, nil
	}
	chosen := strings.Split(o.kind, ",")
	for _, kind := range chosen {
		if !slices.Contains(kinds, kind) {
			return nil, fmt.Errorf("%q: no kind of cases; there are %s", kind, strings.Join(kinds, ", "))
		}
	}
	return chosen, nil
}

func run(ctx context.Context, args []string, out io.Writer) int {
	o, err := parse(args)
	if err != nil {
		return 2
	}
	chosen, err := o.kinds()
	if err != nil {
		fmt.Fprintln(out, "hunt:", err)
		return 2
	}
	h, err := newHunt(ctx, o, out)
	if err != nil {
		fmt.Fprintln(out, "hunt:", err)
		return 2
	}
	defer h.close()
	h.play(ctx, chosen)
	h.summary(chosen)
	if len(h.found) > 0 {
		return 1
	}
	return 0
}

// play plays cases in turn until the time is over.
func (h *hunt) play(ctx context.Context, chosen []string) {
	end := time.Now().Add(h.time)
	for i := 0; (h.n == 0 || i < h.n*len(chosen)) && time.Now().Before(end) && ctx.Err() == nil; i++ {
		kind, seed := chosen[i%len(chosen)], h.seed+uint64(i/len(chosen)) //nolint:gosec // it is small
		begun := time.Now()
		found := h.sure(ctx, kind, seed)
		if ctx.Err() != nil {
			return // a case that was stopped tells nothing
		}
		h.spent[kind] += time.Since(begun)
		h.cases[kind]++
		for _, f := range found {
			h.note(f)
		}
	}
}

// sure plays a case, and again if there is something that load on the machine could explain:
// then only findings of both times count.
func (h *hunt) sure(ctx context.Context, kind string, seed uint64) []finding {
	first := h.once(ctx, kind, seed)
	if !slices.ContainsFunc(first, func(f finding) bool { return doubtful[f.invariant] }) {
		return first
	}
	again := h.once(ctx, kind, seed)
	return slices.DeleteFunc(first, func(f finding) bool {
		return doubtful[f.invariant] && !slices.ContainsFunc(again,
			func(g finding) bool { return g.invariant == f.invariant })
	})
}

// note writes a finding down.
func (h *hunt) note(f finding) {
	h.found = append(h.found, f)
	where := h.write(f)
	if !h.quiet {
		fmt.Fprintf(h.out, "%s %s seed %d: %s: %s\n   %s\n", time.Since(h.begun).Round(time.Second), f.kind,
			f.seed, f.invariant, firstLine(f.detail), where)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%.200q", line)
}

func (h *hunt) summary(chosen []string) {
	fmt.Fprintf(h.out, "\n%s\n", h.about)
	for _, kind := range chosen {
		fmt.Fprintf(h.out, "%-8s %5d cases, %5d commands, %s\n", kind, h.cases[kind], h.commands[kind],
			h.spent[kind].Round(time.Second))
	}
	type group struct {
		kind string
		invariant
	}
	count, seeds := map[group]int{}, map[group][]string{}
	var order []group
	for _, f := range h.found {
		g := group{f.kind, f.invariant}
		if count[g]++; count[g] == 1 {
			order = append(order, g)
		}
		if seed := fmt.Sprint(f.seed); len(seeds[g]) < 8 && !slices.Contains(seeds[g], seed) {
			seeds[g] = append(seeds[g], seed)
		}
	}
	for _, g := range order {
		fmt.Fprintf(h.out, "FOUND    %5d × %s, by %s of seeds %s\n", count[g], g.invariant, g.kind,
			strings.Join(seeds[g], " "))
	}
	if len(order) == 0 {
		fmt.Fprintln(h.out, "nothing found")
	}
}
