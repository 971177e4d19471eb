package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// blobOf is how an image refers to a part of itself.
type blobOf struct {
	MediaType string            `json:"mediaType"`
	Digest    string            `json:"digest"`
	Size      int               `json:"size"`
	Platform  map[string]string `json:"platform"`
}

// unpackedImage is an image as its readers see it.
type unpackedImage struct {
	t     *testing.T
	files map[string][]byte
	read  map[string]bool
}

func openImage(t *testing.T, archive []byte) *unpackedImage {
	t.Helper()
	m := &unpackedImage{t, make(map[string][]byte), map[string]bool{
		"oci-layout": true, "index.json": true,
		"manifest.json": true,
	}}
	for r := tar.NewReader(bytes.NewReader(archive)); ; {
		header, err := r.Next()
		if err == io.EOF {
			return m
		}
		require.NoError(t, err)
		require.NotContains(t, m.files, header.Name, "twice")
		m.files[header.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
}

// blob returns a part, which must be what is said of it.
func (m *unpackedImage) blob(b blobOf, kind string) []byte {
	m.t.Helper()
	data := m.files[blobPath(b.Digest)]
	m.read[blobPath(b.Digest)] = true
	require.Equal(m.t, kind, b.MediaType)
	require.Equal(m.t, b.Digest, digest(data))
	require.Equal(m.t, b.Size, len(data))
	return data
}

func (m *unpackedImage) json(data []byte, into any) {
	m.t.Helper()
	require.NoError(m.t, json.Unmarshal(data, into))
}

// imageConfig is what is known of a container before it runs.
type imageConfig struct {
	Architecture, OS, Created string
	Config                    struct {
		Entrypoint, Env  []string
		User, WorkingDir string
		Labels           map[string]string
	}
	RootFS struct {
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
}

// platform returns the configuration of one, and the headers and files of all its layers.
func (m *unpackedImage) platform(manifest blobOf) (imageConfig, []*tar.Header, map[string][]byte) {
	m.t.Helper()
	var parts struct {
		SchemaVersion int
		MediaType     string
		Config        blobOf
		Layers        []blobOf
	}
	m.json(m.blob(manifest, manifestType), &parts)
	require.Equal(m.t, 2, parts.SchemaVersion)
	require.Equal(m.t, manifestType, parts.MediaType)
	var config imageConfig
	m.json(m.blob(parts.Config, configType), &config)
	require.Equal(m.t, manifest.Platform, map[string]string{"os": config.OS, "architecture": config.Architecture})
	require.Len(m.t, config.RootFS.DiffIDs, len(parts.Layers))
	var headers []*tar.Header
	files := make(map[string][]byte)
	for i, l := range parts.Layers {
		packed := m.blob(l, layerType)
		plain, err := unzip(packed)
		require.NoError(m.t, err)
		require.Equal(m.t, config.RootFS.DiffIDs[i], digest(plain))
		some, contents := untarred(m.t, packed)
		headers = append(headers, some...)
		for name, data := range contents {
			require.NotContains(m.t, files, name, "in two layers")
			files[name] = data
		}
	}
	return config, headers, files
}

// platforms returns what refers to the platforms of an image.
func (m *unpackedImage) platforms() []blobOf {
	m.t.Helper()
	var index, all struct {
		SchemaVersion int
		Manifests     []blobOf
	}
	require.JSONEq(m.t, `{"imageLayoutVersion":"1.0.0"}`, string(m.files["oci-layout"]))
	m.json(m.files["index.json"], &index)
	require.Len(m.t, index.Manifests, 1, "one image, of several platforms")
	m.json(m.blob(index.Manifests[0], indexType), &all)
	require.Equal(m.t, 2, all.SchemaVersion)
	return all.Manifests
}

func imageForTests(t *testing.T) []byte {
	t.Helper()
	s := source{version: "v9.8.7-rc.1", commit: commitTimeOfTests(t)}
	arm := platform{"linux", "arm64"}
	own := func(data string) []file {
		return []file{
			{name: "arena", executable: true, data: []byte(data)},
			{name: "arena-league", executable: true, data: []byte("league of " + data)},
		}
	}
	made, err := imageOfFakes(s, []platform{made, arm}, [][]file{own("amd"), own("arm")})
	require.NoError(t, err)
	require.Equal(t, "arena_9.8.7-rc.1_image.tar", made.name)
	return made.data
}

func imageOfFakes(s source, platforms []platform, programs [][]file) (file, error) {
	return imageOf(s, platforms, programs, file{name: "LICENSE", data: []byte("MIT")},
		[]file{{name: "demo.wasm", data: []byte("demo")}})
}

func TestImageIsAnOCILayout(t *testing.T) {
	m := openImage(t, imageForTests(t))
	platforms := m.platforms()
	require.Len(t, platforms, 2)
	for i, arch := range []string{"amd64", "arm64"} {
		config, headers, files := m.platform(platforms[i])
		require.Equal(t, arch, config.Architecture)
		require.Equal(t, "linux", config.OS)
		require.Equal(t, "2026-01-01T21:04:05Z", config.Created)
		require.Equal(t, []string{"/usr/bin/arena"}, config.Config.Entrypoint)
		require.Equal(t, "65532:65532", config.Config.User)
		require.Equal(t, "/data", config.Config.WorkingDir)
		require.Contains(t, config.Config.Env, "HOME=/data")
		require.Equal(t, "9.8.7-rc.1", config.Config.Labels["org.opencontainers.image.version"])
		require.Equal(t, arch[:3], string(files["usr/bin/arena"]))
		require.Equal(t, "league of "+arch[:3], string(files["usr/bin/arena-league"]))
		require.Equal(t, "demo", string(files["bots/demo.wasm"]))
		require.Contains(t, string(files["etc/passwd"]), "\narena:x:65532:65532:")
		var names []string
		for _, h := range headers {
			require.True(t, h.ModTime.Equal(commitTimeOfTests(t)), h.Name)
			names = append(names, h.Name)
			switch h.Name {
			case "tmp/":
				require.EqualValues(t, 0o1777, h.Mode)
			case "data/":
				require.Equal(t, imageUser, h.Uid)
			case "usr/bin/arena", "usr/bin/arena-league":
				require.EqualValues(t, 0o755, h.Mode)
			}
			if h.Name != "data/" {
				require.Zero(t, h.Uid+h.Gid, h.Name)
			}
		}
		for _, name := range names {
			for at, c := range name {
				if c == '/' {
					require.Contains(t, names, name[:at+1], "each folder is in it")
				}
			}
		}
	}
	for name := range m.files {
		if name != "manifest.json" {
			require.True(t, m.read[name], "nothing refers to "+name)
		}
	}
}

// TestImageIsWhatDockerLoads: Docker has read this file since long before the layout.
func TestImageIsWhatDockerLoads(t *testing.T) {
	m := openImage(t, imageForTests(t))
	var loaded []struct {
		Config           string
		Layers, RepoTags []string
	}
	m.json(m.files["manifest.json"], &loaded)
	require.Len(t, loaded, 2)
	require.Equal(t, []string{"arena:9.8.7-rc.1-amd64"}, loaded[0].RepoTags)
	require.Equal(t, []string{"arena:9.8.7-rc.1-arm64"}, loaded[1].RepoTags)
	for i, l := range loaded {
		require.Contains(t, m.files, l.Config)
		require.Len(t, l.Layers, 2)
		require.Equal(t, loaded[0].Layers[0], l.Layers[0], "bots are there once for all processors")
		for _, path := range l.Layers {
			require.Contains(t, m.files, path)
		}
		require.Equal(t, i == 0, l.Layers[1] == loaded[0].Layers[1])
	}
}

func TestImageHasTheSameBytesAgain(t *testing.T) {
	require.True(t, slices.Equal(imageForTests(t), imageForTests(t)))
}

// TestNoImageWithoutLinux is made.
func TestNoImageWithoutLinux(t *testing.T) {
	files, err := imageOfRelease(t.Context(), is, map[platform][]file{{"darwin", "arm64"}: {{}}}, file{})
	require.NoError(t, err)
	require.Empty(t, files)
}
