package main

import (
	"encoding/json"
	"strings"
	"testing"

	"assay/measures"
)

// TestPlainText: escapes of brackets cost a system nothing under the measures whose
// signature says text:plain. The twin is the step unescape, which removes them from
// both files. Official measures compare words as they are.
func TestPlainText(t *testing.T) {
	seen := 0
	for _, entry := range measures.All {
		metric, err := measures.Parse(entry.Name, measures.Config{})
		if err != nil || entry.Name == "parsebase" {
			continue // needs a parameter file, or a ranked list
		}
		options := []string{"score", "-m", entry.Name, "-q", "--format", "json", "../../examples/craft.gold.mrg", ""}
		switch entry.Name {
		case "lin", "xiao", "attachment", "conllx", "ud", "undirected", "uuas":
			options = append(options, "--as", "deps", "--heads", "collins")
		case "evalb", "evalb:aligned", "parseval", "careful", "spans", "leaf-ancestor", "tree-edit", "functions", "empties", "chunks", "words":
		default:
			continue // no trees
		}
		plain := strings.HasSuffix(metric.Signature, "|text:plain")
		if plain {
			seen++
		}
		for _, system := range []string{"berkeley", "bllip-5", "bllip-20"} {
			options[7] = "../../examples/craft." + system + ".mrg"
			as := sentencesAndFigures(t, options...)
			unescaped := sentencesAndFigures(t, append(options, "--prep", "unescape")...)
			if same := as == unescaped; same != (plain || system == "berkeley" || entry.Name == "conllx") {
				t.Errorf("%s of %s, signature %s: the same figures without escapes: %v\n%s\n%s", entry.Name, system, metric.Signature, same, as, unescaped)
			}
		}
	}
	if seen < 13 {
		t.Errorf("%d measures compare plain text", seen)
	}
}

// sentencesAndFigures returns the scores of a run and what became of its sentences, as JSON.
func sentencesAndFigures(t *testing.T, args ...string) string {
	t.Helper()
	var out struct {
		Results []struct{ Sentences, Scores, Counts json.RawMessage }
	}
	text := call(t, args...)
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(out.Results) != 1 {
		t.Fatal(args, err, text)
	}
	r := out.Results[0]
	return string(r.Sentences) + string(r.Scores) + string(r.Counts)
}

// TestClassesAreWords: a breakdown by class names the classes in words, as errors does.
func TestClassesAreWords(t *testing.T) {
	for _, metric := range []string{"evalb", "careful", "parseval", "spans"} {
		text := call(t, "score", "-q", "-m", metric, "--by", "class", "--format", "csv", "../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg")
		for _, want := range []string{"crossing bracket", "spurious bracket", "missing bracket"} {
			if !strings.Contains(text, ","+want+",") {
				t.Errorf("%s: no class %q:\n%s", metric, want, text)
			}
		}
		for _, code := range []string{",CE,", ",SP,", ",EM,"} {
			if strings.Contains(text, code) {
				t.Errorf("%s: class %s", metric, code)
			}
		}
	}
}
