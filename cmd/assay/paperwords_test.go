package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
)

// TestPaperWords: help knows the words of the papers and their authors, and the commands that it names work.
func TestPaperWords(t *testing.T) {
	t.Chdir("../..")
	for word, want := range map[string]string{
		"forest": "Xiao 1997", "TTB": "brackets of the treebank", "yy": "Hogenhout & Matsumoto 1996", "real test": "section 6",
		"EDM_NA": "Dridan & Oepen 2011", "invert": "exchanges word and head", "isolate": "Xiao 1997", "delete": "takes the link",
		"kuebler": "head table", "rules": "rewrite --list", "unattached": "costs recall alone", "unknown heads": "Lin's notation",
		"inheritance": "assay errors counts mistakes", "Lin 1995": "lin", "Xiao 1997": "xiao", "Hogenhout": "1996",
		"Kübler": "2002", "Telljohann": "2002", "Oepen": "2011", "Sekine": "evalb", "Magerman": "1995", "Lin": "Lin 1995",
		"readings": "# rank = 2", "expected error rate": "readings=expected", "confidence": "--confidence", "abstention": "risk against coverage",
		"soft precision": "expected",
		"singleTransfer": "rewrite --list", "TPB": "brackets of the parser", "Xiao": "Xiao 1997", "Dridan": "2011", "Matsumoto": "1996",
		"error rate": "--scores error_rate",
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), []string{"help", word}, strings.NewReader(""), &out, &errs); code != 0 ||
			!strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("help %s: exit status %d, %s%s; want %q", word, code, out.String(), errs.String(), want)
		}
	}
	for _, of := range terms() {
		args := strings.Fields(of.try)
		if code := run(context.Background(), args[1:], strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); args[0] != "assay" || code != 0 {
			t.Errorf("%s ends with %d", of.try, code)
		}
	}
	if code := run(context.Background(), []string{"help", "nonsense 1995"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != 2 {
		t.Errorf("an unknown word ends with %d", code)
	}
}

// TestDecisionsDatabase: --check gives the same figures for the database of assay check as for
// the file of the same decisions, and the expected precision is (6 + 2/2) / 9: of two decided brackets one was accepted.
func TestDecisionsDatabase(t *testing.T) {
	t.Chdir("../..")
	list, _, err := adjudicate.Load("examples/hogenhout/decisions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Judge, list[i].Metric = "ann", "careful"
	}
	path := filepath.Join(t.TempDir(), "gold.check.db")
	l, err := ledger.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(list...); err != nil {
		t.Fatal(err)
	}
	l.Close()
	cite := regexp.MustCompile(`check:[^|"]*`)
	score := func(check string, more ...string) string {
		args := append([]string{"score", "examples/hogenhout/treebank.brackets", "examples/hogenhout/parser.brackets", "-q", "-m",
			"careful", "--check", check}, more...)
		return cite.ReplaceAllString(call(t, args...), "check:")
	}
	if db, tsv := score(path, "--scores", "precision_soft"), score("examples/hogenhout/decisions.tsv", "--scores", "precision_soft"); db != tsv {
		t.Errorf("database\n%s\nfile\n%s", db, tsv)
	}
	for _, form := range []string{"text", "csv", "markdown", "json"} {
		text := score(path, "--scores", "precision_soft", "--format", form)
		if !strings.Contains(text, "77.78") && !strings.Contains(text, "0.7777777777777778") {
			t.Errorf("%s lacks the expected precision:\n%s", form, text)
		}
	}
	if err := os.WriteFile(path+".bad", []byte("SQLite format 3\x00 nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"score", "examples/hogenhout/treebank.brackets", "examples/hogenhout/parser.brackets", "-m", "careful", "--check", path + ".bad"}
	if code := run(context.Background(), args, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != 3 {
		t.Errorf("a broken database ends with %d, want 3", code)
	}
}

// TestComparePaper: tables 1 and 2 have the counts of the report, with percents.
func TestComparePaper(t *testing.T) {
	t.Chdir("../..")
	text := call(t, "compare", "examples/craft.gold.mrg", "examples/craft.bllip-20.mrg", "examples/craft.bllip-5.mrg", "-m", "careful", "--paper", "-q")
	for _, want := range []string{"EM    3281 (83.8%)  3065 (79.2%)", "YY 2906 (75.1%)", "Recall-hard 83.1% 77.6%"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if code := run(context.Background(), []string{"compare", "examples/craft.gold.mrg", "examples/craft.bllip-20.mrg", "examples/craft.bllip-5.mrg",
		"--paper", "--format", "json"}, strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}); code != 2 {
		t.Errorf("--paper as JSON ends with %d, want 2", code)
	}
}
