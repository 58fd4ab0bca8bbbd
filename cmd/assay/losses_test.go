package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/convert"
)

// TestLosses: convert names each kind of information that the new format cannot hold, with
// the number of sentences, and --strict ends with status 3. Every kind has a file.
func TestLosses(t *testing.T) {
	reached := map[string]bool{}
	const (
		words  = "# sent_id = 1\n1\tdu\tdu\tADP\tPREP\tCase=Gen\t0\troot\t0:root\tGloss=of\n\n"
		table  = "1\ta\ta\tX\tX\t_\t0\troot\t_\t_\n"
		export = "#FORMAT 3\n#BOS 1\na\tN\t--\tSB\t500\nb\tV\t--\tHD\t501\nc\tN\t--\tSB\t500\tAG\t501\n#500\tNP\t--\tOA\t501\n#501\tS\t--\t--\t0\n#EOS 1\n"
		mrs    = "[ TOP: h0 INDEX: e2 [ e SF: prop ] RELS: < [ _a_q<0:1> LBL: h3 ARG0: x4 [ x NUM: sg ] RSTR: h5 BODY: h6 ] [ _b_n<2:3> LBL: h7 ARG0: x4 ] " +
			"[ _rain_v_1<3:9> LBL: h1 ARG0: e2 ARG1: x4 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ]\n"
		dmrs  = "dmrs 1 { [top=1 index=2] 1 [_a_q<0:1> x NUM=sg]; 2 [_b_n<2:3>(\"c\") x NUM=sg]; 1:RSTR/H -> 2; }\n"
		drs   = "% a b\nb1 REF x1 % a [0...1]\nb1 dog \"n.01\" x1 % a [0...1]\nb2 PRESUPPOSITION b1\nb2 Agent e1 x1\nb2 REF e1\nb2 run \"v.01\" e1\n\n"
		coref = "# newdoc id = d\n# global.Entity = eid-etype-head\n1\ta\ta\tX\t_\t_\t0\troot\t_\tEntity=(e1[1/2]-person-2)\n" +
			"1.1\t_\t_\tX\t_\t_\t_\t_\t1:dep\tEntity=(e2-person-1)\n2\tb\tb\tX\t_\t_\t1\tdep\t_\t_\n3\tc\tc\tX\t_\t_\t1\tdep\t_\tEntity=(e1[2/2]-person-2)\n\n"
		mrp = `{"id": "1", "flavor": 1, "framework": "eds", "version": 1.1, "input": "a  b", "tops": [1], "nodes": [{"id": 0, "label": "x", ` +
			`"properties": ["P"], "values": ["v"], "anchors": [{"from": 0, "to": 1}]}, {"id": 1, "label": "y", "anchors": [{"from": 3, "to": 4}]}], "edges": ` +
			`[{"source": 1, "target": 0, "label": "ARG1", "attributes": ["a"], "values": ["v"]}]}` + "\n"
	)
	for _, c := range []struct{ name, text, to, want string }{
		{"a.conllu", words, "conllx", "enhanced dependencies"},
		{"a.conllu", words, "conllx", "the column MISC"},
		{"a.conllu", words, "lin", "morphology"},
		{"a.conllu", words, "lin", "lemmas"},
		{"a.conllu", "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n" + table + "2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n", "conllx", "multiword tokens"},
		{"a.conllu", table + "1.1\tb\tb\tX\tX\t_\t_\t_\t1:dep\t_\n\n", "conllx", "empty words"},
		{"a.conllu", "# a remark\n" + table + "\n", "conllx", "comments"},
		{"a.lin", "a\tX\t<\tnobody\tdep\n\n", "conllu", "heads that name no word (unknown now)"},
		{"a.conll09", "1\ta\ta\ta\tX\tX\t_\t_\t0\t0\troot\troot\tY\ta.01\tA0\n\n", "conllx", "predicates and arguments"},
		{"a.export", export, "penn", "secondary edges"},
		{"a.export", export, "penn", "gaps (phrases were made continuous)"},
		{"a.export", export, "penn", "functions"},
		{"a.export", export, "brackets", "parts of speech"},
		{"a.export", "#FORMAT 3\n#BOS 1\na\tN\t--\t--\t0\nb\tN\t--\t--\t0\n#EOS 1\n", "penn", "several roots (put below VROOT)"},
		{"a.jsonl", `{"id": "1", "output": "(S (NP (D the) (N man)) (V sees))"}` + "\n", "conllu", "phrases"},
		{"a.jsonl", `{"id": "1", "output": "1\tthe\t_\tD\t_\t_\t2\tdet\t_\t_\n2\tman\t_\tN\t_\t_\t0\troot\t_\t_\n"}` + "\n", "penn", "dependencies"},
		{"a.jsonl", `{"id": "1", "output": "(w / want-01 :ARG0 (b / boy))"}` + "\n", "conllu", "semantic graphs"},
		{"a.conllu", words, "penn", "labels of dependencies"},
		{"a.conllu", "# sent_id = 1\n" + table + "2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n", "penn", "heads (which word of a phrase is its head)"},
		{"a.conllu", "# sent_id = 1\n" + table + "2\tb\tb\tX\tX\t_\t1\tdep\t_\t_\n\n", "chunks", "heads (which word of a phrase is its head)"},
		{"a.conllu", words, "penn", "second tags (XPOS)"},
		{"a.conllu", "# sent_id = s1\n" + table + "\n", "conllx", "names of sentences"},
		{"a.conllu", "1\tNew York\t_\tN\tN\t_\t0\troot\t_\t_\n\n", "conllx", "words as they are (blanks and brackets in them were changed)"},
		{"a.conllu", "1\ta\tb c\tN N\tN\t_\t0\troot x\t_\t_\n\n", "conllx", "some labels (brackets and blanks in them were changed, -- means none)"},
		{"a.conllu", "1\ta\tb c\tN N\tN\t_\t0\troot x\t_\t_\n\n", "conllx", "some tags (brackets and blanks in them were changed, -- means none)"},
		{"a.conllu", "1\ta\tb c\tN N\tN\t_\t0\troot x\t_\t_\n\n", "conllx", "some lemmas or features (blanks in them were changed, -- means none)"},
		{"a.mrg", "2\t1\n-1.5\n(S (A a))\n-2.5\n(S (B a))\n\n", "penn", "further analyses (the first is written)"},
		{"a.xiao", "(a ('a' X (b Y < x) (*)))\n(b ('b' Y (*)))\n\n", "conllu", "further links of parse forests (the first tree is written)"},
		{"a.simplemrs", mrs, "eds", "scopes"},
		{"a.simplemrs", mrs, "eds", "the index"},
		{"a.simplemrs", mrs, "dmrs-penman", "the index"},
		{"a.simpledmrs", dmrs, "dmrs-penman", "the index"},
		{"a.simpledmrs", dmrs, "mrp", "types of nodes"},
		{"a.mrp", strings.Replace(mrp, `"tops": [1]`, `"tops": [0, 1]`, 1), "eds", "tops"},
		{"a.simpledmrs", dmrs, "mrp", "edges"},
		{"a.mrp", mrp, "amr", "properties of nodes and edges"},
		{"a.mrp", mrp, "amr", "anchors of nodes"},
		{"a.mrp", mrp, "eds", "the text as it is (blanks, and text that no node is anchored to)"},
		{"a.simpledmrs", dmrs, "amr", "labels and constants of nodes"},
		{"a.clf", strings.Replace(drs, "b2 Agent e1 x1\n", "b2 Agent e1 x1\nb2 Name e1 \"a\"b\"\n", 1), "sbn", "some clauses"},
		{"a.clf", drs, "sbn", "boxes of their own for some clauses (presupposed ones are part of others)"},
		{"a.simpledmrs", strings.Replace(dmrs, "index=2", "index=2 note=remark", 1), "eds", "attributes"},
		{"a.corefud.conllu", coref, "conll12", "mentions of empty words alone"},
		{"a.corefud.conllu", coref, "conll12", "types of entities"},
		{"a.corefud.conllu", coref, "conll12", "gaps (phrases were made continuous)"},
		{"a.umr", "# :: s1\nWords: a\n\n(x / y)\n\nx: 1-1\n\n(s / sentence :modal ((author :full-affirmative x)))\n", "amr", "relations across sentences"},
		{"a.corefud.conllu", coref, "conll12", "heads (which word of a phrase is its head)"},
	} {
		reached[c.want] = true
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var out, notes bytes.Buffer
		code := run(context.Background(), []string{"convert", path, "-t", c.to}, strings.NewReader(""), &out, &notes)
		if code != 0 || !strings.Contains(notes.String(), c.to+" cannot hold "+c.want+": lost in 1 of 1") {
			t.Errorf("%s to %s: status %d, want %s, got:\n%s", c.name, c.to, code, c.want, notes.String())
		}
		if code := run(context.Background(), []string{"convert", path, "-t", c.to, "--strict"}, strings.NewReader(""), &out, &notes); code != 3 {
			t.Errorf("%s to %s --strict: status %d", c.name, c.to, code)
		}
	}
	for _, name := range convert.LossNames {
		if !reached[name] {
			t.Errorf("no file loses %s", name)
		}
	}
}

