package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// A shuffler writes graphs again with other names of variables, and statements in another order.
type shuffler struct{ *rand.Rand }

func shuffled[T any](s shuffler, list []T) []T {
	s.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

var (
	penmanToken = regexp.MustCompile(`"[^"]*"[^\s()]*|[()]|[^\s()"]+`)
	drsVariable = regexp.MustCompile(`^[a-z]\d+$`)
)

// amr shuffles the roles of each node of a graph in PENMAN notation.
func (s shuffler) amr(block string) string {
	var meta, graph []string
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "#") {
			meta = append(meta, line)
			continue
		}
		graph = append(graph, line)
	}
	tokens := penmanToken.FindAllString(strings.Join(graph, ""), -1)
	var variables []string
	for i, token := range tokens {
		if token == "(" && !slices.Contains(variables, tokens[i+1]) {
			variables = append(variables, tokens[i+1])
		}
	}
	names := map[string]string{}
	for i, variable := range shuffled(s, variables) {
		names[variable] = "q" + strconv.Itoa(i)
	}
	at := 0
	var node func() string
	node = func() string {
		head := "(" + names[tokens[at+1]] + " / " + tokens[at+3]
		var roles []string
		for at += 4; tokens[at] != ")"; {
			role := " " + tokens[at] + " "
			if at++; tokens[at] == "(" {
				roles = append(roles, role+node())
				continue
			}
			if name := names[tokens[at]]; name != "" {
				role += name
			} else {
				role += tokens[at]
			}
			at++
			roles = append(roles, role)
		}
		at++
		return head + strings.Join(shuffled(s, roles), "") + ")"
	}
	return strings.Join(meta, "") + node() + "\n"
}

// mrp shuffles nodes, edges, properties and anchors of a graph in MRP.
func (s shuffler) mrp(line string) string {
	var graph map[string]any
	if err := json.Unmarshal([]byte(line), &graph); err != nil {
		panic(err)
	}
	list := func(m map[string]any, key string) []any { l, _ := m[key].([]any); return l }
	nodes, edges := list(graph, "nodes"), list(graph, "edges")
	numbers := map[any]int{}
	for i, at := range s.Perm(len(nodes)) {
		node := nodes[i].(map[string]any)
		numbers[node["id"]] = at
		node["id"] = at
		shuffled(s, list(node, "anchors"))
		keys, values := list(node, "properties"), list(node, "values")
		s.Shuffle(len(keys), func(i, j int) {
			keys[i], keys[j], values[i], values[j] = keys[j], keys[i], values[j], values[i]
		})
	}
	for _, e := range edges {
		edge := e.(map[string]any)
		edge["source"], edge["target"] = numbers[edge["source"]], numbers[edge["target"]]
	}
	tops := list(graph, "tops")
	for i := range tops {
		tops[i] = numbers[tops[i]]
	}
	shuffled(s, nodes)
	shuffled(s, edges)
	out, err := json.Marshal(graph)
	if err != nil {
		panic(err)
	}
	return string(out) + "\n"
}

// clf shuffles clauses and renames their variables.
func (s shuffler) clf(block string) string {
	var meta, clauses, notes []string
	kinds := map[string][]string{}
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, "%") {
			meta = append(meta, line)
			continue
		}
		clause, note, _ := strings.Cut(strings.TrimSpace(line), " %")
		clauses, notes = append(clauses, strings.TrimSpace(clause)), append(notes, note)
		for _, word := range strings.Fields(clause) {
			if drsVariable.MatchString(word) && !slices.Contains(kinds[word[:1]], word) {
				kinds[word[:1]] = append(kinds[word[:1]], word)
			}
		}
	}
	names := map[string]string{}
	for _, kind := range []string{"b", "e", "p", "s", "t", "x"} {
		for i, variable := range shuffled(s, kinds[kind]) {
			names[variable] = kind + strconv.Itoa(i+1)
		}
	}
	for i, clause := range clauses {
		words := strings.Fields(clause)
		for k, word := range words {
			if name := names[word]; name != "" {
				words[k] = name
			}
		}
		clauses[i] = strings.Join(words, " ")
		if notes[i] != "" {
			clauses[i] += " %" + notes[i]
		}
	}
	return strings.Join(meta, "") + strings.Join(shuffled(s, clauses), "\n") + "\n"
}

