package sinica

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

func show(sentence *treebank.Sentence) string {
	out := []string{sentence.Str(sentence.ID)}
	for i, t := range sentence.Tokens {
		out = append(out, fmt.Sprintf("%s/%s:%s<%d", sentence.Word(int32(i)), sentence.Name(t.Tag), sentence.Name(t.Func), t.Parent))
	}
	for _, p := range sentence.Phrases {
		out = append(out, fmt.Sprintf("%s:%s<%d", sentence.Name(p.Label), sentence.Name(p.Func), p.Parent))
	}
	if sentence.Missing {
		out = append(out, "missing")
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	for text, want := range map[string][]string{
		"#1:1.[0] S(agent:NP(Head:Nhaa:我)|Head:VE2:想|goal:VP(Head:VC31:吃))#。(PERIODCATEGORY)\n\n#2:1.[0] NP(N:台新|Head:N:金控)#\n": {
			"1:1.[0] 我/Nhaa:Head<1 想/VE2:Head<0 吃/VC31:Head<2 。/PERIODCATEGORY:<-1 S:<-1 NP:agent<0 VP:goal<0",
			"2:1.[0] 台新/N:<0 金控/N:Head<0 NP:<-1"},
		"#3:1.[0] Nab:書#，(COMMACATEGORY)「(PARENTHESISCATEGORY)\r\n": {"3:1.[0] 書/Nab:<-1 ，/COMMACATEGORY:<-1 「/PARENTHESISCATEGORY:<-1"},
		"#4:1.[0] %(Head:V_2:有)":                                    {"4:1.[0] 有/V_2:Head<0 %:<-1"},
		"#5:1.[0] ##\n":                                             {"error f:1:11: want a mark and its category, as in 。(PERIODCATEGORY), found \"#\""},
		"#5:1.[0] #\n":                                              {"5:1.[0] missing"},
		"#6:1.[0] S(Head:V:是\n#7:1.[0] Nab:書#":                      {"error f:1:22: want | or ) in a phrase, found the end of the sentence", "7:1.[0] 書/Nab:<-1"},
		"#8:1.[0] S(是)#":                                            {`error f:1:12: want a word as role:tag:word or tag:word, found "是)#"`},
		"#9:1.[0] S(Head:V:是))#":                                    {`error f:1:23: want # after the tree, found ")#"`},
		"(S (N a))":                                                 {`error f:1:1: want a number such as #1:1.[0] and a tree, found "(S (N a))"`},
		"#9:1.[0] S(V:是)(V:x)#":                                     {`error f:1:18: want | or ) in a phrase, found "(V:x)#"`},
	} {
		if got := formattest.Shown(&Format, text, show); !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %q\nwant %q", text, got, want)
		}
	}
	if !Format.Detect([]byte("\n#1:1.[0] S(N:x)#")) || Format.Detect([]byte("# text = a\n1\ta")) || Format.Detect([]byte("#BOS 1 2 [x]: 3")) {
		t.Error("the format is not detected")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("#1:1.[0] S(agent:NP(Head:Nhaa:我)|Head:VE2:想)#。(PERIODCATEGORY)\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "x") {
			if err == nil {
				show(s)
			}
		}
	})
}
