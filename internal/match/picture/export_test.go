package picture

import (
	"image/gif"

	"github.com/botarena/arena/internal/match/story"
)

// Film returns a film and each of its pictures as a whole, as indices of colours.
func Film(m *story.Story, from, to int, o Options) (*gif.GIF, [][]uint8, error) {
	f, err := newFilm(m, from, to, o)
	if err != nil {
		return nil, nil, err
	}
	var whole [][]uint8
	for round := from; round <= to; round++ {
		whole = append(whole, f.frame(round).Pix)
	}
	return f.shoot(from, to, 10), whole, nil
}
