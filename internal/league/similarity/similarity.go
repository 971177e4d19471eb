// Package similarity lists programs that are written alike, by winnowing of their tokens (Schleimer, Wilkerson and
// Aiken, 2003). Names, numbers, texts, comments and layout don't matter, nor in which order functions stand. What it
// finds is no verdict: people who were taught the same write alike.
package similarity

import (
	"cmp"
	"slices"
)

// Program is what somebody has written.
type Program struct {
	Author string // programs of one author are not compared
	Former bool   // it is compared with those that are not former ones, and nothing else
	Files  []File
}

// File is a file with a part of a program.
type File struct {
	Name string // says by its ending in which language
	Text string
}

// Pair are two programs that are alike.
type Pair struct {
	One      int       `json:"bot"` // the indices of the two; more of One is in Other than of Other in One
	Other    int       `json:"like"`
	Share    float64   `json:"share"`    // of One that is in Other, from 0 to 1
	Back     float64   `json:"back"`     // of Other that is in One
	Passages []Passage `json:"passages"` // that are alike, the longest first
}

// Passage is what two programs have in common.
type Passage struct {
	One   Lines `json:"bot"`
	Other Lines `json:"like"`
}

// Lines are some lines of a file, from 1.
type Lines struct {
	File  string `json:"file"`
	First int    `json:"first"`
	Last  int    `json:"last"`
}

const (
	// LeastShare is the share from which two programs are listed.
	LeastShare = 0.25
	// leastTokens is how many tokens two programs that are listed have in common at least.
	leastTokens = 3 * gram
	// MostPairs is how many pairs are listed at most.
	MostPairs = 500
	// mostCommon is how many authors may have a gram that tells something, however few there are. Of many it is a
	// quarter.
	mostCommon = 4
)

// Compare returns the programs that are alike, the most alike first. Files that were given to all of them do not
// count, nor do passages that most have.
func Compare(programs []Program, given []File) []Pair {
	c := &comparison{programs: programs, has: make(map[uint64][]int32)}
	c.read(known(given))
	c.leaveOutCommon()
	var pairs []Pair
	for key, tokens := range c.shared {
		one, other := int(key[0]), int(key[1])
		if one > other || tokens < leastTokens {
			continue
		}
		share, back := c.share(one, other), c.share(other, one)
		if share < back {
			one, other, share, back = other, one, back, share
		}
		if share >= LeastShare {
			pairs = append(pairs, Pair{One: one, Other: other, Share: share, Back: back})
		}
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Share, b.Share), -cmp.Compare(a.Back, b.Back), cmp.Compare(a.One, b.One),
			cmp.Compare(a.Other, b.Other))
	})
	pairs = pairs[:min(len(pairs), MostPairs)]
	for i, p := range pairs {
		pairs[i].Passages = c.passages(p.One, p.Other)
	}
	return pairs
}

// known returns the hashes of all grams of some files.
func known(files []File) map[uint64]bool {
	all := make(map[uint64]bool)
	for _, f := range files {
		if s := syntaxOf(f.Name); s != nil {
			for _, hash := range hashes(s.tokens(f.Text)) {
				all[hash] = true
			}
		}
	}
	return all
}

// document is a program as it is compared.
type document struct {
	author int
	marks  []mark // of all files
	own    int    // tokens that could be in another program
}

// comparison is of all programs with each other.
type comparison struct {
	programs  []Program
	documents []document
	has       map[uint64][]int32 // the documents that have a hash, in their order
	shared    map[[2]int32]int   // how many tokens of one are in another
}

