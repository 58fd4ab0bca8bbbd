package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/internal/shared"
)

// place begins the line of a single problem, which tools find their way by.
var place = regexp.MustCompile(`^\S+?(:\d+){0,2}: sentence `)

// TestScreens runs what a new user types. On 80 columns no line is longer, but
// for signatures and single problems, and the answer is in the first five lines.
func TestScreens(t *testing.T) {
	shared.Long(t)
	t.Chdir("../../examples")
	const (
		ud    = "ewt.gold.conllu ewt.udpipe-swap.conllu"
		two   = ud + " ewt.udpipe-projective.conllu"
		trees = "craft.gold.mrg craft.bllip-20.mrg craft.berkeley.mrg"
	)
	for _, tc := range []struct{ args, answer string }{
		{"score " + ud, "LAS 72.93"},
		{"score " + two, "ewt.udpipe-swap.conllu leads: LAS 72.93"},
		{"score " + ud + " -m attachment", "LAS 72.48"},
		{"score " + ud + " --ci", "LAS 72.93"},
		{"score " + ud + " --by deprel", "LAS 72.93"},
		{"score " + ud + " --by deprel,distance-bin --ci=analytic", "LAS 72.93"},
		{"score " + ud + " --per-sentence", "LAS 72.93"},
		{"score " + ud + " --all", "LAS 72.93"},
		{"score " + ud + " -m las", "LAS 72.93"},
		{"score craft.gold.mrg craft.bllip-20.mrg", "F1 87.07"},
		{"score " + trees, "with --spans characters (200 sentences) craft.berkeley.mrg leads"},
		{"score " + trees + " --common", "159"},
		{"score " + trees + " --spans characters --by label", "craft.berkeley.mrg leads: F1 83.88"},
		{"score zhong/gold zhong/parser", "F1 82.03"},
		{"compare " + two, "100 sentences in common"},
		{"compare " + two + " --details", "100 sentences in common"},
		{"compare " + two + " --baseline next", "1     A"},
		{"compare " + trees + " --baseline all", "leads, 83.88"},
		{"compare " + two + " --by deprel --scores LAS", "100 sentences in common"},
		{"errors " + ud, "errors by class"},
		{"errors craft.gold.mrg craft.berkeley.mrg", "errors by class"},
		{"errors " + ud + " -m attachment --list", "errors by class"},
		{"agree " + ud, "attachment las 72.48"},
		{"agree " + two + " --distance plain,hamming", "C ewt.udpipe-projective.conllu"},
		{"agree " + trees, "B craft.bllip-20.mrg"},
		{"metrics", "evalb"},
		{"metrics ud", "ud: "},
		{"formats", "format"},
		{"formats penn", "penn: "},
		{"heads", "table"},
		{"help", "assay score gold.mrg parser.mrg"},
		{"help las", "Labelled attachment score"},
		{"help score", "assay score gold.mrg parser.mrg"},
		{"help compare", "assay compare gold.conllu"},
		{"help keys", "keys of --by"},
		{"help conditions", "conditions of --where"},
		{"help steps", "steps of --prep"},
		{"help scripts", "exit statuses"},
		{"help kinds", "kinds of error"},
		{"help compat", "assay compat evalb"},
		{"help show", "assay show gold.mrg"},
		{"help rewrite", "assay rewrite"},
		{"help check", "assay check gold.mrg"},
		{"help errors", "assay errors gold.mrg"},
		{"help report", "assay report gold.mrg"},
		{"help convert", "assay convert"},
		{"validate ewt.gold.conllu", "100 sentences"},
		{"--version", "assay "},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(tc.args), strings.NewReader(""), &out, &errs); code != exitOK {
			t.Errorf("assay %s: status %d: %s", tc.args, code, errs.String())
			continue
		}
		first := ""
		for i, line := range strings.Split(out.String()+errs.String(), "\n") {
			if i < 5 {
				first += line + " "
			}
			if n := utf8.RuneCountInString(line); n > 80 && !strings.HasPrefix(line, "cite: ") && !place.MatchString(line) {
				t.Errorf("assay %s: a line of %d characters: %s", tc.args, n, line)
				break
			}
		}
		if !strings.Contains(strings.Join(strings.Fields(first), " "), strings.Join(strings.Fields(tc.answer), " ")) {
			t.Errorf("assay %s: no %q in the first five lines:\n%s", tc.args, tc.answer, first)
		}
	}
}

// Wrong usage names the nearest name, in a line or two.
func TestNearestNames(t *testing.T) {
	t.Chdir("../../examples")
	const ud = " ewt.gold.conllu ewt.udpipe-swap.conllu"
	for _, tc := range []struct{ args, want string }{
		{"scor" + ud, "did you mean score?"},
		{"score" + ud + " --scores lass", "did you mean las?"},
		{"score" + ud + " -m atachment", "did you mean attachment?"},
		{"score" + ud + " --normalise prepositon", "did you mean preposition?"},
		{"score craft.gold.mrg craft.berkeley.mrg --prep unescap", "did you mean unescape?"},
		{"score craft.gold.mrg craft.berkeley.mrg --as deps --heads colins", "did you mean collins?"},
		{"score" + ud + " --by deprl", "did you mean deprel?"},
		{"score" + ud + " --fomat json", "did you mean --format?"},
		{"score" + ud + " --format jsn", "did you mean json?"},
		{"score" + ud + " --fail-under LAS=0.8", "did you mean LAS=80?"},
		{"convert ewt.gold.conllu --to conlx", "did you mean conllx?"},
		{"completion bahs", "did you mean bash?"},
		{"agree" + ud + " --distance plane", "--distance: want plain"},
		{"agree" + ud + " --draw 1 --format json", "--draw goes with --format text"},
		{"agree ewt.gold.conllu ewt.gold.conllu", "named twice"},
		{"agree craft.gold.mrg craft.berkeley.mrg --distance hamming", "hamming needs dependencies"},
		{"errors" + ud + " --format codabench", "errors does not write codabench"},
		{"compare" + ud + " ewt.gold.conllu -o x.svg", "compare draws no plot"},
		{"score" + ud + " -o x.png", "score does not write .png files"},
		{"errors" + ud + " -o x.pdf", "errors does not write .pdf files"},
		{"compare" + ud + " ewt.gold.conllu -o x.xlsx", "compare does not write .xlsx files"},
		{"agree" + ud + " -o x.json.gz", "agree does not write .gz files"},
		{"suspects ewt.gold.conllu -o x.yaml", "suspects does not write .yaml files"},
		{"validate ewt.gold.conllu -o x.docx", "validate does not write .docx files"},
		{"report" + ud + " -o x.pdf", "report does not write .pdf files"},
		{"heads -o x.png", "heads does not write .png files"},
		{"metrics -o x.png", "metrics does not write .png files"},
		{"formats -o x.png", "formats does not write .png files"},
		{"convert ewt.gold.conllu -o x.png", "no format writes files"},
		{"show ewt.gold.conllu -s 1 -o x.xlsx", "show writes"},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), strings.Fields(tc.args), strings.NewReader(""), &out, &errs); code != exitUsage {
			t.Errorf("assay %s: status %d, want %d: %s", tc.args, code, exitUsage, errs.String())
		}
		if !strings.Contains(errs.String(), tc.want) {
			t.Errorf("assay %s: want %q in\n%s", tc.args, tc.want, errs.String())
		}
	}
}
