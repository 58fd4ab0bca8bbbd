package msp_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/formats"
	"assay/formats/msp"
	"assay/internal/content"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// shown lists the content words of a sentence: form, head, relation, features.
func shown(s *treebank.Sentence) string {
	out := []string{s.Str(s.ID)}
	for _, node := range content.Words(nil, s) {
		token, morph := content.Node(s, node)
		head, rel := content.Head(s, node)
		out = append(out, fmt.Sprint(s.Str(token.Form), "<", head, ":", s.Name(rel), " ", s.Name(morph.Feats)))
	}
	for _, e := range s.Notes {
		out = append(out, e.Error())
	}
	return strings.Join(out, "; ")
}

// lines makes a sentence of ID FORM FEATS HEAD DEPREL, between blanks.
func lines(words ...string) string {
	out := ""
	for _, word := range words {
		f := strings.Fields(word)
		out += fmt.Sprintf("%s\t%s\t_\tX\t_\t%s\t%s\t%s\t_\t_\n", f[0], f[1], f[2], f[3], f[4])
	}
	return out + "\n"
}

func TestContentWords(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{lines("1 the _ _ _", "2 dog | 3 nsubj:x", "3 runs Tense=Pres|Case=A;B 0 root"), "; dog<2:nsubj:x |; runs<-1:root Tense=Pres|Case=A;B"},
		{lines("0.1 _ Person=1 1 nsubj", "1 vengo Tense=Pres 0 root", "1.1 - | 1 obj"), "; _<0:nsubj Person=1; vengo<-1:root Tense=Pres; -<0:obj |"},
		{lines("1 a | 0 root", "1.1 b Case=A _ _"), "; a<-1:root |"},
		{lines("1 a | 0 root", "1.1 b Case=A 7 obj"), "; a<-1:root |; b<-9:obj Case=A"},
		{lines("1-2 ab _ _ _", "1 a | 2 x", "2 b | 0 root"), "; a<1:x |; b<-1:root |"},
		{lines("1 a | _ _"), `error f:1:13: want the number of a word or 0 in HEAD of a content word, found "_"`},
		{lines("1 a | 0 root", "1.1 _ | x y"), `error f:2:15: want the number of a word or 0 in HEAD of an abstract node, or _ of an empty one, found "x"`},
		{strings.Replace(lines("1 a | 0 root", "1.1 _ | 1 y"), "y\t_", "y\t1:y", 1), "; a<-1:root |; _<0:y |"},
	} {
		if got := strings.Join(formattest.Shown(&msp.Format, tc.text, shown), " / "); got != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
}

// TestRecognised: files of the shared task are found by their content, other files in CoNLL-U are not.
func TestRecognised(t *testing.T) {
	for name, text := range map[string]string{
		"msp":    lines("1 the _ _ _", "2 dog Number=Sing 3 nsubj", "3 runs Tense=Pres 0 root"),
		"conllu": lines("1 the _ 2 det", "2 dog Number=Sing 3 nsubj", "3 runs Tense=Pres 0 root", "3.1 e _ _ _"),
	} {
		if f := formats.Guess("x.conllu", []byte("# sent_id = 1\n"+text)); f == nil || f.Name != name {
			t.Errorf("%s: found %v", name, f)
		}
	}
}

// TestFiles: every recorded gold file that can be read is written as it was.
func TestFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "living", "msp"), "random-*", "*.conllu"))
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		dir := filepath.Base(filepath.Dir(file))
		formattest.SameBytes(t, &msp.Format, "cases", "living", "msp", dir, filepath.Base(file))
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzText(f, &msp.Format,
		lines("0.1 _ Person=1 1 nsubj", "1 vengo Tense=Pres 0 root", "1.1 - | 9 obj", "1.2 x _ _ _"),
		lines("1-2 ab _ _ _", "1 a | 2 x", "2 b | 0 root"),
		strings.Replace(lines("1 a | 0 root", "1.1 _ | 1 y"), "y\t_", "y\t1:y|0:z", 1))
}
