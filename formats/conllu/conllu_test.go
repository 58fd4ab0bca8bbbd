package conllu

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// table makes CoNLL-U from lines with spaces between columns.
func table(lines ...string) string {
	var out strings.Builder
	for _, l := range lines {
		if !strings.HasPrefix(l, "#") {
			l = strings.Join(strings.Fields(l), "\t")
		}
		out.WriteString(l + "\n")
	}
	return out.String()
}

// read reads all sentences of text, also those with errors.
func read(text string) (all []*treebank.Sentence, errs []error) {
	for s, err := range Format.Sentences(strings.NewReader(text), "f") {
		all = append(all, s.Clone())
		errs = append(errs, err)
	}
	return all, errs
}

var sample = table(
	"# newdoc id = d1",
	"# sent_id = s1",
	"# text = vámonos al mar",
	"1-2 vámonos _ _ _ Typo=Yes _ _ _ SpaceAfter=No",
	"1 vamos ir VERB v Mood=Imp|Number=Plur 0 root 0:root Gloss=go",
	"2 nos nosotros PRON _ Case=Acc 1 obj 1:obj|5.1:nsubj _",
	"3-4 al _ _ _ _ _ _ _ _",
	"3 a a ADP _ _ 5 case 5:case _",
	"4 el el DET _ _ 5 det 5:det _",
	"5 mar mar NOUN _ _ 1 obl:arg 1:obl:arg _",
	"5.1 ir ir VERB _ _ _ _ 1:conj>cc _",
	"",
)

