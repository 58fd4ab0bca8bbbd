package brackets

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/treebank"
)

func show(s *treebank.Sentence) string {
	var b strings.Builder
	for i := range s.Tokens {
		fmt.Fprintf(&b, "%s<%d ", s.Word(int32(i)), s.Tokens[i].Parent)
	}
	for _, p := range s.Phrases {
		fmt.Fprintf(&b, "[%d,%d)<%d ", p.Begin, p.End, p.Parent)
	}
	if s.Missing {
		b.WriteString("missing")
	}
	return strings.TrimSpace(b.String())
}

func readAll(text string) (out []string) {
	for s, err := range Format.Sentences(strings.NewReader(text), "f") {
		if err != nil {
			out = append(out, "error "+err.Error())
			continue
		}
		out = append(out, show(s))
	}
	return out
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"[They [[came] yesterday]]\n\nThe [[old man]]\n", []string{
			"They<0 came<2 yesterday<1 [0,3)<-1 [1,3)<0 [1,2)<1", "missing", "The<-1 old<1 man<1 [1,3)<-1 [1,3)<0"}},
		{"[a b]\r\n[a [b]\n[a]]\n[c]\n", []string{
			"a<0 b<0 [0,2)<-1", "error f:2:7: want a closing ], found the end of the sentence",
			"error f:3:4: want [ or a word, found a surplus ]", "c<0 [0,1)<-1"}},
		{"[The odds [favor\n  [more]]]\n[a\n b]\n", []string{
			"The<0 odds<0 favor<1 more<2 [0,4)<-1 [2,4)<0 [3,4)<1", "a<0 b<0 [0,2)<-1"}},
	} {
		if d := cmp.Diff(c.want, readAll(c.text)); d != "" {
			t.Errorf("%q: %s", c.text, d)
		}
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"[I [saw her]]\n": true, "\n [[The man] slept]": true, "[]": false, `[{"a": []}]`: false,
		"[Fa If_CS [N you_PPY N]V]": false, "(S (NN a))": false, "": false,
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("detect(%q) = %v", text, got)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"[They [[came] yesterday]]", "[] [[] a]b [", "]", "[a\xff\x00]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "f") {
			if err != nil || s.Missing {
				continue
			}
			var out bytes.Buffer
			w := bufio.NewWriter(&out)
			if err := write(w, s); err != nil {
				t.Fatal(err)
			}
			w.Flush()
			var again treebank.Sentence
			line := bytes.TrimSuffix(out.Bytes(), []byte("\n"))
			again.Reset(line)
			if err := parse(&again, line); err != nil || show(&again) != show(s) {
				t.Errorf("%v: read %q, written %q", err, show(s), show(&again))
			}
		}
	})
}
