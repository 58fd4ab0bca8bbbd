package breakdown

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/condition"
	"assay/formats/conllx"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/measures/attachment"
	"assay/treebank"
)

const pairGold = "1\tthe\t_\tDT\tDT\tA=b\t2\tdet\t_\t_\n2\tdog\tdog\tNN\tNN\t_\t3\tnsubj\t_\t_\n3\tbarks\tbark\tVBZ\tVBZ\t_\t0\troot\t_\t_\n4\t,\t," +
	"\t,\t,\t_\t3\tpunct\t_\t_\n\n"

// selected returns the number of words that a condition selects.
func selected(t *testing.T, where string) float64 {
	t.Helper()
	sel, err := Config{}.Where(where)
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	system := strings.Replace(pairGold, "2\tdet", "3\tdet", 1)
	r, err := eval.Run(context.Background(), formattest.Source(&conllx.Format, "gold", []byte(pairGold)),
		formattest.Source(&conllx.Format, "system", []byte(system)), []*eval.Measure{attachment.New(attachment.Options{})}, eval.Options{Where: sel})
	if err != nil {
		t.Fatal(err)
	}
	return r.Counts[0].Sum()[0]
}

// TestWhere checks conditions on keys, and Xiao's equivalents.
func TestWhere(t *testing.T) {
	for where, want := range map[string]float64{
		"deprel=nsubj": 1, "(type nsubj)": 1, "deprel=nsubj|det": 2, "deprel!=nsubj": 3, "tag=NN*": 1, `tag=","`: 1, "tag=/N.|VBZ/": 2,
		"length>3": 4, "length=4": 4, "length<4": 0, "length >= 4 and deprel = det": 1, "deprel=det, tag=DT": 1, "deprel=det,tag=NN": 0,
		"deprel=det or tag=NN": 2, "not deprel=det": 3, "not (deprel=det or tag=NN)": 2, "(deprel=det or tag=NN), direction=right": 2,
		"deprel=det or (head (type root))":          3, // the system has det under the root
		"distance=1":                                3, // the, dog and the comma
		"distance>1":                                1, // the, in the system
		"direction=root":                            1,
		"(not (type det)) and not tag=NN":           2,
		"((type det))":                              1,
		"position<=2 or (and (type root) (cat V*))": 3,
		"outcome=correct":                           3, "t": 4, "word=/D.*/i": 1, "signed-distance<0": 1,
	} {
		if got := selected(t, where); got != want {
			t.Errorf("%s: %v words, want %v", where, got, want)
		}
	}
}

func TestWhereErrors(t *testing.T) {
	for where, want := range map[string]string{
		"deprl=nsubj":        `column 1: want a key of option by, found "deprl" (did you mean deprel?)`,
		"deprel nsubj":       `column 8: want = != < <= > or >= after deprel, found "nsubj" (as in deprel=VALUE)`,
		"deprel>3":           `column 1: want a key with numbers before >, found "deprel" (compare it by = or !=)`,
		"length>many":        `column 8: want a number after >, found "many"`,
		"deprel=":            `column 8: want a pattern after =, found the end (a name, a glob such as N*, "literal" or /regular expression/)`,
		"deprel=a b":         `column 10: want and, or, a comma or the end, found "b"`,
		"(deprel=a":          `column 10: want ), found the end`,
		"(type a) deprel=b":  `column 10: want and, or, a comma or the end, found "deprel"`,
		"(tipe a)":           `column 2: want an operator, found "tipe" (did you mean type?)`,
		"(tipe a) and tag=N": `column 2: want an operator, found "tipe" (did you mean type?)`,
		"":                   `column 1: want a condition, found the end`,
		",":                  `column 1: want a key and a value, as in deprel=nsubj, or one of Xiao's conditions, as in (type nsubj), found ","`,
	} {
		_, err := Config{}.Where(where)
		var e *condition.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", where, err)
			continue
		}
		if got := strings.Split(e.Error(), "\n")[0]; got != "condition, "+want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
	}
	for _, text := range []string{"known=unknown", "train-frequency=0"} {
		_, err := Config{}.Where(text)
		if e := new(NoTrainError); !errors.As(err, &e) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Parse("known"); !errors.As(err, new(*NoTrainError)) {
		t.Errorf("known: %v", err)
	}
	if _, err := Parse("deprl"); err == nil || err.Error() != `unknown key "deprl"; did you mean deprel?` {
		t.Error(err)
	}
}

