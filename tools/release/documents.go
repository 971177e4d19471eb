package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// documents are the files of a release that are the same for all platforms.
type documents struct {
	licence, readme, changes file
	pages                    []file // of the manual
	completions              []completion
	examples                 []file
}

func commonFiles(ctx context.Context, s source) (documents, error) {
	var (
		d   documents
		err error
	)
	for _, f := range []struct {
		name string
		to   *file
	}{{"LICENSE", &d.licence}, {"README.md", &d.readme}, {"CHANGELOG.md", &d.changes}} {
		if *f.to, err = s.read(f.name); err != nil {
			return d, err
		}
	}
	if d.examples, err = exampleFiles(ctx, s); err != nil {
		return d, err
	}
	if d.completions, err = completions(); err != nil {
		return d, err
	}
	d.pages, err = manual(s)
	return d, err
}

// read reads a file of the repository by its name with slashes.
func (s source) read(name string) (file, error) {
	data, err := os.ReadFile(filepath.Join(s.folder, filepath.FromSlash(name)))
	return file{name: name, data: data}, err
}

// exampleFiles returns the bots that come with the arena, as git knows them: without programs
// that were built in their folders, and go.mod files, which are there for Go's module proxy.
func exampleFiles(ctx context.Context, s source) ([]file, error) {
	list, err := git(ctx, s.folder, "ls-files", "-z", "examples", ":!*/go.mod")
	if err != nil {
		return nil, err
	}
	names := strings.Split(strings.Trim(list, "\x00"), "\x00")
	slices.Sort(names)
	files := make([]file, 0, len(names))
	for _, name := range names {
		f, err := s.read(name)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// inArchive returns the files of an archive.
func (d documents) inArchive(programs []file) []file {
	files := append(slices.Clone(programs), d.licence, d.readme, d.changes)
	for _, c := range d.completions {
		files = append(files, c.below("completions"))
	}
	for _, page := range d.pages {
		files = append(files, page.below("man"))
	}
	return append(files, d.examples...)
}

// below returns the file in a folder.
func (f file) below(folder string) file {
	f.name = folder + "/" + f.name
	return f
}

// below returns files in a folder.
func below(folder string, files []file) []file {
	files = slices.Clone(files)
	for i := range files {
		files[i] = files[i].below(folder)
	}
	return files
}
