package viewer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/engine/match"
	"github.com/botarena/arena/internal/match/rerun"
	"github.com/botarena/arena/internal/web/server"
	"github.com/botarena/arena/internal/web/viewer/pagedata"
)

// Clock is how long a person may take for the orders of a round, and who tells the time. Then the match goes on with
// the orders that the page has told of so far.
type Clock struct {
	Round time.Duration // 0: as long as one likes
	Bank  time.Duration // for the whole match, for rounds that take longer
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// Seat is the seat of a person in a match that is played while the page shows it. The match waits for the person as
// long as it takes, or as Clock says. It is a [match.Player].
type Seat struct {
	Clock  Clock   // is set before the match
	Clocks []Clock // among which the page chooses for the next round, first Clock; or none
	Again  string  // the command by which a bot tries to do better

	game   engine.Game
	key    string // who knows it may order
	offer  pagedata.Seat
	ctx    context.Context //nolint:containedctx // of the match, as match.Player wants it
	orders chan engine.Commands
	came   chan struct{} // closed when the page is there: until then no time is charged
	come   sync.Once

	mu     sync.Mutex
	from   int                     // the first round that the person is asked in
	back   string                  // the command by which the person plays on from a ROUND, or ""
	stop   context.CancelCauseFunc // ends the match if a round is taken back; nil: none can be
	goes   bool                    // back to a round, from which another match has not begun yet
	asked  int                     // the round that is being played
	wanted int                     // the round whose orders are the next
	draft  engine.Commands         // of that round, in case its time is up
	began  time.Time               // when its time began; the zero time: it has not
	spent  map[int]time.Duration   // of the bank, before a round
	chosen int                     // of Clocks
	over   bool
}

var _ match.Player = (*Seat)(nil)

// NewSeat returns the seat of a person. It fails if the game's orders are more than a unit and a word.
func NewSeat(game engine.Game, number int) (*Seat, error) {
	words, err := pagedata.WordsOf(game.Info())
	if err != nil {
		return nil, err
	}
	return &Seat{
		game: game, key: rand.Text(), orders: make(chan engine.Commands, 1),
		came: make(chan struct{}), spent: make(map[int]time.Duration),
		offer: pagedata.Seat{Seat: number, Most: engine.MaxCommands, Words: words},
	}, nil
}

// Query is what the address of the page ends with for the person.
func (s *Seat) Query() string { return "me=" + s.key }

// Taken is the cause by which a match ends of which the person takes rounds back.
type Taken struct {
	Round int // from which the person plays on
}

func (e *Taken) Error() string { return fmt.Sprintf("you went back to round %d", e.Round) }

// Begin begins a match in which the person is asked from a round on. The command plays on from a ROUND of it, or is "".
// If the person takes rounds back, stop is called with a [*Taken]; if it is nil, nobody can.
func (s *Seat) Begin(from int, command string, stop context.CancelCauseFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from, s.asked, s.wanted, s.back, s.stop, s.goes, s.over = from, 0, from, command, stop, false, false
	s.draft, s.began = nil, time.Time{}
	select {
	case <-s.orders:
	default:
	}
}

// Leave ends the match also if the person has gone back, and no other one begins.
func (s *Seat) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over, s.goes = true, false
}

// retake takes back all rounds from one on.
func (s *Seat) retake(round int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.over:
		return errOver
	case s.goes:
		return errEarly
	case s.stop == nil:
		return errors.New("rounds of this match cannot be taken back")
	case round < 0 || round >= s.wanted:
		return fmt.Errorf("round %d was not ordered yet", round)
	case round > s.asked:
		return errEarly
	}
	s.goes = true
	s.stop(&Taken{round})
	return nil
}

// Start implements [match.Player].
func (s *Seat) Start(ctx context.Context, _ engine.Match, _ int) error {
	s.ctx = ctx
	return nil
}

// Ask implements [match.Player].
func (s *Seat) Ask(state *match.State) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = state.Round()
	return nil
}

// Answer implements [match.Player].
func (s *Seat) Answer(state *match.State) (match.Answer, error) {
	return s.answer(state.Round())
}

func (s *Seat) answer(round int) (match.Answer, error) {
	if round < s.from {
		return match.Answer{}, nil
	}
	late, err := s.begin()
	if err != nil {
		return match.Answer{}, err
	}
	select {
	case commands := <-s.orders:
		return match.Answer{Commands: commands}, nil
	case <-late:
		return match.Answer{Commands: s.timeUp()}, nil
	case <-s.ctx.Done():
		return match.Answer{}, context.Cause(s.ctx)
	}
}

// begin begins the time of a round. It waits for the page, which may be opened later than the match begins.
func (s *Seat) begin() (late <-chan time.Time, err error) {
	if !s.isTimed() {
		return nil, nil
	}
	select {
	case <-s.came:
	case <-s.ctx.Done():
		return nil, context.Cause(s.ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.began = s.Clock.Now()
	return s.Clock.After(s.limit()), nil
}

func (s *Seat) isTimed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Clock.Round > 0
}

// bank is the rest of it: rounds that were taken back cost nothing. Another clock may have had a greater one.
func (s *Seat) bank() time.Duration { return max(s.Clock.Bank-s.spent[s.wanted], 0) }

// limit is the time for a round.
func (s *Seat) limit() time.Duration { return s.Clock.Round + s.bank() }

// choose chooses a clock for the rounds after the one that is wanted.
func (s *Seat) choose(clock int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if clock < 0 || clock >= len(s.Clocks) {
		return errors.New("the clock of this match cannot be chosen so")
	}
	s.chosen = clock
	return nil
}

// timeUp returns the orders of a round whose time is up: those that were sent meanwhile, or else the draft.
func (s *Seat) timeUp() engine.Commands {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case commands := <-s.orders:
		return commands
	default:
	}
	commands := s.draft
	s.next()
	return commands
}

