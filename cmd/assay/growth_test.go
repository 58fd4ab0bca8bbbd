package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/internal/shared"
)

// above returns, for each of n nodes of a tree, the node above it; that of the first is -1.
func above(shape string, n int, random *rand.Rand) []int {
	up := make([]int, n)
	for i := range up {
		switch {
		case i == 0:
			up[i] = -1
		case shape == "chain":
			up[i] = i - 1
		case shape == "flat":
			up[i] = 0
		case shape == "comb":
			up[i] = max(0, i-1-(i+1)%2)
		default:
			up[i] = random.IntN(i)
		}
	}
	return up
}

// growWords writes dependencies in CoNLL-U, with a column of expressions for .cupt.
func growWords(up []int, random *rand.Rand, expressions bool) string {
	var b strings.Builder
	if expressions {
		b.WriteString("# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n")
	}
	for i, u := range up {
		rel := []string{"nsubj", "obj", "nmod"}[random.IntN(3)]
		if u < 0 {
			rel = "root"
		}
		fmt.Fprintf(&b, "%d\tw%d\tl\tNOUN\t_\t_\t%d\t%s\t_\t_", i+1, i%97, u+1, rel)
		if expressions && random.IntN(3) > 0 {
			fmt.Fprintf(&b, "\t%d:VID", i/(2+random.IntN(2))+1)
		} else if expressions {
			b.WriteString("\t*")
		}
		b.WriteByte('\n')
	}
	return b.String() + "\n"
}

// growTree writes a tree whose phrases have these phrases above them, each with a word at
// its beginning.
func growTree(up []int, random *rand.Rand) string {
	var b strings.Builder
	words := 0
	growOpen(up, func(int) {
		fmt.Fprintf(&b, "(%s (N w%d)", []string{"NP-SBJ", "VP", "S-TMP"}[random.IntN(3)], words%97)
		words++
	}, func() { b.WriteByte(')') })
	return b.String() + "\n"
}

// growAMR writes a graph in PENMAN whose nodes have these nodes above them.
func growAMR(up []int, random *rand.Rand) string {
	var b strings.Builder
	growOpen(up, func(i int) {
		if i > 0 {
			fmt.Fprintf(&b, " :%s ", []string{"ARG0", "ARG1", "mod"}[random.IntN(3)])
		}
		fmt.Fprintf(&b, "(n%d / c%d", i, random.IntN(97))
	}, func() { b.WriteByte(')') })
	return b.String() + "\n\n"
}

// growOpen calls begin for each node in the order of a text with brackets, and end after those below it.
func growOpen(up []int, begin func(i int), end func()) {
	kids := make([][]int, len(up))
	for i, u := range up {
		if u >= 0 {
			kids[u] = append(kids[u], i)
		}
	}
	for open := []int{0}; len(open) > 0; {
		i := open[len(open)-1]
		open = open[:len(open)-1]
		if i < 0 {
			end()
			continue
		}
		begin(i)
		open = append(open, -1)
		for k := len(kids[i]) - 1; k >= 0; k-- {
			open = append(open, kids[i][k])
		}
	}
}

// growMRP writes a graph of a framework in MRP over the words of its input.
func growMRP(up []int, random *rand.Rand, framework string, flavor int) string {
	var nodes, edges []string
	for i, u := range up {
		nodes = append(nodes, fmt.Sprintf(`{"id":%d,"label":"c%d","anchors":[{"from":%d,"to":%d}]}`, i, random.IntN(97), 2*i, 2*i+1))
		if u >= 0 {
			edges = append(edges, fmt.Sprintf(`{"source":%d,"target":%d,"label":"%s"}`, u, i, []string{"ARG1", "ARG2", "BV"}[random.IntN(3)]))
		}
	}
	return fmt.Sprintf(`{"id":"1","flavor":%d,"framework":"%s","version":1.1,"time":"2020-01-01","input":"%s","tops":[0],"nodes":[%s],"edges":[%s]}`,
		flavor, framework, strings.Repeat("w ", len(up)), strings.Join(nodes, ","), strings.Join(edges, ",")) + "\n"
}

