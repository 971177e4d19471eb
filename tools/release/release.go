package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// file is a file of a release, or one in an archive, with slashes in its name.
type file struct {
	name       string
	executable bool
	data       []byte
}

// release builds one platform after the other, and writes the checksums last: a folder
// without them is not finished.
func release(ctx context.Context, o options, told io.Writer) error {
	s, err := readSource(ctx, o)
	if err != nil {
		return err
	}
	if o.key != "" { // before minutes of building
		if _, err := os.Stat(o.key); err != nil {
			return refused("ssh-keygen -t ed25519 -f "+o.key, "%s: no key to sign with: %v", o.key, err)
		}
	}
	if err := makeEmpty(o.out); err != nil {
		return err
	}
	common, err := commonFiles(ctx, s)
	if err != nil {
		return err
	}
	r, err := buildForBrowsers(ctx, s)
	if err != nil {
		return fmt.Errorf("the arena for browsers: %w", err)
	}
	var sums checksums
	finish := func(what string, begun time.Time, made []file, err error) error {
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		for _, f := range made {
			if err := write(o.out, f); err != nil {
				return err
			}
			sums.add(f)
			fmt.Fprintf(told, "%-40s %5.1f MB\n", f.name, float64(len(f.data))/1e6)
		}
		if len(made) > 0 {
			fmt.Fprintf(told, "%s took %d s\n", what, int(time.Since(begun).Seconds()))
		}
		return nil
	}
	built := make(map[platform][]file)
	for _, p := range o.platforms {
		begun := time.Now()
		programs, made, err := releasePlatform(ctx, s, p, common, r)
		if err := finish(p.String(), begun, made, err); err != nil {
			return err
		}
		built[p] = programs
	}
	begun := time.Now()
	made, err := imageOfRelease(ctx, s, built, common.licence)
	if err := finish("the image", begun, made, err); err != nil {
		return err
	}
	if err := write(o.out, sums.file()); err != nil {
		return err
	}
	if o.key == "" {
		fmt.Fprintf(told, "%s is not signed; --key FILE signs it\n", sumsName)
		return nil
	}
	return sign(ctx, filepath.Join(o.out, sumsName), o.key)
}

// releasePlatform returns the programs for one platform, and the files of a release for it.
func releasePlatform(ctx context.Context, s source, p platform, common documents,
	r forBrowsers,
) (programs, made []file, err error) {
	if programs, err = build(ctx, s, p, r); err != nil {
		return nil, nil, err
	}
	made, err = filesWith(s, p, common, programs)
	return programs, made, err
}

// filesWith returns the files of a release with the programs for one platform.
func filesWith(s source, p platform, common documents, programs []file) ([]file, error) {
	archive, err := archive(s, p, common.inArchive(programs))
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	made := []file{archive}
	for _, program := range programs {
		bill, err := billOfMaterials(s, p, program)
		if err != nil {
			return nil, fmt.Errorf("SBOM of %s: %w", program.name, err)
		}
		made = append(made, bill)
	}
	if p.os == "linux" {
		files, err := common.inDebian(programs)
		if err != nil {
			return nil, fmt.Errorf("deb: %w", err)
		}
		deb, err := debianPackage(s, p, files)
		if err != nil {
			return nil, fmt.Errorf("deb: %w", err)
		}
		made = append(made, deb)
	}
	return made, nil
}

// makeEmpty makes a folder, or refuses one with files: those of another release would be
// uploaded too.
func makeEmpty(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return refused("rm -r "+folder, "%s: is not empty", folder)
	}
	return nil
}

func write(folder string, f file) error {
	return os.WriteFile(filepath.Join(folder, f.name), f.data, 0o644)
}
