package udeval

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"assay/compat/internal/python"
	"assay/internal/shared"
	"assay/internal/wordalign"
)

// The lines of a file read in pieces are those of the whole file.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	for _, text := range []string{"", "a", "a\n", "a\r", "a\r\n", "a\r\r\n\nb", "\r\r", "a\rb\nc\r\nd\r", "a\n\n", long + "\r" + long + "\n" + long, "ä\rö\n"} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		r, _, closer, err := openText(path)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for {
			line, ok, err := r.read()
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			got = append(got, line)
		}
		closer.Close()
		for _, line := range strings.SplitAfter(python.Newlines(text), "\n") {
			if len(line) > 0 {
				want = append(want, strings.TrimSuffix(string(line), "\n"))
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q: got %.80q, want %.80q", text, got, want)
		}
	}
}

// Stretches of words are aligned as the whole files are; the files have multiword tokens
// and words that the system splits otherwise.
func TestStretches(t *testing.T) {
	for _, treebank := range []string{"fr_sequoia", "fi_tdt"} {
		dir := shared.Path(t, "data", "dep-conll18", treebank)
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		p := &program{raise: "UDError", places: true}
		names := newNames()
		var files []*file
		for _, e := range entries {
			path := filepath.Join(t.TempDir(), e.Name())
			if err := os.WriteFile(path, shared.Read(t, "data", "dep-conll18", treebank, e.Name()), 0o666); err != nil {
				t.Fatal(err)
			}
			if f, err := p.load(path, &options{}, names); err == nil {
				files = append(files, f)
			}
		}
		compared := 0
		for _, gold := range files {
			for _, system := range files {
				if !bytes.Equal(gold.text, system.text) {
					continue
				}
				compared++
				var a wordalign.Aligner
				whole := a.Align(gold.places(nil, 0, len(gold.words)), system.places(nil, 0, len(system.words)))
				for _, size := range []int{1, 50} {
					var links []wordalign.Link
					for i, of := range newEvaluation(gold, system, size).goldOf {
						if of >= 0 {
							links = append(links, wordalign.Link{Gold: of, System: int32(i)})
						}
					}
					if !reflect.DeepEqual(links, whole) {
						t.Errorf("%s, %s: %d links in stretches of %d words, %d of the whole", gold.path, system.path, len(links), size, len(whole))
					}
				}
			}
		}
		if compared < 4 {
			t.Errorf("%s: only %d pairs of files have the same text", treebank, compared)
		}
	}
}

// A word takes less than 56 bytes, in a file of 200,000 words: Python needs 1,200.
func TestMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.conllu")
	var text bytes.Buffer
	for i := range 20_000 {
		for w := 1; w <= 10; w++ {
			fmt.Fprintf(&text, "%d\tword%d\tlemma%d\tNOUN\tNN\tCase=Nom|Number=Sing\t%d\tnmod:of\t_\tSpaceAfter=No\n", w, i%3000, i%2000, w-1)
		}
		text.WriteString("\n")
	}
	if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	text = bytes.Buffer{}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	p := &program{raise: "UDError", places: true}
	file, err := p.load(path, &options{}, newNames())
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if perWord := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / int64(len(file.words)); perWord > 56 || len(file.words) != 200_000 {
		t.Errorf("%d words of %d bytes each", len(file.words), perWord)
	}
	runtime.KeepAlive(file)
}
