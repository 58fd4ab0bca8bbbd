package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A packed file is one of an archive.
type packed struct {
	name, source string
	mode         int64
}

// packedFiles are the files of the archive of a target, in name order.
func (r *release) packedFiles(t target) ([]packed, error) {
	folder := "assay-" + r.version + "/"
	files := []packed{{folder + t.binary(), r.binary(t), 0o755}}
	texts, err := r.manuals()
	if err != nil {
		return nil, err
	}
	maps.Copy(texts, r.texts())
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		files = append(files, packed{folder + name, texts[name], 0o644})
	}
	for _, name := range []string{"assay.bash", "_assay", "assay.fish", "assay.ps1"} {
		files = append(files, packed{folder + "completions/" + name, filepath.Join(r.work, name), 0o644})
	}
	pages, err := filepath.Glob(filepath.Join(r.work, "man", "*.1"))
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		files = append(files, packed{folder + "man1/" + filepath.Base(page), page, 0o644})
	}
	byName(files)
	return files, nil
}

// archives makes a .tar.gz for each target, a .zip for Windows.
func (r *release) archives() error {
	for _, t := range r.targets {
		files, err := r.packedFiles(t)
		if err != nil {
			return err
		}
		var data []byte
		if t.system == "windows" {
			data, err = zipped(files, r.time)
		} else {
			data, err = tarred(files, r.time)
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.out, r.archiveName(t)), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) archiveName(t target) string {
	ext := ".tar.gz"
	if t.system == "windows" {
		ext = ".zip"
	}
	return "assay_" + r.version + "_" + t.system + "_" + t.machine + ext
}

// tarred returns a .tar.gz; owners are root.
func tarred(files []packed, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := writeTar(z, files, at); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// writeTar writes a tar archive; owners are root. A file without a source is a folder.
func writeTar(to io.Writer, files []packed, at time.Time) error {
	w := tar.NewWriter(to)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: f.mode, ModTime: at, Typeflag: tar.TypeDir, Format: tar.FormatUSTAR}
		var data []byte
		if f.source != "" {
			var err error
			if data, err = os.ReadFile(f.source); err != nil {
				return err
			}
			header.Typeflag, header.Size = tar.TypeReg, int64(len(data))
		}
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	return w.Close()
}

// byName sorts files.
func byName(files []packed) {
	slices.SortFunc(files, func(a, b packed) int { return strings.Compare(a.name, b.name) })
}

func zipped(files []packed, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		data, err := os.ReadFile(f.source)
		if err != nil {
			return nil, err
		}
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		header.SetMode(os.FileMode(f.mode))
		part, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
