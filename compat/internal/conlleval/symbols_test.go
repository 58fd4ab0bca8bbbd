package conlleval

import (
	"bytes"
	"testing"

	"assay/treebank"
)

// FuzzFieldEnd compares fieldEnd with its plain twin, from every byte of a line
// inside a longer text.
func FuzzFieldEnd(f *testing.F) {
	for _, s := range []string{"1\tword\tlemma\n", "a very-long-form-indeed b\n2", "\x01\x1f!\x00 \xa0\xff\x80 x\ny", "12345678\t1234567\t123456789", "\v\f\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		text = bytes.Clone(text)
		text = text[:len(text):len(text)]
		line := text
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			line = text[:n+1]
		}
		for i := range line {
			if got, want := fieldEnd(line, i), plainFieldEnd(line, i); got != want {
				t.Errorf("%q from %d: %d, want %d", line, i, got, want)
			}
		}
	})
}

// FuzzAnswer compares answer with fields.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte("1 w l P q f 2 dep _ _\n"), []byte("1 w l P q f 31 subj _ _\n"))
	f.Add([]byte("1 w l P q f 2 dep\n"), []byte("1 w l P q f  2\tdep\n"))
	f.Add([]byte(" w l P q f 2"), []byte(" w l P q f 2"))
	f.Add([]byte("1 w l P q f 2\n"), []byte("1 w l P q f \n"))
	f.Add([]byte("1 w l P q f 2 dep"), []byte("1 w l P q f 2 \n"))
	f.Add([]byte("1 w l P q f\n"), []byte("1 w l P r f 2 dep\n"))
	f.Fuzz(func(t *testing.T, gold, line []byte) {
		gold, line = gold[:len(gold):len(gold)], line[:len(line):len(line)]
		_, _, goldHead, _ := fields(gold)
		_, _, head, dep := fields(line)
		if h, d := answer(line, gold, goldHead); !bytes.Equal(h, head) || !bytes.Equal(d, dep) {
			t.Errorf("%q after %q: %q %q, want %q %q", line, gold, h, d, head, dep)
		}
	})
}

// FuzzSymbol compares symbol with Intern, for every part of a text.
func FuzzSymbol(f *testing.F) {
	f.Add([]byte("nsubj:pass\tVERB\x00\xff\x80 caf\u00e9 \x01\x00\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		text = text[:min(len(text), 40)]
		var table treebank.Symbols
		for i := range text {
			for k := i; k <= len(text); k++ {
				if got, want := symbol(&table, text[i:k]), table.Intern(text[i:k]); got != want || table.Name(got) != string(text[i:k]) {
					t.Errorf("%q: %d, want %d", text[i:k], got, want)
				}
			}
		}
	})
}