func TestReadsAllColumns(t *testing.T) {
	all, errs := read(sample)
	if len(all) != 1 || errs[0] != nil {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	sentence := all[0]
	if got := fmt.Sprintln(sentence.Str(sentence.ID), sentence.Str(sentence.Doc), sentence.NewDoc, len(sentence.Comments),
		len(sentence.Notes)); got != "s1 d1 true 3 0\n" {
		t.Errorf("comments: %s", got)
	}
	if got := fmt.Sprintln(sentence.Ranges[0].Begin, sentence.Ranges[0].End, sentence.Str(sentence.Ranges[1].Form)); got != "0 2 al\n" {
		t.Errorf("ranges: %s", got)
	}
	if sentence.Name(sentence.Tokens[0].Tag) != "VERB" || sentence.Name(sentence.Morph[0].Fine) != "v" ||
		sentence.Name(sentence.Morph[0].Feats) != "Mood=Imp|Number=Plur" ||
		sentence.Str(sentence.Morph[0].Lemma) != "ir" || sentence.Morph[1].Fine != 0 || sentence.Str(sentence.Morph[0].Misc) != "Gloss=go" {
		t.Errorf("columns: %+v", sentence.Morph[0])
	}
	if h, rel := sentence.HeadOf(4); h != 0 || sentence.Name(rel) != "obl:arg" {
		t.Errorf("head %d %s", h, sentence.Name(rel))
	}
	if h, _ := sentence.HeadOf(0); h != treebank.Root {
		t.Errorf("root: %d", h)
	}
	var edges []string
	for _, a := range sentence.Enhanced {
		edges = append(edges, fmt.Sprintf("%d<%d:%s", a.Dep, a.Head, sentence.Name(a.Rel)))
	}
	if got, want := strings.Join(edges, " "), "0<-1:root 1<0:obj 1<5:nsubj 2<4:case 3<4:det 4<0:obl:arg 5<0:conj>cc"; got != want {
		t.Errorf("enhanced: %s, want %s", got, want)
	}
	if got := formattest.Text(t, &Format, all...); got != sample {
		t.Errorf("written:\n%s", got)
	}
	if got := string(Format.ID([]byte(sample))); got != "s1" {
		t.Errorf("ID: %q", got)
	}
}

func TestErrors(t *testing.T) {
	ok := "1 a a X _ _ 0 root _ _"
	tests := []struct{ name, text, want string }{
		{"nine columns", table(ok, "2 b b X _ _ 1 dep _", ""), "f:2:20: want 10 columns, found 9"},
		{"eleven columns", table(ok, "2 b b X _ _ 1 dep _ _ _", ""), "f:2:22: want 10 columns, found 11"},
		{"spaces", ok + "\n\n", "f:1:1: want 10 columns, found 1"},
		{"comment inside", table(ok, "# c", "2 b b X _ _ 1 dep _ _", ""), "f:2:1: want a word, found a comment after the first word of the sentence"},
		{"skipped id", table(ok, "3 b b X _ _ 1 dep _ _", ""), `f:2:1: want word 2, found "3"`},
		{"id 01", table("01 a a X _ _ 0 root _ _", ""), `f:1:1: want word 1, found "01"`},
		{"id two", table("two a a X _ _ 0 root _ _", ""), `f:1:1: want word 1, found "two"`},
		{"empty form", "1\t\ta\tX\t_\t_\t0\troot\t_\t_\n\n", "f:1:3: want a form, found an empty column"},
		{"negative head", table("1 a a X _ _ -1 root _ _", ""), `f:1:13: want the number of a word, 0 or _ in HEAD, found "-1"`},
		{"empty head", "1\ta\ta\tX\t_\t_\t\troot\t_\t_\n\n", "f:1:13: want the number of a word, 0 or _ in HEAD, found an empty column"},
		{"huge head", table("1 a a X _ _ 12345678901 root _ _", ""), `f:1:13: want the number of a word, 0 or _ in HEAD, found "12345678901"`},
		{"bad range", table("1-x a _ _ _ _ _ _ _ _", ok, ""), `f:1:1: want the range of a multiword token, found "1-x"`},
		{"range backwards", table("2-1 a _ _ _ _ _ _ _ _", ok, ""), `f:1:1: want the range of a multiword token, found "2-1"`},
		{"range overlaps", table("1-2 ab _ _ _ _ _ _ _ _", ok, "2-3 bc _ _ _ _ _ _ _ _", ""), `f:3:1: want word 2, found the overlapping range "2-3"`},
		{"range ahead", table("2-3 ab _ _ _ _ _ _ _ _", ok, ""), `f:1:1: want word 1, found the range "2-3"`},
		{"range beyond", table("1-3 ab _ _ _ _ _ _ _ _", ok, ""), "f:1:1: want words up to 3 after this line, found the end of the sentence after word 1"},
		{"empty node early", table("1.1 a _ _ _ _ _ _ _ _", ok, ""), `f:1:1: want word 1 or empty node 0.1, found "1.1"`},
		{"empty node twice", table(ok, "1.1 a _ _ _ _ _ _ _ _", "1.1 a _ _ _ _ _ _ _ _", ""), `f:3:1: want word 2 or empty node 1.2, found "1.1"`},
		{"cut line", table(ok) + "2\tb\tb", "f:2:6: want 10 columns, found 3"},
	}
	for _, tt := range tests {
		// The neighbours of a broken sentence are read.
		text := tt.text
		if strings.HasSuffix(text, "\n\n") {
			text += table("# sent_id = next", "1 n n X _ _ 0 root _ _", "")
		}
		all, errs := read(text)
		if errs[0] == nil || errs[0].Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, errs[0], tt.want)
		}
		if strings.HasSuffix(text, tt.text) {
			continue
		}
		if n := len(all); n != 2 || errs[1] != nil || all[1].Str(all[1].ID) != "next" {
			t.Errorf("%s: %d sentences, then %v", tt.name, n, errs)
		}
	}
}

