package main

import (
	"slices"
	"strings"
	"testing"

	"assay/compat"
	"assay/internal/nearest"
)

// shownBy runs a command, and returns all that it writes.
func shownBy(args ...string) (text string, status int) {
	out, errs, status := attempted(args...)
	return out + errs, status
}

// TestSynonyms: each name of the field that assay does not have leads to one that it has, in one hint.
func TestSynonyms(t *testing.T) {
	t.Chdir("../../examples")
	gold := "ewt.gold.conllu"
	for _, kind := range nearest.Kinds() {
		for name, meant := range nearest.Synonyms(kind) {
			var args []string
			switch kind {
			case "option":
				meant = "--" + meant
				tried := 0
				for _, cmd := range (&app{}).root("").Commands() {
					option, _, _ := strings.Cut(strings.TrimPrefix(meant, "--"), " ")
					if cmd.Flags().Lookup(option) == nil || cmd.Flags().Lookup(name) != nil {
						continue
					}
					tried++
					args = []string{cmd.Name(), gold, gold, "--" + name}
				}
				if tried == 0 {
					t.Errorf("--%s: no command has %s", name, meant)
					continue
				}
			case "program":
				args = []string{"compat", name}
			case "metric":
				args = []string{"score", gold, gold, "-m", name}
				if text, _ := shownBy("score", gold, gold, "-m", meant); strings.Contains(text, "unknown") {
					t.Errorf("the meaning %s of %s: %s", meant, name, text)
				}
			case "format":
				args = []string{"convert", gold, "--to", name}
			case "output format":
				args = []string{"score", gold, gold, "--format", name}
			case "help topic":
				args = []string{"help", name}
				if text, status := shownBy("help", meant); status != exitOK {
					t.Errorf("the meaning %s of %s: %s", meant, name, text)
				}
			case "command":
				args = []string{name}
			default:
				t.Fatalf("how is a %s named?", kind)
			}
			text, status := shownBy(args...)
			if status != exitUsage || !strings.Contains(text, "did you mean "+meant+"?") || strings.Count(text, "hint:") != 1 {
				t.Errorf("assay %s: status %d, want the hint %s\n%s", strings.Join(args, " "), status, meant, text)
			}
		}
	}
}

// TestNamesThatLead: names that people type instead of assay's are taken, or lead on.
func TestNamesThatLead(t *testing.T) {
	t.Chdir("../../examples")
	for name, want := range map[string]string{"conll18": "conll18_ud_eval", "conll2018": "conll18_ud_eval",
		"conll17": "conll17_ud_eval", "iwpt": "iwpt20_xud_eval iwpt21_xud_eval", "spmrl": "evalb_spmrl",
		"pydelphin": "delphin-edm", "delphin": "delphin-edm", "corefscorer": "scorer.pl",
		"reference-coreference-scorers": "scorer.pl", "scorer": "coval scorer.pl sdp-scorer"} {
		var found []string
		for _, p := range compat.Named(name) {
			found = append(found, p.Name)
		}
		slices.Sort(found)
		if got := strings.Join(found, " "); got != want {
			t.Errorf("assay compat %s: %s, want %s", name, got, want)
		}
	}
	files := "ewt.gold.conllu ewt.udpipe-swap.conllu "
	runs := "--runs ewt.{system}.conllu --gold ewt.gold.conllu "
	for command, want := range map[string]string{
		"score " + files + "--by pos":                  "by tag",
		"score " + files + "--by sentence-length":      "by length",
		"score " + files + "--by DEPREL":               "by deprel",
		"metrics las":                                  "LAS is a score of ud",
		"help inheritance":                             "P-inheritance",
		"help false_error":                             "CEA / (CEA",
		"help problem_rate":                            "problem_rate: of all decided",
		"help test_noise":                              "test_noise: of all decided",
		"help coordination":                            "coordination=ud",
		"help weights":                                 "WEIGHT",
		"help unattached":                              "attached to nothing",
		"score " + files + "-m ud --scores Uass,laz":   `unknown score of ud "uass", "laz"` + "\nhint: did you mean uas, las?",
		"score " + files + "-m ud --fail-under LASS=3": "did you mean las?",
		"compare " + runs + "-m ud --scores LAS":       "ud las_f1",
		"score " + runs + "-m attachment --scores UAS,Label-Accuracy": "attachment label_accuracy",
		"score " + runs + "-m ud --scores nosuch":                     `unknown score of ud "nosuch"`,
		"score " + files + "-m uass":                                  "did you mean uas?",
	} {
		if text, _ := shownBy(strings.Fields(command)...); !strings.Contains(text, want) {
			t.Errorf("assay %s: want %q, found\n%.600s", command, want, text)
		}
	}
}
