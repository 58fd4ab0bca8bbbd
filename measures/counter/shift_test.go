package counter_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/measures/counter"
)

// TestLostStructures: structures have neither ids nor words. Where a lost one shifts the
// later pairs, the first place is named; equal numbers of sentences hide nothing.
func TestLostStructures(t *testing.T) {
	dir := t.TempDir()
	structures := func(name string, comments bool) (out []string) {
		text := shared.Read(t, "data", "sem-drs-pmb", name)
		for _, s := range strings.Split(string(text), "\n\n") {
			if len(out) == 100 {
				break
			}
			var lines []string
			for line := range strings.Lines(s) {
				if clause, _, _ := strings.Cut(line, "%"); comments && strings.TrimSpace(line) != "" {
					lines = append(lines, strings.TrimSuffix(line, "\n"))
				} else if strings.TrimSpace(clause) != "" {
					lines = append(lines, strings.TrimSpace(clause))
				}
			}
			if len(lines) > 0 {
				out = append(out, strings.Join(lines, "\n")+"\n\n")
			}
		}
		return out
	}
	file := func(name string, all []string, lost ...int) string {
		path := filepath.Join(dir, name+".clf")
		var text strings.Builder
		for i, s := range all {
			if len(lost) == 0 || i+1 != lost[0] {
				text.WriteString(s)
			}
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gold := structures("en-test.gold.clf.gz", true)
	full, short := file("gold", gold), file("gold90", gold, 90)
	for _, name := range []string{"en-test.bert_only.output1.clf.gz", "en-test.sim_spar.clf.gz"} {
		system := structures(name, false)
		for _, tt := range []struct {
			name, gold, system, want string
		}{
			{"nothing lost", full, file("system", system), ""},
			{"lost by the system", full, file("lost", system, 50), " match system sentences "},
			{"one lost by each side", short, file("each", system, 50), " match system sentences "},
		} {
			res := run(t, tt.gold, tt.system, counter.Options{})
			found := ""
			for _, p := range res.Problems {
				if strings.Contains(p.Text, "the concepts of gold sentences") {
					found += p.Text
					if p.Unit < 48 || p.Unit > 52 || p.Side != "system" || !strings.HasPrefix(p.Place, tt.gold+":") {
						t.Errorf("%s, %s: pair %d, side %s, %s", name, tt.name, p.Unit+1, p.Side, p.Place)
					}
				}
			}
			if (found == "") != (tt.want == "") || !strings.Contains(found, tt.want) {
				t.Errorf("%s, %s: found %q, want %q", name, tt.name, found, tt.want)
			}
		}
	}
}