func TestNotes(t *testing.T) {
	one, two := "1 a a X _ _ 0 root _ _", "2 b b X _ _ 1 dep _ _"
	tests := []struct {
		name, text string
		sentences  int
		want       string // the notes of all sentences
	}{
		{"fine", table(one, two, ""), 1, ""},
		{"no empty line at the end", table(one, two), 1, "f:3:1: want an empty line after the sentence, found none"},
		{"no empty line between", table(one, two, one, two, ""), 2, "f:3:1: want an empty line after the sentence, found none"},
		{"no empty line, comments", table(one, two, "# c", one, two, ""), 2, "f:3:1: want an empty line after the sentence, found none"},
		{"white space", table(one) + " \n" + table(one, ""), 2, "f:2:1: want an empty line, found a line of white space"},
		{"empty column", "1\ta\t\tX\t_\t_\t0\troot\t_\t_\n\n", 1, "f:1:5: want _ or a value in LEMMA, found an empty column, read as _"},
		{"deps without colon", table("1 a a X _ _ 0 root 0 _", ""), 1, `f:1:21: want head:relation in DEPS, found "0"`},
		{"deps trailing bar", table("1 a a X _ _ 0 root 0:root| _", ""), 1, `f:1:27: want head:relation in DEPS, found "0:root|"`},
		{"deps word", table("1 a a X _ _ 0 root x:root _", ""), 1, `f:1:20: want head:relation in DEPS, found "x:root"`},
		{"deps without node", table("1 a a X _ _ 0 root 1.1:root _", ""), 1, `f:1:3: want an empty node that DEPS names, found no 1.1`},
		{"named, without words", table("# sent_id = x", "", one, ""), 2, "f:3:1: want a word, found the end of the sentence"},
		{"comment between empty lines", table("# c", "", one, ""), 1, "f:2:1: want a word or a comment, found an empty line"},
		{"comment at the end", table(one, "", "# the end"), 1, ""},
		{"empty lines", table("", "", one, "", "", ""), 1, ""},
		{"CRLF", strings.ReplaceAll(table(one, two, "", one, ""), "\n", "\r\n"), 2, ""},
		{"CR", strings.ReplaceAll(table("# c", one, two, "", one, ""), "\n", "\r"), 2, ""},
		{"mixed", table(one, "") + strings.ReplaceAll(table(one, ""), "\n", "\r\n"), 2, ""},
		{"nothing", "", 0, ""},
		{"head outside", table(one, "2 b b X _ _ 7 dep 8:x _", ""), 1, "f:2:3: want a word of the sentence as head in DEPS, found 8"},
		{"unknown heads", table("1 a a X _ _ _ _ _ _", "2 b b X _ _ ? _ _ _", ""), 1, ""},
	}
	for _, tt := range tests {
		all, errs := read(tt.text)
		var notes []string
		for i, s := range all {
			if errs[i] != nil {
				t.Errorf("%s: %v", tt.name, errs[i])
			}
			for _, n := range s.Notes {
				notes = append(notes, n.Error())
			}
		}
		if len(all) != tt.sentences || strings.Join(notes, "; ") != tt.want {
			t.Errorf("%s: %d sentences, want %d; notes %s", tt.name, len(all), tt.sentences, strings.Join(notes, "; "))
		}
		again, _ := read(formattest.Text(t, &Format, all...))
		if len(again) != len(all) {
			t.Errorf("%s: %d sentences written, %d read again", tt.name, len(all), len(again))
		}
		for i := range again {
			if a, b := view(all[i]), view(again[i]); a != b {
				t.Errorf("%s: read again:\n%s\nwas\n%s", tt.name, b, a)
			}
		}
	}
}

