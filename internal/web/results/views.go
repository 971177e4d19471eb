package results

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"

	"github.com/botarena/arena/internal/web/results/resultpage"
)

// mostViews is how many pages of tables and bots are kept as they are sent.
const mostViews = 64

// view is an answer that is made when somebody asks for it: the page of a table, or of a bot, or one for programs.
type view struct {
	table resultpage.Table // "" for the page of a bot
	bot   int
	page  int  // from 1
	form  form // 0 for the page of a table or a bot
	named bool // authors are, for a reader who may know them
}

// form tells kinds of answers apart.
type form int

const (
	_         form = iota
	formTable      // in JSON
	formBot        // in JSON
	formFeed
	formAuthor // the page of an author
)

// kind is the type of the answer.
func (v view) kind() string {
	switch v.form {
	case formTable, formBot:
		return jsonType
	case formFeed:
		return "application/atom+xml"
	}
	return htmlType
}

func (v view) write(ctx context.Context, w io.Writer, p resultpage.Page) (bool, error) {
	switch v.form {
	case formTable:
		return resultpage.WriteTableJSON(w, p, v.page)
	case formBot:
		return resultpage.WriteBotJSON(ctx, w, p, v.bot)
	case formFeed:
		return resultpage.WriteFeed(w, p)
	case formAuthor:
		return resultpage.WriteAuthor(ctx, w, p, v.bot)
	}
	if v.table != "" {
		return resultpage.WriteTable(w, p, v.table, v.page)
	}
	return resultpage.WriteBot(ctx, w, p, v.bot, v.page)
}

// view answers with a page that is made of the newest tables.
func (s *site) view(w http.ResponseWriter, r *http.Request, v view) {
	v.page = 1
	if number := r.URL.Query().Get("page"); number != "" && v.form <= formTable {
		v.page, _ = strconv.Atoi(number) // 0, which no page has, if it is no number
	}
	v.named = (v.form == 0 || v.form == formAuthor) && s.authors.are(r)
	made, has, err := s.madeView(r, v)
	switch {
	case err != nil:
		s.failed(w, r, err)
	case !has:
		http.Error(w, "there is no such page", http.StatusNotFound)
	default:
		made.answer(w, r, v.kind())
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
	if v.named {
		shown.Names = s.authors.Names()
	}
	var text bytes.Buffer
	if has, err = v.write(r.Context(), &text, shown); err != nil || !has {
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
