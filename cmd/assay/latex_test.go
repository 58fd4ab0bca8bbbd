package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// hostile has every sign that is special in LaTeX, and letters of other scripts.
const hostile = `a&b%c$d#e_f{g}h~i^j\k-Ω-日本`

var (
	latexColumns = regexp.MustCompile(`^\\begin\{tabular\}\{([lr]+)\}$`)
	latexEscapes = regexp.MustCompile(`\\[\\{}&%$#_]`)
	latexMath    = regexp.MustCompile(`\$(-|\\pm|\\times|\\rightarrow|\\neq)\$`)
)

// checkLaTeX checks the tables of a text in LaTeX: environments end in order, braces are
// balanced, rows have as many cells as columns, and no other sign is special.
func checkLaTeX(t *testing.T, name, text string) (tables int) {
	t.Helper()
	width := 0
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "%") {
			continue
		}
		if m := latexColumns.FindStringSubmatch(line); m != nil {
			if width != 0 {
				t.Errorf("%s: a table in a table", name)
			}
			width, tables = len(m[1]), tables+1
			continue
		}
		if line == `\end{tabular}` {
			width = 0
			continue
		}
		row, isRow := strings.CutSuffix(line, ` \\`)
		plain := latexEscapes.ReplaceAllString(latexMath.ReplaceAllString(row, ""), "")
		if cells := strings.Count(plain, "&") + 1; isRow && cells != width {
			t.Errorf("%s: a row of %d cells in a table of %d columns: %s", name, cells, width, line)
		}
		if strings.Count(plain, "{") != strings.Count(plain, "}") {
			t.Errorf("%s: braces are not balanced: %s", name, line)
		}
		if i := strings.IndexAny(plain, "%$#_~^"); i >= 0 {
			t.Errorf("%s: %q is not escaped: %s", name, plain[i], line)
		}
	}
	if width != 0 {
		t.Errorf("%s: a table does not end", name)
	}
	return tables
}

// Tables in LaTeX of every command have the form of a table, also with names that have
// special signs. (All of them were set with pdfTeX 1.40.24 when this test was written,
// but for names in scripts that pdfTeX has no fonts of.)
func TestLaTeXTables(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	table := "gold\tsystem\tfile\ttreebank\trun\tgroup\n"
	for _, treebank := range []string{"x", hostile} {
		for _, run := range []string{"1", "2", "3"} {
			table += strings.Join([]string{"gold.conllu", "base", "a.conllu", treebank, run, hostile}, "\t") + "\n" +
				strings.Join([]string{"gold.conllu", hostile, "b.conllu", treebank, run, hostile}, "\t") + "\n"
		}
	}
	odd := "1\t" + hostile + "\t_\t" + hostile + "\t_\t_\t0\t" + hostile + "\t_\t_\n2\tb\t_\tX\t_\t_\t1\tdep_1\t_\t_\n\n"
	for name, text := range map[string]string{
		"t.tsv":                table + "gold.conllu\tlast\tnowhere.conllu\tx\t1\t\n",
		"gold.conllu":          odd + odd,
		"a.conllu":             odd + strings.ReplaceAll(odd, "\t1\tdep_1", "\t1\tobj&"),
		"b.conllu":             strings.ReplaceAll(odd+odd, "\t0\t", "\t0\tx"),
		hostile + ".conllu":    odd + odd,
		hostile + ".2.conllu":  strings.ReplaceAll(odd+odd, "\t0\t", "\t0\tx"),
		hostile + ".gold.mrg":  "(S (NP_x (N " + strings.NewReplacer("{", "", "}", "").Replace(hostile) + ")) (V b))\n",
		hostile + ".other.mrg": "(S (NP$y (N " + strings.NewReplacer("{", "", "}", "").Replace(hostile) + ")) (V b))\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	odds := []string{hostile + ".conllu", hostile + ".2.conllu"}
	trees := []string{hostile + ".gold.mrg", hostile + ".other.mrg"}
	for _, c := range []struct {
		command string
		files   []string // after the command
	}{
		{command: "score $/ewt.gold.conllu $/ewt.udpipe-swap.conllu $/ewt.udpipe-projective.conllu"},
		{command: "score $/ewt.gold.conllu $/ewt.udpipe-swap.conllu --by deprel --ci --samples 99"},
		{command: "compare $/ewt.gold.conllu $/ewt.udpipe-swap.conllu $/ewt.udpipe-projective.conllu --details --samples 99"},
		{command: "errors $/craft.gold.mrg $/craft.berkeley.mrg --list --top 30"},
		{command: "errors $/amr/gold.amr $/amr/parser-a.amr --list"},
		{command: "suspects $/craft.gold.mrg $/craft.berkeley.mrg --top 50"},
		{command: "heads collins $/craft.gold.mrg"},
		{command: "metrics"},
		{command: "formats"},
		{command: "validate --projective $/ewt.gold.conllu"},
		{command: "score $/craft.gold.mrg $/craft.bllip-5.mrg -m careful --paper"},
		{command: "score $/craft.gold.mrg $/craft.bllip-5.mrg -m spans --baselines"},
		{command: "score -m attachment --by form,deprel", files: odds},
		{command: "score -m attachment --per-sentence", files: odds},
		{command: "compare -m attachment --details", files: append(odds, "a.conllu")},
		{command: "errors -m attachment --list", files: odds},
		{command: "errors --list", files: trees},
		{command: "agree", files: append(odds, "a.conllu")},
		{command: "suspects", files: append(odds, "a.conllu")},
		{command: "score --table t.tsv -m attachment --center median --rows r.tsv"},
		{command: "score --table t.tsv -m attachment --ci runs --samples 99 --missing skip"},
		{command: "compare --table t.tsv -m attachment --scores las --margin 1 --test aso"},
		{command: "errors --table t.tsv -m attachment --by deprel"},
		{command: "merge r.tsv --compare --scores las"},
	} {
		args := append(strings.Fields(strings.ReplaceAll(c.command, "$", examples)), c.files...)
		var out, errs bytes.Buffer
		code := run(context.Background(), append(args, "--format", "latex"), strings.NewReader(""), &out, &errs)
		if lost := strings.Contains(c.command, "t.tsv") || strings.Contains(c.command, "r.tsv"); code != exitOK && code != exitNo && !(lost && code == exitInput) {
			t.Errorf("assay %s: status %d: %s", c.command, code, errs.String())
			continue
		}
		if checkLaTeX(t, c.command, out.String()) == 0 {
			t.Errorf("assay %s: no table", c.command)
		}
	}
	for _, files := range [][]string{odds[:1], odds, trees} {
		out, errs, code := attempted(append([]string{"show", "--format", "tikz", "-s", "1", "-o", "-"}, files...)...)
		escaped := `a\&b\%c\$d\#e\_f`
		if plain := latexEscapes.ReplaceAllString(out, ""); code != 0 || !strings.Contains(out, escaped) || strings.Count(plain, "{") != strings.Count(plain, "}") ||
			strings.Count(out, `\begin{tikzpicture}`) != 1 || strings.Count(out, `\end{tikzpicture}`) != 1 ||
			strings.ContainsAny(latexMath.ReplaceAllString(plain, ""), "&~^_") {
			t.Errorf("show %v: status %d: %s%s", files, code, errs, out)
		}
	}
}
