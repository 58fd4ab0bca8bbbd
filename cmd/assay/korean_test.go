package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestKorean: with --spans characters Korean words that the sides split otherwise, or write
// in other letters of Unicode, are all scored, and brackets over the same letters match. A
// contraction whose letters are not in the text (갔 for 가 and 았) is listed.
func TestKorean(t *testing.T) {
	pairs := [][2]string{
		{"(S (NP (N 사람은)) (VP (V 간다)))", "(S (NP (N 사람) (J 은)) (VP (V 가) (E ㄴ다)))"},      // a letter as in dictionaries
		{"(S (NP (N 사람은)) (VP (V 간다)))", "(S (NP (N 사람) (J 은)) (VP (V 가) (E \u11ab다)))"}, // a final letter
		{"(S (NP (N 삶이)) (VP (V 길다)))", "(S (NP (N 살) (E ㅁ) (J 이)) (VP (V 길다)))"},        // of a cluster
		{"(S (NP (N 없는)) (VP (V 것)))", "(S (NP (V 업) (E ㅅ는)) (VP (V 것)))"},
		{"(S (NP (N 값을)) (VP (V 본다)))", "(S (NP (N " + norm.NFD.String("값을") + ")) (VP (V " + norm.NFD.String("본다") + ")))"},
		{"(S (NP (N 집에서)) (VP (V 있다)))", "(S (NP (N 집) (J 에) (J 서)) (VP (V 이ㅆ다)))"}, // a double letter
		{"(S (NP (N 오늘)) (VP (V 왔다)))", "(S (NP (N 오늘)) (VP (V 와) (E ㅆ다)))"},
		{"(S (NP (N 갈)) (VP (V 것이다)))", "(S (NP (V 가) (E ㄹ)) (VP (N 것) (V 이) (E 다)))"},
		{"(S (NP (N 먹었다)) (VP (V 닭을)))", "(S (NP (V 먹) (E 었) (E 다)) (VP (N 닭) (J 을)))"},
		{"(S (NP (N 그)) (VP (V 갔다)))", "(S (NP (N 그)) (VP (V 가) (E 았) (E 다)))"},
	}
	dir := t.TempDir()
	var files [2]string
	for side := range files {
		var text strings.Builder
		for _, p := range pairs {
			text.WriteString(p[side] + "\n")
		}
		files[side] = filepath.Join(dir, []string{"gold.mrg", "system.mrg"}[side])
		if err := os.WriteFile(files[side], []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out struct {
		Results []struct {
			Sentences sentenceCounts
			Scores    map[string]float64
		}
	}
	for _, args := range [][]string{{"score", files[0], files[1]}, {"score", files[1], files[0]}} {
		text := call(t, append(args, "-m", "evalb", "--spans", "characters", "--format", "json", "-q")...)
		if err := json.Unmarshal([]byte(text), &out); err != nil {
			t.Fatal(err)
		}
		res := out.Results[0]
		if res.Sentences["scored"] != len(pairs)-1 || res.Sentences["unscorable"] != 1 || res.Scores["f1"] != 1 {
			t.Errorf("%v: %v, F1 %v", args, res.Sentences, res.Scores["f1"])
		}
	}
}
