package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"
)

// Media types of the OCI image specification.
const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// imageUser is the user of a container. No system gives this number to anybody else.
const imageUser = 65532

// object is JSON with its keys in order, as encoding/json writes a map.
type object = map[string]any

// image is an image for containers that grows: blobs by their digests, in an archive that is both an OCI image
// layout and what `docker load` has always read.
type image struct {
	source source
	blobs  map[string][]byte // by their paths in the layout
	order  []string
	built  []object // manifests of platforms
	loaded []object // the same for docker load
}

// layer is a part of an image's files.
type layer struct {
	blob   object
	diffID string // the digest of its content, unpacked
}

// imageOf returns an image for containers with the programs of some platforms, all of Linux, and bots, which are
// the same for all.
func imageOf(s source, platforms []platform, programs [][]file, licence file, bots []file) (file, error) {
	m := &image{source: s, blobs: make(map[string][]byte)}
	examples, err := m.layer(folderOf("bots/"), below("bots", bots))
	if err != nil {
		return file{}, err
	}
	for i, p := range platforms {
		own, err := m.layer(rootFolders, append([]file{
			{
				name: "etc/passwd",
				data: fmt.Appendf(nil, "root:x:0:0:root:/:/sbin/nologin\narena:x:%d:%d:arena:/data:/sbin/nologin\n", imageUser,
					imageUser),
			},
			{name: "etc/group", data: fmt.Appendf(nil, "root:x:0:\narena:x:%d:\n", imageUser)},
			licence.below("usr/share/doc/arena"),
		}, below("usr/bin", programs[i])...))
		if err != nil {
			return file{}, err
		}
		if err := m.add(p, []layer{examples, own}); err != nil {
			return file{}, err
		}
	}
	data, err := m.archive()
	return file{name: fmt.Sprintf("arena_%s_image.tar", s.number()), data: data}, err
}

// imageFolder is a folder of an image, which may be another user's than root's.
type imageFolder struct {
	name string
	mode int64
	user int
}

// rootFolders are the folders of the image. Nothing else makes them in it: bots have their files in /tmp, and
// leagues are in /data.
var rootFolders = []imageFolder{
	{"data/", 0o755, imageUser},
	{"etc/", 0o755, 0},
	{"tmp/", 0o1777, 0},
	{"usr/", 0o755, 0},
	{"usr/bin/", 0o755, 0},
	{"usr/share/", 0o755, 0},
	{"usr/share/doc/", 0o755, 0},
	{"usr/share/doc/arena/", 0o755, 0},
}

func folderOf(name string) []imageFolder { return []imageFolder{{name, 0o755, 0}} }

// layer packs folders and files into a layer.
func (m *image) layer(folders []imageFolder, files []file) (layer, error) {
	var plain, packed bytes.Buffer
	w := tar.NewWriter(&plain)
	for _, f := range folders {
		header := tar.Header{
			Typeflag: tar.TypeDir, Name: f.name, Mode: f.mode, Uid: f.user, Gid: f.user,
			ModTime: m.source.commit,
		}
		if err := w.WriteHeader(&header); err != nil {
			return layer{}, err
		}
	}
	for _, f := range files {
		if err := addFile(w, f, m.source.commit); err != nil {
			return layer{}, err
		}
	}
	if err := w.Close(); err != nil {
		return layer{}, err
	}
	compressor, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return layer{}, err
	}
	if _, err := compressor.Write(plain.Bytes()); err != nil {
		return layer{}, err
	}
	if err := compressor.Close(); err != nil {
		return layer{}, err
	}
	return layer{m.blob(layerType, packed.Bytes()), digest(plain.Bytes())}, nil
}

func addFile(w *tar.Writer, f file, at time.Time) error {
	if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: f.mode(), Size: int64(len(f.data)), ModTime: at}); err != nil {
		return err
	}
	_, err := w.Write(f.data)
	return err
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

func blobPath(digest string) string { return path.Join("blobs/sha256", digest[len("sha256:"):]) }

// pathOf returns where the blob is that another one refers to.
func pathOf(blob object) string { return blobPath(fmt.Sprint(blob["digest"])) }

// blob adds a blob, and returns how others refer to it.
func (m *image) blob(kind string, data []byte) object {
	name := blobPath(digest(data))
	if m.blobs[name] == nil {
		m.order = append(m.order, name)
	}
	m.blobs[name] = data
	return object{"mediaType": kind, "digest": digest(data), "size": len(data)}
}

