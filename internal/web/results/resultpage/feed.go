package resultpage

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// mostEntries is how many entries a feed has.
const mostEntries = 50

// feed is what a league has to tell, in Atom (RFC 4287). Its links are relative to its own address.
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []feedLink  `xml:"link"`
	Entries []feedEntry `xml:"entry"`
}

type feedLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

type feedEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    feedLink `xml:"link"`
	Content string   `xml:"content"`
	at      time.Time
}

// WriteFeed writes the feed of a league: new versions, who has become first, and the greatest score. It returns false
// if the page is of none.
func WriteFeed(w io.Writer, p Page) (bool, error) {
	if p.Entrants == nil {
		return false, nil
	}
	entries := slices.Concat(p.versionEntries(), p.leaderEntries(), p.recordEntries())
	slices.SortStableFunc(entries, func(a, b feedEntry) int { return b.at.Compare(a.at) })
	entries = entries[:min(len(entries), mostEntries)]
	f := feed{
		ID: p.entryID("feed"), Title: p.Title, Updated: rfc3339(p.Begun), Author: "arena", Entries: entries,
		Links: []feedLink{{"self", "feed.atom"}, {"alternate", "./"}},
	}
	if len(entries) > 0 {
		f.Updated = entries[0].Updated
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return true, err
	}
	return true, xml.NewEncoder(w).Encode(f)
}

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// entryID is an ID that stays the same. It is a UUID of the form that RFC 9562 leaves to everybody.
func (p *Page) entryID(of ...any) string {
	sum := sha256.Sum256(fmt.Append(nil, p.Title, p.Begun.UnixMilli(), of))
	id := sum[:16]
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	text := hex.EncodeToString(id)
	return "urn:uuid:" + strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
}

func (p *Page) entry(at time.Time, title, content, link string, id ...any) feedEntry {
	return feedEntry{p.entryID(id...), title, rfc3339(at), feedLink{"alternate", link}, content, at}
}

// versionEntries are those of bots of which it is known when they were handed in.
func (p *Page) versionEntries() (all []feedEntry) {
	for number, e := range slices.Backward(p.Entrants) {
		if e.Came.IsZero() || len(all) == mostEntries {
			continue
		}
		title, link := strings.TrimSpace(e.Name+" "+p.Versions[number])+" was handed in", "./"
		content := "It joins with the next match."
		if e.Joined > 0 {
			content = fmt.Sprintf("It plays from match %d on.", e.Joined)
		}
		if p.hasPlayed(number) {
			link = fmt.Sprintf("bot/%d", number)
		}
		all = append(all, p.entry(e.Came, title, content, link, "version", number))
	}
	return all
}

// leaderEntries are the days on which another bot was first than before.
func (p *Page) leaderEntries() (all []feedEntry) {
	was := ""
	for _, d := range p.Leaders {
		day, err := time.Parse("2006-01-02", d.Day)
		if err != nil || d.Bot < 0 || d.Bot >= len(p.Entrants) {
			continue
		}
		name := p.Entrants[d.Bot].Name
		if name != was {
			content := fmt.Sprintf("Rated %s on %s.", d.Rating.Text(1, 0, ""), d.Day)
			all = append(all, p.entry(day, name+" is first", content, fmt.Sprintf("bot/%d", d.Bot), "leader", d.Day, name))
		}
		was = name
	}
	return all
}

func (p *Page) recordEntries() []feedEntry {
	r := p.Record
	if r == nil || r.Bot >= len(p.Entrants) {
		return nil
	}
	title := fmt.Sprintf("%s has the greatest score so far: %d", p.Entrants[r.Bot].Name, r.Score)
	content := fmt.Sprintf("In match %d.", r.Match)
	return []feedEntry{p.entry(r.Ended, title, content, fmt.Sprintf("match/%d", r.Match), "record", r.Score, r.Match)}
}
