package results

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/server"
)

// mostReplays is how many replays are read for an answer: some milliseconds each. The page asks again for the others.
const mostReplays = 200

// charts answers with what bots noted in the seats that a reader has chosen. One answer is made at a time, with a rest
// between, as pictures are.
func (s *site) charts(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	only, err := filterOf(asked)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	text, err := s.chart(r, asked.Get("chart"), only)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	server.Answer(w, r, jsonType, text)
}

func (s *site) chart(r *http.Request, name string, only archive.Filter) ([]byte, error) {
	leave, err := s.drawing.enter(r.Context())
	if err != nil {
		return nil, err
	}
	defer leave()
	chart, err := s.matches.Chart(r.Context(), name, only)
	if err != nil {
		return nil, err
	}
	return resultpage.ChartJSON(chart)
}

// endings are how a match can have ended for a seat, as src/results/matches.ts calls them.
var endings = map[string]archive.Filter{
	"": {}, "all": {}, "faults": {Frozen: true}, "losses": {Won: new(false)},
	"won": {Won: new(true), Shared: new(false)}, "shared": {Won: new(true), Shared: new(true)},
}

var rangeForm = late.Regexp(`^(\d{1,15})-(\d{1,15})$`)

// filterOf reads which seats count from a query, which is as the address of the page.
func filterOf(asked url.Values) (archive.Filter, error) {
	only, known := endings[asked.Get("show")]
	if !known {
		return only, fmt.Errorf("show: there is no chart of %q", asked.Get("show"))
	}
	only.Seat, only.Against = -1, -1
	bot := -1
	for name, to := range map[string]*int{"bot": &bot, "seat": &only.Seat, "against": &only.Against} {
		if text := asked.Get(name); text != "" {
			n, err := strconv.ParseUint(text, 10, 31)
			if err != nil {
				return only, fmt.Errorf("%s: %q is no number", name, text)
			}
			*to = int(n)
		}
	}
	if bot >= 0 {
		only.Bot = &bot
	}
	if text := asked.Get("seed"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return only, fmt.Errorf("seed: %q is no number", text)
		}
		only.Seed = &seed
	}
	for name, to := range map[string]**archive.Range{"length": &only.Length, "margin": &only.Margin} {
		if text := asked.Get(name); text != "" {
			parts := rangeForm().FindStringSubmatch(text)
			if parts == nil {
				return only, fmt.Errorf("%s: %q is not as 10-20", name, text)
			}
			from, _ := strconv.Atoi(parts[1])
			end, _ := strconv.Atoi(parts[2])
			*to = &archive.Range{From: from, To: end}
		}
	}
	return only, nil
}
