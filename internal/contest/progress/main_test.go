package progress

import (
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/botarena/arena/internal/base/testkit"
)

// TestMain lets the tests start themselves as a program that shows a run.
func TestMain(m *testing.M) {
	if script, ok := os.LookupEnv(scriptVariable); ok {
		perform(script)
		return
	}
	os.Exit(testkit.Run(m))
}

const scriptVariable = "ARENA_TEST_PROGRESS"

// perform shows a run on standard error. The script is words: what to do, one after the other.
func perform(script string) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fmt.Fprintln(os.Stderr, "before")
	d := Show(ctx, Options{Form: FormFor(os.Stderr), To: os.Stderr})
	defer func() { _ = d.Close() }()
	for word := range strings.FieldsSeq(script) {
		act(ctx, d, word)
	}
	told := d.Close()
	fmt.Println("closed:", told)
}

func act(ctx context.Context, d *Display, word string) {
	switch word {
	case "update":
		d.Update(compared(time.Now()))
	case "note":
		_, _ = d.Write([]byte("note: " + strings.Repeat("a long line ", 10) + "\nhint: \x1b[31mred\n"))
	case "flood":
		_, _ = d.Write([]byte(strings.Repeat("flood\n", 50000)))
	case "wait":
		<-ctx.Done()
	case "linger":
		time.Sleep(3 * redraw)
	case "panic":
		panic("on purpose")
	}
}

// compared is a state with everything in it.
func compared(now time.Time) State {
	s := State{
		Title: "compare moria mine yours", Matches: 124, Of: 400, AtMost: true, More: 62, Begun: now.Add(-15 * time.Second),
		Unit: Unit{Name: "points"},
		Table: []Row{
			{"mine", 1612, 1572, 1652},
			{"demo", 1533, 1480, 1561},
			{"yours", 1388, 1340, 1425},
			{"null", 1102, math.NaN(), math.NaN()},
		},
		Evidence: &Evidence{New: "mine", Old: "yours", Decided: math.Log(40), Share: 0.58, Low: 0.49, High: 0.66},
		Faults: []string{
			"match 2: null crashed", "match 3: demo (seat 2) frozen in round 8: cpu",
			"match 90: yours said \x1b[2Jnonsense",
		},
	}
	for i := range 62 {
		x := float64(i) / 61
		s.Evidence.Better = append(s.Evidence.Better, 2.8*x*x+0.4*math.Sin(20*x)*x-0.3*math.Sin(9*x))
		s.Evidence.Worse = append(s.Evidence.Worse, -3*x)
	}
	return s
}
