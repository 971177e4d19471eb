package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/botarena/arena/engine/lines"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/match/replay"
	"github.com/botarena/arena/internal/match/rerun"

	"github.com/botarena/arena/internal/cli/shell"
)

// mostOrders is how many bytes the orders of a seat may have.
const mostOrders = 16 << 20

// firstOrders reads the orders that seats give first.
func (o *branchOptions) firstOrders(r *replay.Replay) (map[int]rerun.Orders, error) {
	read := make(map[int]rerun.Orders)
	for _, typed := range o.orders {
		seat, text, err := seatOf(typed, r)
		if err != nil {
			return nil, err
		}
		if _, twice := read[seat]; twice {
			return nil, shell.Misused("leave out one of them", "seat %d has --orders twice", seat)
		}
		of := ordersOf(seat)
		if name, isFile := strings.CutPrefix(text, "@"); isFile {
			of = safe.Name(name)
			content, err := shell.ReadText(name, mostOrders)
			if err != nil {
				return nil, err
			}
			text = string(content)
		} else {
			text = inLines(text)
		}
		if read[seat], err = rerun.ReadOrders(r.Setup.Game(), o.round, []byte(text)); err != nil {
			return nil, unreadable(of, r.Setup.Game().Info().Name, err)
		}
	}
	return read, nil
}

// inLines returns orders that were typed on one line as a bot writes them.
func inLines(text string) string { return strings.ReplaceAll(text, ";", "\n") }

// ordersOf names the orders of a seat.
func ordersOf(seat int) string { return fmt.Sprintf("--orders of seat %d", seat) }

// seatOf splits SEAT=ORDERS.
func seatOf(typed string, r *replay.Replay) (int, string, error) {
	number, text, found := strings.Cut(typed, "=")
	seat, err := strconv.Atoi(number)
	switch {
	case !found || err != nil:
		return 0, "", shell.Misused("--orders '1=do 5 north; do 7 east'", "--orders %s: not SEAT=ORDERS", typed)
	case seat < 0 || seat >= len(r.Seats):
		return 0, "", shell.Misused("--orders '0=do 5 north'", "--orders %s: there is no seat %d: seats are 0 to %d",
			typed, seat, len(r.Seats)-1)
	}
	return seat, text, nil
}

// unreadable is the error of orders that can't be read, with the line below it.
func unreadable(of, game string, err error) error {
	wrong := new(lines.Error)
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", of, err)
	}
	return hint.With(fmt.Errorf("%s: %w\n%s", of, err, strings.Join(wrong.Caret(), "\n")),
		safe.Shell("arena", "lines", game)+" explains them")
}
