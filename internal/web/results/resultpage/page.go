// Package resultpage writes a tournament as a page: tables and charts, which need no
// JavaScript, and a list of all matches, which does.
//
// A page that is a file ([Write]) asks nobody for anything, and may have some matches in it. A page that a server sends
// ([WriteLive]) asks that server for the matches, and for news. Either runs nothing but its
// own script. Names and other texts come from bots, so they are shown as texts wherever they
// stand.
//
// A file has all of a tournament. What a server sends stays below 300 KB, however many bots and matches there are:
// of long tables the page has the beginning, and [WriteTable] all of it, a hundred rows at a time; comparisons with
// other bots are on a page for each bot ([WriteBot]); and matches come in parts ([PartJSON]).
package resultpage

import (
	"context"
	"iter"
	"time"

	"github.com/botarena/arena/internal/contest/comparison"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/stats"
)

// Page is what a page shows.
type Page struct {
	Title   string
	Address string   // where others find it on the web, if that is known
	About   []string // facts about the tournament, each in one line
	// Bots are the labels of the bots, and Versions what they call their versions.
	Bots, Versions []string
	Summary        stats.Summary
	Ranking        []int   // the bots in the order in which they are shown
	Replaced       []int   // versions of bots that others have replaced, in the same order
	Back           string  // to the list of challenges, if it is the page of one
	Making         bool    // the tables are being made
	Play           bool    // a playground is beside it, in play/
	People         bool    // bots are handed in on it
	Costs          bool    // CPU times are shown
	Rounds         float64 // of a match, mean
	Finding        *Finding
	// Matches are those of a file. They are read once, when it is written.
	Matches iter.Seq2[played.Match, error]
	Links   map[int]string // to pages of matches, by their numbers
	// Pair is Summary.Pair, but can be called at any time. Nil if nobody will.
	Pair     func(a, b int) stats.Pair
	Faults   []Fault
	Failures []Failure
	Entrants []Entrant // of a league, by number of the bot; nil otherwise
	// Names are what authors are called, by [Entrant.Owner]: of those whose names the reader may know.
	Names map[string]string
	// DetailOf returns what the page of a bot has beyond the tables, whose versions have these numbers. It can be called
	// at any time. Nil if nobody will.
	DetailOf func(ctx context.Context, bot int, versions []int) (Detail, error)
	// Yesterday is how the bots of a league were rated on the last day before this one that is known.
	Yesterday []Day
	Leaders   []Day   // who was first on each day that is known
	Record    *Record // nil if nothing is known
	Watch     []Watched
	Begun     time.Time
	Playing   [][]int // who sits in the matches that are played now
	Workers   []Worker
	// Before and After are the words before and after the number of a match in the command
	// that opens it.
	Before, After string
}

// Fault is how often a bot had a verdict of a kind, and the last one.
type Fault struct {
	Bot          int // its number
	Kind, Detail string
	Times        int
	Match, Round int // of the last one; matches count from 1
}

// Failure is a match that nobody could play.
type Failure struct {
	Number int // from 1
	Reason string
}

// Entrant is when a bot took part in a league, and who it is.
type Entrant struct {
	Name         string    // that its versions have in common
	Came         time.Time // when it was handed in; zero if that is not known
	Joined, Left int       // numbers of matches, from 1: its first, and the first without it; 0 for none
	Leaving      bool      // with the next match
	Program      string    // a digest of the program
	Author       string    // the fingerprint of a key, or ""
	Owner        string    // what all bots of an author have in common, which is not shown; "" if that is not known
}

// Record is the greatest score of a league.
type Record struct {
	Bot, Score int
	Match      int // from 1
	Ended      time.Time
}

// Worker is a machine that plays matches.
type Worker struct {
	Name    string
	State   string    // in a word or two; "" if nothing is known
	Matches int       // that it has played
	Rate    float64   // of late, in matches a minute
	Seen    time.Time // when something was last heard of it; zero for never
	Checks  int       // its matches that others played again
	Differ  int       // those that came out otherwise
}

// Finding is what a comparison came to.
type Finding struct {
	Sentence string
	Course   []comparison.Evidence // after each group of matches
	Needed   float64               // natural logarithm of the capital that decides
	Axis     string                // what the mean is of
}
