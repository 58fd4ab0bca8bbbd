package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPlacesAreInTheNamedFile: in all commands that score, problems that are summed up under the name of
// a file are in that file, whichever side has them.
func TestPlacesAreInTheNamedFile(t *testing.T) {
	t.Chdir(t.TempDir())
	file := func(form, head string) string {
		var out strings.Builder
		for i := range 9 {
			fmt.Fprintf(&out, "1\t%s%d\t_\tX\t_\t_\t%s\troot\t_\t_\n2\tx\t_\tX\t_\t_\t1\tdep\t_\t_\n\n", form, i, head)
		}
		return out.String()
	}
	for name, text := range map[string]string{"good.conllu": file("a", "0"), "broken.conllu": file("a", "y"), "other.conllu": file("zzz", "0")} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	header := regexp.MustCompile(`^warning: (\S+): `)
	for _, sides := range [][2]string{{"broken.conllu", "good.conllu"}, {"good.conllu", "broken.conllu"}, {"good.conllu", "other.conllu"},
		{"broken.conllu", "other.conllu"}} {
		gold, system := sides[0], sides[1]
		table := strings.NewReplacer("GOLD", gold, "SYSTEM", system).Replace("gold\tsystem\tfile\trun\nGOLD\tA\tSYSTEM\t1\nGOLD\tA\tSYSTEM\t2\n" +
			"GOLD\tB\tgood.conllu\t1\n")
		if err := os.WriteFile("table.tsv", []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"score G SYS", "score G SYS good.conllu", "compare G SYS good.conllu", "errors G SYS", "report G SYS -o r.html",
			"agree G SYS", "slices G SYS",
			"score --table table.tsv", "compare --table table.tsv", "errors --table table.tsv", "report --table table.tsv -o pages"} {
			args := strings.Fields(strings.NewReplacer(" G ", " "+gold+" ", "SYS", system).Replace(command + " -m attachment"))
			_, errs, _ := attempted(args...)
			name, places := "", 0
			for line := range strings.Lines(errs) {
				if m := header.FindStringSubmatch(line); m != nil {
					name = m[1]
				}
				if _, place, ok := strings.Cut(line, "       first at "); ok {
					places++
					if !strings.Contains(place, name+":") {
						t.Errorf("%s: a problem of %s at %s%s", strings.Join(args, " "), name, place, errs)
					}
				}
			}
			if places == 0 && !strings.Contains(errs, "no sentence in common") && !strings.Contains(errs, "no sentence was scored") {
				t.Errorf("%s: no place in\n%s", strings.Join(args, " "), errs)
			}
		}
	}
}
