package brackets

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/formattest"
)

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"[They [[came] yesterday]]\n\nThe [[old man]]\n", []string{
			"They/<0 came/<2 yesterday/<1 [0,3)<-1 [1,3)<0 [1,2)<1", "missing failure:no words", "The/<-1 old/<1 man/<1 [1,3)<-1 [1,3)<0"}},
		{"[a b]\r\n[a [b]\n[a]]\n[c]\n", []string{
			"a/<0 b/<0 [0,2)<-1", "error f:2:7: want a closing ], found the end of the sentence",
			"error f:3:4: want [ or a word, found a surplus ]", "c/<0 [0,1)<-1"}},
		{"[The odds [favor\n  [more]]]\n[a\n b]\n", []string{
			"The/<0 odds/<0 favor/<1 more/<2 [0,4)<-1 [2,4)<0 [3,4)<1", "a/<0 b/<0 [0,2)<-1"}},
	} {
		if d := cmp.Diff(tc.want, formattest.Shown(&Format, tc.text, formattest.Flat)); d != "" {
			t.Errorf("%q: %s", tc.text, d)
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
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := formattest.Read(&Format, text)
		for _, s := range all {
			if !s.Missing {
				formattest.RoundTrip(t, &Format, s, formattest.Flat)
			}
		}
	})
}
