package conll

import (
	"bytes"
	"testing"
)

// FuzzColumns compares columns with its slow twin, which splits at tabs.
func FuzzColumns(f *testing.F) {
	f.Add([]byte("1\tThe cat\tthe\tD\tDT\tx=1\t2\tdet\t_\t_"), 0)
	f.Add([]byte("\t\t\x08\t\x08\x08\t\t\t_\t\t"), 1)
	f.Fuzz(func(t *testing.T, text []byte, begin int) {
		if begin < 0 || begin > len(text) {
			return
		}
		reader := Reader{Text: text, begin: begin}
		reader.columns(len(text))
		want := bytes.Split(text[begin:], []byte("\t"))
		if len(reader.cols) != len(want) {
			t.Fatalf("%q from %d: %d columns, want %d", text, begin, len(reader.cols), len(want))
		}
		for i, w := range want {
			if got := reader.bytes(i); !bytes.Equal(got, w) {
				t.Errorf("%q from %d: column %d is %q, want %q", text, begin, i, got, w)
			}
		}
	})
}

func TestBlankForTab(t *testing.T) {
	for line, want := range map[string]string{
		"1\tdogs dog\tN":  `column 2, "dogs dog", has a blank where a tab should be`,
		"1 dogs\tdog\tN":  `column 1, "1 dogs", has a blank where a tab should be`,
		"1\tdogs\tdog":    "",
		"1\ta b\tc d":     "", // five
		"1\tdogs\tdog\tN": "",
	} {
		if got := BlankForTab([]byte(line), 4); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
