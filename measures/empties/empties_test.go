package empties

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// A found is an empty element as the plain reading finds it.
type found struct{ kind, place, antecedent string }

type part struct {
	label      string
	begin, end int
	tokens     int
	holds      []int // the empty elements that it holds
}

var (
	piece = regexp.MustCompile(`\(|\)|[^\s()]+`)
	tail  = regexp.MustCompile(`^(.+)-(\d+)(=.*)?$`)
)

// elementsOf is the plain way: it reads the brackets of a line of text and
// looks for antecedents among all phrases.
func elementsOf(line string) (out []found) {
	var stack []int
	var parts []part // in the order of their opening brackets
	var forms []string
	words, tokens, fresh, text := 0, 0, false, ""
	var at []int
	for _, tok := range piece.FindAllString(line, -1) {
		switch {
		case tok == "(":
			stack, fresh = append(stack, len(parts)), true
			parts = append(parts, part{begin: words, tokens: -tokens})
		case tok == ")":
			p := &parts[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			if p.end, p.tokens = words, p.tokens+tokens; text != "" {
				text, p.label = "", ""
			}
		case fresh:
			parts[stack[len(stack)-1]].label, fresh = tok, false
		default:
			text = tok
			tokens++
			if parts[stack[len(stack)-1]].label != "-NONE-" {
				words++
				break
			}
			for _, i := range stack {
				parts[i].holds = append(parts[i].holds, len(forms))
			}
			forms, at = append(forms, tok), append(at, words)
		}
	}
	for e, form := range forms {
		f := found{kind: form, place: fmt.Sprint(at[e])}
		index := ""
		if m := tail.FindStringSubmatch(form); m != nil {
			f.kind, index = m[1], m[2]
		}
		own := func(p *part) bool { return p.tokens == 1 && len(p.holds) == 1 && p.holds[0] == e }
		for i := len(parts) - 1; i >= 0 && index == ""; i-- {
			if m := tail.FindStringSubmatch(parts[i].label); m != nil && own(&parts[i]) {
				index = m[2]
			}
		}
		for i := range parts {
			part := &parts[i]
			m := tail.FindStringSubmatch(part.label)
			if m == nil || index == "" || m[2] != index || own(part) {
				continue
			}
			category, _, _ := strings.Cut(m[1], "-")
			if f.antecedent == "" || strings.HasSuffix(f.antecedent, "!") && part.end > part.begin {
				f.antecedent = fmt.Sprint(category, " ", part.begin, " ", part.end)
				if part.begin == part.end {
					f.antecedent += "!"
				}
			}
		}
		out = append(out, f)
	}
	return out
}

// rowOf counts elements as multisets.
func rowOf(gold, system []found) []float64 {
	row := make([]float64, columns)
	count := func(list []found, all, bound int) (place, whole map[found]int) {
		place, whole = map[found]int{}, map[found]int{}
		for _, f := range list {
			row[all]++
			if f.antecedent != "" {
				row[bound]++
			}
			place[found{f.kind, f.place, ""}]++
			whole[f]++
		}
		return place, whole
	}
	gp, gw := count(gold, colGold, colBoundGold)
	sp, sw := count(system, colSystem, colBoundSystem)
	for f, n := range gp {
		row[colMatched] += float64(min(n, sp[f]))
	}
	for f, n := range gw {
		same := float64(min(n, sw[f]))
		row[colAntecedent] += same
		if f.antecedent != "" {
			row[colBoundMatched] += same
		}
	}
	return row
}

type rows struct {
	t   *testing.T
	c   *counter
	out *[][]float64
}

func (*rows) Item(int, *eval.Item) {}

func (r *rows) Pair(pair *eval.Pair) {
	row, err := itemlaw.Row(r.t, New(), r.c, pair)
	if err != nil {
		r.t.Fatal(pair.N, err)
	}
	*r.out = append(*r.out, row)
}

func count(t *testing.T, gold, system []string) (out [][]float64) {
	source := func(lines []string) *treebank.Source {
		text := treebank.Text("text", strings.Join(lines, "\n")+"\n")
		return &treebank.Source{Name: "text", Format: &penn.Format, Files: []treebank.File{text}}
	}
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return &rows{t, New().NewCounter().(*counter), &out} }}
	if _, err := eval.Run(context.Background(), source(gold), source(system), []*eval.Measure{New()}, opt); err != nil {
		t.Fatal(err)
	}
	return out
}

var (
	trace  = regexp.MustCompile(`\(-NONE- [^()]*\)`)
	number = regexp.MustCompile(`-\d+ \(`)
)

// damage loses, changes and unbinds some empty elements of a tree.
func damage(line string, rng *rand.Rand) string {
	line = trace.ReplaceAllStringFunc(line, func(s string) string {
		switch rng.IntN(6) {
		case 0:
			return "(-NONE- *)"
		case 1:
			return s + " (-NONE- *T*-1)"
		}
		return s
	})
	return number.ReplaceAllStringFunc(line, func(s string) string {
		if rng.IntN(5) == 0 {
			return " ("
		}
		return s
	})
}

// TestTwin counts the treebank of CRAFT against itself with other empty
// elements, as a plain reading of the text does.
func TestTwin(t *testing.T) {
	data, err := os.ReadFile(shared.Path(t, "data", "const-craft", "gold.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	var gold, system []string
	rng := rand.New(rand.NewPCG(3, 4))
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "(") {
			gold, system = append(gold, line), append(system, damage(line, rng))
		}
	}
	got := count(t, gold, system)
	if len(got) != len(gold) {
		t.Fatalf("%d sentences, want %d", len(got), len(gold))
	}
	sum := make([]float64, columns)
	for i := range got {
		if want := rowOf(elementsOf(gold[i]), elementsOf(system[i])); fmt.Sprint(got[i]) != fmt.Sprint(want) {
			t.Errorf("sentence %d: %v, want %v\n%s\n%s", i+1, got[i], want, gold[i], system[i])
		}
		for j, n := range got[i] {
			sum[j] += n
		}
	}
	for j, n := range sum {
		if n < 100 {
			t.Errorf("column %d: only %v", j, n)
		}
	}
}

// TestByHand: the conventions of the Penn Treebank and of CRAFT, and a trace
// whose antecedent differs.
func TestByHand(t *testing.T) {
	gold := []string{
		"( (SBARQ (WHNP-1 (W what)) (SQ (V did) (NP-SBJ (N she)) (VP (V say) (NP (-NONE- *T*-1))))))",
		"( (S (NP-SBJ-1 (N it)) (VP (V was) (VP (V said) (NP-1 (-NONE- *))))))",
		"( (S (NP-SBJ (-NONE- *PRO*)) (VP (V go))))",
	}
	system := []string{
		"( (SBARQ (WHNP (W what)) (SQ (V did) (NP-SBJ-1 (N she)) (VP (V say) (NP (-NONE- *T*-1))))))",
		"( (S (NP-SBJ-1 (N it)) (VP (V was) (VP (V said) (NP-1 (-NONE- *))))))",
		"( (S (VP (V go) (NP (-NONE- *PRO*)))))",
	}
	// gold system matched, with antecedent, and of those that have one
	want := "[[1 1 1 0 1 1 0] [1 1 1 1 1 1 1] [1 1 0 0 0 0 0]]"
	if got := fmt.Sprint(count(t, gold, system)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
