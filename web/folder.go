//go:build !js

package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"assay/treebank"
)

// hashed is the hash of a file or of a folder's files, and what these were then.
type hashed struct {
	files []stamped
	sum   string
	fresh bool // a file had just been written: its time does not show another change
}

type stamped struct {
	path string
	info os.FileInfo
}

// same reports whether files have not changed since they were hashed: neither size nor
// time, and none was put in the place of another.
func (h *hashed) same(files []stamped) bool {
	return h.sum != "" && !h.fresh && slices.EqualFunc(h.files, files, func(a, b stamped) bool {
		return a.path == b.path && a.info.Size() == b.info.Size() && a.info.ModTime().Equal(b.info.ModTime()) &&
			os.SameFile(a.info, b.info)
	})
}

// settled is how long ago a file must have been written for its time to show that it is
// the same: clocks of file systems go in steps of up to 2 seconds.
const settled = 2 * time.Second

// hash returns the SHA-256 of a file of the folder, or of all files of a folder
// in it. It is worked out again only for files that have changed.
func (b *Workbench) hash(name string) (string, error) {
	files, err := b.members(name)
	if err != nil {
		return "", err
	}
	fresh := slices.ContainsFunc(files, func(f stamped) bool { return time.Since(f.info.ModTime()) < settled })
	b.mu.Lock()
	known := b.hashes[name]
	b.mu.Unlock()
	if known.same(files) {
		return known.sum, nil
	}
	hash := sha256.New()
	for _, file := range files {
		b.read.Add(1)
		if err := copyFile(hash, file.path); err != nil {
			return "", err
		}
	}
	sum := hex.EncodeToString(hash.Sum(nil))
	b.mu.Lock()
	b.hashes[name] = hashed{files, sum, fresh}
	b.mu.Unlock()
	return sum, nil
}

// mostFiles is how many files of the folder the form offers.
const mostFiles = 2000

