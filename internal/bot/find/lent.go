package find

import (
	"bytes"
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/sdks"
)

// lent returns the folder of the arena's SDK if a script imports it as ./arena/, has no such folder beside it, and its
// language needs this, else "": node looks for modules nowhere else, while Python does by PYTHONPATH.
func (f Finder) lent(l *language.Language, script string) string {
	const mostText = 1 << 20
	if l.Reader.Lend == nil || f.Cache == "" || exists(filepath.Join(filepath.Dir(script), "arena")) {
		return ""
	}
	text, err := files.ReadFile(script, mostText)
	if err != nil || !bytes.Contains(text, []byte("./arena/")) {
		return ""
	}
	sdk, err := sdks.All().Unpack(filepath.Join(f.Cache, "sdk"))
	if err != nil { // then node names the missing file
		return ""
	}
	return filepath.Join(sdk, l.Name)
}
