package web_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"assay/internal/browser"
	"assay/internal/shared"
)

// LaTeX takes every export of a report: the one for a paper, each table and each drawing.
func TestLaTeXIsCompiled(t *testing.T) {
	shared.Long(t)
	latex := latexOf(t)
	bracketed := func(t *testing.T) string {
		return page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg",
			"../examples/craft.berkeley.mrg")
	}
	for _, tc := range []struct {
		name string
		path func(*testing.T) string
	}{{"trees", bracketed}, {"dependencies", func(t *testing.T) string {
		return page(t, "ud", "deprel", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu",
			"../examples/ewt.udpipe-projective.conllu")
	}}, {"graphs", func(t *testing.T) string {
		return page(t, "smatch", "", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr")
	}}} {
		t.Run(tc.name, func(t *testing.T) { compileExports(t, latex, tc.path(t)) })
	}
}

// latexOf is the program that compiles; the test is left out where it or a package that the exports need is missing.
func latexOf(t *testing.T) string {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex")
	}
	for _, file := range []string{"adjustbox.sty", "booktabs.sty", "tikz.sty"} {
		if exec.Command("kpsewhich", file).Run() != nil {
			t.Skip("LaTeX has no " + file)
		}
	}
	return latex
}

// compileExports puts all exports of a page into one document and compiles it.
func compileExports(t *testing.T, latex, path string) {
	ctx, faults := browser.Start(t, 1400, 1000)
	var files []struct{ Name, Data string }
	// every tab is opened, so that its tables are there; then every button that saves LaTeX is pressed
	const press = `(async () => {
	const wait = () => new Promise(go => setTimeout(go, 50));
	for (const a of document.querySelectorAll(".tabs a")) { a.click(); await wait(); }
	document.querySelector(".tabs a[data-tab=sentences]").click(); await wait();
	for (let i = 0; i < 4; i++) {
		document.querySelectorAll("#list tbody tr:not(.drawn) button")[i].click(); await wait();
		for (const b of document.querySelectorAll("#list .legend button")) if (b.textContent === "TikZ") b.click();
		document.querySelector("#list tr.open button").click(); await wait();
	}
	for (const b of document.querySelectorAll("button[aria-label^='LaTeX: ']")) b.click();
	document.getElementById("paper").click();
	await wait();
	return files.length;
})()`
	var n int
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path), chromedp.Evaluate(offered, nil),
		chromedp.Evaluate(press, &n, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }), chromedp.Evaluate(`files`, &files))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	doc := "\\documentclass[twocolumn]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{textcomp,amssymb,booktabs,adjustbox,tikz}\n\\begin{document}\n"
	drawings, tables := 0, 0
	for i, f := range files {
		data, err := base64.StdEncoding.DecodeString(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%d-%s", i, filepath.Ext(f.Name))
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
		switch {
		case f.Name == "report.tex":
			doc += "\\input{" + name + "}\n\\clearpage\n"
			continue
		case strings.HasSuffix(f.Name, ".tikz"):
			drawings++
		default:
			tables++
		}
		doc += "% " + f.Name + "\n\\begin{adjustbox}{max width=\\columnwidth,max totalheight=.9\\textheight}\\input{" + name +
			"}\\end{adjustbox}\n\n"
	}
	if drawings < 4 || tables < 3 {
		t.Errorf("%d drawings, %d tables", drawings, tables)
	}
	if err := os.WriteFile(filepath.Join(folder, "all.tex"), []byte(doc+"\\end{document}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "all.tex")
	cmd.Dir = folder
	out, err := cmd.CombinedOutput()
	text := string(out)
	if err != nil {
		t.Fatalf("%v: %s", err, text[max(0, len(text)-2000):])
	}
	log, err := os.ReadFile(filepath.Join(folder, "all.log"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) { // lost without an error
		if strings.Contains(line, "Missing character") || strings.HasPrefix(line, "Overfull") {
			t.Error(line)
		}
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
