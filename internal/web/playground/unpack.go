package playground

import (
	"bytes"
	"strings"

	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/pack/botfile"
)

// mostModule is how many bytes a compiled bot may have that a page plays; src/playground/compiled.ts has it, too.
const mostModule = 32 << 20

// moduleEnding is that of the names of modules for WASI.
const moduleEnding = ".wasm"

// Unpack returns the module for WASI that is in a package. There is nothing else in it that such a bot would read: a
// tab has no files. Who signed the package is nobody's concern here, where any file may be dropped.
func (*Room) Unpack(file []byte) ([]byte, error) {
	read, err := botfile.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	entry, err := moduleIn(read.Manifest)
	if err != nil {
		return nil, err
	}
	var module bytes.Buffer
	err = read.Extract(entry, &module)
	return module.Bytes(), err
}

// moduleIn finds the module in a package.
func moduleIn(m botfile.Manifest) (module botfile.Entry, err error) {
	var others []string
	for _, f := range m.Files {
		path, isOfBot := f.Path()
		switch {
		case !isOfBot || botfile.IsForPeople(path):
		case strings.HasSuffix(path, moduleEnding) && module.File == "":
			module = f.Entry
		default:
			others = append(others, path)
		}
	}
	switch {
	case module.File == "":
		return module, safe.Errorf("%s: it is in %s; a browser plays what is compiled for WASI only", m.Name, m.Kind)
	case len(others) > 0:
		return module, safe.Errorf("%s: it has %s, which a browser has no place for; play it with arena play", m.Name,
			others[0])
	case module.Size > mostModule:
		return module, safe.Errorf("%s: its module has more than %d MB", m.Name, mostModule>>20)
	}
	return module, nil
}