func TestHeadsOutside(t *testing.T) {
	all, _ := read(table("1 a a X _ _ 7 dep 8:x _", "2 b b X _ _ _ dep _ _", ""))
	sentence := all[0]
	if h, _ := sentence.HeadOf(0); h != treebank.Outside(7) || h >= 0 {
		t.Errorf("head %d", h)
	}
	if n, ok := treebank.OutsideNumber(sentence.Enhanced[0].Head); n != 8 || !ok {
		t.Errorf("enhanced head %d", sentence.Enhanced[0].Head)
	}
	if h, _ := sentence.HeadOf(1); h != treebank.Unknown {
		t.Errorf("unknown head %d", h)
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		"":            false,
		"\n\n":        false,
		"# c\n":       false,
		"(S (X a))\n": false,
		table("1 a a NOUN _ _ 0 root _ _", "2 b b VERB _ _ 1 dep _ _", ""): true,
		table("1 a a NN NN _ 0 root _ _", ""):                              false,
		table("# c", "1 a a NN NN _ 0 root _ _", ""):                       true,
		table("1-2 ab _ _ _ _ _ _ _ _", "1 a a NN NN _ 0 root _ _"):        true,
		"# c\n1\ta\ta\tNN\tNN\t_\t0\troot\t_\t_":                           true, // the last line is not ended
		table("1 a a NOUN _ _ 0 root _"):                                   false,
		"\t\t\t\t\t\t\t\t\t\n":                                             false,
	} {
		if got := Format.Detect([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// view describes all annotation of a sentence, without places.
func view(sentence *treebank.Sentence) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%q %q %v\n", sentence.Str(sentence.ID), sentence.Str(sentence.Doc), sentence.NewDoc)
	for _, c := range sentence.Comments {
		fmt.Fprintf(&out, "%q\n", sentence.Str(c))
	}
	word := func(t treebank.Token, m treebank.Morph) {
		fmt.Fprintf(&out, "%q %q %q %q %q %q\n", sentence.Str(t.Form), sentence.Name(t.Tag), sentence.Str(m.Lemma), sentence.Name(m.Fine),
			sentence.Name(m.Feats), sentence.Str(m.Misc))
	}
	for i, t := range sentence.Tokens {
		word(t, sentence.Morph[i])
	}
	for _, e := range sentence.Empties {
		fmt.Fprintf(&out, "%d.%d ", e.After, e.Minor)
		word(e.Token, e.Morph)
	}
	for _, r := range sentence.Ranges {
		fmt.Fprintf(&out, "%d-%d %q %q %q\n", r.Begin, r.End, sentence.Str(r.Form), sentence.Str(r.Between), sentence.Str(r.Misc))
	}
	for _, list := range [][]treebank.Arc{sentence.Arcs, sentence.Enhanced} {
		for _, a := range list {
			fmt.Fprintf(&out, "%d<%d:%q ", a.Dep, a.Head, sentence.Name(a.Rel))
		}
		out.WriteByte('\n')
	}
	for _, a := range sentence.Attrs {
		fmt.Fprintf(&out, "%d %s %q\n", a.Index, sentence.Name(a.Key), sentence.Str(a.Value))
	}
	return out.String()
}

// files returns the CoNLL-U files of the shared data, unpacked.
func files(t testing.TB) map[string][]byte {
	all := map[string][]byte{}
	for _, dir := range []string{shared.Path(t, "data"), shared.Path(t, "cases", "dependencies")} {
		filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
			if err != nil || info.IsDir() || strings.Contains(path, "90-malformed") {
				return err
			}
			if !strings.HasSuffix(path, ".conllu") && !strings.HasSuffix(path, ".conllu.gz") {
				return nil
			}
			all[path] = shared.File(t, path)
			return nil
		})
	}
	return all
}

func TestWritesWhatItRead(t *testing.T) {
	n := 0
	for path, data := range files(t) {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		bare := false
		for sentence, err := range Format.Sentences(bytes.NewReader(data), path) {
			if err != nil {
				t.Error(err)
				break
			}
			bare = bare || len(sentence.Notes) > 0
			if got, want := string(Format.ID(sentence.Text)), sentence.Str(sentence.ID); got != want {
				t.Errorf("%s:%d: ID %q, want %q", path, sentence.Line, got, want)
			}
			Format.Write(w, sentence)
		}
		w.Flush()
		n++
		if bare { // one system leaves FEATS empty; written is _
			if !strings.Contains(path, "UDPipe-Future") {
				t.Errorf("%s: notes", path)
			}
			continue
		}
		if !bytes.Equal(out.Bytes(), data) {
			at := 0
			for at < min(out.Len(), len(data)) && out.Bytes()[at] == data[at] {
				at++
			}
			t.Errorf("%s differs at byte %d: %.80q, want %.80q", path, at, out.Bytes()[at:], data[at:])
		}
		if !Format.Detect(data[:min(len(data), 4000)]) {
			t.Errorf("%s: not detected", path)
		}
	}
	if n < 80 {
		t.Errorf("only %d files", n)
	}
}

// plainColumns is the slow twin of columns.
func plainColumns(text []byte, off int) (ends []int, next int) {
	for i := off; ; i++ {
		switch {
		case i == len(text):
			return append(ends, i), i
		case text[i] == '\n':
			return append(ends, i), i + 1
		case text[i] == '\t':
			ends = append(ends, i)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add([]byte("1\ta\tb\n2\t\t\x08\x0b\x09\x0a"), 0)
	f.Add([]byte("0123456\t\t\t\t\t\t\t\t\t\t\t\t89"), 3)
	f.Add([]byte(strings.Repeat("1\ta word\t\x01\x0b\t\t_\r\n", 12)), 1)
	f.Fuzz(func(t *testing.T, text []byte, off int) {
		if off < 0 || off > len(text) {
			return
		}
		r := reader{text: text, off: off, marks: marksAt(text, off)}
		for r.off < len(text) { // each line begins at the end of the last one
			want, wantNext := plainColumns(text, r.off)
			n, next := r.cut()
			if n != len(want) || next != wantNext || !reflect.DeepEqual(r.end[:min(n, columnCount)], want[:min(n, columnCount)]) {
				t.Fatalf("columns of %q at %d = %d %v %d, want %v %d", text, r.off, n, r.end, next, want, wantNext)
			}
			if r.nul != (bytes.IndexByte(text[off:next], 0) >= 0) {
				t.Fatalf("%q up to %d: a NUL is %v", text, next, r.nul)
			}
			r.off = next
		}
	})
}

// FuzzRead checks that reading fails only with an error, that no byte is lost, and
// that a written sentence is read as the same sentence.
func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r\n")))
	f.Add([]byte(strings.ReplaceAll(sample, "\n", "\r")))
	f.Add([]byte(rankedSample))
	f.Add([]byte(sample[:len(sample)/2] + "\n# sent_id = y\n\n" + sample))
	f.Add([]byte("1\ta\x00\ta\tX\x00\t\t_\t9\troot\t9:x|3.1:y\t_\n \n#\n\n#sent_id=\r\r\n1\t\r\r"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, errs := read(string(text))
		for i, sentence := range all {
			if errs[i] != nil {
				continue
			}
			again, _ := read(formattest.Text(t, &Format, sentence))
			if sentence.Missing && len(again) == 0 {
				continue
			}
			if len(again) != 1 {
				t.Fatalf("%q: %d sentences read again", formattest.Text(t, &Format, all[i]), len(again))
			}
			if a, b := view(sentence), view(again[0]); a != b {
				t.Errorf("read again:\n%s\nwas\n%s", b, a)
			}
		}
	})
}

// rankedSample has lists of three, one and two analyses.
const rankedSample = `# sent_id = a
# rank = 1
# prob = 0.5
1	a	a	X	_	_	0	root	_	_
2	b	b	X	_	_	1	dep	_	_

# sent_id = a
# rank = 2
# prob = 0.3
1	a	a	X	_	_	2	dep	_	_
2	b	b	X	_	_	0	root	_	_

# rank = 3
# prob = high
1	a	a	X	_	_	0	root	_	_
2	b	b	X	_	_	0	root	_	_

# sent_id = b
1	c	c	X	_	_	0	root	_	_

# sent_id = c
# rank = 1
1	d	d	X	_	_	0	root	_	_

# rank = 2
1	d	d	X	_	_	0	dep	_	_

`

// TestRanked: the analyses of a sentence are one list, whatever the size of the blocks that are read; those of a file
// without ranks above 1 are sentences.
func TestRanked(t *testing.T) {
	for _, text := range []string{rankedSample, strings.ReplaceAll(rankedSample, "\n", "\r\n")} {
		for rank, want := range []string{"", "a 0.50 1<0 2<1; b 1.00 1<0; c 1.00 1<0", "a 0.30 1<2 2<0; -; c 1.00 1<0",
			"a 1.00 1<0 2<0; -; -"} {
			if rank == 0 {
				continue
			}
			var got []string
			for s, err := range (&treebank.Source{Format: &Format}).Ranked(iotest.OneByteReader(strings.NewReader(text)), "list", rank) {
				if err != nil {
					got = append(got, "-")
					continue
				}
				name := s.Str(s.ID)
				if name == "" {
					name = map[string]string{"a": "a", "d": "c"}[string(s.Word(0))]
				}
				line := fmt.Sprintf("%s %.2f", name, math.Exp(s.Score))
				for _, a := range s.Arcs {
					line += fmt.Sprintf(" %d<%d", a.Dep+1, a.Head+1)
				}
				got = append(got, line)
				if bad := rank == 3; bad != (len(s.Notes) > 0) {
					t.Errorf("rank %d: notes %v", rank, s.Notes)
				}
				if strings.Contains(formattest.Text(t, &Format, s), "rank") {
					t.Error("a sentence that is written alone has a rank")
				}
			}
			if joined := strings.Join(got, "; "); joined != want {
				t.Errorf("rank %d: %s, want %s", rank, joined, want)
			}
		}
	}
	plain, _ := read(strings.ReplaceAll(rankedSample, "# rank = ", "# place = "))
	if len(plain) != 6 {
		t.Errorf("%d sentences without ranks, want 6", len(plain))
	}
}