func (m *image) jsonBlob(kind string, value object) (object, error) {
	text, err := json.Marshal(value)
	return m.blob(kind, text), err
}

// add adds the image of a platform.
func (m *image) add(p platform, layers []layer) error {
	var blobs []object
	var ids, paths []string
	for _, l := range layers {
		blobs, ids = append(blobs, l.blob), append(ids, l.diffID)
		paths = append(paths, pathOf(l.blob))
	}
	config, err := m.jsonBlob(configType, object{
		"architecture": p.arch, "os": p.os, "created": m.source.commit.UTC().Format(time.RFC3339),
		"config": object{
			"Entrypoint": []string{"/usr/bin/arena"}, "User": fmt.Sprintf("%d:%d", imageUser, imageUser), "WorkingDir": "/data",
			"Env": []string{"PATH=/usr/bin:/bin", "HOME=/data"}, "StopSignal": "SIGTERM", "Labels": m.labels(),
		},
		"rootfs": object{"type": "layers", "diff_ids": ids},
	})
	if err != nil {
		return err
	}
	manifest, err := m.jsonBlob(
		manifestType, object{"schemaVersion": 2, "mediaType": manifestType, "config": config, "layers": blobs})
	if err != nil {
		return err
	}
	manifest["platform"] = object{"architecture": p.arch, "os": p.os}
	m.built = append(m.built, manifest)
	m.loaded = append(
		m.loaded, object{"Config": pathOf(config), "Layers": paths, "RepoTags": []string{m.tag() + "-" + p.arch}})
	return nil
}

func (m *image) labels() object {
	const prefix = "org.opencontainers.image."
	return object{
		prefix + "title": "arena", prefix + "description": "arena for bots of programming games", prefix + "licenses": "MIT",
		prefix + "version": m.source.number(), prefix + "source": "https://" + arenaModule,
	}
}

func (m *image) tag() string { return "arena:" + m.source.number() }

// archive returns the image as a file. Docker before its store of containerd reads manifest.json, which knows
// no platforms, so there each has a tag of its own; all others read index.json.
func (m *image) archive() ([]byte, error) {
	all, err := m.jsonBlob(indexType, object{"schemaVersion": 2, "mediaType": indexType, "manifests": m.built})
	if err != nil {
		return nil, err
	}
	all["annotations"] = object{
		"org.opencontainers.image.ref.name": m.source.number(),
		"io.containerd.image.name":          "docker.io/library/" + m.tag(),
	}
	index, err := json.Marshal(object{"schemaVersion": 2, "mediaType": indexType, "manifests": []object{all}})
	if err != nil {
		return nil, err
	}
	loaded, err := json.Marshal(m.loaded)
	if err != nil {
		return nil, err
	}
	files := []file{
		{name: "oci-layout", data: []byte(`{"imageLayoutVersion":"1.0.0"}`)},
		{name: "index.json", data: index},
		{name: "manifest.json", data: loaded},
	}
	for _, name := range m.order {
		files = append(files, file{name: name, data: m.blobs[name]})
	}
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	for _, f := range files {
		if err := addFile(w, f, m.source.commit); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return archive.Bytes(), err
}

// imageBots are the bots that come with the image, so that it can play a match. As modules they are the same on
// all processors, and a third of the size.
var imageBots = []string{"demo", "null"}

func buildBots(ctx context.Context, s source) ([]file, error) {
	temp, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp) //nolint:errcheck // a leftover in the temporary folder
	var bots []file
	for _, name := range imageBots {
		module := name + ".wasm"
		data, err := compile(ctx, s, browser, "./examples/"+name, filepath.Join(temp, module), "-buildvcs=false",
			"-ldflags=-s -w -buildid=")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		bots = append(bots, file{name: module, data: data})
	}
	return bots, nil
}

// imageOfRelease returns the image with the programs of all platforms of Linux among those that were built.
func imageOfRelease(ctx context.Context, s source, built map[platform][]file, licence file) ([]file, error) {
	var platforms []platform
	var programs [][]file
	for _, p := range allPlatforms {
		if own := built[p]; own != nil && p.os == "linux" {
			platforms, programs = append(platforms, p), append(programs, own)
		}
	}
	if len(platforms) == 0 {
		return nil, nil
	}
	bots, err := buildBots(ctx, s)
	if err != nil {
		return nil, err
	}
	made, err := imageOf(s, platforms, programs, licence, bots)
	return []file{made}, err
}
