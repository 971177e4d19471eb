package resultpage

import (
	"context"
	"fmt"
	"io"
	"slices"
)

// byline is whose a bot is.
type byline struct {
	Link string // to the page of the author; "" without
	Name string // or a number, where the reader may not know the name
}

// authorPage has the bots of an author.
type authorPage struct {
	parts
	heading

	Keys     []string
	Met      []extremes // by bots of the table
	Versions []versionRow
	Lost     lossTable
}

// extremes are the opponents that a bot is ahead of most often, and least often.
type extremes struct {
	standing

	Best, Worst []opponent
}

// Name is what the page is called.
func (a *authorPage) Name() string { return a.Heading + ": " + a.Title }

// authorOf is the number of the author of a bot, which is that of the first bot with the same owner; -1 if nobody is
// known to own it.
func (p *Page) authorOf(bot int) int {
	if p.Entrants == nil || p.Entrants[bot].Owner == "" {
		return -1
	}
	return slices.IndexFunc(p.Entrants, func(e Entrant) bool { return e.Owner == p.Entrants[bot].Owner })
}

// by says whose a bot is, with a link that begins with the way up to the page of the tournament. A file has no pages to
// link.
func (p *Page) by(bot int, up string) (b byline) {
	author := p.authorOf(bot)
	if author < 0 {
		return b
	}
	if b.Name = p.Names[p.Entrants[bot].Owner]; b.Name == "" {
		b.Name = fmt.Sprintf("Author %d", author)
	}
	if p.Pair != nil {
		b.Link = fmt.Sprintf("%sauthor/%d", up, author)
	}
	return b
}

// known is whose a bot is, if the reader may know the name.
func (p *Page) known(bot int, up string) byline {
	if p.Entrants == nil || p.Names[p.Entrants[bot].Owner] == "" {
		return byline{}
	}
	return p.by(bot, up)
}

// The most that the page of an author has.
const (
	mostOfAuthor = 100 // bots
	mostKeys     = 9
	mostLosers   = 5 // the best bots, of which it is told how they lost
	mostLost     = 10
)

// WriteAuthor writes the page of an author for a server. It returns false if no author has that number.
func WriteAuthor(ctx context.Context, w io.Writer, p Page, author int) (bool, error) {
	if author < 0 || author >= len(p.Entrants) || p.authorOf(author) != author || p.Pair == nil {
		return false, nil
	}
	a := authorPage{
		parts: p.frame(), heading: heading{p.by(author, "").Name, "../", "author"},
		Keys: p.keysOf(author), Versions: p.versions(p.allOf(author), -1),
	}
	for rank, bot := range p.Ranking {
		if p.Entrants[bot].Owner == p.Entrants[author].Owner && len(a.Standings) < mostOfAuthor {
			a.Standings = append(a.Standings, p.standings([]int{bot}, rank+1, "../bot/")...)
		}
	}
	for i := range a.Standings {
		a.Standings[i].By = byline{} // it is the heading
	}
	err := a.tell(ctx)
	a.Description = fmt.Sprintf("The bots of one author in %s.", p.Title)
	if err != nil {
		return true, err
	}
	return true, page().ExecuteTemplate(w, "author", &a)
}

// tell adds whom the bots meet, and what they lost.
func (a *authorPage) tell(ctx context.Context) error {
	all := slices.Concat(a.Ranking, a.Page.Replaced)
	var losses []lossRow
	for _, of := range a.Standings[:min(len(a.Standings), mostLosers)] {
		best, worst := a.extremes(of.Number, a.met(of.Number, all))
		if best != nil {
			a.Met = append(a.Met, extremes{of, a.opponents(of.Number, best), a.opponents(of.Number, worst)})
		}
		if a.DetailOf == nil {
			continue
		}
		detail, err := a.DetailOf(ctx, of.Number, nil)
		if err != nil {
			return err
		}
		for _, row := range a.lossRows(of.Number, detail.Losses) {
			row.Bot = of.Bot
			losses = append(losses, row)
		}
	}
	slices.SortStableFunc(losses, func(a, b lossRow) int { return b.Match - a.Match })
	a.Lost = lossTable{losses[:min(len(losses), mostLost)], len(a.Standings) > 1}
	return nil
}

// allOf are the bots of an author, the last ones of many.
func (p *Page) allOf(author int) (numbers []int) {
	for number, e := range p.Entrants {
		if e.Owner == p.Entrants[author].Owner {
			numbers = append(numbers, number)
		}
	}
	return numbers[max(0, len(numbers)-mostVersions):]
}

// keysOf are the keys that have signed bots of an author.
func (p *Page) keysOf(author int) (keys []string) {
	for _, bot := range p.allOf(author) {
		if key := p.Entrants[bot].Author; key != "" && !slices.Contains(keys, key) && len(keys) < mostKeys {
			keys = append(keys, key)
		}
	}
	return keys
}
