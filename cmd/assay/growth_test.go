package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"assay/internal/shared"
	"assay/measures"
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

// growRST writes an RST tree of units in the format of the RST Discourse Treebank.
func growRST(shape string, n int, random *rand.Rand) string {
	var b strings.Builder
	type node struct{ from, to int } // to 0 closes a bracket
	nucleus := map[node]string{}
	for open := []node{{1, n}}; len(open) > 0; {
		x := open[len(open)-1]
		open = open[:len(open)-1]
		side := nucleus[x]
		switch {
		case x.to == 0:
			b.WriteString(")\n")
			continue
		case side == "":
			side = "Root"
		case strings.HasPrefix(side, "Nucleus"):
			side = "Nucleus"
		}
		rel := map[string]string{"Root": "", "Nucleus": " (rel2par span)", "Satellite": " (rel2par elaboration-additional)"}[side]
		if nucleus[x] == "Nucleus+" {
			rel = " (rel2par joint-list)"
		}
		if x.from == x.to {
			fmt.Fprintf(&b, "( %s (leaf %d)%s (text _!w%d x_!) )\n", side, x.from, rel, x.from%97)
			continue
		}
		fmt.Fprintf(&b, "( %s (span %d %d)%s\n", side, x.from, x.to, rel)
		middle := x.from
		if shape == "comb" && (x.to-x.from)%2 == 0 {
			middle = x.to - 1
		} else if shape == "random" {
			middle = x.from + random.IntN(x.to-x.from)
		}
		parts := []node{{middle + 1, x.to}, {x.from, middle}}
		if shape == "flat" {
			parts = nil
			for i := x.to; i >= x.from; i-- {
				parts = append(parts, node{i, i})
			}
		}
		satellite := random.IntN(3)
		for i, part := range parts {
			nucleus[part] = "Nucleus"
			if shape == "flat" || satellite == 2 {
				nucleus[part] = "Nucleus+"
			} else if i == satellite {
				nucleus[part] = "Satellite"
			}
		}
		open = append(append(open, node{}), parts...)
	}
	return b.String()
}

// growWordMarks writes a document of words with marks of discourse units or connectives.
func growWordMarks(shape string, n int, random *rand.Rand, key, name string) string {
	var b strings.Builder
	b.WriteString("# newdoc id = d\n")
	for i := range n {
		mark := []string{"B-" + name, "I-" + name, "O"}[random.IntN(3)]
		if i == 0 || shape == "chain" {
			mark = "B-" + name
		} else if shape == "flat" || key == "Seg" && mark[0] == 'I' {
			mark = "O"
		}
		fmt.Fprintf(&b, "%d\tw%d\t_\t_\t_\t_\t_\t_\t_\t%s=%s\n", i+1, i%97, key, mark)
	}
	return b.String() + "\n"
}

// growRelations writes relations between given units.
func growRelations(n int, random *rand.Rand) string {
	var b strings.Builder
	b.WriteString("doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\tu1_raw\tu2_raw\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent\tdir\trel_type\torig_labe" +
		"l\tlabel\n")
	for i := range n {
		label := []string{"cause", "joint", "elaboration"}[random.IntN(3)]
		fmt.Fprintf(&b, "d\t%d\t%d\tw\tw\tw\tw\t1-9\t1-9\ts\ts\t1<2\timplicit\t%s\t%s\n", i+1, i+2, label, label)
	}
	return b.String()
}

