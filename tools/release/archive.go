package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"path"
	"time"
)

// archive packs files into a folder of one archive: zip for Windows, which opens no other.
func archive(s source, p platform, files []file) (file, error) {
	inFolder := make([]file, 0, len(files))
	for _, f := range files {
		f.name = path.Join(s.base(p), f.name)
		inFolder = append(inFolder, f)
	}
	if p.os == "windows" {
		data, err := zipped(inFolder, s.commit)
		return file{name: s.base(p) + ".zip", data: data}, err
	}
	data, err := tarred(inFolder, s.commit)
	return file{name: s.base(p) + ".tar.gz", data: data}, err
}

// mode returns the permissions of a file.
func (f file) mode() int64 {
	if f.executable {
		return 0o755
	}
	return 0o644
}

// tarred returns a compressed tar of files that belong to root, with the folders above each:
// dpkg wants to find those.
func tarred(files []file, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	compressor := gzip.NewWriter(&packed)
	w := tar.NewWriter(compressor)
	folders := map[string]bool{".": true, "/": true}
	for _, f := range files {
		if err := addFolders(w, path.Dir(f.name), at, folders); err != nil {
			return nil, err
		}
		header := tar.Header{
			Name: f.name, Mode: f.mode(), Size: int64(len(f.data)), ModTime: at,
			Uname: "root", Gname: "root", Format: tar.FormatGNU,
		}
		if err := w.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	err := compressor.Close()
	return packed.Bytes(), err
}

// addFolders adds a folder and those above it, unless they have been added.
func addFolders(w *tar.Writer, folder string, at time.Time, added map[string]bool) error {
	if added[folder] {
		return nil
	}
	added[folder] = true
	if err := addFolders(w, path.Dir(folder), at, added); err != nil {
		return err
	}
	return w.WriteHeader(&tar.Header{
		Typeflag: tar.TypeDir, Name: folder + "/", Mode: 0o755, ModTime: at,
		Uname: "root", Gname: "root", Format: tar.FormatGNU,
	})
}

func zipped(files []file, at time.Time) ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		header.SetMode(0o644)
		if f.executable {
			header.SetMode(0o755)
		}
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return packed.Bytes(), err
}

// gzipped compresses a page for Debian, without a name or a time.
func gzipped(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}
