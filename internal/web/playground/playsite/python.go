package playsite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"

	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/hint"
	"github.com/botarena/arena/internal/web/viewer"
)

// PyodideVersion is the version of Python for browsers that the page knows.
const PyodideVersion = "314.0.7"

// pyodideSums are the files that the page needs of it, as npm has them, with their SHA-256.
var pyodideSums = map[string]string{
	"pyodide.mjs":       "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
	"pyodide.asm.mjs":   "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
	"pyodide.asm.wasm":  "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
	"python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}

const (
	pyodideFolder = "pyodide/"
	mostPyodide   = 32 << 20 // bytes of a file
)

// ReadPyodide reads the files of Pyodide from a folder, and refuses those that are not what they must be.
func ReadPyodide(folder string) ([]viewer.SiteFile, error) {
	var all []viewer.SiteFile
	for _, name := range sorted(pyodideSums) {
		path := filepath.Join(folder, name)
		data, err := files.ReadFile(path, mostPyodide)
		if err != nil {
			return nil, hint.New(path, err.Error(), howToGetPyodide).Because(err)
		}
		if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != pyodideSums[name] {
			return nil, hint.New(path, "not the file of Pyodide "+PyodideVersion, howToGetPyodide)
		}
		all = append(all, viewer.SiteFile{Name: pyodideFolder + name, Data: data})
	}
	return all, nil
}

var howToGetPyodide = fmt.Sprintf("npm pack pyodide@%s, and tar -xf what it writes: the folder is package",
	PyodideVersion)

// python adds Pyodide, if the site is to have it.
func (b *builder) python(files []viewer.SiteFile) {
	if files == nil {
		return
	}
	b.files = append(b.files, files...)
	b.site.Pyodide = &pyodide{pyodideFolder, PyodideVersion, pyodideSums}
}
