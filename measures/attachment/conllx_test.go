package attachment

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// tables reads those tables of a recorded full report that breakdowns can give: by
// title, row by row, the cells with counts.
func tables(t *testing.T, elem ...string) map[string][]string {
	b := shared.Read(t, elem...)
	out := map[string][]string{}
	title := ""
	for line := range strings.SplitSeq(string(b), "\n") {
		if strings.HasPrefix(line, "  The overall") || strings.HasPrefix(line, "  Precision and recall of") {
			title = strings.TrimSpace(line)
			continue
		}
		if strings.HasPrefix(line, "  Frame confusions") {
			break
		}
		fields := strings.Split(line, "|")
		if title == "" || len(fields) < 6 || strings.Contains(line, "%)") || strings.Contains(fields[1], "words") || strings.TrimSpace(fields[1]) == "" {
			continue
		}
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		if strings.HasPrefix(title, "The overall") {
			out[title] = append(out[title], strings.Join([]string{fields[0], fields[1], fields[2], fields[4], fields[6]}, " "))
		} else {
			out[title] = append(out[title], strings.Join(fields[:4], " "))
		}
	}
	return out
}

// TestTables compares the breakdowns of Conll with the tables of recorded full
// reports of eval.pl and eval07.pl.
func TestTables(t *testing.T) {
	for _, dir := range []string{"01-en-heads", "08-cs-nonproj"} {
		for file, m := range map[string]Conll{"expected-eval07-full.txt": {}, "expected-evalpl-full.txt": {SkipPunctuation: true}} {
			want := tables(t, "cases", "dependencies", dir, file)
			keys, err := breakdown.Parse("tag,deprel,direction,distance-bin")
			if err != nil {
				t.Fatal(err)
			}
			result, err := eval.Run(context.Background(), formattest.Shared(t, &conllx.Format, "cases", "dependencies", dir, "gold.conll"),
				formattest.Shared(t, &conllx.Format, "cases", "dependencies", dir, "system.conll"), []*eval.Measure{NewConll(m)}, eval.Options{By: keys})
			if err != nil {
				t.Fatal(err)
			}
			have := map[string]map[string]bool{}
			for _, group := range result.Counts[0].Groups {
				x := group.Sum(conllColumns)
				add := func(title string, n ...float64) {
					if have[title] == nil {
						have[title] = map[string]bool{}
					}
					row := strings.Replace(group.Value, "root", "to_root", 1)
					if group.Key == "deprel" || group.Key == "tag" {
						row = group.Value
					}
					have[title][row+" "+strings.Trim(fmt.Sprint(n), "[]")] = true
				}
				switch group.Key {
				case "tag":
					add("The overall accuracy and its distribution over CPOSTAGs", x[conllWords], x[conllHead], x[conllLabel], x[conllBoth])
					add("The overall error rate and its distribution over CPOSTAGs", x[conllWords], x[conllWords]-x[conllHead],
						x[conllWords]-x[conllLabel], x[conllWords]-x[conllHead]-x[conllLabel]+x[conllBoth])
				case "deprel":
					add("Precision and recall of DEPREL", x[conllWords], x[conllLabel], x[conllSystem])
					add("Precision and recall of DEPREL + ATTACHMENT", x[conllWords], x[conllBoth], x[conllSystem])
				case "direction":
					add("Precision and recall of binned HEAD direction", x[conllWords], x[conllDirection], x[conllSystem])
				case "distance-bin":
					add("Precision and recall of binned HEAD distance", x[conllWords], x[conllDistance], x[conllSystem])
				}
			}
			if len(want) != 6 {
				t.Fatalf("%d tables in %s", len(want), file)
			}
			for title, rows := range want {
				for _, row := range rows {
					if !strings.HasPrefix(row, "total ") && !strings.HasSuffix(row, " 0 0 0") && !have[title][row] {
						t.Errorf("%s %s: %s: no row %q", dir, file, title, row)
					}
				}
			}
		}
	}
}

// TestConllLaw: items and rows agree, sentences of unequal length cannot be scored,
// and all words of a missing analysis are wrong.
func TestConllLaw(t *testing.T) {
	gold := formattest.Shared(t, &conllx.Format, "data", "dep-conllx-nl", "gold.conll")
	frog := formattest.Shared(t, &conllx.Format, "data", "dep-conllx-nl", "frog.conll")
	one := func(opt eval.Options) string {
		r, err := eval.Run(context.Background(), gold, frog, []*eval.Measure{NewConll(Conll{})}, opt)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(r.Counts[0].Sum())
	}
	got := one(eval.Options{})
	if got != one(eval.Options{Where: all{}}) || !strings.HasPrefix(got, "[3846 3846 2995 3494 2966 ") {
		t.Error(got)
	}
}
