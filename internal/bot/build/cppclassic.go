package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/late"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/unfit"
)

// isClassic finds out whether a source file is a player of an original program.
var isClassic = late.Regexp(`(?m)^[ \t]*#[ \t]*include[ \t]*["<]Player\.hh[">]`)

// namesPlayer finds out whether a source file means to be one.
var namesPlayer = late.Regexp(`\b(PLAYER_NAME|RegisterPlayer)\b`)

// definesPlayer finds the name that a player file gives its player.
var definesPlayer = late.Regexp(`(?m)^[ \t]*#[ \t]*define[ \t]+PLAYER_NAME[ \t]+(\w+)`)

// ClassicEnding is that of player files.
const ClassicEnding = ".cc"

// PlayerFile returns the name that the original programs wanted of the file of a player.
func PlayerFile(player string) string { return "AI" + player + ClassicEnding }

// classicHeaders returns the folder of headers for players of a game's original program.
func classicHeaders(sdk, game string) string { return filepath.Join(sdk, "cpp", "classic", game) }

// gameOf finds out of which game a player file is: that with the name of its folder, as somebody with players of
// several games has a folder for each, or else the only one for which it compiles.
func (b *cppBuild) gameOf(ctx context.Context, f Builder, sdk string) (string, error) {
	if own := strings.ToLower(filepath.Base(b.Dir())); files.IsFolder(classicHeaders(sdk, own)) {
		return own, nil
	}
	known := filepath.Join(f.Cache, "cpp", "game-"+b.sourceSum(sdk))
	if game, err := os.ReadFile(known); err == nil && files.IsFolder(classicHeaders(sdk, string(game))) {
		return string(game), nil
	}
	if !f.Unbuilt {
		f.begun(b.Source)
	}
	fits, err := b.gamesThatFit(ctx, f, sdk)
	if err != nil {
		return "", err
	}
	if len(fits) == 1 {
		_ = os.MkdirAll(filepath.Dir(known), 0o755)
		_ = files.Replace(known, 0o644, strings.NewReader(fits[0])) // else it is found out again
		return fits[0], nil
	}
	return "", b.unknownGame(fits)
}

// sourceSum stands for what decides about the game of a player file.
func (b *cppBuild) sourceSum(sdk string) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", sdk)
	for _, s := range b.sources {
		fmt.Fprintf(sum, "%x\n", sha256.Sum256(s.text))
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// unknownGame refuses a player file that compiles for none of the games, or for several.
func (b *cppBuild) unknownGame(fits []string) error {
	why := "which does not say of which game"
	if len(fits) > 1 {
		why = "which compiles for " + unfit.Listed(fits)
	}
	return unfit.New(
		b.Typed, "a player file of an original program, "+why,
		"put it in a folder with the name of the game, such as orkisland; arena bot pack and arena check also take "+
			"--game orkisland",
	)
}

// gamesThatFit lists the games for which the sources compile. Nothing is compiled where nothing may be built.
func (b *cppBuild) gamesThatFit(ctx context.Context, f Builder, sdk string) (fits []string, err error) {
	folders, err := os.ReadDir(classicHeaders(sdk, ""))
	if err != nil || f.Unbuilt {
		return nil, nil //nolint:nilerr // then it is not known
	}
	for _, folder := range folders {
		f.Game = folder.Name()
		if !folder.IsDir() {
			continue
		}
		try := *b
		if err := try.choose(f, language.Classic, sdk); err != nil {
			return nil, err
		}
		if try.compiles(ctx) {
			fits = append(fits, f.Game)
		}
	}
	return fits, context.Cause(ctx)
}

// compiles reports whether the compiler has no objections. It makes nothing.
func (b *cppBuild) compiles(ctx context.Context) bool {
	temp, err := os.MkdirTemp("", "arena-cpp-")
	if err != nil {
		return false
	}
	defer func() { _ = os.RemoveAll(temp) }()
	for _, s := range b.sources {
		folder, input, args := b.given(s, temp)
		if b.run(ctx, folder, input, append([]string{"-fsyntax-only"}, args...)...) != nil {
			return false
		}
	}
	return true
}

// besideNothing makes a folder for the compiler in which nothing is beside a source, but the name that messages have
// for it leads to its text: the compiler shows the line of an error if it can open the file. If that can't be made,
// it shows none.
func besideNothing(temp string, s cppSource) string {
	folder := filepath.Join(temp, "empty")
	for range strings.Count(filepath.ToSlash(s.shown), "../") {
		folder = filepath.Join(folder, "x")
	}
	_ = os.MkdirAll(folder, 0o755)
	if path := filepath.Join(folder, s.shown); !filepath.IsAbs(s.shown) {
		_ = os.MkdirAll(filepath.Dir(path), 0o755)
		_ = os.WriteFile(path, s.text, 0o600)
	}
	return folder
}

// meansToBeClassic reports whether no source is a player file of an original program, but one has its words.
func (b *cppBuild) meansToBeClassic() bool {
	means := false
	for _, s := range b.sources {
		if s.classic {
			return false
		}
		means = means || namesPlayer().Match(s.text)
	}
	return means
}

// Player returns the name that a player file of an original program gives its player, and whether the source, a file,
// or one within it, is such a file.
func (t Source) Player(name string) (player string, is bool) {
	source, err := t.readSource(name)
	if err != nil || !source.classic {
		return "", false
	}
	if found := definesPlayer().FindSubmatch(source.text); found != nil {
		player = string(found[1])
	}
	return player, true
}
