package functions

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// triplesOf is the plain way: it reads the brackets of a line of text.
func triplesOf(line string) (brackets, triples map[string]int) {
	type open struct {
		label string
		begin int
	}
	brackets, triples = map[string]int{}, map[string]int{}
	var stack []open
	words, word := 0, regexp.MustCompile(`\(|\)|[^\s()]+`)
	fresh, text := false, ""
	for _, tok := range word.FindAllString(line, -1) {
		switch {
		case tok == "(":
			stack, fresh = append(stack, open{"", words}), true
		case tok == ")":
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if text != "" {
				text = ""
				break
			}
			if top.begin == words {
				break
			}
			parts := strings.Split(strings.ReplaceAll(top.label, "=", "-="), "-")
			bracket := fmt.Sprint(parts[0], " ", top.begin, " ", words)
			brackets[bracket]++
			for _, p := range parts[1:] {
				if strings.Trim(p, "=0123456789") != "" {
					triples[bracket+" "+p]++
				}
			}
		case fresh:
			stack[len(stack)-1].label, fresh = tok, false
		default:
			if text = tok; stack[len(stack)-1].label != "-NONE-" {
				words++
			}
		}
	}
	return brackets, triples
}

func goldLines(t *testing.T) (lines []string) {
	f, err := os.Open(shared.Path(t, "data", "const-craft", "gold.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		if strings.HasPrefix(in.Text(), "(") {
			lines = append(lines, in.Text())
		}
	}
	return lines
}

var label = regexp.MustCompile(`\(([A-Z]+)(-[A-Z]+)?([-=]\d+)? \(`)

// damage changes some functions and categories of a tree.
func damage(line string, rng *rand.Rand) string {
	return label.ReplaceAllStringFunc(line, func(s string) string {
		m := label.FindStringSubmatch(s)
		switch rng.IntN(8) {
		case 0:
			m[2] = ""
		case 1:
			m[2] = "-TMP"
		case 2:
			m[1] = "XP"
		}
		return "(" + m[1] + m[2] + m[3] + " ("
	})
}

type rows struct {
	t   *testing.T
	c   *counter
	out *[][]float64
}

func (*rows) Item(int, *eval.Item) {}

func (r *rows) Pair(pair *eval.Pair) {
	row, err := itemlaw.Row(r.t, New(Options{}), r.c, pair)
	if err != nil {
		r.t.Fatal(pair.N, err)
	}
	*r.out = append(*r.out, row)
}

func count(t *testing.T, m *eval.Measure, gold, system *treebank.Source) (out [][]float64) {
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return &rows{t: t, c: m.NewCounter().(*counter), out: &out} }}
	if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, opt); err != nil {
		t.Fatal(err)
	}
	return out
}

func source(text string) *treebank.Source {
	return &treebank.Source{Name: "text", Format: &penn.Format, Files: []treebank.File{treebank.Text("text", text)}}
}

// TestTwin counts the treebank of CRAFT against itself with other functions, as
// a plain reading of the text does.
func TestTwin(t *testing.T) {
	lines := goldLines(t)
	rng := rand.New(rand.NewPCG(1, 2))
	var other []string
	for _, l := range lines {
		other = append(other, damage(l, rng))
	}
	gold := formattest.Shared(t, &penn.Format, "data", "const-craft", "gold.mrg")
	system := source(strings.Join(other, "\n") + "\n")
	got := count(t, New(Options{}), gold, system)
	if len(got) != len(lines) {
		t.Fatalf("%d sentences, want %d", len(got), len(lines))
	}
	all := 0
	for i := range lines {
		want := make([]float64, columns)
		_, g := triplesOf(lines[i])
		_, s := triplesOf(other[i])
		for k, n := range g {
			want[colGold] += float64(n)
			want[colMatched] += float64(min(n, s[k]))
			all += n
		}
		for _, n := range s {
			want[colSystem] += float64(n)
		}
		if fmt.Sprint(got[i]) != fmt.Sprint(want) {
			t.Errorf("sentence %d: %v, want %v", i+1, got[i], want)
		}
	}
	if all < 1500 {
		t.Errorf("only %d functions", all)
	}
}

// TestByHand: a lost function, one more, and one of another bracket.
func TestByHand(t *testing.T) {
	gold := "( (S (NP-SBJ-1 (N a)) (VP (V b) (NP-TMP (N c)) (PP-LOC-CLR (P d)))))\n"
	system := "( (S (NP-SBJ (N a)) (VP (V b) (PP-TMP (N c)) (PP-LOC (P d)))))\n"
	for _, tc := range []struct {
		m    *eval.Measure
		want string
	}{
		{New(Options{}), "[4 3 2]"},
		{New(Options{Matched: true}), "[3 2 2]"},
	} {
		got := count(t, tc.m, source(gold), source(system))
		if fmt.Sprint(got[0]) != tc.want {
			t.Errorf("%s: %v, want %s", tc.m.Signature, got[0], tc.want)
		}
	}
}
