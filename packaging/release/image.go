package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user of the image: it owns nothing.
const nobody = "65532:65532"

// image writes an OCI image layout as one .tar: an index with an image for each
// target of Linux. No daemon is needed, and nothing is downloaded: the image is made
// from scratch.
func (r *release) image() error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	found := false
	for _, t := range r.targets {
		if t.system != "linux" {
			continue
		}
		found = true
		image, err := r.imageOf(t)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image,
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: t.system, Architecture: t.machine}}})
	}
	if !found {
		return nil
	}
	folder := filepath.Join(r.work, "image")
	if _, err := layout.Write(folder, index); err != nil {
		return err
	}
	var files []packed
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		files = append(files, packed{filepath.ToSlash(name), path, 0o644})
		return err
	})
	if err != nil {
		return err
	}
	byName(files)
	var b bytes.Buffer
	if err := writeTar(&b, files, r.time); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, "assay_"+r.version+"_image.tar"), b.Bytes(), 0o644)
}

// imageOf is the image of a target: the binary, the licences, folders for data and
// for temporary files.
func (r *release) imageOf(t target) (v1.Image, error) {
	files := []packed{{"assay", r.binary(t), 0o755}}
	for name, source := range r.texts() {
		files = append(files, packed{"usr/share/doc/assay/" + name, source, 0o644})
	}
	byName(files)
	folders := []packed{{name: "data/", mode: 0o755}, {name: "tmp/", mode: 0o1777}}
	var b bytes.Buffer
	if err := writeTar(&b, append(folders, files...), r.time); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(b.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	image, err := mutate.Append(mutate.MediaType(mutate.ConfigMediaType(empty.Image, types.OCIConfigJSON),
		types.OCIManifestSchema1),
		mutate.Addendum{Layer: layer, History: v1.History{CreatedBy: "assay release", Created: v1.Time{Time: r.time}}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = t.system, t.machine, v1.Time{Time: r.time}
	config.Config = v1.Config{Entrypoint: []string{"/assay"}, User: nobody, WorkingDir: "/data",
		Labels: map[string]string{"org.opencontainers.image.title": "assay",
			"org.opencontainers.image.version": r.version, "org.opencontainers.image.licenses": "Apache-2.0"}}
	return mutate.ConfigFile(image, config)
}
