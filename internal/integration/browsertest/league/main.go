// Command league makes up a league for tests of its page: bots of given strengths, and matches
// that nobody has played.
//
//	league FOLDER MATCHES BOTS [PAUSE | nice]
//
// It adds matches to the league in a folder until it has so many, with a pause after each, such
// as 200ms. The same arguments make the same matches. Without "nice", some names are as bad as
// names can be.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/games/orkisland"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/schedule"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/process/host"
)

// names are those of the bots.
var names = []string{
	"zorg", "anna", "Gandalf", "</td><img src=x onerror=alert(1)>", "\u202Eevil", "mühlstein", "k",
	"a-rather-long-name-of-a-bot", "dora", "ben",
	"\x1b[31mred", "cleo", "null", "ork", "丽丽", "demo", "dummy", "emil", "fox", "gus",
}

// seats of the usual board.
const seats = 4

func main() {
	log.SetFlags(0)
	if err := run(context.Background(), os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) < 3 {
		return errors.New("league FOLDER MATCHES BOTS [PAUSE | nice]")
	}
	matches, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	bots, err := strconv.Atoi(args[2])
	if err != nil || bots < seats {
		return fmt.Errorf("%s: at least %d bots", args[2], seats)
	}
	pause := time.Duration(0)
	switch {
	case len(args) > 3 && args[3] == "nice":
		copy(names[3:], []string{"tamer", "evil", "mühlstein", "k", "a-good-bot", "dora", "ben", "red"})
	case len(args) > 3:
		if pause, err = time.ParseDuration(args[3]); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(args[0], "bots"), 0o755); err != nil {
		return err
	}
	opened, err := store.Open(ctx, filepath.Join(args[0], "league.db"), store.Options{})
	if err != nil {
		return err
	}
	l, err := begin(ctx, opened, bots)
	if err == nil {
		err = play(ctx, opened, l, matches, pause)
	}
	return errors.Join(err, opened.Close())
}

// begin returns the league of the store, or makes it.
func begin(ctx context.Context, opened *store.Store, bots int) (store.League, error) {
	if l, err := opened.League(ctx); err == nil {
		return l, nil
	}
	setup := orkisland.Game.Default()
	info := orkisland.Game.Info()
	l, err := opened.BeginLeague(ctx, store.League{
		Name: "The Tuesday League", Keep: "faults", GateMost: 200,
		Tournament: store.Tournament{
			Format: "balanced", First: 7,
			Conditions: store.Conditions{
				Game: info.Name, Rules: info.Version, Setup: setup.Text(), Random: engine.ChaCha8,
				Limits: host.DefaultLimits().Text(), Sandbox: "standard",
			},
		},
	}, time.Now())
	if err != nil {
		return l, err
	}
	for i := range bots {
		name := fmt.Sprint("bot-", i+1)
		if i < len(names) {
			name = names[i]
		}
		version := fmt.Sprintf("1.%d", i%4)
		if _, err := opened.Enter(
			ctx, l.ID, store.Entrant{
				Entrant: played.Entrant{Name: name, Version: version, Typed: name, Program: sha256.Sum256([]byte(name))},
				Signer:  fmt.Sprintf("SHA256:key%d", i/2), Came: time.Now().Add(time.Duration(i-bots) * time.Hour),
			}); err != nil {
			return l, err
		}
	}
	if _, err := opened.Settle(ctx, l.ID, 0); err != nil {
		return l, err
	}
	if err := opened.KeepRatings(ctx, l.ID, rated(bots)); err != nil {
		return l, err
	}
	return opened.League(ctx)
}

// rated makes up how the bots were rated on each day of two weeks before today: each day more surely.
func rated(bots int) (all []store.Rated) {
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // nobody bets on it
	for day := range 14 {
		for i := range bots {
			bot := (i + 2) % bots
			rating := 1650 - 300*float64(i)/float64(bots) + 10*random.NormFloat64()
			low, high := rating-400/math.Sqrt(float64(day+4)), rating+400/math.Sqrt(float64(day+4))
			all = append(all, store.Rated{
				Day: time.Now().AddDate(0, 0, day-14).Format("2006-01-02"), Entrant: bot, Place: i + 1, Matches: 10 * day,
				Rating: rating, Low: &low, High: &high,
			})
		}
	}
	return all
}

func play(ctx context.Context, opened *store.Store, l store.League, matches int, pause time.Duration) error {
	stays := make([]schedule.Stay, len(l.Entrants))
	balanced, err := schedule.NewBalanced(stays, seats, false, l.First)
	if err != nil {
		return err
	}
	begun := time.Now().Add(-time.Duration(matches) * time.Second)
	for m := range balanced.Matches() {
		if m.Number >= matches {
			return nil
		}
		if m.Number < l.Matches {
			continue
		}
		one := ended(m)
		if one.Ended = time.Now(); pause == 0 {
			one.Ended = begun.Add(time.Duration(m.Number) * time.Second)
		}
		one.Planned, one.Key = m, l.Facts(m).Key()
		if _, err := opened.Add(ctx, l.ID, one, nil); err != nil {
			return err
		}
		time.Sleep(pause)
	}
	return nil
}

// ended makes up how a match ended.
func ended(m schedule.Planned) store.Match {
	random := rand.New(rand.NewPCG(m.Seed, uint64(m.Number))) //nolint:gosec // nobody bets on it
	r := store.Match{}
	r.Wall = time.Duration(4+random.IntN(5)) * time.Second
	r.Worker = []string{"", "attic", "library", "<b>lab</b>"}[random.IntN(4)]
	r.Rounds = 200
	for seat, bot := range m.Seats {
		strength := 0.35*float64(len(names)/2-min(bot, len(names)))/2 + 0.1*float64(seats-seat)
		r.Scores = append(r.Scores, int(3000*math.Exp(0.12*(strength+random.NormFloat64()*1.6)))+random.IntN(300))
		used := time.Duration(200+60*bot+random.IntN(80)) * time.Millisecond
		r.CPU, r.MostCPU = append(r.CPU, used), append(r.MostCPU, used/30)
		if bot%5 == 3 && random.IntN(40) == 0 {
			r.Verdicts = append(r.Verdicts, verdict(random, seat))
		}
	}
	r.Places = engine.Places(r.Scores)
	often := int(m.Seed % 15)
	r.LeadChanges = &often
	return r
}

func verdict(random *rand.Rand, seat int) match.Verdict {
	all := []match.Verdict{
		{Kind: "crash", Detail: "ended: panic: runtime error: index out of range [41] with length 40"},
		{Kind: "cpu", Detail: "used 212 ms of CPU time in a round, and its bank was empty"},
		{Kind: "protocol", Detail: "sent <script>alert(1)</script> \u202Ein place of an answer"},
	}
	v := all[[]int{0, 0, 0, 1, 1, 2}[random.IntN(6)]]
	v.Seat, v.Round = seat, random.IntN(200)
	return v
}
