package admission

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/botarena/arena/engine"
	"github.com/botarena/arena/internal/base/files"
	"github.com/botarena/arena/internal/base/safe"
	"github.com/botarena/arena/internal/bot/language"
	"github.com/botarena/arena/internal/bot/pack/botfile"
	"github.com/botarena/arena/internal/league/uploads"
)

const (
	mostHanded      = 8 << 20 // bytes of all files that a person hands in at a time
	mostHandedFiles = 200
)

// HandedFile is a file that a person hands in.
type HandedFile struct {
	Path string // with slashes, from the folder that was chosen, and that folder first
	Data []byte
}

// sourcesEnding is what the name of the files of a bot ends in, in the inbox: there they are one archive, which has a
// file or a folder at its top. Its comment is the name under which the bot is to play, if that is not its own.
const sourcesEnding = ".zip"

// wrap makes one file for the inbox of what a person hands in: a package as it is, and else an archive of the files,
// those of an archive of theirs, too. The error is a *[uploads.Refusal].
func wrap(name string, files []HandedFile) (file []byte, ending string, err error) {
	if len(files) == 1 {
		only := files[0]
		switch strings.ToLower(path.Ext(only.Path)) {
		case botfile.Ending:
			return only.Data, botfile.Ending, nil
		case ".zip":
			stem := strings.TrimSuffix(path.Base(only.Path), path.Ext(only.Path))
			if files, err = unzip(only.Data, stem); err != nil {
				return nil, "", notTaken(err)
			}
		}
	}
	files = withoutClutter(files)
	if err = mayBeHanded(files); err == nil {
		file, err = zipped(name, files)
	}
	if err != nil {
		return nil, "", notTaken(err)
	}
	return file, sourcesEnding, nil
}

func notTaken(err error) error { return &uploads.Refusal{Reason: err.Error()} }

// withoutClutter leaves out what is no part of a bot. A path that is wrong stays, and is told.
func withoutClutter(files []HandedFile) []HandedFile {
	return slices.DeleteFunc(slices.Clone(files), func(f HandedFile) bool {
		return fs.ValidPath(f.Path) && slices.ContainsFunc(strings.Split(f.Path, "/"), language.IsClutter)
	})
}

// mayBeHanded returns an error unless each path means one file, inside of one file or folder, on every system.
func mayBeHanded(files []HandedFile) error {
	paths, tops, all := make([]string, len(files)), make(map[string]bool), 0
	for i, f := range files {
		if err := botfile.CheckPath(f.Path); err != nil {
			return err
		}
		top, _, _ := strings.Cut(f.Path, "/")
		paths[i], tops[top] = f.Path, true
		all += len(f.Data)
	}
	switch {
	case len(files) == 0:
		return errors.New("there is no file in it")
	case len(files) > mostHandedFiles:
		return fmt.Errorf("it has %d files, and may have %d", len(files), mostHandedFiles)
	case all > mostHanded:
		return errLarge
	case len(tops) > 1:
		return errors.New("it is several files; put them into one folder, or into a zip file")
	}
	return botfile.CheckApart(paths)
}

var errLarge = fmt.Errorf("its files are larger than %d MB", mostHanded>>20)

// unzip reads the files of an archive from a person, within the limits. Those that are not in one folder get one of a
// name.
func unzip(file []byte, folder string) (files []HandedFile, err error) {
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, errors.New("the zip file can't be read")
	}
	if len(archive.File) > 10*mostHandedFiles {
		return nil, fmt.Errorf("the zip file has %d files", len(archive.File))
	}
	left := int64(mostHanded)
	for _, f := range archive.File {
		switch mode := f.Mode(); {
		case strings.HasSuffix(f.Name, "/"):
			continue
		case !mode.IsRegular():
			return nil, errors.New(safe.Sprintf("%s in the zip file is a link or the like; only files count", f.Name))
		}
		one := HandedFile{Path: f.Name}
		if one.Data, err = inflate(f, left); err != nil {
			return nil, err
		}
		left -= int64(len(one.Data))
		files = append(files, one)
	}
	if files = withoutClutter(files); isOneThing(files) {
		return files, nil
	}
	for i := range files {
		files[i].Path = folder + "/" + files[i].Path
	}
	return files, nil
}

// isOneThing reports whether files are those of a folder, or one that is a bot of its own name.
func isOneThing(files []HandedFile) bool {
	tops := make(map[string]bool)
	for _, f := range files {
		top, _, inFolder := strings.Cut(f.Path, "/")
		stem := strings.TrimSuffix(top, path.Ext(top))
		if tops[top] = true; !inFolder && (len(files) > 1 || stem == "bot" || stem == "main") {
			return false
		}
	}
	return len(tops) < 2
}

// inflate reads a file of an archive that has at most so many bytes, whatever it says of itself.
func inflate(f *zip.File, most int64) ([]byte, error) {
	from, err := f.Open()
	if err != nil {
		return nil, errors.New(safe.Sprintf("%s in the zip file can't be read", f.Name))
	}
	defer from.Close() //nolint:errcheck // only read
	data, err := io.ReadAll(io.LimitReader(from, most+1))
	switch {
	case int64(len(data)) > most:
		return nil, errLarge
	case err != nil:
		return nil, errors.New(safe.Sprintf("%s in the zip file can't be read", f.Name))
	}
	return data, nil
}

// zipped makes an archive, always the same of the same files.
func zipped(name string, files []HandedFile) ([]byte, error) {
	var text bytes.Buffer
	archive := zip.NewWriter(&text)
	err := archive.SetComment(engine.Printable(name)) // control characters could end the archive before it does
	for _, f := range files {
		if err != nil {
			return nil, err
		}
		var to io.Writer
		if to, err = archive.Create(f.Path); err == nil {
			_, err = to.Write(f.Data)
		}
	}
	if err == nil {
		err = archive.Close()
	}
	return text.Bytes(), err
}

// unwrap writes the files of an archive that wrap has made into a folder. It returns the path of the bot, and the name
// under which it is to play, "" for its own.
func unwrap(from, into string) (bot, name string, err error) {
	const heads = 1 << 20 // bytes, more than those of all files have
	file, err := files.ReadFile(from, mostHanded+heads)
	if err != nil {
		return "", "", err
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return "", "", err
	}
	handed, err := unzip(file, "bot")
	if err == nil {
		err = mayBeHanded(handed)
	}
	if err != nil {
		return "", "", err
	}
	for _, f := range handed {
		to := filepath.Join(into, filepath.FromSlash(f.Path))
		if err = os.MkdirAll(filepath.Dir(to), 0o755); err == nil { //nolint:gosec // a confined bot may run as another user
			_, err = files.New(to, 0o644, bytes.NewReader(f.Data))
		}
		if err != nil {
			return "", "", err
		}
	}
	top, _, _ := strings.Cut(handed[0].Path, "/")
	return filepath.Join(into, top), engine.Printable(archive.Comment), nil
}