// grown writes gold and a system of a shape with so many words.
func grown(t *testing.T, dir, shape, ext string, n int) (gold, system string) {
	t.Helper()
	var names [2]string
	for i, other := range []string{shape, "random"} {
		random := rand.New(rand.NewPCG(1, uint64(i)))
		text := ""
		switch ext {
		case "amr":
			text = growAMR(above(other, n, random), random)
		case "dm.mrp":
			text = growMRP(above(other, n, random), random, "dm", 0)
		case "eds.mrp":
			text = growMRP(above(other, n, random), random, "eds", 1)
		case "tiger.xml": // sentences that are never closed
			text = "<corpus><body>" + strings.Repeat(`<s id="s">`, n) + strings.Repeat("</s>", n) + "</body></corpus>\n"
		case "mrg": // trees of one shape, so that the words are in the same order
			text = growTree(above(shape, n, random), random)
		default:
			text = growWords(above(other, n, random), random, ext == "cupt")
		}
		names[i] = filepath.Join(dir, fmt.Sprintf("%s-%d-%d.%s", shape, n, i, ext))
		if err := os.WriteFile(names[i], []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return names[0], names[1]
}

// cost runs assay as a process and returns its time of CPU and its messages.
func cost(t *testing.T, args []string) (time.Duration, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("assay %s does not end: %v", strings.Join(args, " "), cmd.ProcessState)
	}
	if code := cmd.ProcessState.ExitCode(); err != nil && code != exitInput && code != exitNo {
		t.Errorf("assay %s: %v\n%s", strings.Join(args, " "), err, &errs)
	}
	return cmd.ProcessState.UserTime(), errs.String()
}

// TestGrowth: time grows at most as n log n with the length of a sentence, for each measure and
// command, on trees that are chains, flat, combs and random; or a budget ends the work with a
// reason, where the file names one of limits.
func TestGrowth(t *testing.T) {
	shared.Long(t)
	const small, large = 2_500, 10_000
	limits := []string{"too large", "too long", "too many", "stopped"}
	for _, tc := range []struct{ ext, args string }{
		{"conllu", "score GOLD SYSTEM -m ud"},
		{"conllu", "score GOLD SYSTEM -m attachment --by depth,branching,projectivity"},
		{"conllu", "score GOLD SYSTEM -m undirected"},
		{"conllu", "score GOLD SYSTEM -m uuas"},
		{"conllu", "score GOLD SYSTEM -m roots"},
		{"conllu", "score GOLD SYSTEM -m lin"},
		{"conllu", "score GOLD SYSTEM -m xiao"},
		{"conllu", "score GOLD SYSTEM -m conllx"},
		{"conllu", "score GOLD SYSTEM -m words"},
		{"conllu", "errors GOLD SYSTEM"},
		{"conllu", "show GOLD"},
		{"conllu", "validate GOLD"},
		{"conllu", "convert GOLD -t conllx"},
		{"conllu", "rewrite RULES GOLD"},
		{"conllu", "rewrite RULES GOLD --on-loop input"},
		{"cupt", "score GOLD SYSTEM -m mwe"},
		{"cupt", "score GOLD SYSTEM -m mwe:labelled=yes"},
		{"cupt", "convert GOLD -t cupt"},
		{"mrg", "score GOLD SYSTEM -m evalb --by depth,branching"},
		{"mrg", "score GOLD SYSTEM -m parseval"},
		{"mrg", "score GOLD SYSTEM -m careful"},
		{"mrg", "score GOLD SYSTEM -m parsebase"},
		{"mrg", "score GOLD SYSTEM -m spans"},
		{"mrg", "score GOLD SYSTEM -m leaf-ancestor"},
		{"mrg", "score GOLD SYSTEM -m tree-edit"},
		{"mrg", "score GOLD SYSTEM -m functions"},
		{"mrg", "score GOLD SYSTEM -m empties"},
		{"mrg", "score GOLD SYSTEM -m chunks"},
		{"mrg", "errors GOLD SYSTEM"},
		{"mrg", "show GOLD"},
		{"mrg", "validate GOLD"},
		{"mrg", "heads collins GOLD"},
		{"mrg", "convert GOLD -t discbracket"},
		{"mrg", "convert GOLD -t tigerxml"},
		{"mrg", "convert GOLD -t alpino"},
		{"tiger.xml", "validate GOLD"},
		{"amr", "score GOLD SYSTEM -m smatch"},
		{"amr", "score GOLD SYSTEM -m smatch-table"},
		{"amr", "score GOLD SYSTEM -m amr-fine"},
		{"amr", "score GOLD SYSTEM -m sembleu"},
		{"amr", "score GOLD SYSTEM -m sema"},
		{"amr", "score GOLD SYSTEM -m mrp"},
		{"amr", "show GOLD"},
		{"amr", "validate GOLD"},
		{"amr", "convert GOLD -t mrp"},
		{"dm.mrp", "score GOLD SYSTEM -m sdp"},
		{"dm.mrp", "score GOLD SYSTEM -m mrp"},
		{"eds.mrp", "score GOLD SYSTEM -m edm"},
		{"eds.mrp", "score GOLD SYSTEM -m mrp"},
	} {
		t.Run(strings.ReplaceAll(tc.args, " ", "_")+"_"+tc.ext, func(t *testing.T) {
			dir := t.TempDir()
			rules := filepath.Join(dir, "loop.rules")
			if err := os.WriteFile(rules, []byte("rule r:\n match A -> B\n do invert A B\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, shape := range []string{"chain", "flat", "comb", "random"} {
				var spent [2]time.Duration
				ended := false
				for i, n := range []int{small, large} {
					gold, system := grown(t, dir, shape, tc.ext, n)
					text := strings.NewReplacer("GOLD", gold, "SYSTEM", system, "RULES", rules).Replace(tc.args)
					said := ""
					args := strings.Fields(text)
					if args[0] == "score" || args[0] == "errors" {
						args = append(args, "-j", "1")
					}
					if spent[i], said = cost(t, args); i == 1 {
						ended = containsOne(said, limits)
					}
				}
				most := 6*spent[0] + 500*time.Millisecond
				if ended { // the budget is that of the work before it ends
					most = max(most, 20*time.Second)
				}
				if spent[1] > most {
					t.Errorf("%s, %d words: %v; %d words: %v, at most %v", shape, small, spent[0], large, spent[1], most)
				}
			}
		})
	}
}

func containsOne(text string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}
