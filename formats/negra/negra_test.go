package negra

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

// TestTraps: special cases that occur in files of this format.
func TestTraps(t *testing.T) {
	const v3 = "#FORMAT 3\n"
	for _, tc := range []struct{ name, in, want string }{
		{"version 3", v3 + "#BOS 1 2 3 0 %% c\na\tA\tm\tHD\t500\n#500\tX\t--\t--\t0\n#EOS 1\n", "(X: a/A:HD )"},
		{"version 4", "#FORMAT 4\n#BOS 1\na\tl\tA\tm\tHD\t500\n#500\t--\tX\t--\t--\t0\n#EOS 1\n", "(X: a/A:HD )"},
		{"version 3 not declared", "#BOS 1\na\tA\tm\tHD\t0\n#EOS 1\n", "a/A:HD "},
		{"version 4 not declared", "#BOS 1\na\tl\tA\tm\tHD\t0\n#EOS 1\n", "a/A:HD "},
		{"padded columns", v3 + "#BOS 1\na  \t\t  A  m \t HD    0   \r\n#EOS 1\r\n", "a/A:HD "},
		{"nonterminals first", v3 + "#BOS 1\n#500\tX\t--\t--\t0\na\tA\t--\tHD\t500\n#EOS 1\n", "(X: a/A:HD )"},
		{"no number as id", v3 + "#BOS RST_EE01/4\na\tA\t--\t--\t0\n#EOS RST_EE01/4\n", "a/A: "},
		{"words like nodes", v3 + "#BOS 1\n#\tA\t--\t--\t0\n#12\tA\t--\t--\t0\n#500x\tA\t--\t--\t0\n#123\tA\t--\t--\t0\n#EOS 1\n", "#/A: #12/A: #500x/A: #123/A: "},
		{"a word #500", v3 + "#BOS 1\n#500\tCARD\t--\tHD\t500\nb\tB\t--\t-\t500\n#500\tX\t--\t--\t0\n#EOS 1\n", "(X: #500/CARD:HD b/B:- )"},
		{"a word #501 without a node", v3 + "#BOS 1\n#501\tCARD\t--\tHD\t500\nb\tB\t--\t-\t500\n#500\tX\t--\t--\t0\n#EOS 1\n", "(X: #501/CARD:HD b/B:- )"},
		{"a word #500 alone", v3 + "#BOS 1\nb\tB\t--\t-\t0\n#500\tCARD\t--\tHD\t0\n.\t.\t--\t--\t0\n#EOS 1\n", "b/B:- #500/CARD:HD ./.: "},
		{"words like marks", v3 + "#BOS 1\n#EOS\tA\t--\t--\t0\n#BOS\tA\t--\t--\t0\n%%\tA\t--\t--\t0\n#EOS 1\n", "#EOS/A: #BOS/A: %%/A: "},
		{"comments", v3 + "%% all\n#BOS 1\na\tA\t--\t--\t0\t%%\tR=coref.2:500\n%% a line of its own\n#EOS 1\n", "a/A: "},
		{"secondary edges", v3 + "#BOS 1\na\tA\t--\tHD\t500\tSB\t500 OA 2 %% x\nb\tB\t--\t-\t500\n#500\tX\t--\t--\t0\tY 1\n#EOS 1\n",
			"(X: a/A:HD b/B:- ) 0>1:OA 0>2:SB 2>0:Y"},
		{"gaps", v3 + "#BOS 1\na\tA\t--\t-\t500\nb\tB\t--\t-\t0\nc\tC\t--\t-\t500\n#500\tX\t--\t--\t0\n#EOS 1\n", "(X: a/A:- c/C:- )b/B:- "},
		{"labels with names", v3 + "#BOS 1\na\tNE\t--\tHD\t500\n#500\tNX=PER\t--\tON\t0\n#EOS 1\n", "(NX=PER:ON a/NE:HD )"},
		{"header", "%% c\n#FORMAT 3\n#BOT ORIGIN\n0\tx\n#EOT ORIGIN\n\n#BOS 1\na\tA\t--\t--\t0\n#EOS 1\n", "a/A: "},
		{"editor -1", v3 + "#BOS 8  -1 1047480240 0\na\tA\t--\t--\t0\n#EOS 8\n", "a/A: "},
		{"empty sentence", v3 + "#BOS 1\n#EOS 1\n", ""},
		{"a node without words", v3 + "#BOS 1\na\tA\t--\t--\t501\n#500\tY\t--\t--\t501\n#501\tX\t--\t--\t0\n#EOS 1\n", "(X: (Y: )a/A: )"},
	} {
		all, errs := formattest.Read(&Format, tc.in)
		if len(all) != 1 || len(errs) != 0 {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
			continue
		}
		if got := formattest.Tree(all[0]); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
		if !Format.Detect([]byte(tc.in)) {
			t.Errorf("%s: the format is not detected", tc.name)
		}
	}
}