// growMentions writes a document with mentions of entities: a chain has them within one another, a flat one has those
// of one entity, one a word, a comb pairs of words, and a random one any.
func growMentions(shape string, n int, random *rand.Rand) string {
	begins, ends := make([]string, n), make([]string, n)
	mention := func(from, to, entity int) {
		if from == to {
			begins[from] += fmt.Sprintf("(e%d-p-1)", entity)
			return
		}
		begins[from] = fmt.Sprintf("(e%d-p-1", entity) + begins[from]
		ends[to] += fmt.Sprintf("e%d)", entity)
	}
	for i := range n {
		switch {
		case shape == "chain" && i < n/2:
			mention(i, n-1-i, i%50)
		case shape == "flat":
			mention(i, i, 1)
		case shape == "comb" && i%2 == 0:
			mention(i, min(i+1, n-1), i/2%2)
		case shape == "random":
			mention(i, min(i+random.IntN(3), n-1), random.IntN(max(2, n/10)))
		}
	}
	var b strings.Builder
	b.WriteString("# newdoc id = d\n# global.Entity = eid-etype-head\n# sent_id = 1\n")
	for i := range n {
		fmt.Fprintf(&b, "%d\tw%d\tl\tNOUN\t_\t_\t%d\tdep\t_\t", i+1, i%97, i)
		if ends[i]+begins[i] == "" {
			b.WriteString("_\n")
		} else {
			b.WriteString("Entity=" + ends[i] + begins[i] + "\n")
		}
	}
	return b.String() + "\n"
}

// growClauses writes a DRS whose referents have roles to those above them; or its boxes are within one another.
func growClauses(up []int, random *rand.Rand, boxes bool) string {
	var b strings.Builder
	b.WriteString("%%% w\n")
	for i, u := range up {
		box := 1
		if boxes {
			box = i + 1
		}
		fmt.Fprintf(&b, "b%d REF x%d\nb%d c%d \"n.01\" x%d\n", box, i+1, box, random.IntN(97), i+1)
		switch {
		case u >= 0 && boxes:
			fmt.Fprintf(&b, "b%d NEGATION b%d\n", u+1, i+1)
		case u >= 0:
			fmt.Fprintf(&b, "b1 Theme x%d x%d\n", u+1, i+1)
		}
	}
	return b.String() + "\n"
}

// growRoles writes words with a predicate and its arguments, as CoNLL 2009 has them or, of stretches, CoNLL 2005.
func growRoles(up []int, random *rand.Rand, stretches bool) string {
	var b strings.Builder
	for i, u := range up {
		role, verb := []string{"A0", "A1", "_"}[random.IntN(3)], i == len(up)/2
		switch {
		case stretches && verb:
			b.WriteString("be\t(V*)\n")
		case stretches && role == "_":
			b.WriteString("-\t*\n")
		case stretches:
			fmt.Fprintf(&b, "-\t(%s*)\n", role)
		case verb:
			fmt.Fprintf(&b, "%d\tw\tl\tl\tN\tN\t_\t_\t%d\t%d\td\td\tY\tp.01\t%s\n", i+1, u+1, u+1, role)
		default:
			fmt.Fprintf(&b, "%d\tw\tl\tl\tN\tN\t_\t_\t%d\t%d\td\td\t_\t_\t%s\n", i+1, u+1, u+1, role)
		}
	}
	return b.String() + "\n"
}

// growSpans writes a text of n words with a span, or an opinion, for every third word.
func growSpans(n int, random *rand.Rand, opinions bool) string {
	var words, list []string
	at := 0
	for i := range n {
		word := fmt.Sprintf("w%d", i%97)
		if words = append(words, word); random.IntN(3) == 0 {
			end := at + len(word)
			span := fmt.Sprintf(`{"start": %d, "end": %d, "label": "L%d"}`, at, end, random.IntN(3))
			if opinions {
				span = fmt.Sprintf(`{"Source": [[], []], "Target": [[], []], "Polar_expression": [[%q], ["%d:%d"]], `+
					`"Polarity": "Positive", "Intensity": "Average"}`, word, at, end)
			}
			list = append(list, span)
		}
		at += len(word) + 1
	}
	text, all := strings.Join(words, " "), strings.Join(list, ", ")
	if opinions {
		return fmt.Sprintf(`[{"sent_id": "a", "text": %q, "opinions": [%s]}]`, text, all) + "\n"
	}
	return fmt.Sprintf(`{"id": "a", "text": %q, "spans": [%s]}`, text, all) + "\n"
}