// files lists the files of the folder and its folders, without hidden files and
// those that assay keeps there.
func (b *Workbench) files() ([]string, error) {
	var out []string
	err := filepath.WalkDir(b.Folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // unreadable files are not offered
		}
		name := entry.Name()
		if path != b.Folder && strings.HasPrefix(name, ".") {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if len(out) >= mostFiles {
			return filepath.SkipAll
		}
		if entry.Type().IsRegular() && !own(name) {
			rel, _ := filepath.Rel(b.Folder, path)
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out, err
}

// own reports whether a file is one that assay keeps in the folder.
func own(name string) bool {
	return strings.Contains(name, ".check.db") || strings.HasPrefix(name, "assay.runs.db")
}

// path is the full path of a file, or of a folder, that must lie in the folder of the
// workbench with all its files.
func (b *Workbench) path(name string) (string, error) {
	_, err := b.members(name)
	return filepath.Join(b.Folder, name), err
}

// members are the files that a name denotes in the folder of the workbench: a file, or all
// in a folder. Links are followed, but one that leads out of the workbench is refused
// wherever it is met.
func (b *Workbench) members(name string) ([]stamped, error) {
	root, err := os.OpenRoot(b.Folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var files []stamped
	var enter func(path string, above []os.FileInfo) error
	enter = func(path string, above []os.FileInfo) error {
		refused := fmt.Errorf("%q is not a file of %s", path, b.Folder)
		info, err := root.Stat(path) // follows links, but not out of the folder
		switch {
		case err != nil || !filepath.IsLocal(path) || slices.ContainsFunc(above,
			func(a os.FileInfo) bool { return os.SameFile(a, info) }):
			return refused
		case info.Mode().IsRegular():
			files = append(files, stamped{filepath.Join(b.Folder, path), info})
			return nil
		case !info.IsDir() && len(above) > 0: // a socket in a folder is passed over
			return nil
		case !info.IsDir():
			return refused
		}
		entries, err := fs.ReadDir(root.FS(), filepath.ToSlash(filepath.Clean(path)))
		if err != nil {
			return refused
		}
		for _, entry := range entries {
			if err := enter(filepath.Join(path, entry.Name()), append(slices.Clip(above), info)); err != nil {
				return err
			}
		}
		return nil
	}
	return files, enter(name, nil)
}

// mostUpload is how many bytes a file may have that is dropped on the page.
const mostUpload = 1 << 30

// upload puts a file that was dropped on the page into the folder. A file of that
// name is replaced only if the page asks for it.
func (b *Workbench) upload(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	status, err := http.StatusRequestEntityTooLarge, error(nil)
	if r.ContentLength <= mostUpload {
		status, err = b.keepFile(name, r.URL.Query().Get("replace") != "", http.MaxBytesReader(w, r.Body, mostUpload))
		if _, large := errors.AsType[*http.MaxBytesError](err); large {
			status = http.StatusRequestEntityTooLarge
		}
	}
	if status == http.StatusRequestEntityTooLarge {
		err = fmt.Errorf("%s is larger than a page may send (%d GB); copy it into the folder", name, mostUpload>>30)
	}
	data := map[string]string{"name": name}
	if err != nil {
		data = map[string]string{"error": err.Error()}
	}
	answer(w, status, data)
}

// keepFile writes a file of the folder: whole, or not at all.
func (b *Workbench) keepFile(name string, replace bool, from io.Reader) (status int, err error) {
	if name == "" || name != filepath.Base(name) || strings.ContainsAny(name, "/\\\x00") ||
		!filepath.IsLocal(name) || strings.HasPrefix(name, ".") || own(name) {
		return http.StatusBadRequest, fmt.Errorf("%q cannot be the name of a file in %s", name, b.Folder)
	}
	if b.Register.Temporary {
		return http.StatusForbidden, fmt.Errorf("%s cannot be written", b.Folder)
	}
	path := filepath.Join(b.Folder, name)
	taken := func() bool {
		info, err := os.Lstat(path)
		return err == nil && (!replace || !info.Mode().IsRegular())
	}
	exists := fmt.Errorf("%s exists already", name)
	if taken() {
		return http.StatusConflict, exists
	}
	lost := func(err error) error { // the name of the file in the making says nothing to anybody
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			err = path.Err
		}
		return fmt.Errorf("%s was not added: %w", name, err)
	}
	file, err := os.CreateTemp(b.Folder, ".assay-upload-*")
	if err != nil {
		return http.StatusForbidden, lost(err)
	}
	defer os.Remove(file.Name())
	if _, err = io.Copy(file, from); err == nil {
		err = file.Chmod(0o644)
	}
	closing := file.Close()
	if err == nil {
		err = closing
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return http.StatusInsufficientStorage, lost(err)
	}
	if err != nil {
		return http.StatusBadRequest, lost(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if taken() {
		return http.StatusConflict, exists
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return http.StatusInternalServerError, fmt.Errorf("%s was not added: %w", name, err)
	}
	return http.StatusOK, nil
}

// watchFiles returns the share of the bytes of a source that were read since it was
// last opened, 0 where it is not known because files are compressed.
func watchFiles(src *treebank.Source) func() float64 {
	var size int64
	for i := range src.Files {
		info, err := os.Stat(src.Files[i].Name)
		if err != nil || !info.Mode().IsRegular() || packed(src.Files[i].Name) {
			return func() float64 { return 0 }
		}
		size += info.Size()
	}
	if size == 0 {
		return func() float64 { return 0 }
	}
	var read atomic.Int64
	src.Filter(func(name string, r io.ReadCloser) io.ReadCloser {
		if name == src.Files[0].Name {
			read.Store(0)
		}
		return &watchedFile{r, &read}
	})
	return func() float64 { return min(1, float64(read.Load())/float64(size)) }
}

// packed reports whether a file is compressed.
func packed(name string) bool { return treebank.Unpacked(name) != name }

// A watchedFile counts the bytes read from it.
type watchedFile struct {
	io.ReadCloser
	n *atomic.Int64
}

func (f *watchedFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.n.Add(int64(n))
	return n, err
}
