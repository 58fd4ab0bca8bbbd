package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/formats/tsdb"
	"assay/internal/lazy"
	"assay/internal/natural"
)

// Find returns the files that name denotes: a file, the files of a folder and its
// subfolders, or those that a pattern matches, in name order.
func Find(name string) ([]string, error) {
	paths, _, err := find(name)
	return paths, err
}

// find returns the files that name denotes, in name order, and the files of
// documentation that it left out.
func find(name string) (paths, skipped []string, err error) {
	if name == "" {
		return nil, nil, errors.New("want the name of a file, found an empty name")
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{name}, nil, nil
	case err == nil:
		return folder(name, info)
	case strings.ContainsAny(name, "*?["):
		return glob(name)
	}
	return nil, nil, lost(name, err)
}

// lost is the error of a file that cannot be found; of a link it names its end.
func lost(path string, err error) error {
	if end, linkErr := os.Readlink(path); linkErr == nil {
		return fmt.Errorf("%s: want a file, found a link to %s: %w", path, end, cause(err))
	}
	return plain(err)
}

// cause is an error without the path that it concerns.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// glob returns the files that match, and the files of the folders that match.
// Documentation counts if nothing else matches.
func glob(pattern string) (paths, skipped []string, err error) {
	if slices.Contains(strings.Split(filepath.ToSlash(pattern), "/"), "**") {
		// filepath.Glob takes ** for *, so that it would pass over files.
		return nil, nil, fmt.Errorf("%s: want a pattern of one folder's names, found **\nhint: name the folder: a "+
			"folder is read with the folders in it", pattern)
	}
	matches, err := filepath.Glob(pattern)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", pattern, err)
	}
	slices.SortFunc(matches, natural.Compare)
	folders := 0
	var w walk
	for _, match := range matches {
		info, err := os.Stat(match)
		switch {
		case err != nil:
			return nil, nil, lost(match, err)
		case info.IsDir():
			folders++
			if err := w.enter(match, info); err != nil {
				return nil, nil, err
			}
		case documentation().MatchString(filepath.Base(match)):
			w.skipped = append(w.skipped, match)
		default:
			w.paths = append(w.paths, match)
		}
	}
	if len(w.paths) == 0 && folders == 0 && len(w.skipped) > 0 {
		return w.skipped, nil, nil
	}
	return w.paths, w.skipped, none(pattern, "no file matches", w.paths, w.skipped)
}

// folder returns the files of dir and its subfolders.
func folder(dir string, info fs.FileInfo) (paths, skipped []string, err error) {
	var w walk
	if err := w.enter(dir, info); err != nil {
		return nil, nil, err
	}
	return slices.Clip(w.paths), w.skipped, none(dir, "the folder holds no files", w.paths, w.skipped)
}

// none returns an error if name denotes no files to read.
func none(name, message string, paths, skipped []string) error {
	switch {
	case len(paths) > 0:
		return nil
	case len(skipped) > 0:
		return fmt.Errorf("%s: holds only documentation, such as %s; name a file to read it", name, skipped[0])
	}
	return fmt.Errorf("%s: %s", name, message)
}

// documentation matches the names of files that come with treebanks and hold no
// sentences. folder leaves them out.
var documentation = lazy.Regexp(`(?i)^(readme|licen[cs]e|copying|authors|contributors|contributing|changelog|changes|manifest|makefile)([._-].*)?$|\.(md|html?|pdf|rst|py|sh)$`)

// A walk collects the files of a folder. It follows links.
type walk struct {
	paths   []string
	skipped []string      // files of documentation
	above   []fs.FileInfo // the enclosing folders, from the outermost
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
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return natural.Compare(a.Name(), b.Name()) })
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
	if strings.HasPrefix(e.Name(), ".") {
		return nil
	}
	if !mode.IsDir() && documentation().MatchString(e.Name()) {
		w.skipped = append(w.skipped, path)
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
		return lost(path, err)
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
