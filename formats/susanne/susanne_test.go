package susanne

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// TestXiao reads the sentence of Xiao's appendix A, repaired.
func TestXiao(t *testing.T) {
	text := shared.Read(t, "data", "samples", "susanne", "xiao-appendixA.repaired.6col.txt")
	all, errs := formattest.Read(&Format, string(text))
	if len(all) != 1 || len(errs) > 0 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	sentence := all[0]
	if len(sentence.Tokens) != 32 || sentence.Name(sentence.Phrases[0].Label) != "O" || string(sentence.Word(8)) != "," ||
		string(sentence.Word(26)) != "subsurface" {
		t.Errorf("%d words, %q, %q", len(sentence.Tokens), sentence.Word(8), sentence.Word(26))
	}
	if got := sentence.Str(sentence.Morph[26].Lemma); got != "sub-surface" {
		t.Errorf("lemma %q", got)
	}
	if p := sentence.Phrases[sentence.Tokens[9].Parent]; sentence.Name(p.Label) != "Ni" || sentence.Name(p.Func) != "S" {
		t.Errorf("subject %q:%q", sentence.Name(p.Label), sentence.Name(p.Func))
	}
	if sentence.Str(sentence.ID) != "X00:0010a" || !bytes.Equal(Format.ID(text), []byte("X00:0010a")) {
		t.Errorf("id %q", sentence.Str(sentence.ID))
	}
}

// TestAsPrinted: the sample as printed lacks a bracket, which is reported; a
// break is not a sentence, and a sentence that is cut off is named.
func TestAsPrinted(t *testing.T) {
	for file, want := range map[string]string{
		"xiao-appendixA.4col.txt": "want Po], found Nns]",
		"susanne-6col-sample.txt": "before the end of the sentence",
	} {
		text := shared.Read(t, "data", "samples", "susanne", file)
		all, errs := formattest.Read(&Format, string(text))
		if len(all) != 0 || len(errs) != 1 || !strings.Contains(errs[0].Error(), want) {
			t.Errorf("%s: %d sentences, %v", file, len(all), errs)
		}
	}
}

// TestResync: a broken sentence does not take the next one with it.
func TestResync(t *testing.T) {
	all, errs := formattest.Read(&Format, "a\t-\tX\tx\tx\t[O[N.\nb\t-\tYB\t<minbrk>\t-\t[Oh.Oh]\nc\t-\tX\ty\ty\t[O[N.N]\nd\t-\tYF\t+.\t-\t.O]\n")
	if len(errs) != 1 || len(all) != 1 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	if s := all[len(all)-1]; len(s.Tokens) != 2 || string(s.Word(1)) != "." {
		t.Errorf("got %d words", len(s.Tokens))
	} else if got := []uint32{s.Morph[0].Lemma.Len, s.Morph[1].Lemma.Len}; got[0] != 1 || got[1] != 0 {
		t.Errorf("lemmas of %d characters; a hyphen says that there is none", got)
	}
}

// TestGhosts: a ghost is not a word but a secondary edge, an index is no part of a
// function, and four columns are read as six.
func TestGhosts(t *testing.T) {
	six := "A01:0010a\t-\tYB\t<minbrk>\t-\t[Oh.Oh]\n" +
		"A01:0010b\t-\tAT\tThe\tthe\t[O[S[Nns:S101.\n" +
		"A01:0010c\t-\tNN1c\tjury\tjury\t.Nns:S101]\n" +
		"A01:0010d\t-\tVVDv\tsaid\tsay\t[Vd.Vd]\n" +
		"A01:0010e\t-\tYG\t-\t-\t[Ti:o[s101.s101]\n" +
		"A01:0010f\t-\tVV0v\tgo\tgo\t[Vi.Vi]Ti:o]\n" +
		"A01:0010g\t-\tYG\t-\t-\t[Fr:103[Nq:104[o105.o105]Nq:104]Fr:103]S]\n" +
		"A01:0010h\t-\tYF\t+.\t-\t.O]\n"
	var four strings.Builder
	for line := range strings.Lines(six) {
		four.WriteString(strings.SplitN(line, "\t", 3)[2])
	}
	for _, text := range []string{six, four.String()} {
		all, found := formattest.ReadNotes(&Format, text)
		if len(all) != 1 || len(found) != 1 || !strings.Contains(found[0], "a phrase with the index of the ghost o105, found none") {
			t.Fatalf("%d sentences, %v", len(all), found)
		}
		sentence := all[0]
		var words, phrases []string
		for i := range sentence.Tokens {
			words = append(words, string(sentence.Word(int32(i))))
		}
		for _, p := range sentence.Phrases {
			phrases = append(phrases, sentence.Name(p.Label)+":"+sentence.Name(p.Func))
		}
		if got := strings.Join(words, " "); got != "The jury said go ." {
			t.Errorf("words %s", got)
		}
		if got := strings.Join(phrases, " "); got != "O: S: Nns:S Vd: Ti:o Vi:" {
			t.Errorf("phrases %s", got)
		}
		if len(sentence.Secondary) != 1 || sentence.Secondary[0].Dep != 5+2 || sentence.Secondary[0].Head != 5+4 || sentence.Name(sentence.Secondary[0].Rel) != "s" {
			t.Errorf("secondary edges %v", sentence.Secondary)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a\t-\tX\tx\tx\t[O[N:s1.N:s1].O]\n"))
	f.Add([]byte("a\t-\tX\tx\tx\t[O[N:s1.N:s1]\na\t-\tYG\t-\t-\t[V[s1.s1]V]O]\n"))
	f.Add([]byte("X\t+x\t-\t.\n]\t\t\t[O."))
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "x") {
			if err == nil {
				check(t, s)
			}
		}
	})
}

func check(t *testing.T, s *treebank.Sentence) {
	for _, k := range s.Tokens {
		if int(k.Parent) >= len(s.Phrases) {
			t.Fatalf("parent %d of %d", k.Parent, len(s.Phrases))
		}
		s.Bytes(k.Form)
	}
}