// TestPlainColumns: in CoNLL-X no column has a blank, at which eval07.pl would split it.
func TestPlainColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.conllu")
	text := "# sent_id = 1\n1\tNew York\tNew  York\tP N\tA B\tCase=a b\t2\tnmod x\t_\t_\n2\tb\tb\tX\tY\t_\t0\troot\t_\t_\n\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, notes bytes.Buffer
	run(context.Background(), []string{"convert", path, "-t", "conllx"}, strings.NewReader(""), &out, &notes)
	if want := "1\tNew_York\tNew_York\tP_N\tA_B\tCase=a_b\t2\tnmod_x\t_\t_\n2\tb\tb\tX\tY\t_\t0\troot\t_\t_\n\n"; out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
	for _, kind := range []string{"words as they are", "some labels", "some tags", "some lemmas or features", "names of sentences"} {
		if !strings.Contains(notes.String(), "conllx cannot hold "+kind) {
			t.Errorf("no word about %s:\n%s", kind, notes.String())
		}
	}
}

// TestConvertedForEval07: eval07.pl finds in converted files the heads and labels that agree in
// the files they come from, counted here line by line.
func TestConvertedForEval07(t *testing.T) {
	t.Chdir("../../examples")
	words := func(name string) (out [][]string) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if c := strings.Split(line, "\t"); len(c) == 10 && !strings.ContainsAny(c[0], "-.") {
				out = append(out, c)
			}
		}
		return out
	}
	gold, system := words("ewt.gold.conllu"), words("ewt.udpipe-swap.conllu")
	heads, both := 0, 0
	for i := range gold {
		if gold[i][6] == system[i][6] {
			heads++
			if gold[i][7] == system[i][7] {
				both++
			}
		}
	}
	dir := t.TempDir()
	g, s := filepath.Join(dir, "gold.conll"), filepath.Join(dir, "system.conll")
	call(t, "convert", "-q", "ewt.gold.conllu", "-t", "conllx", "-o", g)
	call(t, "convert", "-q", "ewt.udpipe-swap.conllu", "-t", "conllx", "-o", s)
	said := call(t, "compat", "eval07.pl", "-q", "-g", g, "-s", s)
	for name, n := range map[string]int{"Labeled   attachment score": both, "Unlabeled attachment score": heads} {
		if want := fmt.Sprintf("%s: %d / %d * 100 = %.2f %%", name, n, len(gold), 100*float64(n)/float64(len(gold))); !strings.Contains(said, want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}
