package formats_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"assay/formats"
	"assay/treebank"
)

// seeds are small files; sentences of the first ones are written in every format
// that can hold them.
var seeds = map[string]string{
	"penn": "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ so))))\n",
	"conllu": "# sent_id = a\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\tIN\tX=1\t3\tcase\t3:case\t_\n" +
		"2\tle\tle\tDET\tDT\t_\t3\tdet\t3:det\t_\n3\tx\tx\tNOUN\tNN\t_\t0\troot\t0:root\t_\n\n1\ty\ty\tVERB\tVB\t_\t0\troot\t_\t_\n" +
		"2\tz\tz\tNOUN\tNN\t_\t1\tobj\t_\t_\n\n",
	"simplemrs": "[ TOP: h0 INDEX: e2 [ e SF: prop TENSE: pres ] RELS: < [ _the_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 ] RSTR: h5 BODY: h6 ] [ " +
		"_dog_n_1<4:7> LBL: h7 ARG0: x3 ] [ _bark_v_1<8:14> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]\n",
	"amr":         "# ::id a\n# ::snt the boy wants\n(w / want-01\n   :ARG0 (b / boy)\n   :polarity -)\n\n",
	"eds":         "{e2: _the_q<0:3>[BV x3] x3:_dog_n_1<4:7>[] e2:_bark_v_1<8:14>[ARG1 x3]}\n",
	"susanne":     "A01:0010a\t-\tAT\tThe\tthe\t[O[S[Ns:s.\nA01:0010b\t-\tNN1\tdog\tdog\t.Ns:s]\nA01:0010c\t-\tVVZ\tbarks\tbark\t[V.V]S]O]\n",
	"lancaster":   "[S[N the_AT dog_NN1 N][V barks_VVZ V]S]\n\n[S[N it_PPH1 N]S]\n\n",
	"sinica":      "#1:1.[0] S(agent:NP(Head:Nhaa:it)|Head:VE2:is)#。(PERIODCATEGORY)\n",
	"negra":       "#FORMAT 4\n#BOS 1 0 0 0\nder\t--\tART\t--\tNK\t500\nHund\t--\tNN\t--\tNK\t500\n#500\t--\tNP\t--\t--\t0\n#EOS 1\n",
	"answers":     `{"id": "a", "output": "(S (NN dog))"}` + "\n" + `{"id": "b", "output": "none"}` + "\n",
	"lin":         "(the D < dog spec)\n(dog N *)\n\n(a N *)\n\n",
	"xiao":        "(a ('a' N (b V <)))\n(b ('b' V (*)))\n\n",
	"conll2009":   "1\ta\ta\ta\tN\tN\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\tA0\n2\tb\tb\tb\tV\tV\t_\t_\t0\t0\tROOT\tROOT\tY\tb.01\t_\n\n",
	"discbracket": "(S (NP (DT 0=the) (NN 2=dog)) (VP (VBZ 1=barks)))\n",
}

// written returns small files of every format: the seeds, and their sentences
// written in the format.
func written(t *testing.T) map[*treebank.Format][][]byte {
	files := map[*treebank.Format][][]byte{}
	for name, text := range seeds {
		from := formats.ByName(name)
		files[from] = append(files[from], []byte(text))
		for _, to := range formats.All {
			if to.Write == nil || to == from {
				continue
			}
			var buf bytes.Buffer
			w := bufio.NewWriter(&buf)
			w.WriteString(to.Begin)
			good := 0
			for s, err := range from.Sentences(strings.NewReader(text), name) {
				if err == nil && to.Layers&from.Layers&(treebank.Phrases|treebank.Arcs|treebank.Graph) != 0 && to.Write(w, s) == nil {
					good++
				}
			}
			w.WriteString(to.End)
			if w.Flush(); good > 0 {
				files[to] = append(files[to], buf.Bytes())
			}
		}
	}
	return files
}

