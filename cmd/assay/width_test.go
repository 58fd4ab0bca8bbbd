package main

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/formats"
	"assay/heads"
	"assay/internal/screen"
	"assay/internal/shared"
	"assay/measures"
	"assay/rewrite"
)

// ofForm matches lines that keep their form in a narrow window: signatures, which are
// copied whole, and rows of drawings, which are as wide as they are deep.
var ofForm = regexp.MustCompile(`^(cite|signature): |^[ │]*[╭╰├│─]`)

// tooWide returns the first line that is wider than the window for no good reason: a
// word has no place to break it.
func tooWide(text string, width int) string {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		words := strings.Fields(strings.TrimLeft(line, "# "))
		longest := 0
		for _, w := range words {
			longest = max(longest, screen.Width(w))
		}
		indent := screen.Width(line) - screen.Width(strings.TrimLeft(line, " "))
		if screen.Width(line) > width && !ofForm.MatchString(line) && (len(words) > 2 || longest+indent < width-10) {
			return line
		}
	}
	return ""
}

// everyScreen is a command line of each command and of each of its lists. Files are
// those of examples; DECISIONS and ROWS are files that the test makes.
func everyScreen() []string {
	const (
		ud    = "ewt.gold.conllu ewt.udpipe-swap.conllu"
		two   = ud + " ewt.udpipe-projective.conllu"
		pair  = "craft.gold.mrg craft.berkeley.mrg"
		trees = "craft.gold.mrg craft.bllip-20.mrg craft.berkeley.mrg"
		few   = " --samples 199"
	)
	all := []string{
		"help", "version", "version --licences", "self-test", "metrics", "formats", "heads", "rewrite --list", "compat", "help compat",
		"score " + ud, "score " + two, "score " + two + " --all", "score " + ud + " --cite", "score " + ud + " -m las -m attachment",
		"score " + ud + " -m conllx,lin,xiao,undirected", "score " + ud + " --by deprel+tag", "score " + ud + " --per-sentence",
		"score " + two + " --by deprel --ci" + few, "score " + ud + " --where deprel=nsubj --all", "score " + ud + " --fail-under LAS=85",
		"score " + ud + " -m attachment --normalise preposition,coordination=ud", "score " + ud + " -m words --by known --train ewt.gold.conllu",
		"score craft.gold.mrg craft.bllip-20.mrg", "score craft.gold.mrg craft.bllip-20.mrg -v", "score " + pair + " -m parseval,spans,functions,careful,parsebase",
		"score " + pair + " -m leaf-ancestor,tree-edit", "score " + pair + " --as deps --heads collins", "score " + trees, "score " + trees + " --ci" + few,
		"score " + trees + " --common --by label", "score zhong/gold zhong/parser", "score zhong/gold zhong/parser --all --by class",
		"score amr/gold.amr amr/parser-a.amr -m smatch,amr-fine,sembleu,sema", "score amr/gold.amr amr/parser-a.amr amr/parser-b.amr",
		"score discontinuous/gold.discbracket discontinuous/parser-a.discbracket", "score answers/gold.mrg answers/answers.jsonl",
		"score --runs {system}.conllu --gold {treebank}.gold.conllu", "score no-such.mrg craft.gold.mrg",
		"compare " + two + few, "compare " + two + " --details --all" + few, "compare " + two + " --baseline next" + few,
		"compare " + trees + " craft.bllip-5.mrg --baseline all --details" + few, "compare " + two + " --by deprel --details --scores LAS" + few,
		"compare " + two + " --margin 1" + few,
		"errors " + ud, "errors " + pair, "errors " + pair + " --list", "errors " + pair + " --by label,length=10", "errors " + pair + " --kinds chinese",
		"errors " + ud + " -m attachment --list", "errors zhong/gold zhong/parser --list", "errors amr/gold.amr amr/parser-a.amr --sort cost",
		"show " + ud + " -s 1-10", "show ewt.gold.conllu -s 1-10", "show " + pair + " -s 1-10", "show craft.gold.mrg -s 1-3 --unfold",
		"show zhong/gold zhong/parser -s 1-10", "show amr/gold.amr amr/parser-a.amr",
		"agree " + ud, "agree " + two + " --distance plain,hamming", "agree " + trees + " --draw 1",
		"suspects craft.gold.mrg", "suspects " + trees, "suspects " + two,
		"check " + pair + " --sample 4 --judge anna --terminal --db DECISIONS", "check " + pair + " --agreement --db DECISIONS",
		"score " + ud + " -q --format json -o ROWS", "score " + ud + " --baseline ROWS",
		"heads collins craft.gold.mrg", "heads collins craft.gold.mrg --relations penn", "heads no-such",
		"rewrite preposition ewt.gold.conllu --coverage", "rewrite preposition ewt.gold.conllu --trace 1", "rewrite rules/clean.rules --lint --test",
		"convert ewt.gold.conllu --to penn -o ROWS", "convert craft.gold.mrg --to conllu --as deps --heads collins -o ROWS",
		"validate ewt.gold.conllu", "validate --projective ewt.gold.conllu", "validate zhong/gold", "validate " + pair,
		"completion", "report", "merge", "check", "show", "scor", "errors " + two,
	}
	for _, c := range (&app{}).root("").Commands() {
		if !c.Hidden {
			all = append(all, "help "+c.Name(), c.Name()+" --help-all")
		}
	}
	for _, m := range measures.All {
		all = append(all, "metrics "+m.Name)
	}
	for _, f := range formats.All {
		all = append(all, "formats "+f.Name)
	}
	for _, h := range heads.Tables {
		all = append(all, "heads "+h.Name)
	}
	for _, name := range rewrite.Builtin() {
		all = append(all, "rewrite "+name+" --print")
	}
	for _, score := range []string{"las", "uas", "f1", "mlas", "recall", "macro_f1"} {
		all = append(all, "help "+score)
	}
	return all
}

