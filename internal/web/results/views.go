package results

import (
	"bytes"
	"io"
	"net/http"
	"strconv"

	"github.com/botarena/arena/internal/web/results/resultpage"
)

// mostViews is how many pages of tables and bots are kept as they are sent.
const mostViews = 64

// view is a page that is made when somebody asks for it: of a table, or of a bot.
type view struct {
	table resultpage.Table // "" for the page of a bot
	bot   int
	page  int // from 1
}

func (v view) write(w io.Writer, p resultpage.Page) (bool, error) {
	if v.table != "" {
		return resultpage.WriteTable(w, p, v.table, v.page)
	}
	return resultpage.WriteBot(w, p, v.bot, v.page)
}

// view answers with a page that is made of the newest tables.
func (s *site) view(w http.ResponseWriter, r *http.Request, v view) {
	v.page = 1
	if number := r.URL.Query().Get("page"); number != "" {
		v.page, _ = strconv.Atoi(number) // 0, which no page has, if it is no number
	}
	made, has, err := s.madeView(r, v)
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	case !has:
		http.Error(w, "there is no such page", http.StatusNotFound)
	default:
		made.answer(w, r, htmlType)
	}
}

func (s *site) madeView(r *http.Request, v view) (made body, has bool, err error) {
	if kept, known := s.keptView(v); known {
		return kept, true, nil
	}
	leave, err := s.making.enter(r.Context())
	if err != nil {
		return body{}, true, err
	}
	defer leave()
	if kept, known := s.keptView(v); known { // it was made meanwhile
		return kept, true, nil
	}
	s.mu.Lock()
	shown, shows := s.shown, s.shownTimes
	s.mu.Unlock()
	var text bytes.Buffer
	if has, err = v.write(&text, shown); err != nil || !has {
		return body{}, has, err
	}
	if made, err = newBody(text.Bytes()); err != nil {
		return body{}, true, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shownTimes == shows {
		s.views.put(v, made)
	}
	return made, true, nil
}

func (s *site) keptView(v view) (body, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.views.get(v)
}