// growDialogue writes a dialogue whose units have these units above them.
func growDialogue(up []int, random *rand.Rand) string {
	var units, relations []string
	for i, u := range up {
		units = append(units, fmt.Sprintf(`{"speaker": "s%d", "text": "w%d"}`, i%3, i%97))
		if u >= 0 {
			relations = append(relations, fmt.Sprintf(`{"x": %d, "y": %d, "type": "T%d"}`, u, i, random.IntN(3)))
		}
	}
	return fmt.Sprintf(`[{"id": "a", "edus": [%s], "relations": [%s]}]`, strings.Join(units, ", "),
		strings.Join(relations, ", ")) + "\n"
}

// growContent writes words of which each is a content word with features, as the shared task on
// morpho-syntactic parsing has them.
func growContent(up []int, random *rand.Rand) string {
	var b strings.Builder
	for i, u := range up {
		rel := "obj"
		if u < 0 {
			rel = "root"
		}
		fmt.Fprintf(&b, "%d\tw%d\tw\tX\t_\t%s\t%d\t%s\t_\t_\n", i+1, i%97, []string{"|", "Number=Sing", "Case=Acc|Number=Plur"}[random.IntN(3)],
			u+1, rel)
	}
	return b.String() + fmt.Sprintf("%d\t.\t.\tX\t_\t_\t_\t_\t_\t_\n\n", len(up)+1)
}