// No line of any screen is wider than the window: 80 columns, or 60. Rules that are
// printed are files, whose lines keep their form.
func TestWidth(t *testing.T) {
	shared.Long(t)
	t.Chdir("../../examples")
	place := strings.NewReplacer("DECISIONS", filepath.Join(t.TempDir(), "d.db"), "ROWS", filepath.Join(t.TempDir(), "rows"))
	for _, width := range []int{80, 60} {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, args := range everyScreen() {
			var out bytes.Buffer
			code := run(context.Background(), strings.Fields(place.Replace(args)), strings.NewReader("arauq"), &out, &out)
			if out.Len() == 0 && !strings.Contains(args, " -o ") {
				t.Errorf("assay %s: status %d, no text", args, code)
			}
			if strings.HasSuffix(args, " --print") || strings.HasPrefix(args, "heads ") {
				out = commentsOf(&out)
			}
			if line := tooWide(out.String(), width); line != "" {
				t.Errorf("assay %s: in a window of %d columns a line of %d: %s", args, width, screen.Width(line), line)
			}
		}
	}
}

// commentsOf keeps the comments of a file of rules.
func commentsOf(text *bytes.Buffer) (out bytes.Buffer) {
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "#") {
			out.WriteString(line)
		}
	}
	return out
}

func TestTooWide(t *testing.T) {
	for line, wide := range map[string]bool{
		"one two three":              false,
		"one two three four":         true,
		"cite: evalb|gold:penn|v:0":  false,
		"sentence a-very-long-name2": false,
		"a-very-long-name2":          false,
		"five six a-very-long-name2": true,
		"│  │  │  │  ╰─ NN dog":      false,
		"世界 世界 世界 世界":                true,
	} {
		if got := tooWide("short\n"+line+"\n", 15) != ""; got != wide {
			t.Errorf("%q is too wide: %t, want %t", line, got, wide)
		}
	}
}

// The first help of a command fits a window of 30 lines; --help-all has the rest.
func TestHelpIsShort(t *testing.T) {
	const most = 30
	for name := range commonOptions() {
		var few, whole bytes.Buffer
		run(context.Background(), []string{"help", name}, strings.NewReader(""), &few, &few)
		run(context.Background(), []string{name, "--help-all"}, strings.NewReader(""), &whole, &whole)
		if n := strings.Count(few.String(), "\n"); n > most {
			t.Errorf("assay help %s has %d lines, want %d at most", name, n, most)
		}
		if strings.Contains(whole.String(), " WORD ") {
			t.Errorf("assay %s --help-all does not name the values of an option", name)
		}
		if strings.Count(whole.String(), "\n") <= strings.Count(few.String(), "\n") {
			t.Errorf("assay %s --help-all shows no more than assay help %s", name, name)
		}
	}
}