// read reads all programs.
func (c *comparison) read(known map[uint64]bool) {
	authors := make(map[string]int)
	for number, p := range c.programs {
		d, size := document{}, int32(0)
		for file, f := range p.Files {
			s := syntaxOf(f.Name)
			if s == nil {
				continue
			}
			tokens := s.tokens(f.Text)
			for _, m := range winnow(tokens, known) {
				m.at, m.file = m.at+size, int32(file) //nolint:gosec // there are some thousands at most
				d.marks = append(d.marks, m)
			}
			size += int32(len(tokens)) + 1 //nolint:gosec // the gap keeps passages from going on in the next file
		}
		if _, is := authors[p.Author]; !is {
			authors[p.Author] = len(authors)
		}
		d.author = authors[p.Author]
		c.documents = append(c.documents, d)
		for _, m := range d.marks {
			have := c.has[m.hash]
			if n := len(have); n == 0 || int(have[n-1]) != number {
				c.has[m.hash] = append(have, int32(number)) //nolint:gosec // they are some thousands at most
			}
		}
	}
}

// leaveOutCommon forgets the grams that too many authors have, and counts the others.
func (c *comparison) leaveOutCommon() {
	authors := make(map[int]int) // of each author the last gram that was seen of it
	for _, d := range c.documents {
		authors[d.author] = 0
	}
	most, seen := max(mostCommon, len(authors)/4), 0
	for hash, have := range c.has {
		seen++
		count := 0
		for _, number := range have {
			if author := c.documents[number].author; authors[author] != seen {
				authors[author] = seen
				count++
			}
		}
		if count > most {
			delete(c.has, hash)
		}
	}
	c.shared = make(map[[2]int32]int)
	ends := make([]int32, len(c.documents))
	for one := range c.documents {
		d := &c.documents[one]
		clear(ends)
		end := int32(0)
		for _, m := range d.marks {
			have := c.has[m.hash]
			if len(have) > 0 {
				d.own += covered(&end, m.at)
			}
			for _, other := range have {
				if c.meet(one, int(other)) {
					c.shared[[2]int32{int32(one), other}] += covered(&ends[other], m.at) //nolint:gosec // see read
				}
			}
		}
	}
}

// meet reports whether two programs are compared.
func (c *comparison) meet(one, other int) bool {
	return c.documents[one].author != c.documents[other].author && (!c.programs[one].Former || !c.programs[other].Former)
}

// covered returns how many tokens a gram has behind those that were counted, of which the end is moved.
func covered(end *int32, at int32) int {
	from := max(*end, at)
	*end = at + gram
	return int(*end - from)
}

// share returns how much of one document is in another.
func (c *comparison) share(one, other int) float64 {
	tokens := c.shared[[2]int32{int32(one), int32(other)}] //nolint:gosec // see read
	if tokens < leastTokens {
		return 0
	}
	return float64(tokens) / float64(c.documents[one].own)
}

// run is a passage by its first and last grams.
type run struct{ from, to, otherFrom, otherTo mark }

// passages returns what two documents have in common.
func (c *comparison) passages(one, other int) []Passage {
	places := make(map[uint64][]mark) // in the other document
	for _, m := range c.documents[other].marks {
		if len(c.has[m.hash]) > 0 {
			places[m.hash] = append(places[m.hash], m)
		}
	}
	var runs []run
	for _, m := range c.documents[one].marks {
		found := places[m.hash]
		if len(found) == 0 {
			continue
		}
		if last := len(runs) - 1; last >= 0 && m.at <= runs[last].to.at+gram {
			// It goes on if it does so in the other one as well.
			next, _ := slices.BinarySearchFunc(found, runs[last].otherTo.at+1, func(m mark, at int32) int {
				return cmp.Compare(m.at, at)
			})
			if next < len(found) && found[next].at <= runs[last].otherTo.at+gram {
				runs[last].to, runs[last].otherTo = m, found[next]
				continue
			}
		}
		runs = append(runs, run{m, m, found[0], found[0]})
	}
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(b.to.at-b.from.at, a.to.at-a.from.at) })
	passages := make([]Passage, len(runs))
	for i, r := range runs {
		passages[i] = Passage{c.lines(one, r.from, r.to), c.lines(other, r.otherFrom, r.otherTo)}
	}
	return passages
}

// lines returns in which lines of a program a passage stands.
func (c *comparison) lines(number int, from, to mark) Lines {
	return Lines{c.programs[number].Files[from.file].Name, int(from.first), int(to.last)}
}