// growUMR writes the graph of growAMR with a word for each node and the four blocks of UMR.
func growUMR(up []int, random *rand.Rand) string {
	var index, words, aligned strings.Builder
	for i := range up {
		fmt.Fprintf(&index, " %d", i+1)
		fmt.Fprintf(&words, " w%d", i%97)
		fmt.Fprintf(&aligned, "n%d: %d-%d\n", i, i+1, i+1)
	}
	return "# :: snt1\nIndex:" + index.String() + "\nWords:" + words.String() + "\n\n# sentence level graph:\n" +
		strings.TrimSuffix(growAMR(up, random), "\n") + "\n# alignment:\n" + aligned.String() +
		"\n# document level annotation:\n(s1s0 / sentence)\n\n\n"
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
		case "ucca.mrp":
			text = growMRP(above(other, n, random), random, "ucca", 1)
		case "dis":
			text = growRST(shape, n, random)
		case "edu.tok":
			text = growWordMarks(other, n, random, "Seg", "seg")
		case "conn.tok":
			text = growWordMarks(other, n, random, "Conn", "conn")
		case "rels":
			text = growRelations(n, random)
		case "corefud.conllu":
			text = growMentions(other, n, random)
		case "clf":
			text = growClauses(above(other, n, random), random, false)
		case "box.clf":
			text = growClauses(above(other, n, random), random, true)
		case "conll09":
			text = growRoles(above(other, n, random), random, false)
		case "props":
			text = growRoles(above(other, n, random), random, true)
		case "tiger.xml": // sentences that are never closed
			text = "<corpus><body>" + strings.Repeat(`<s id="s">`, n) + strings.Repeat("</s>", n) + "</body></corpus>\n"
		case "spans.jsonl":
			text = growSpans(n, random, false)
		case "ssa.json":
			text = growSpans(n, random, true)
		case "dialogue.json":
			text = growDialogue(above(other, n, random), random)
		case "msp.conllu":
			text = growContent(above(other, n, random), random)
		case "umr":
			text = growUMR(above(other, n, random), random)
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

// A grownCase is a command on a file that grows.
type grownCase struct{ ext, args string }

var grownCases = []grownCase{
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
	{"ucca.mrp", "score GOLD SYSTEM -m ucca"},
	{"ucca.mrp", "convert GOLD -t ucca"},
	{"mrg", "score GOLD SYSTEM -m words"},
	{"conllu", "convert GOLD -t typed"},
	{"conllu", "convert GOLD -t lin"},
	{"conllu", "convert GOLD -t xiao"},
	{"cupt", "errors GOLD SYSTEM"},
	{"dis", "score GOLD SYSTEM -m rst"},
	{"dis", "score GOLD SYSTEM -m rst-dep"},
	{"dis", "score GOLD SYSTEM -m edu"},
	{"dis", "errors GOLD SYSTEM"},
	{"dis", "show GOLD"},
	{"dis", "validate GOLD"},
	{"dis", "convert GOLD -t rs3"},
	{"dis", "convert GOLD -t rsd"},
	{"dis", "convert GOLD -t dmrst"},
	{"dis", "convert GOLD -t attach"},
	{"edu.tok", "score GOLD SYSTEM -m edu"},
	{"conn.tok", "score GOLD SYSTEM -m connectives"},
	{"rels", "score GOLD SYSTEM -m relations"},
	{"corefud.conllu", "score GOLD SYSTEM -m coref"},
	{"corefud.conllu", "errors GOLD SYSTEM"},
	{"corefud.conllu", "show GOLD"},
	{"corefud.conllu", "validate GOLD"},
	{"corefud.conllu", "convert GOLD -t conll12"},
	{"clf", "score GOLD SYSTEM -m counter"},
	{"clf", "convert GOLD -t sbn"},
	{"box.clf", "score GOLD SYSTEM -m counter"},
	{"box.clf", "convert GOLD -t sbn"},
	{"conll09", "score GOLD SYSTEM -m srl"},
	{"props", "score GOLD SYSTEM -m srl-span"},
	{"conllu", "score GOLD SYSTEM -m tokens"},
	{"conllu", "score GOLD SYSTEM -m spacy"},
	{"spans.jsonl", "score GOLD SYSTEM -m entities"},
	{"ssa.json", "score GOLD SYSTEM -m ssa"},
	{"dialogue.json", "score GOLD SYSTEM -m dialogue"},
	{"msp.conllu", "score GOLD SYSTEM -m msp"},
	{"umr", "score GOLD SYSTEM -m umr"},
}

// TestGrowth: time grows at most as n log n with the length of a sentence, for each measure and
// command, on trees that are chains, flat, combs and random; or a budget ends the work with a
// reason, where the file names one of limits.
func TestGrowth(t *testing.T) {
	shared.Long(t)
	const small, large = 2_500, 10_000
	limits := []string{"too large", "too long", "too many", "stopped"}
	named := func(r rune) bool { return r == ' ' || r == ':' }
	for _, m := range measures.All {
		if !slices.ContainsFunc(grownCases, func(c grownCase) bool { return slices.Contains(strings.FieldsFunc(c.args, named), m.Name) }) {
			t.Errorf("no case has the measure %s", m.Name)
		}
	}
	for _, tc := range grownCases {
		t.Run(strings.ReplaceAll(tc.args, " ", "_")+"_"+tc.ext, func(t *testing.T) {
			dir := t.TempDir()
			rules := filepath.Join(dir, "loop.rules")
			if err := os.WriteFile(rules, []byte("rule r:\n match A -> B\n do invert A B\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			for _, shape := range []string{"chain", "flat", "comb", "random"} {
				measured := func(n int) (time.Duration, string) {
					gold, system := grown(t, dir, shape, tc.ext, n)
					text := strings.NewReplacer("GOLD", gold, "SYSTEM", system, "RULES", rules).Replace(tc.args)
					args := strings.Fields(text)
					if args[0] == "score" || args[0] == "errors" {
						args = append(args, "-j", "1")
					}
					return cost(t, args)
				}
				most := time.Second
				whole, said := measured(large)
				if containsOne(said, limits) { // the budget is that of the work before it ends
					most = 20 * time.Second
				}
				if whole <= most { // whatever the time of a small one
					continue
				}
				part, _ := measured(small)
				if most = max(most, 6*part+time.Second); whole > most {
					t.Errorf("%s, %d words: %v; %d words: %v, at most %v", shape, small, part, large, whole, most)
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
