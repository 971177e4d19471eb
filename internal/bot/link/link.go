// Package link reads links to the playground with a bot in them. Anybody may send one: a link names the game, the seed
// and the bots, and starts nothing.
package link

import (
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/language"
)

// Limits on links, so that one of a stranger can't take memory without end.
const (
	MaxText = 200_000 // bytes of a link
	MaxCode = 200_000 // bytes of the bot
)

// Link is what a link says. It has the form
//
//	https://example.org/play.html#game=orkisland&seed=30&bots=me,demo,demo,dummy&lang=py&code=…
//
// of which only what follows # counts. The code is packed by deflate, and written in base64 for addresses.
type Link struct {
	Game     string
	Seed     uint64
	Bots     []string // by seat; "me" is the bot of the link
	Language string   // as in the folder sdk
	Code     []byte   // the text of the bot
}

var (
	gameForm = late.Regexp(`^[a-z][a-z0-9]{0,31}$`)
	botForm  = late.Regexp(`^\w[\w-]{0,19}$`)
)

// The errors of texts that are no such links.
var (
	ErrNone  = errors.New("not a link to a playground with a bot in it: there is no code=")
	ErrLarge = fmt.Errorf("the link or its bot is larger than %d kB", MaxCode/1000)
)

const mostBots = 64

// Parse reads a link.
func Parse(text string) (l Link, err error) {
	if len(text) > MaxText {
		return l, ErrLarge
	}
	_, hash, _ := strings.Cut(text, "#")
	fields, err := url.ParseQuery(hash)
	if err != nil || !fields.Has("code") {
		return l, ErrNone
	}
	l.Game = fields.Get("game")
	if !gameForm().MatchString(l.Game) {
		return l, errors.New("the link names no game")
	}
	var known []string
	for _, of := range language.OnPage() {
		known = append(known, "lang="+of.SDK.Page)
		if fields.Get("lang") == of.SDK.Page {
			l.Language = of.Name
		}
	}
	if l.Language == "" {
		return l, errors.New("the link names no language: " + strings.Join(known, " or "))
	}
	if fields.Has("seed") {
		if l.Seed, err = strconv.ParseUint(fields.Get("seed"), 10, 64); err != nil {
			return l, errors.New("the seed in the link is no number from 0 to 18446744073709551615")
		}
	}
	l.Bots = strings.Split(fields.Get("bots"), ",")
	for _, bot := range l.Bots {
		if len(l.Bots) > mostBots || !botForm().MatchString(bot) {
			return l, errors.New("the link does not name the bots, as bots=me,demo")
		}
	}
	l.Code, err = unpacked(fields.Get("code"))
	return l, err
}

// unpacked returns the text of a bot, and unpacks no more than a bot may have.
func unpacked(code string) ([]byte, error) {
	small, err := base64.RawURLEncoding.DecodeString(code)
	if err != nil {
		return nil, errDamaged
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(small))), MaxCode+1))
	switch {
	case len(text) > MaxCode:
		return nil, ErrLarge
	case err != nil || !utf8.Valid(text) || strings.ContainsRune(string(text), 0):
		return nil, errDamaged
	}
	plain := strings.ReplaceAll(string(text), "\r\n", "\n")
	for _, found := range find(plain, func(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }) {
		return nil, &HiddenError{found}
	}
	return text, nil
}

// Char is a character in code.
type Char struct {
	Line int // from 1
	Rune rune
}

func (c Char) String() string { return fmt.Sprintf("line %d: %U", c.Line, c.Rune) }

// HiddenError reports code that a terminal does not show as it is. Nobody writes such.
type HiddenError struct{ Char }

func (e *HiddenError) Error() string {
	return fmt.Sprintf("line %d of the code in the link has the control character %U, by which a terminal shows "+
		"other code than runs", e.Line, e.Rune)
}

// Unseen returns the characters of the code that nobody sees, or that show their neighbours in another order: they
// stand in honest texts of some languages, and may hide what runs.
func (l Link) Unseen() []Char {
	return find(strings.TrimPrefix(string(l.Code), "\ufeff"), func(r rune) bool {
		return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point,
			unicode.Variation_Selector)
	})
}

// find returns the characters of a kind.
func find(code string, is func(r rune) bool) (found []Char) {
	line := 1
	for _, r := range code {
		if is(r) {
			found = append(found, Char{line, r})
		}
		if r == '\n' {
			line++
		}
	}
	return found
}

// errDamaged is the error of a link that was cut off or changed on its way.
var errDamaged = errors.New("the code in the link is damaged: a part of it is missing")
