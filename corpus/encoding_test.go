package corpus

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"assay/treebank"
)

func TestDecoded(t *testing.T) {
	long := strings.Repeat("a", 70001)
	for _, tc := range []struct{ name, encoding, in, want string }{
		{"utf-8", "", "Tür", "Tür"},
		{"latin-1 declared", "ISO-8859-1", "T\xfcr", "Tür"},
		{"undeclared utf-8", treebank.Undeclared, "Tür", "Tür"},
		{"undeclared latin-1", treebank.Undeclared, "T\xfcr zu \xe4", "Tür zu ä"},
		{"latin-1 at the very end", treebank.Undeclared, "T\xfc", "Tü"},
		{"late", treebank.Undeclared, long + "\xe4\xfc" + "x", long + "äüx"},
		{"utf-8 with a wrong byte", treebank.Undeclared, "Tür zu \xe4 ä", "Tür zu \xe4 ä"},
		{"late utf-8", treebank.Undeclared, long + "ä\xe4ü", long + "ä\xe4ü"},
		{"ascii", treebank.Undeclared, long, long},
		{"cut off", treebank.Undeclared, "T\xc3", "TÃ"},
		{"utf-16", "UTF-16", "\xff\xfeT\x00\xfc\x00", "Tü"},
	} {
		for _, slow := range []bool{false, true} {
			src := &treebank.Source{Files: []treebank.File{treebank.Text(tc.name, tc.in)}}
			src.Filter(func(_ string, r io.ReadCloser) io.ReadCloser {
				if slow {
					return io.NopCloser(iotest.OneByteReader(r))
				}
				return r
			})
			src.Format = &treebank.Format{Encoding: func([]byte) string { return tc.encoding }}
			reports := 0
			src.Latin1 = func(file string) {
				if reports++; file != tc.name {
					t.Errorf("%s is reported as %s", tc.name, file)
				}
			}
			r, err := (&decoder{src.Files[0].Opener, src}).Open(tc.name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != tc.want {
				t.Errorf("%s: got %.40q (%d bytes), %v", tc.name, got, len(got), err)
			}
			if recoded := tc.encoding == treebank.Undeclared && tc.in != tc.want; recoded != (reports == 1) {
				t.Errorf("%s: reported %d times as Latin-1", tc.name, reports)
			}
		}
	}
	d := &decoder{treebank.Text("x.xml", "").Opener, &treebank.Source{Format: &treebank.Format{Encoding: func([]byte) string { return "EBCDIC" }}}}
	_, err := d.Open("x.xml")
	if err == nil || !strings.Contains(err.Error(), "iconv") {
		t.Errorf("got %v", err)
	}
}

// A UTF-16 file of a format in UTF-8 is one error with a remedy, not a file of
// unreadable sentences.
func TestUTF16(t *testing.T) {
	for _, text := range []string{"\xff\xfe(\x00S\x00", "\xfe\xff\x00(\x00S"} {
		path := filepath.Join(t.TempDir(), "trees.mrg")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		src, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = src.Files[0].Open()
		if want := path + ": want UTF-8, found UTF-16; recode it with iconv -f utf-16 -t utf-8"; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