// TestErrors: each fault is named with its place, and the next sentence is
// read.
func TestErrors(t *testing.T) {
	const good = "#BOS 2\na\tA\t--\t--\t0\n#EOS 2\n"
	for _, tc := range []struct{ name, in, want string }{
		{"cycle", "#BOS 1\na\tA\t--\t--\t500\n#500\tX\t--\t--\t501\n#501\tY\t--\t--\t500\n#EOS 1\n", "f:2:1: want a tree, found a cycle of parents"},
		{"cycle without words", "#BOS 1\na\tA\t--\t--\t0\n#500\tX\t--\t--\t501\n#501\tY\t--\t--\t500\n#EOS 1\n", "a cycle"},
		{"missing parent", "#BOS 1\na\tA\t--\t--\t510\n#EOS 1\n", "f:3:11: want a nonterminal of this sentence as parent, or 0, found #510"},
		{"a word as parent", "#BOS 1\na\tA\t--\t--\t7\n#EOS 1\n", "f:3:11: want a nonterminal"},
		{"two parents", "#BOS 1\na\tA\t--\t--\t500\n#500\tX\t--\t--\t0\n#501\tX\t--\t--\t0\n#501\tX\t--\t--\t500\nb\tA\t--\t--\t501\nc\t\tA\t--\t--\tx\n" +
			"#EOS 1\n", "f:"},
		{"wrong #EOS", "#BOS 1\na\tA\t--\t--\t0\n#EOS 7\n", "f:4:1: want #EOS 1, found #EOS 7"},
		{"no #EOS", "#BOS 1\na\tA\t--\t--\t0\n", "want #EOS 1, found the next sentence, or the end of the file"},
		{"too few columns", "#BOS 1\na\tA\n#EOS 1\n", "f:3:4: want five columns"},
		{"no number", "#BOS 1\na\tA\t--\t--\tx\n#EOS 1\n", "f:3:11: want five columns"},
		{"half a secondary edge", "#BOS 1\na\tA\t--\t--\t0\tSB\n#EOS 1\n", "want a secondary edge"},
		{"secondary edge to nothing", "#BOS 1\na\tA\t--\t--\t0\tSB 777\n#EOS 1\n", "found #777"},
	} {
		all, errs := formattest.Read(&Format, "#FORMAT 3\n"+tc.in+good)
		if len(all) != 1 || len(errs) != 1 || !strings.Contains(errs[0].Error(), tc.want) {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
		}
	}
	if _, errs := formattest.Read(&Format, "#FORMAT 3\n#BOS 1\na\tA\t--\t--\t0\n"); len(errs) != 1 {
		t.Errorf("cut off: %v", errs)
	}
}

// TestSplit cuts the same sentences byte by byte.
func TestSplit(t *testing.T) {
	text := []byte("#FORMAT 3\n\n#BOS 1\na\n#EOS 1\n%% c\n#BOS 2\n#EOS\tA\t--\t--\t0\n#EOS 2\n#BOS 3\nb\n")
	want := []string{"#BOS 1\na\n#EOS 1", "#BOS 2\n#EOS\tA\t--\t--\t0\n#EOS 2", "#BOS 3\nb\n"}
	for _, step := range []int{1, 7, len(text)} {
		var got []string
		for at, end := 0, 0; at < len(text); {
			end = min(len(text), end+step)
			e := split(text[at:end], end == len(text), 3)
			if e.Found {
				got = append(got, string(text[at+e.Begin:at+e.End]))
			}
			at += e.Next
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("in steps of %d: got %q", step, got)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString("a b"), Parent: -1})
	if err := write(bufio.NewWriter(&bytes.Buffer{}), s); err == nil {
		t.Error("a word with a blank is written")
	}
}

func FuzzParse(f *testing.F) {
	formattest.Fuzz(f, &Format, formattest.Tree,
		"#FORMAT 3\n#BOS 1\na\tA\t--\tHD\t500\tSB 500 %% x\n#500\tX\t--\t--\t0\n#EOS 1\n",
		"#FORMAT 4\n#BOS 1 2 3 4 %% c\na\tl\tA\tm\tHD\t501\n#500\t--\tX\t--\t--\t501\n#501\t--\tX\t--\t--\t0\n#EOS 1\n",
		"#BOS 1\n#500\tA\t-\t-\t500\n#500\tA\t-\t-\t0\n#EOS 1")
}

// BenchmarkParse reads 4096 copies of one real-looking sentence.
func BenchmarkParse(b *testing.B) {
	var one strings.Builder
	one.WriteString("#BOS 1 2 1202391857 0\n")
	for i := range 24 {
		fmt.Fprintf(&one, "Wort%d\t\t\tWort\t\tNN\tasn\t\tHD\t%d\n", i, 500+i/3)
	}
	for i := range 8 {
		fmt.Fprintf(&one, "#%d\t\t\t--\t\tNX\t--\t\tON\t%d\n", 500+i, 508+i/4)
	}
	one.WriteString("#508\t\t\t--\t\tMF\t--\t\t-\t510\n#509\t\t\t--\t\tNF\t--\t\t-\t510\n#510\t\t\t--\t\tSIMPX\t--\t\t--\t0\n#EOS 1\n")
	text := []byte("#FORMAT 4\n" + strings.Repeat(one.String(), 4096))
	formattest.Bench(b, &Format, text, 4096)
}
