package measures_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/formats"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// recordedScores returns precision, recall and F1 in percent by metric from the output of a program.
func recordedScores(program, name, out string) map[string][3]float64 {
	scores := map[string][3]float64{}
	add := func(name, recall, precision, f1 string) {
		var v [3]float64
		for i, s := range []string{precision, recall, f1} {
			v[i], _ = strconv.ParseFloat(s, 64)
		}
		scores[name] = v
	}
	perl := regexp.MustCompile(`^(Identification of Mentions|Coreference|BLANC): Recall: .*\) ([\d.]+)%\tPrecision: .*\) ([\d.]+)%\tF1: ([\d.]+)%`)
	python := regexp.MustCompile(`^(\w*) *Recall: ([\d.]+)  Precision: ([\d.]+)  F1: ([\d.]+)`)
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if m, ok := strings.CutPrefix(line, "METRIC "); ok {
			name = strings.TrimSuffix(m, ":")
		} else if m := perl.FindStringSubmatch(line); m != nil && program == "scorer.pl" {
			if m[1] == "Identification of Mentions" {
				add("mentions", m[2], m[3], m[4])
			} else {
				add(name, m[2], m[3], m[4])
			}
		} else if m := python.FindStringSubmatch(line); m != nil {
			if m[1] != "" {
				name = m[1]
			}
			add(name, m[2], m[3], m[4])
		} else if v, ok := strings.CutPrefix(line, "CoNLL score: "); ok {
			f, _ := strconv.ParseFloat(v, 64)
			scores["conll"] = [3]float64{f, f, f}
		} else if program == "corefud-scorer.py" && line != "" {
			name = line
		}
	}
	return scores
}

// specOf returns the measure that does as a recorded command.
func specOf(args []string) string {
	spec := map[string]string{"scorer.pl": "coref:conll12", "coval": "coref:coval", "corefud-scorer.py": "coref:corefud"}[args[0]]
	for i, a := range args {
		switch a {
		case "remove_singletons":
			spec += ":singletons=drop"
		case "-s":
			spec += ":singletons=keep"
		case "-a":
			spec += ":match=" + args[i+1]
		case "-z":
			spec += ":zeros=" + args[i+1]
		}
	}
	return spec
}

// TestCoreferencePrograms: the presets give the figures that the programs printed.
func TestCoreferencePrograms(t *testing.T) {
	dir := shared.Path(t, "cases", "documents", "coref")
	table, err := os.ReadFile(filepath.Join(dir, "COMMANDS.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) < 3 || cells[1] != "0" || strings.Contains(cells[2], "repeated.conll broken/key-repeated") {
			continue
		}
		args := strings.Fields(cells[2])
		files := args[1:3]
		if args[0] == "scorer.pl" {
			files = args[2:4]
		}
		if strings.Contains(cells[2], "unclosed") { // a mention without end: the document is not scored
			continue
		}
		out, err := os.ReadFile(filepath.Join(dir, "expected", cells[0]+".out"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := measures.Parse(specOf(args), measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		format := formats.ByName(map[bool]string{true: "corefud", false: "conll12"}[args[0] == "corefud-scorer.py"])
		source := func(name string) *treebank.Source {
			src, err := corpus.OpenWith(filepath.Join(dir, name), corpus.Options{Format: format})
			if err != nil {
				t.Fatal(err)
			}
			return src
		}
		res, err := eval.Run(t.Context(), source(files[0]), source(files[1]), []*eval.Measure{m}, eval.Options{})
		if err != nil {
			t.Errorf("%s: %v", cells[0], err)
			continue
		}
		got := map[string]float64{}
		for _, s := range m.Scores(res.Counts[0].Sum()) {
			got[s.Name] = 100 * s.Value
		}
		for name, want := range recordedScores(args[0], args[1], string(out)) {
			for k, part := range []string{"_precision", "_recall", "_f1"} {
				if name == "conll" {
					part = ""
				}
				compared++
				within := 0.00500001
				v := got[name+part]
				if args[0] == "scorer.pl" { // it cuts after two digits, and rounds 75 to 74.999 before
					v -= 0.005
				}
				if !(math.Abs(v-want[k]) <= within) {
					t.Errorf("%s: %s%s is %.4f, want %v", cells[0], name, part, got[name+part], want[k])
				}
			}
		}
	}
	if compared < 1000 {
		t.Errorf("%d figures", compared)
	}
}