// FuzzWhere checks that no text makes the parser panic.
func FuzzWhere(f *testing.F) {
	for _, s := range []string{"deprel=nsubj", "not (length>3 or tag=a|b),(type x)", "known=lower=known", "((((", `tag="`} {
		f.Add(s)
	}
	var pair eval.Pair
	it := &eval.Item{Gold: eval.Ref{Kind: eval.Link}, System: eval.Ref{Kind: eval.Link}}
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if err := conllx.Format.Read(s, treebank.Piece{Text: []byte(pairGold)}); err != nil {
		f.Fatal(err)
	}
	pair.Reset(0, s, s.Clone())
	f.Fuzz(func(_ *testing.T, text string) {
		if w, err := (Config{Train: &Vocabulary{}}).Where(text); err == nil {
			w.NewFilter().Match(&pair, it)
			_ = w.String()
		}
	})
}

// TestKnownBrackets: a rule is known if the training data have a phrase with that
// label over these children, function tags ignored.
func TestKnownBrackets(t *testing.T) {
	vocabulary := &Vocabulary{}
	if _, err := (Config{Train: vocabulary}).Parse("known,known=label,train-frequency"); err != nil {
		t.Fatal(err)
	}
	read := func(text string) *treebank.Sentence {
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		if err := penn.Format.Read(s, treebank.Piece{Text: []byte(text)}); err != nil {
			t.Fatal(err)
		}
		return s
	}
	vocabulary.Add(read("(S (NP-SBJ (DT the) (NN dog)) (VP (VBZ barks)))"))
	vocabulary.Add(read("(S (NP (DT a) (NN cat)) (VP (VBZ sleeps)))"))
	sentence := read("(S (NP (DT a) (NN cow)) (VP (VBZ eats) (NP (NN grass))) (PP (IN in)))")
	var got []string
	for _, by := range []string{"known", "known=label", "train-frequency"} {
		keys, err := Config{Train: vocabulary}.Parse(by)
		if err != nil {
			t.Fatal(err)
		}
		for i := range int32(len(sentence.Phrases)) {
			var p eval.Pair
			p.Reset(0, sentence, sentence)
			it := eval.Item{Gold: eval.Ref{Kind: eval.Phrase, Index: i}}
			got = append(got, string(keys[0].Value(nil, &p, &it)))
		}
	}
	want := "unknown known unknown unknown unknown known known known known unknown 0 2-9 0 0 0"
	if strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

// TestCounter compares the counter with a map.
func TestCounter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var c counter
	plain := map[string]int{}
	for range 200_000 {
		key := fmt.Sprint(r.IntN(300) * r.IntN(300))
		c.add(hash([]byte(key)))
		plain[key]++
	}
	for i := range 100_000 {
		key := fmt.Sprint(i)
		if got, want := c.count(hash([]byte(key))), min(100, plain[key]); got != want {
			t.Fatalf("%s: %d, want %d", key, got, want)
		}
	}
}

// TestVocabularyMemory: an arc takes at most 20 bytes, so that the ten million
// different arcs of 20 million words take less than 200 MB.
func TestVocabularyMemory(t *testing.T) {
	const n = 1_000_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	c := new(counter)
	var b bytes.Buffer
	for i := range n {
		b.Reset()
		fmt.Fprint(&b, "head\trel\t", i)
		c.add(hash(b.Bytes()))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if used := float64(after.HeapAlloc-before.HeapAlloc) / n; used > 20 {
		t.Errorf("%.1f bytes for each of %d arcs, want at most 20", used, n)
	}
	runtime.KeepAlive(c)
}
