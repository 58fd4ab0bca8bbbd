package main

import (
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/apk"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	"github.com/goreleaser/nfpm/v2/rpm"
)

// linuxPackages makes .deb, .rpm and .apk for the targets of Linux.
func (r *release) linuxPackages() error {
	kinds := []struct {
		name     string
		packager nfpm.Packager
	}{{"deb", deb.Default}, {"rpm", rpm.DefaultRPM}, {"apk", apk.Default}}
	for _, t := range r.targets {
		if t.system != "linux" {
			continue
		}
		contents, err := r.contents(t)
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			if err := r.linuxPackage(t, kind.name, kind.packager, contents); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *release) linuxPackage(t target, name string, kind nfpm.Packager, contents files.Contents) error {
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "assay", Arch: t.machine, Platform: "linux", Version: r.version, VersionSchema: "semver",
		Section: "science", Priority: "optional",
		Maintainer: "The assay authors <assay@example.org>",
		Description: "tests parsers of natural language against gold\nScores constituents, dependencies and semantic " +
			"graphs, to the last digit of the\nofficial scorers; finds errors and tests differences.",
		Homepage: r.url, License: "Apache-2.0", MTime: r.time,
		Overridables: nfpm.Overridables{Contents: contents,
			RPM: nfpm.RPM{BuildHost: "localhost", Summary: "tests parsers of natural language against gold"}},
	})
	if err := nfpm.PrepareForPackager(info, name); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := kind.Package(info, &b); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, kind.ConventionalFileName(info)), b.Bytes(), 0o644)
}

// contents are the files of a package by their places in the system.
func (r *release) contents(t target) (files.Contents, error) {
	var list files.Contents
	add := func(source, place string, mode os.FileMode) {
		list = append(list, &files.Content{Source: source, Destination: place,
			FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.time, Owner: "root", Group: "root"}})
	}
	add(r.binary(t), "/usr/bin/assay", 0o755)
	for name, source := range r.texts() {
		if name == "LICENSE" {
			name = "copyright" // where Debian looks for it
		}
		add(source, "/usr/share/doc/assay/"+name, 0o644)
	}
	manuals, err := r.manuals()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(manuals)) {
		add(manuals[name], "/usr/share/doc/assay/"+name, 0o644)
	}
	add(filepath.Join(r.work, "assay.bash"), "/usr/share/bash-completion/completions/assay", 0o644)
	add(filepath.Join(r.work, "_assay"), "/usr/share/zsh/vendor-completions/_assay", 0o644)
	add(filepath.Join(r.work, "assay.fish"), "/usr/share/fish/vendor_completions.d/assay.fish", 0o644)
	pages, err := filepath.Glob(filepath.Join(r.work, "man", "*.1"))
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		small := page + ".gz"
		if err := compressed(page, small); err != nil {
			return nil, err
		}
		add(small, "/usr/share/man/man1/"+filepath.Base(small), 0o644)
	}
	return list, nil
}

// compressed writes a file compressed, without its name and time.
func compressed(source, place string) error {
	data, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(data); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(place, b.Bytes(), 0o644)
}