// mutate changes a file at a few places.
func mutate(rng *rand.Rand, text []byte) []byte {
	const bits = "()[]{}<>\"\\#\t\n\n :;/|=_-0125\x00\xff"
	text = bytes.Clone(text)
	for range 1 + rng.IntN(4) {
		if len(text) == 0 {
			return text
		}
		i := rng.IntN(len(text))
		j := min(len(text), i+1+rng.IntN(12))
		switch rng.IntN(6) {
		case 0:
			text = append(text[:i:i], text[j:]...)
		case 1:
			text = append(text[:j:j], text[i:]...)
		case 2:
			text[i] = bits[rng.IntN(len(bits))]
		case 3:
			text = append(append(text[:i:i], bits[rng.IntN(len(bits))]), text[i:]...)
		case 4:
			text = text[:i]
		case 5:
			n := bytes.IndexByte(text[i:], '\n') + 1
			text = append(text[:i:i], text[i+n:]...)
		}
	}
	return text
}

// tree reports whether the words of s are in the phrases above them.
func tree(s *treebank.Sentence) bool {
	for i, k := range s.Tokens {
		if p := k.Parent; p >= 0 && (int(p) >= len(s.Phrases) || int(s.Phrases[p].Begin) > i || int(s.Phrases[p].End) <= i) {
			return false
		}
	}
	return true
}

// reading describes the result of reading a file: each sentence with its words or its
// error.
func reading(t *testing.T, format *treebank.Format, r io.Reader, lines int) string {
	var out strings.Builder
	for sentence, err := range format.Sentences(r, "f") {
		if err != nil && sentence != nil && !tree(sentence) {
			t.Errorf("%s: the part read of a broken sentence is not a tree: %v", format.Name, err)
		}
		var syn *treebank.SyntaxError
		switch {
		case errors.As(err, &syn):
			if syn.File != "f" || syn.Line < 1 || syn.Line > lines || syn.Want == "" {
				t.Errorf("%s: an error without its place or its reason: %+v (%d lines)", format.Name, *syn, lines)
			}
			fmt.Fprintln(&out, syn)
		case err != nil:
			fmt.Fprintln(&out, err)
		default:
			fmt.Fprintln(&out, sentence.Line, len(sentence.Tokens), len(sentence.Phrases), len(sentence.Arcs), len(sentence.Nodes), sentence.Missing)
			for _, n := range sentence.Notes {
				if n.File != "f" || n.Line < 1 || n.Line > lines {
					t.Errorf("%s: a note without its place: %+v", format.Name, *n)
				}
			}
		}
	}
	return out.String()
}

// TestMutatedFiles: a broken file never crashes or hangs a reader, every error
// has a place in the file, and the result does not depend on how the bytes
// arrive. ASSAY_MUTATIONS sets the number of files (bench/fuzz.sh).
func TestMutatedFiles(t *testing.T) {
	files := written(t)
	total := 2000
	if n, err := strconv.Atoi(os.Getenv("ASSAY_MUTATIONS")); err == nil {
		total = n
	}
	for _, format := range formats.All {
		bases := files[format]
		if len(bases) == 0 {
			continue
		}
		r := rand.New(rand.NewPCG(1, uint64(len(format.Name))))
		for k := range max(1, total/len(files)) {
			text := mutate(r, bases[k%len(bases)])
			stuck := time.AfterFunc(time.Minute, func() { panic(fmt.Sprintf("%s hangs on %q", format.Name, text)) })
			lines := bytes.Count(text, []byte("\n")) + 1
			whole := reading(t, format, bytes.NewReader(text), lines)
			if parts := reading(t, format, iotest.OneByteReader(bytes.NewReader(text)), lines); parts != whole {
				t.Errorf("%s reads %q as\n%s\nand byte by byte as\n%s", format.Name, text, whole, parts)
			}
			stuck.Stop()
			if t.Failed() {
				t.Logf("file: %q", text)
				t.FailNow()
			}
		}
	}
	if len(files) < 25 {
		t.Errorf("only %d formats have a file to mutate", len(files))
	}
}
