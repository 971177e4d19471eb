package results

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/contest/archive"
	"github.com/botarena/arena/internal/contest/played"
	"github.com/botarena/arena/internal/contest/store"
	"github.com/botarena/arena/internal/web/results/resultpage"
	"github.com/botarena/arena/internal/web/viewer"
)

// mostInside is how many bytes the matches in a page have together: what mail still takes, with the rest of the page.
const mostInside = 2 << 20

// LeftOut is a match that is not in a page, though it is worth watching.
type LeftOut struct {
	Match int // from 1
	Why   error
}

// AddBest puts the best matches whose replays are kept into a page that becomes a file, without what bots noted and
// wrote for their authors. It returns those that are too large, or can't be read. A page of [PageOf] lists them.
func AddBest(
	ctx context.Context, from *store.Store, t *archive.Tournament, games engine.Games, p *resultpage.Page,
) (left []LeftOut, err error) {
	keys, err := from.Kept(ctx, t.ID)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	var kept []played.Match
	seats := make(map[int][]int)
	for m, err := range p.Matches {
		if err != nil {
			return nil, err
		}
		if _, ok := keys[m.Number]; ok {
			kept, seats[m.Number] = append(kept, m), m.Seats
		}
	}
	p.Links = maps.Clone(p.Links)
	if p.Links == nil {
		p.Links = make(map[int]string)
	}
	changes, err := from.LeadChanges(ctx, t.ID, 0)
	if err != nil {
		return nil, err
	}
	room := mostInside
	for _, w := range watch(kept, changes, *p) {
		number := w.Match - 1
		w.Packed, err = packed(ctx, from, keys[number], seats[number], games, room)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			left = append(left, LeftOut{w.Match, err})
			continue
		}
		room -= len(w.Packed)
		p.Watch = append(p.Watch, w)
		p.Links[number] = cmp.Or(p.Links[number], fmt.Sprintf("#match=%d", w.Match))
	}
	return left, nil
}

// packed returns a match as a page has it, if there is room for so many bytes.
func packed(
	ctx context.Context, from *store.Store, key store.Key, seats []int, games engine.Games, room int,
) (template.HTML, error) {
	replay, _, err := from.Replay(ctx, key)
	if err != nil {
		return "", err
	}
	tooLarge := fmt.Errorf("it is too large: all together have room for %d kB", mostInside>>10)
	if len(replay) > room { // what shows it is larger still
		return "", tooLarge
	}
	match, err := readMatch(replay, games, seats)
	if err != nil {
		return "", err
	}
	text, err := viewer.Packed(match, viewer.ExportOptions{NoDebug: true})
	if len(text) > room {
		return "", tooLarge
	}
	return text, err
}
