package tokens

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// TestRecorded compares with the recorded runs of eval.F1 that compare as many trees on both sides.
func TestRecorded(t *testing.T) {
	different := map[string]string{"f1-pred-shorter": "the rest of gold counts", "bad-columns": "a line of eight columns cannot be read",
		"f1-one-empty-first": "", "mwt-empty": ""}
	root := shared.Path(t, "cases", "living", "udapi")
	table, err := os.ReadFile(filepath.Join(root, "COMMANDS.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		want, err := os.ReadFile(filepath.Join(root, columns[0], "stdout"))
		if err != nil || !strings.Contains(columns[2], " eval.F1 ") || len(want) == 0 || different[columns[0]] != "" {
			continue
		}
		opt := Options{Attributes: []string{"form"}}
		if m := regexp.MustCompile(`attributes=(\S+)`).FindStringSubmatch(columns[2]); m != nil {
			opt.Attributes = strings.Split(m[1], ",")
		}
		if m := regexp.MustCompile(`focus='([^']*)'`).FindStringSubmatch(columns[2]); m != nil {
			opt.Focus = regexp.MustCompile("^(?:" + m[1] + ")$")
		}
		file := func(name string) []byte { return shared.Read(t, "cases", "living", "udapi", columns[0], name) }
		res, err := eval.Run(context.Background(), formattest.Source(&conllu.Format, "gold", file("gold.conllu")),
			formattest.Source(&conllu.Format, "system", file("pred.conllu")), []*eval.Measure{New(opt)}, eval.Options{Align: eval.AlignOrder})
		if err != nil {
			t.Errorf("%s: %v", columns[0], err)
			continue
		}
		row := res.Counts[0].Sum()
		if got := fmt.Sprintf("predicted = %7g\ngold      = %7g\ncorrect   = %7g\n", row[colSystem], row[colGold],
			row[colMatched]); !strings.Contains(string(want), got) {
			t.Errorf("%s: %s, want\n%s", columns[0], got, want)
		}
		compared++
	}
	if compared < 15 {
		t.Errorf("%d runs compared", compared)
	}
}

// TestFocus: a comma at another place is wrong, although the longest common subsequence of all tokens has it.
func TestFocus(t *testing.T) {
	words := func(list string) []byte {
		out := ""
		for i, w := range strings.Fields(list) {
			out += fmt.Sprintf("%d\t%s\t_\tX\t_\t_\t0\tdep\t_\t_\n", i+1, w)
		}
		return []byte(out + "\n")
	}
	for focus, want := range map[string]string{"": "[3 3 2]", ",": "[1 1 0]", "[ac]": "[2 2 1]"} {
		opt := Options{Attributes: []string{"form"}}
		if focus != "" {
			opt.Focus = regexp.MustCompile("^(?:" + focus + ")$")
		}
		res, err := eval.Run(context.Background(), formattest.Source(&conllu.Format, "gold", words("a c ,")),
			formattest.Source(&conllu.Format, "system", words("a , c")), []*eval.Measure{New(opt)}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(res.Counts[0].Sum()); got != want {
			t.Errorf("focus %q: gold, system, matched %s, want %s", focus, got, want)
		}
	}
}
