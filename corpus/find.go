package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/formats/tsdb"
)

// find returns the files that name denotes, in name order.
func find(name string) ([]string, error) {
	if name == "" {
		return nil, errors.New("want the name of a file, found an empty name")
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{name}, nil
	case err == nil:
		return folder(name, info)
	case strings.ContainsAny(name, "*?["):
		return glob(name)
	}
	return nil, plain(err)
}

// glob returns the files that match, and the files of the folders that match.
func glob(pattern string) (paths []string, err error) {
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	slices.Sort(matches)
	for _, m := range matches {
		info, err := os.Stat(m)
		if err != nil {
			return nil, plain(err)
		}
		if !info.IsDir() {
			paths = append(paths, m)
			continue
		}
		more, err := folder(m, info)
		if err != nil {
			return nil, err
		}
		paths = append(paths, more...)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: no file matches", pattern)
	}
	return paths, nil
}

// folder returns the files of dir and its subfolders.
func folder(dir string, info fs.FileInfo) ([]string, error) {
	var w walk
	if err := w.enter(dir, info); err != nil {
		return nil, err
	}
	if len(w.paths) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no files", dir)
	}
	return slices.Clip(w.paths), nil
}

// documentation matches the names of files that come with treebanks and hold no
// sentences. folder leaves them out.
var documentation = regexp.MustCompile(`(?i)^(readme|licen[cs]e|copying|authors|contributors|contributing|changelog|changes|manifest|makefile)([._-].*)?$|\.(md|html?|pdf|rst|py|sh)$`)

// A walk collects the files of a folder. It follows links.
type walk struct {
	paths []string
	above []fs.FileInfo // the enclosing folders, from the outermost
}

func (w *walk) enter(dir string, info fs.FileInfo) error {
	for _, a := range w.above {
		if os.SameFile(a, info) {
			return fmt.Errorf("%s: want a folder, found a link back to a folder that it is in; remove it", dir)
		}
	}
	if len(w.above) > 0 && tsdb.IsProfile(dir) {
		return fmt.Errorf("%s: want a folder of files, found one with profiles of [incr tsdb()]; name the profile", dir)
	}
	w.above = append(w.above, info)
	defer func() { w.above = w.above[:len(w.above)-1] }()
	entries, err := os.ReadDir(dir)
	if err != nil {
		return plain(err)
	}
	for i, path := range joined(dir, entries) {
		if err := w.add(path, entries[i]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a file, or enters a folder. It passes over other things, such as
// sockets.
func (w *walk) add(path string, e fs.DirEntry) error {
	mode := e.Type()
	if strings.HasPrefix(e.Name(), ".") || documentation.MatchString(e.Name()) {
		return nil
	}
	if mode.IsRegular() {
		w.paths = append(w.paths, path)
		return nil
	}
	if mode&fs.ModeSymlink == 0 && !mode.IsDir() {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return plain(err)
	}
	switch {
	case info.IsDir():
		return w.enter(path, info)
	case info.Mode().IsRegular():
		w.paths = append(w.paths, path)
	}
	return nil
}

// joined returns the paths of the entries of a folder. They share one string,
// because there may be very many.
func joined(dir string, entries []fs.DirEntry) []string {
	dir = filepath.Join(dir, "x")
	dir = dir[:len(dir)-1]
	var all strings.Builder
	for _, e := range entries {
		all.WriteString(dir)
		all.WriteString(e.Name())
	}
	paths, rest := make([]string, len(entries)), all.String()
	for i, e := range entries {
		n := len(dir) + len(e.Name())
		paths[i], rest = rest[:n], rest[n:]
	}
	return paths
}
