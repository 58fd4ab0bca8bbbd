package conllu

import (
	"bytes"
	"testing"

	"assay/treebank"
)

// checkSurface compares surface with its slow twin, which splits, parses and joins
// the words. It returns the number of sentences that surface took, and of all.
func checkSurface(t *testing.T, text []byte) (fast, all int) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	kind := dialect(text)
	for len(text) > 0 {
		for k := 1; k < min(len(text), 100); k++ { // the data ends early
			checkLength(t, text[:k], false, kind)
		}
		extent := split(text, true, kind)
		token := text[extent.Begin:extent.End]
		got, n := checkLength(t, text, true, kind)
		switch {
		case n > 0:
			fast++
			if Format.Read(sentence, treebank.Piece{Text: token, Dialect: kind}) == nil && string(got) != string(sentence.AppendSurface(nil)) {
				t.Errorf("%q: surface %q, want %q", token, got, sentence.AppendSurface(nil))
			}
			if again, n := surface(nil, token, true, kind); n != len(token) || string(again) != string(got) {
				t.Errorf("%q: surface %q, %q of the sentence alone", token, got, again)
			}
			fallthrough
		case len(token) > 0:
			all++
		}
		text = text[extent.Next:]
	}
	return fast, all
}

// checkLength checks that surface takes the same bytes for a sentence as split.
func checkLength(t *testing.T, data []byte, atEOF bool, dialect int32) (text []byte, length int) {
	text, length = surface([]byte("x"), data, atEOF, dialect)
	if length == 0 {
		if string(text) != "x" {
			t.Errorf("%q: surface took nothing and appended %q", data, text)
		}
		return nil, 0
	}
	if e := split(data, atEOF, dialect); e != treebank.Found(0, length, length) {
		t.Errorf("%q: surface took %d bytes, split %+v", data, length, e)
	}
	return text[1:], length
}

func TestSurface(t *testing.T) {
	fast, all := 0, 0
	for _, text := range files(t) {
		f, n := checkSurface(t, text)
		fast, all = fast+f, all+n
	}
	if fast*10 < all*8 {
		t.Errorf("only %d of %d sentences without parsing", fast, all)
	}
}

func FuzzSurface(f *testing.F) {
	word := "\ta b\t_\t_\t_\t_\t0\troot\t_\t_\n"
	for _, seed := range []string{
		"# c\n1" + word + "2-3" + word + "2" + word + "3" + word + "\n",
		"1" + word + " \n2" + word, "1-2" + word + "1" + word, "0.1" + word + "1" + word,
		"2-2" + word + "1" + word, "1" + word + "1" + word, "01" + word, "1\t\t\n", "1\ta\n", "1" + word + "\r\n2" + word,
		"1-3" + word + "1" + word + "2-2" + word + "2" + word + "3" + word, "# c\r1\ta\t_\t_\t_\t_\t0\troot\t_\t_\r\r",
		"1234567890" + word, "1" + word + "# c\n2" + word,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkSurface(t, text) })
}

// TestAppendForm compares appendForm with its slow twin, AppendNonSpace, for each
// byte at each position of a form.
func TestAppendForm(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for at := range 12 {
			for c := range 256 {
				text := []byte("abcdefghijkl")
				text[at] = byte(c)
				for _, form := range [][]byte{text[:n], text[:n:n]} {
					got, want := appendForm([]byte("<"), form), treebank.AppendNonSpace([]byte("<"), form)
					if !bytes.Equal(got, want) {
						t.Fatalf("%q: got %q, want %q", form, got, want)
					}
				}
			}
		}
	}
}

// FuzzRepeats compares repeats with its slow twin, which reads DEPS.
func FuzzRepeats(f *testing.F) {
	for _, s := range [][3]string{{"2", "a", "2:a"}, {"0", "a|b", "0:a|b"}, {"02", "a", "02:a"}, {"2", "_", "2:_"},
		{"_", "a", "_:a"}, {"0", "a:b", "0:a:b"}, {"1", "a", "1:a|2:b"}, {"9", "a", "9:a"}, {"1", "a", "1.1:a"}} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, head, rel, deps string) {
		text := []byte("1\ta\t_\t_\t_\t_\t" + head + "\t" + rel + "\t" + deps + "\t_\n")
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		s.Reset(text)
		r := reader{s: s, text: text}
		r.marks = marksAt(text, 0)
		if n, _ := r.cut(); n != columnCount {
			return
		}
		h, err := r.head()
		if err != nil {
			return
		}
		a := treebank.Arc{Head: h, Rel: r.symbol(colDeprel)}
		if !r.repeats(a) {
			return
		}
		if want := r.deps(nil, 0, 0); len(want) != 1 || want[0] != a {
			t.Errorf("%q %q %q: repeats %v, want %v", head, rel, deps, a, want)
		}
	})
}
