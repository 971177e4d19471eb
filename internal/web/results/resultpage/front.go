package resultpage

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// Watched is a match that is worth watching.
type Watched struct {
	What  string // in a few words
	Match int    // from 1
	// Picture is the last part of its address; "" for none.
	Picture string
	// Bots and Scores are who played, the first place first.
	Bots, Scores []int
	Packed       template.HTML // the match itself, as [viewer.Packed], if the page is a file that has it
}

// front is what the page of a league begins with.
type front struct {
	Podium  []standing
	Watch   []watchedRow
	New     []handedIn
	Playing []string
	Since   string // the day that movements are since; "" if none is known
}

type watchedRow struct {
	Watched

	Link, Who string
}

// handedIn is a bot that was handed in lately.
type handedIn struct {
	entrant

	Link string // to its page; "" if it has none yet
}

const (
	onPodium   = 3
	mostNew    = 5 // hand-ins
	mostListed = 8 // matches that are played now
)

// front returns what stands above the tables; nil where there is no league.
func (p *Page) front(ranked []standing) *front {
	if p.Entrants == nil {
		return nil
	}
	f := &front{}
	if len(ranked) > onPodium {
		f.Podium = ranked[:onPodium]
	}
	if len(p.Yesterday) > 0 {
		f.Since = p.Yesterday[0].Day
	}
	f.Watch = p.watched("match/")
	for _, number := range p.newest() {
		h := handedIn{entrant: p.entrant(number, "")}
		h.By = p.known(number, "")
		if p.hasPlayed(number) && p.Pair != nil {
			h.Link = fmt.Sprintf("bot/%d", number)
		}
		f.New = append(f.New, h)
	}
	for _, seats := range p.playing() {
		f.Playing = append(f.Playing, p.names(seats))
	}
	return f
}

// watched are the matches that are worth watching, whose links begin so and end with their numbers.
func (p *Page) watched(link string) []watchedRow {
	rows := make([]watchedRow, len(p.Watch))
	for i, w := range p.Watch {
		who := make([]string, len(w.Bots))
		for i, bot := range w.Bots {
			who[i] = fmt.Sprintf("%s %d", p.Bots[bot], w.Scores[i])
		}
		rows[i] = watchedRow{w, fmt.Sprint(link, w.Match), strings.Join(who, ", ")}
	}
	return rows
}

// newest are the bots of a league that were handed in last, the newest first.
func (p *Page) newest() (bots []int) {
	for number := len(p.Entrants) - 1; number >= max(0, len(p.Entrants)-mostNew); number-- {
		bots = append(bots, number)
	}
	return bots
}

// playing are the matches that are played now and shown, as those who sit in them.
func (p *Page) playing() [][]int {
	shown := slices.Clone(p.Playing[:min(len(p.Playing), mostListed)])
	return slices.DeleteFunc(shown, func(seats []int) bool {
		return slices.Max(seats) >= len(p.Bots) // one has joined since the tables were made
	})
}

// Card is the address of the picture that chats show of a link; "" if there is none.
func (p Page) Card() string {
	for _, w := range p.Watch {
		if p.Address != "" && w.Picture != "" {
			return p.Address + "picture/" + w.Picture
		}
	}
	return ""
}

func (p *Page) hasPlayed(bot int) bool {
	return bot < len(p.Summary.Bots) && p.Summary.Bots[bot].Matches > 0
}

// describe is what a chat shows of a link to the page.
func (p *Page) describe() string {
	text := fmt.Sprintf("%d bots", len(p.Ranking))
	if len(p.Ranking) == 1 {
		text = "1 bot"
	}
	if p.Making || len(p.Ranking) == 0 {
		return strings.Join(p.About, " ")
	}
	first := p.Ranking[0]
	return fmt.Sprintf("%s, %d matches. First is %s, rated %s.",
		text, p.Summary.Matches, p.Bots[first], p.Summary.Bots[first].Rating.Text(1, 0, ""))
}

// movement is how a bot's place has changed since the last day.
type movement struct {
	Places int  // by how many it went up, or down if negative
	New    bool // it was not in the table
}

// Up reports whether the bot went up.
func (m movement) Up() bool { return m.Places > 0 }

// By is by how many places it moved.
func (m movement) By() int { return max(m.Places, -m.Places) }

// before returns how bots were rated on the last day, by their names: versions of a bot go on as one.
func (p *Page) before() map[string]Day {
	if p.Entrants == nil || len(p.Yesterday) == 0 {
		return nil
	}
	by := make(map[string]Day, len(p.Yesterday))
	for _, d := range p.Yesterday {
		if d.Bot >= 0 && d.Bot < len(p.Entrants) {
			by[p.Entrants[d.Bot].Name] = d
		}
	}
	return by
}

func (p *Page) moved(before map[string]Day, bot, rank int) movement {
	if before == nil || !slices.Contains(p.Ranking, bot) {
		return movement{}
	}
	was, known := before[p.Entrants[bot].Name]
	if !known {
		return movement{New: true}
	}
	return movement{Places: was.Place - rank}
}
