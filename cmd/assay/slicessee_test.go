package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"assay/internal/shared"
)

// The command below the slices lists the wrong items of the strongest one, and these alone: also under a measure whose
// items are of many scores, for a part of it, within a condition, and with the options that change the files.
func TestSlicesNameTheirItems(t *testing.T) {
	ewt, craft := "dep-conll18/en_ewt/", "const-craft/"
	english := []string{ewt + "gold.conllu.gz", ewt + "HIT-SCIR-18.conllu.gz"}
	biomedical := []string{craft + "gold.clean.mrg", craft + "bllip-A.1best.mrg"}
	for _, tc := range []struct {
		files []string
		more  string
		brief bool
	}{
		{english, "-m ud", true},
		{biomedical, "-m evalb --prep unescape", true},
		{english, "-m ud --part upos", false},
		{english, "-m uas", false},
		{english, "--where genre=email|weblog", false},
		{english, "--side system --where deprel=obl", false},
		{biomedical, "--where", false}, // of two words, see below
		{append(english[:1:1], ewt+"Stanford-18.conllu.gz", english[1]), "", false},
		{[]string{"sem-drs-pmb/en-test.gold.clf.gz", "sem-drs-pmb/en-test.sim_spar.clf.gz"}, "", false},
	} {
		if testing.Short() && !tc.brief {
			continue
		}
		args := []string{"slices", "-q"}
		for _, file := range tc.files {
			args = append(args, shared.Path(t, "data", file))
		}
		if args = append(args, strings.Fields(tc.more)...); tc.more == "--where" {
			args = append(args, "label=NP or label=PP")
		}
		var found struct {
			Slices []struct {
				Where string
				All   [2]int // items, wrong ones
			}
		}
		if err := json.Unmarshal([]byte(call(t, append(args, "--format", "json")...)), &found); err != nil {
			t.Fatal(err)
		}
		see := regexp.MustCompile(`(?m)^see: assay (.*)$`).FindStringSubmatch(call(t, args...))
		if see == nil {
			t.Fatalf("%s %s: no command", tc.files, tc.more)
		}
		command := shellWords(see[1])
		out := call(t, append(command, "-q")...)
		listed := false
		for _, s := range found.Slices {
			if s.Where != command[len(command)-2] {
				continue
			}
			listed = true
			if want := fmt.Sprintf(" of %d items; ", s.All[1]); len(tc.files) == 2 && !strings.Contains(out, want) {
				t.Errorf("%s: %s has %d wrong items, the command lists %s", tc.more, s.Where, s.All[1], out[max(0, len(out)-80):])
			}
		}
		if !listed || len(tc.files) == 3 && command[2] != args[4] { // the second loses
			t.Errorf("%s %s: %s lists no slice", tc.files, tc.more, see[0])
		}
	}
}

// shellWords divides a command as a shell does, with single quotes alone.
func shellWords(command string) (words []string) {
	for i, part := range strings.Split(command, "'") {
		if i%2 == 0 {
			words = append(words, strings.Fields(part)...)
		} else {
			words = append(words, part)
		}
	}
	return words
}
