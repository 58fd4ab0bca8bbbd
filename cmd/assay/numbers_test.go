package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNumbersOfGold: where the system has a sentence that gold lacks, or gold's are split
// otherwise, every output still calls sentences without a name by their numbers in gold.
func TestNumbersOfGold(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, lines ...string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const man, sleeps = "(S (NP (D the) (N man)) (VP (V sleeps)))", "(S (VP (V sleeps)))"
	const cat, rain = "(S (NP (D the) (N cat)) (VP (V sees) (NP (N mice))))", "(S (NP (N rain)) (VP (V falls)))"
	gold := file("gold.mrg", man, cat, rain)
	system := file("system.mrg", "(S (NP (D the) (N man)))", sleeps, "(S (X extra) (X words))", strings.Replace(cat, "(NP (N mice))", "(X (N mice))", 1),
		strings.Replace(rain, "(VP", "(Q", 1))
	perfect := file("perfect.mrg", man, cat, rain)

	per := strings.Split(call(t, "score", gold, system, "--align", "text", "--per-sentence", "--format", "csv", "--scores", "f1", "-q"), "\n")
	var names []string
	for _, line := range per {
		if f := strings.Split(line, ","); len(f) > 4 && f[4] != "sentence" && !slices.Contains(names, f[4]) {
			names = append(names, f[4])
		}
	}
	if got := strings.Join(names, "|"); got != "|1|system 3|2|3" {
		t.Errorf("--per-sentence names %s", got)
	}
	var out struct {
		Results []struct {
			Confusions []struct {
				Gold, System string
				Sentences    []string
			}
		}
	}
	if err := json.Unmarshal([]byte(call(t, "errors", gold, system, "--align", "text", "--format", "json", "-q")), &out); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, c := range out.Results[0].Confusions {
		found[c.Gold+">"+c.System] = strings.Join(c.Sentences, " ")
	}
	if found["NP>X"] != "2" || found["VP>Q"] != "3" {
		t.Errorf("errors: %v", found)
	}
	titles := func(args ...string) string {
		text := call(t, append([]string{"show", "--align", "text", "-q"}, args...)...)
		return strings.Join(regexp.MustCompile(`(?m)^sentence [^:\n]*`).FindAllString(text, -1), "|")
	}
	if got := titles(gold, system); got != "sentence 1|sentence 3 of the system|sentence 2|sentence 3" {
		t.Errorf("show: %s", got)
	}
	if got := titles(gold, system, "--sentence", "2"); got != "sentence 2" {
		t.Errorf("show --sentence 2: %s", got)
	}
	both := call(t, "show", "--align", "text", "-q", gold, system, perfect, "--sentence", "2")
	if !strings.Contains(both, "system.mrg: 2 differences") || !strings.Contains(both, "perfect.mrg: 0 differences") ||
		!strings.Contains(both, "cat") || strings.Contains(both, "rain") {
		t.Errorf("show with two systems:\n%s", both)
	}
}
