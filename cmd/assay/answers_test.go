package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestAnswersByName: answers pair with gold by their names, also where some are
// lacking, given twice, cut off or in another order, so that no answer gets the words
// of another sentence.
func TestAnswersByName(t *testing.T) {
	t.Chdir(t.TempDir())
	sentence := func(word, head string) string {
		return fmt.Sprintf("1\t%s\t_\tX\t_\t_\t%s\tdep\t_\t_\n2\tbarks\t_\tX\t_\t_\t0\troot\t_\t_\n", word, head)
	}
	gold := ""
	for i, s := range []string{sentence("dog", "2"), sentence("cat", "0"), sentence("fox", "2")} {
		gold += fmt.Sprintf("# sent_id = s%d\n%s\n", i+1, s)
	}
	answer := func(id, word, head string) string {
		return fmt.Sprintf(`{"id": %q, "output": %q}`+"\n", id, sentence(word, head))
	}
	s1, s2, s3 := answer("s1", "dog", "2"), answer("s2", "kat", "0"), answer("s3", "fox", "2")
	for _, tc := range []struct {
		name, system, want string
	}{
		{"in order", s1 + s2 + s3, "6"},
		{"in another order", s3 + s2 + s1, "6"},
		{"one is lacking", s2 + s3, "4"},
		{"one is given twice", s2 + s1 + s1 + s3, "6"},
		{"one line is cut off", s2 + s1[:20] + "\n" + s3, "4"},
	} {
		for name, text := range map[string]string{"gold.conllu": gold, "system.jsonl": tc.system} {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var out, errs bytes.Buffer
		run(context.Background(), []string{"score", "gold.conllu", "system.jsonl", "-m", "attachment", "--format", "tsv"}, strings.NewReader(""), &out, &errs)
		want := "system.jsonl (repaired)\tattachment\t\t\t\tcount:matched\t" + tc.want + "\t"
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s: want %s, found\n%s%s", tc.name, want, &out, &errs)
		}
	}
}

// TestReadingsOfAnswers: a note counts the answers of which the reader took a part, once for both rows,
// and roots that one side lacks are named under measures of brackets other than evalb.
func TestReadingsOfAnswers(t *testing.T) {
	t.Chdir(t.TempDir())
	const tree = "(S (NP (NN dog)) (VP (VBZ barks)))"
	for name, text := range map[string]string{"gold.mrg": strings.Repeat(tree+"\n", 3),
		"a.jsonl": `{"id": "1", "output": "<think>(S (NN dog))</think>(ROOT ` + tree + `)"}` + "\n" +
			`{"id": "2", "output": "Draft: (S (NN dog) (NN barks)). Better: ` + tree + `"}` + "\n" +
			`{"id": "3", "output": "[S [NP [NN dog]] [VP [VBZ barks]]]"}` + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, errs, code := attempted("score", "gold.mrg", "a.jsonl", "-m", "parseval:labelled")
	want := "note: a.jsonl: 3 answers; reasoning is cut from 1 answer; one of several analyses is taken in 1 answer; other brackets are read as round " +
		"ones in 1 answer\n"
	if code != 0 || strings.Count(errs, want) != 1 || !strings.Contains(errs, "answers:take=first") ||
		!strings.Contains(errs, "the root of 1 tree is ROOT, which gold does not have\nhint: --prep erase=ROOT") {
		t.Errorf("status %d\n%s\nwant once: %s", code, errs, want)
	}
}
