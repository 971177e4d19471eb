package resultpage

import (
	"fmt"
	"io"
	"slices"
)

// authorPage has the bots of an author, who is a key: who that is, the league's organiser knows.
type authorPage struct {
	parts
	heading

	Key string
}

// Name is what the page is called.
func (a *authorPage) Name() string { return a.Heading + ": " + a.Title }

// authorOf is the number of the author of a bot, which is that of the first bot that the same key has signed; -1 if
// nobody has signed it.
func (p *Page) authorOf(bot int) int {
	key := p.Entrants[bot].Author
	if key == "" {
		return -1
	}
	return slices.IndexFunc(p.Entrants, func(e Entrant) bool { return e.Author == key })
}

// mostOfAuthor is how many bots of an author are listed, and how many earlier versions.
const mostOfAuthor = rowsOfPage

// WriteAuthor writes the page of an author for a server. It returns false if no author has that number.
func WriteAuthor(w io.Writer, p Page, author int) (bool, error) {
	if author < 0 || author >= len(p.Entrants) || p.authorOf(author) != author || p.Pair == nil {
		return false, nil
	}
	key := p.Entrants[author].Author
	a := authorPage{parts: p.frame(), heading: heading{"An author's bots", "../", "author"}, Key: key}
	for rank, bot := range p.Ranking {
		if p.Entrants[bot].Author == key && len(a.Standings) < mostOfAuthor {
			a.Standings = append(a.Standings, p.standings([]int{bot}, rank+1, "../bot/")...)
		}
	}
	for _, bot := range p.Replaced {
		if p.Entrants[bot].Author == key && len(a.Replaced) < mostOfAuthor {
			a.Replaced = append(a.Replaced, p.standings([]int{bot}, 0, "../bot/")...)
		}
	}
	a.Description = fmt.Sprintf("The bots of one author in %s.", p.Title)
	return true, page().ExecuteTemplate(w, "author", &a)
}
