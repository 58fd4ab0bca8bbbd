package corpus

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// plant makes files with a tree in each, below a new folder.
func plant(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, n := range names {
		path := filepath.Join(dir, n)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("(S (NN a))\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func names(dir string, src *treebank.Source) (out []string) {
	for _, f := range src.Files {
		rel, _ := filepath.Rel(dir, f.Name)
		out = append(out, filepath.ToSlash(rel))
	}
	return out
}

// TestFolder: a folder gives its files and those of its subfolders, in order;
// documentation and hidden files are left out and do not decide the format.
func TestFolder(t *testing.T) {
	dir := plant(t, "wsj/01/wsj_0102.mrg", "wsj/00/wsj_0001.mrg", "wsj/01/wsj_0101.mrg", "README", "readme.first", "LICENSE.txt", ".hidden", "a.md",
		"wsj/.DS_Store")
	os.WriteFile(filepath.Join(dir, "README"), []byte("1\tThis\tis\tno\ttreebank\n"), 0o666)
	all := []string{"wsj/00/wsj_0001.mrg", "wsj/01/wsj_0101.mrg", "wsj/01/wsj_0102.mrg"}
	for _, tt := range []struct {
		name string
		want []string
	}{{"", all}, {"wsj", all}, {"wsj/0*", all}, {"wsj/01", all[1:]}, {"wsj/*/*1.mrg", all[:2]}} {
		src, err := Open(filepath.Join(dir, tt.name))
		if err != nil || src.Format.Name != "penn" || !slices.Equal(names(dir, src), tt.want) {
			t.Errorf("%s: %v, %v", tt.name, src, err)
		}
	}
	if src, err := Open(filepath.Join(dir, "wsj") + string(filepath.Separator)); err != nil || src.Name != filepath.Join(dir, "wsj") {
		t.Errorf("a folder with a separator at its end is %v, %v", src, err)
	}
}

// TestDocumentation: files of documentation that a folder or a glob leaves out are
// named; they are read if nothing else matches, or if they are named themselves.
func TestDocumentation(t *testing.T) {
	dir := plant(t, "README", "00/a.mrg", "00/README.txt", "01/MANIFEST")
	for _, tt := range []struct {
		name           string
		files, skipped string
		err            string
	}{
		{"", "00/a.mrg", "00/README.txt 01/MANIFEST README", ""},
		{"*", "00/a.mrg", "00/README.txt 01/MANIFEST README", ""},
		{"README*", "README", "", ""},
		{"README", "README", "", ""},
		{"01", "", "", "holds only documentation"},
		{"01*", "", "", "holds only documentation"},
		{"02*", "", "", "no file matches"},
	} {
		paths, skipped, err := find(filepath.Join(dir, tt.name))
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: %v", tt.name, err)
			}
			continue
		}
		short := func(list []string) string {
			return strings.ReplaceAll(strings.Join(list, " "), dir+string(filepath.Separator), "")
		}
		if err != nil || short(paths) != tt.files || short(skipped) != tt.skipped {
			t.Errorf("%s: %s, skipped %s, %v", tt.name, short(paths), short(skipped), err)
		}
	}
}

// TestFolderFormat: the most frequent ending and the first file that is not
// empty decide the format of a folder.
func TestFolderFormat(t *testing.T) {
	dir := plant(t, "a.notes", "b.mrg", "c.mrg", "d.mrg")
	os.WriteFile(filepath.Join(dir, "a.notes"), []byte("1\tdogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"), 0o666)
	os.WriteFile(filepath.Join(dir, "b.mrg"), nil, 0o666)
	src, err := Open(dir)
	if err != nil || src.Format.Name != "penn" {
		t.Errorf("%v, %v", src, err)
	}
	_, err = Open(plant(t))
	if err == nil || !strings.Contains(err.Error(), "no files") {
		t.Errorf("empty folder: %v", err)
	}
}

// TestLinks: links to files and folders are followed; a link that leads back and
// one that leads nowhere are errors.
func TestLinks(t *testing.T) {
	store := plant(t, "0.mrg", "sub/1.mrg")
	dir := t.TempDir()
	link := func(to, name string) {
		t.Helper()
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link(filepath.Join(store, "0.mrg"), "x.mrg")
	link(filepath.Join(store, "sub"), "y")
	src, err := Open(dir)
	if err != nil || !slices.Equal(names(dir, src), []string{"x.mrg", "y/1.mrg"}) {
		t.Fatalf("%v, %v", src, err)
	}
	link(dir, "z")
	if _, err = Open(dir); err == nil || !strings.Contains(err.Error(), "link back") {
		t.Errorf("loop: %v", err)
	}
	os.Remove(filepath.Join(dir, "z"))
	none := filepath.Join(store, "none")
	link(none, "z")
	for _, name := range []string{dir, filepath.Join(dir, "z"), filepath.Join(dir, "[z]")} {
		want := filepath.Join(dir, "z") + ": want a file, found a link to " + none + ": no such file or directory"
		if _, err = Open(name); err == nil || err.Error() != want && runtime.GOOS != "windows" {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestReadAfterClose: the buffer of a closed file belongs to others.
func TestReadAfterClose(t *testing.T) {
	dir := plant(t, "a.mrg")
	f := File(filepath.Join(dir, "a.mrg"))
	in, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if n, err := in.Read(make([]byte, 10)); err == nil || n > 0 {
		t.Errorf("%d bytes of a closed file, %v", n, err)
	}
}