// file shuffles the graphs of a file, the first ones only if most is not 0.
func (s shuffler) file(format, text string, most int) (plain, other string) {
	blocks := strings.Split(strings.TrimSpace(text), "\n\n")
	end := "\n\n"
	if format == "mrp" {
		blocks, end = strings.Split(strings.TrimSpace(text), "\n"), "\n"
	}
	if format == "mrs" {
		blocks, end = strings.SplitAfter(strings.TrimSpace(text), "> ]\n"), "\n"
	}
	if most > 0 {
		blocks = blocks[:most]
	}
	var written []string
	for _, block := range blocks {
		switch format {
		case "amr":
			block = s.amr(block + "\n")
		case "clf":
			block = s.clf(block + "\n")
		case "mrs":
			block = s.mrs(block)
		case "eds":
			block = s.eds(block)
		default:
			block = s.mrp(block)
		}
		written = append(written, strings.TrimSuffix(block, "\n"))
	}
	return strings.Join(blocks, end) + end, strings.Join(written, end) + end
}

// TestGraphShuffle: names of variables and the order of nodes, edges, attributes and clauses change no output: figures,
// breakdowns, comparisons, classes of errors and confusions. Lists of items have the names of nodes, in the order
// of the file, and are left out, and so are the two cases of docs/graphs.md in which the order counts.
func TestGraphShuffle(t *testing.T) {
	shared.Long(t)
	for _, tc := range []struct {
		format, gold, system string
		most                 int
		metrics, by          string
	}{
		{"amr", "cases/graphs/01-amr-lpps/gold.amr", "cases/graphs/01-amr-lpps/system.amr", 0,
			"smatch smatch:none smatch:amr amr-fine:inverse-constants=keep amr-fine:smatchpp amr-fine:smatchpp:mapping=shared sembleu sema mrp",
			"part role label class depth"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.eds.mrp", "cases/semantics/07-mrp-lpps/system.eds.mrp", 0, "mrp", "part role label class depth framework"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.amr.mrp", "cases/semantics/07-mrp-lpps/system.amr.mrp", 0, "mrp smatch smatch-table amr-fine",
			"part role label class depth framework"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.ucca.mrp", "cases/semantics/07-mrp-lpps/system.ucca.mrp", 0, "mrp", "part role label class depth"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.dm.mrp", "cases/semantics/07-mrp-lpps/gold.psd.mrp", 0, "sdp mrp", "part role label depth"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.eds.mrp", "cases/semantics/07-mrp-lpps/system.eds.mrp", 0, "edm edm:mtool", "part role"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.ucca.mrp", "cases/semantics/07-mrp-lpps/system.ucca.mrp", 0, "ucca ucca:semeval2019", "part"},
		{"clf", "data/sem-drs-pmb/en-test.gold.clf.gz", "data/sem-drs-pmb/en-test.bert_char_2enc.output1.clf.gz", 150, "counter", "part class"},
	} {
		t.Run(tc.gold, func(t *testing.T) {
			names := []string{filepath.Base(strings.TrimSuffix(tc.gold, ".gz")), filepath.Base(strings.TrimSuffix(tc.system, ".gz"))}
			dirs := [2]string{t.TempDir(), t.TempDir()}
			random := shuffler{rand.New(rand.NewPCG(5, 6))}
			for i, path := range []string{tc.gold, tc.system} {
				plain, other := random.file(tc.format, string(shared.Read(t, strings.Split(path, "/")...)), tc.most)
				for k, text := range []string{plain, other} {
					if err := os.WriteFile(filepath.Join(dirs[k], names[i]), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, metric := range strings.Fields(tc.metrics) {
				forms := [][]string{{"score", "--format", "json"}, {"compare", names[0], "--samples", "100", "--format", "json"}}
				for _, by := range strings.Fields(tc.by) {
					forms = append(forms, []string{"score", "--by", by, "--format", "json"})
				}
				if name, _, _ := strings.Cut(metric, ":"); name != "edm" && name != "ucca" {
					forms = append(forms, []string{"errors", "-q"})
				}
				for _, form := range forms {
					args := append([]string{form[0], names[0], names[1], "-m", metric}, form[1:]...)
					var out [2]string
					for k, dir := range dirs {
						t.Chdir(dir)
						out[k] = withoutMistakes(call(t, args...))
					}
					if out[0] != out[1] {
						t.Errorf("%s:\n%s", strings.Join(args, " "), firstDifference(out[0], out[1]))
					}
				}
			}
		})
	}
}

// withoutMistakes leaves out the part on mistakes of errors: of covers that are equally good, the places of nodes in
// the file decide (docs/graphs.md).
func withoutMistakes(text string) string {
	before, rest, found := strings.Cut(text, " are ")
	at := strings.LastIndex(before, "\n") + 1
	_, after, ended := strings.Cut(rest, ": confusions")
	if !found || !ended || !strings.Contains(rest[:strings.Index(rest, "\n")], "mistakes") {
		return text
	}
	return text[:at] + after
}
