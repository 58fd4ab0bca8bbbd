package convert

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"assay/formats"
	"assay/internal/shared"
)

// blind returns a file in a form of blind data.
func blind(t *testing.T, form, path string) string {
	t.Helper()
	text := shared.File(t, path)
	format := formats.Guess(strings.TrimSuffix(path, ".gz"), text[:min(len(text), 1<<16)])
	if format == nil {
		t.Fatalf("%s: no format", path)
	}
	if form == "" {
		form = DefaultBlind(format)
	}
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	w := NewBlindWriter(form)
	for s, err := range format.Sentences(bytes.NewReader(text), path) {
		if s == nil {
			t.Fatal(err)
		}
		if err := errors.Join(err, w.Write(s, format, "", nil, out)); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String() + w.to.End
}

// TestBlindLeaks wants the blind data of gold to be those of a system with the same words, in
// every form: nothing of an analysis is left. The files are of parsers that differ from gold.
func TestBlindLeaks(t *testing.T) {
	in := func(elem ...string) string { return shared.Path(t, elem...) }
	for _, pair := range []struct {
		gold, system string
		forms        []string
	}{
		{in("cases/brackets/17-discontinuous/gold.export"), in("cases/brackets/17-discontinuous/test.export"),
			[]string{"conllu", "tokens", "sentences"}},
		{in("cases/brackets/17-discontinuous/gold"), in("cases/brackets/17-discontinuous/test"), []string{"tokens"}},
		{in("data/dep-conllx-nl/gold.conll"), in("data/dep-conllx-nl/frog.conll"), []string{"conllu", "tokens"}},
		{in("cases/dependencies/16-conll2009-srl/gold.conll09"), in("cases/dependencies/16-conll2009-srl/system.conll09"),
			[]string{"conllu", "tokens", "text"}},
		{in("cases/dependencies/16-conll2009-srl/gold.conll08"), in("cases/dependencies/16-conll2009-srl/system.conll08"),
			[]string{"tokens"}},
		{"../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", []string{"conllu", "tokens", "sentences", "text"}},
		{"../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg", []string{"conllu", "tokens", "sentences"}},
		{"../../examples/amr/gold.amr", "../../examples/amr/parser-a.amr", []string{"sentences"}},
	} {
		for _, form := range pair.forms {
			gold, system := blind(t, form, pair.gold), blind(t, form, pair.system)
			if strings.HasSuffix(pair.gold, ".mrg") || strings.HasSuffix(pair.gold, ".amr") {
				system = firstLines(system, strings.Count(gold, "\n"))
			}
			if len(gold) < 100 || form == "conllu" && strings.Count(gold, "\t_\t_") == 0 {
				t.Fatalf("%s as %s is nearly empty: %q", pair.gold, form, gold)
			}
			if gold != system && !sameWords(gold, system) {
				t.Errorf("%s and %s as %s differ", pair.gold, pair.system, form)
			}
		}
	}
}

func firstLines(text string, n int) string {
	lines := strings.SplitAfter(text, "\n")
	return strings.Join(lines[:min(n, len(lines))], "")
}

// sameWords compares two texts without the comments of the file, which a parser may have dropped.
func sameWords(a, b string) bool {
	plain := func(text string) string {
		var kept strings.Builder
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "#") {
				kept.WriteString(line)
			}
		}
		return kept.String()
	}
	return plain(a) == plain(b)
}

// TestBlind compares blind data with those made by hand.
func TestBlind(t *testing.T) {
	const conllu = "# newdoc id = d1\n# global.columns = ID FORM\n# sent_id = 1\n# newpar\n# text = Vámonos al mar (no).\n# parser = gold\n" +
		"1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\tCorrectForm=x\n" +
		"1\tVamos\tir\tVERB\tv\tMood=Imp\t0\troot\t0:root\tEntity=(e1\n" +
		"2\tnos\tyo\tPRON\tp\t_\t1\tobj\t1:obj\t_\n" +
		"3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_\n" +
		"3\ta\ta\tADP\t_\t_\t5\tcase\t_\t_\n4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_\n" +
		"5\tmar\tmar\tNOUN\t_\t_\t1\tobl\t_\tGloss=sea\n" +
		"5.1\tø\t_\tVERB\t_\t_\t_\t_\t1:conj\t_\n" +
		"6\t(\t(\tPUNCT\t_\t_\t7\tpunct\t_\tSpaceAfter=No|Entity=e1)\n" +
		"7\tno\tno\tADV\t_\t_\t1\tadvmod\t_\tX=SpaceAfter=No|SpaceAfter=No\n" +
		"8\t).\t).\tPUNCT\t_\t_\t7\tpunct\t_\tSpaceAfter=No\n\n" +
		"# sent_id = 2\n1\t5 000\t5000\tNUM\t_\t_\t0\troot\t_\t_\n\n"
	const rest = "\t_\t_\t_\t_\t_\t_\t_\t"
	for form, want := range map[string]string{
		"tokens":    "Vamos nos a el mar ( no ).\n5\u00a0000\n",
		"sentences": "Vámonos al mar (no).\n5 000\n",
		"text":      "Vámonos al mar (no).5 000\n",
		"items":     "1\tVámonos al mar (no).\n2\t5 000\n",
		"conllu": "# newdoc id = d1\n# sent_id = 1\n# newpar\n# text = Vámonos al mar (no).\n" +
			"1-2\tVámonos" + rest + "_\n1\tVamos" + rest + "_\n2\tnos" + rest + "_\n3-4\tal" + rest + "_\n3\ta" + rest +
			"_\n4\tel" + rest + "_\n5\tmar" + rest + "_\n6\t(" + rest + "SpaceAfter=No\n7\tno" + rest + "SpaceAfter=No\n8\t)." +
			rest + "SpaceAfter=No\n\n# sent_id = 2\n1\t5 000" + rest + "_\n\n",
	} {
		var b bytes.Buffer
		out, w := bufio.NewWriter(&b), NewBlindWriter(form)
		format := formats.ByName("conllu")
		for s, err := range format.Sentences(strings.NewReader(conllu), "x") {
			if err := errors.Join(err, w.Write(s, format, "", nil, out)); err != nil {
				t.Fatal(err)
			}
		}
		out.Flush()
		if got := b.String() + w.to.End; got != want {
			t.Errorf("%s:\ngot  %q\nwant %q", form, got, want)
		}
	}
}

// TestBlindNeeds refuses sentences that have no text or no name to give.
func TestBlindNeeds(t *testing.T) {
	format := formats.ByName("amr")
	for form, want := range map[string]string{"sentences": ErrNoText.Error(), "tokens": "", "items": "identifier"} {
		for s, err := range format.Sentences(strings.NewReader("(b / boy)\n"), "x") {
			if err != nil {
				t.Fatal(err)
			}
			err = NewBlindWriter(form).Write(s, format, "", nil, bufio.NewWriter(io.Discard))
			if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: got %v, want %q", form, err, want)
			}
		}
	}
}