// next goes to the next round. What the one before took longer than a round may comes out of the bank.
func (s *Seat) next() {
	spent := s.spent[s.wanted]
	if !s.began.IsZero() {
		spent += min(max(s.Clock.Now().Sub(s.began)-s.Clock.Round, 0), s.bank())
	}
	if len(s.Clocks) > 0 {
		s.Clock = s.Clocks[s.chosen]
	}
	s.wanted, s.draft, s.began = s.wanted+1, nil, time.Time{}
	s.spent[s.wanted] = spent
}

// Lines implements [match.Player].
func (s *Seat) Lines() []string { return nil }

// End implements [match.Player].
func (s *Seat) End(match.Result) { s.Freeze() }

// Freeze implements [match.Player].
func (s *Seat) Freeze() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = !s.goes
}

// Errors of orders that come at the wrong time. The page has another round then, or will have it.
var (
	errOver  = errors.New("the match is over")
	errEarly = errors.New("the round before is still being played")
)

// give takes the orders of a round, as a bot writes them, or a draft of them. It returns the status of the answer.
func (s *Seat) give(round int, text string, isDraft bool) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.over:
		return http.StatusConflict, errOver
	case s.goes:
		return http.StatusConflict, errEarly
	case round < s.wanted:
		return http.StatusConflict, fmt.Errorf("round %d was ordered already, maybe in another tab", round)
	case round > s.wanted || len(s.orders) > 0:
		return http.StatusConflict, errEarly
	}
	read, err := rerun.ReadOrders(s.game, round, []byte(text))
	if err == nil && len(read) != 1 {
		err = fmt.Errorf("orders of %d rounds: give those of round %d only", len(read), round)
	}
	if err != nil {
		return http.StatusUnprocessableEntity, err
	}
	if isDraft {
		s.draft = read[0]
		return http.StatusOK, nil
	}
	s.orders <- read[0] // nobody else fills it
	s.next()
	return http.StatusOK, nil
}

// told is what the page is told now, which is there then.
func (s *Seat) told() pagedata.Seat {
	s.come.Do(func() { close(s.came) })
	s.mu.Lock()
	defer s.mu.Unlock()
	told := s.offer
	told.Round, told.Again, told.Back, told.Retakes = s.wanted, s.Again, s.back, s.stop != nil
	told.Clock = s.chosen
	for _, c := range s.Clocks {
		told.Clocks = append(told.Clocks, pagedata.Clock{Round: c.Round.Milliseconds(), Bank: c.Bank.Milliseconds()})
	}
	if s.Clock.Round > 0 {
		told.Limit = s.limit().Milliseconds()
		told.Left = told.Limit
		if !s.began.IsZero() {
			told.Left = max(told.Limit-s.Clock.Now().Sub(s.began).Milliseconds(), 1)
		}
	}
	return told
}

// isIts reports whether a request comes from who knows the key.
func (s *Seat) isIts(r *http.Request) bool {
	return subtle.ConstantTimeCompare([]byte(r.Header.Get("X-Arena-Seat")), []byte(s.key)) == 1
}

// Seats lets a person play by the page. It is called before Serve.
func (s *Server) Seats(seat *Seat) { s.seat = seat }

// aSeat answers those who may not play, and returns false.
func (s *Server) aSeat(w http.ResponseWriter, r *http.Request) bool {
	switch {
	case s.seat == nil:
		http.Error(w, "nobody plays here by the page", http.StatusNotFound)
	case !s.seat.isIts(r):
		http.Error(w, "only the person may order who has the address that arena printed", http.StatusForbidden)
	default:
		return true
	}
	return false
}

// tellSeat answers with what the person may order.
func (s *Server) tellSeat(w http.ResponseWriter, r *http.Request) {
	if s.aSeat(w, r) {
		server.Answer(w, r, "application/json", mustJSON(s.seat.told()))
	}
}

// choose returns what takes a number that the person chooses on the page. Only the page itself may send it, and says
// what for.
func (s *Server) choose(what string, take func(seat *Seat, number int) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.aSeat(w, r) {
			return
		}
		if !server.FromPage(r, what) {
			http.Error(w, "only the page itself may choose", http.StatusForbidden)
			return
		}
		number, err := strconv.Atoi(r.URL.Query().Get("choose"))
		if err == nil {
			err = take(s.seat, number)
		}
		if err != nil {
			http.Error(w, engine.Printable(err.Error()), http.StatusBadRequest)
			return
		}
		server.Answer(w, r, "application/json", mustJSON(s.seat.told()))
	}
}

// takeOrders takes the orders of a round. Only the page itself may send them.
func (s *Server) takeOrders(w http.ResponseWriter, r *http.Request) {
	if !s.aSeat(w, r) {
		return
	}
	if !server.FromPage(r, "orders") {
		http.Error(w, "only the page itself may order", http.StatusForbidden)
		return
	}
	var given struct {
		Round  *int   `json:"round"`
		Orders string `json:"orders"`
		Draft  bool   `json:"draft"` // these are not all, if there is time for more
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBranch)).Decode(&given); err != nil || given.Round == nil {
		http.Error(w, "not the orders of a round", http.StatusBadRequest)
		return
	}
	if status, err := s.seat.give(*given.Round, given.Orders, given.Draft); err != nil {
		http.Error(w, engine.Printable(err.Error()), status)
		return
	}
	server.Answer(w, r, "application/json", mustJSON(s.seat.told()))
}
