package find

import (
	"context"
	"strings"
)

// Ask asks a program where another one is, for tests.
func Ask(ctx context.Context, path string) (string, error) { return ask(ctx, path, strings.TrimSpace) }

// ParseBotTxt is for tests.
func ParseBotTxt(text []byte) (build, run []string, game string, err error) {
	about, err := parseBotTxt(text)
	return about.build, about.run, about.game, err
}
