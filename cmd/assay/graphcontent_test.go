package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

var (
	penStrokes  = regexp.MustCompile(`^[╭╮╰╯│─┬┴┼├┤ ]*([▶◆]?) *`)
	drsBox      = regexp.MustCompile(`(^|["\t (+−])[bestxp]\d+(?:["\t )]|$)`) // a discourse has no words but its variable
	inputHash   = regexp.MustCompile(`<code>[0-9a-f]{64}</code>`)             // of a file, which is shuffled
	mrsVariable = regexp.MustCompile(`\b[hexipu]\d+\b`)
	edsNode     = regexp.MustCompile(`\b([exipu]|_)\d+\b`)
)

// mrs shuffles the constraints of an MRS in SimpleMRS and renames its variables. The order of its predications counts: of several that share
// a scope, the first is its representative, as in PyDelphin.
func (s shuffler) mrs(block string) string {
	head, rest, _ := strings.Cut(s.renamed(block, mrsVariable), "HCONS: < ")
	constraints, tail, _ := strings.Cut(rest, " >")
	var list []string
	for c := range slices.Chunk(strings.Fields(constraints), 3) {
		list = append(list, strings.Join(c, " "))
	}
	return head + "HCONS: < " + strings.Join(shuffled(s, list), " ") + " >" + tail
}

// eds shuffles the nodes and arguments of an EDS and renames its nodes.
func (s shuffler) eds(block string) string {
	head, rest, _ := strings.Cut(s.renamed(block, edsNode), "\n{")
	lines := strings.Split(strings.TrimSuffix(strings.TrimSpace(rest), "\n}"), "\n")
	for i, line := range lines[1:] {
		at := strings.LastIndex(line, "[")
		lines[i+1] = line[:at+1] + strings.Join(shuffled(s, strings.Split(strings.TrimSuffix(line[at+1:], "]"), ", ")), ", ") + "]"
	}
	shuffled(s, lines[1:])
	return head + "\n{" + strings.Join(lines, "\n") + "\n}\n"
}

// renamed gives the variables of a text other numbers.
func (s shuffler) renamed(text string, variable *regexp.Regexp) string {
	var all []string
	for _, name := range variable.FindAllString(text, -1) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	names := map[string]string{}
	for i, name := range shuffled(s, all) {
		names[name] = fmt.Sprint(strings.TrimRight(name, "0123456789"), 501+i)
	}
	return variable.ReplaceAllStringFunc(text, func(name string) string { return names[name] })
}

// contents are the lines of an output that has no order and no names of nodes: of a table all columns but those that name
// items, of a drawing the words of each node with its edges, of a page its lines outside the drawings.
func contents(form, text string) string {
	var out []string
	sentence := ""
	var columns []int
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch form {
		case "items":
			if strings.HasPrefix(line, "#") { // its last line holds a check sum
				continue
			}
			fields := strings.Split(line, "\t")
			if columns == nil && fields[0] == "metric" {
				for i, name := range fields {
					if name != "gold" && name != "system_item" {
						columns = append(columns, i)
					}
				}
			}
			var kept []string
			for _, i := range columns {
				kept = append(kept, fields[i])
			}
			out = append(out, drsBox.ReplaceAllString(strings.Join(kept, "\t"), "$1"))
		case "report": // the data of drawings are those of show
			// a warning names the first labels
			if strings.HasPrefix(line, "<script") || strings.HasPrefix(line, "{") || !strings.Contains(line, "<") || strings.Contains(line, "one of gold&#39;s: ") {
				continue
			}
			out = append(out, inputHash.ReplaceAllString(line, ""))
		case "show":
			if strings.HasPrefix(line, "sentence ") {
				sentence = strings.Fields(line)[1]
			}
			mark := penStrokes.FindStringSubmatch(line)
			label, edges, _ := strings.Cut(strings.TrimPrefix(line, mark[0]), "←")
			arrows := strings.Fields(strings.ReplaceAll(edges, "←", " "))
			slices.Sort(arrows)
			values := strings.Fields(drsBox.ReplaceAllString(label, "$1")) // attributes are in the order of the file
			slices.Sort(values)
			out = append(out, fmt.Sprint(sentence, ": ", mark[1], values, arrows))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "\n") + "\n"
}

// TestGraphShuffleContent: names of variables and the order of nodes, edges, attributes and clauses change no content of
// the lists of items, of the lists of errors and of the drawings. Compared are, of --items and of errors --list, the rows without the two columns
// that name the items, in any order; of show, for each sentence, the set of nodes, each with its labels, signs and the set of its edges:
// names of nodes and the order of rows are those of the file. Of report, the lines of its tables and plots are compared. Left out are what
// docs/graphs.md names
// (edm and ucca at the same words, constants of inverse roles), and a referent with two concepts, which is drawn with the first (sentence 148 of the clauses).
func TestGraphShuffleContent(t *testing.T) {
	shared.Long(t)
	for _, tc := range []struct {
		format, gold, system string
		most                 int
		metrics              string
	}{
		{"amr", "cases/graphs/01-amr-lpps/gold.amr", "cases/graphs/01-amr-lpps/system.amr", 0,
			"smatch smatch:damonte:inverse-constants=keep smatch:generic smatch:none smatch:amr amr-fine:inverse-constants=keep amr-fine:smatchpp " +
				"amr-fine:smatchpp:mapping=shared sembleu sema mrp"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.eds.mrp", "cases/semantics/07-mrp-lpps/system.eds.mrp", 0, "mrp"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.amr.mrp", "cases/semantics/07-mrp-lpps/system.amr.mrp", 0,
			"mrp smatch amr-fine:inverse-constants=keep sembleu sema"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.ucca.mrp", "cases/semantics/07-mrp-lpps/system.ucca.mrp", 0, "mrp"},
		{"mrp", "cases/semantics/07-mrp-lpps/gold.dm.mrp", "cases/semantics/07-mrp-lpps/gold.psd.mrp", 0, "sdp mrp"},
		{"clf", "data/sem-drs-pmb/en-test.gold.clf.gz", "data/sem-drs-pmb/en-test.bert_char_2enc.output1.clf.gz", 147, "counter"},
		{"mrs", "data/sem-formats/erg-mrs107.simplemrs", "data/sem-formats/erg-mrs107.simplemrs", 0, "edm edm:lkb edm:paper"},
		{"eds", "data/sem-formats/erg-mrs107.eds", "data/sem-formats/erg-mrs107.eds", 0, "edm mrp"},
	} {
		t.Run(tc.gold, func(t *testing.T) {
			names := []string{"gold-" + filepath.Base(strings.TrimSuffix(tc.gold, ".gz")), filepath.Base(strings.TrimSuffix(tc.system, ".gz"))}
			dirs := [2]string{t.TempDir(), t.TempDir()}
			random := shuffler{rand.New(rand.NewPCG(5, 6))}
			for i, path := range []string{tc.gold, tc.system} {
				text := string(shared.Read(t, strings.Split(path, "/")...))
				if i == 1 && tc.gold == tc.system { // no parser's output is there
					text = damagedGraphs(text)
				}
				plain, other := random.file(tc.format, text, tc.most)
				if plain == other {
					t.Fatalf("%s is not shuffled", path)
				}
				for k, text := range []string{plain, other} {
					if err := os.WriteFile(filepath.Join(dirs[k], names[i]), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, metric := range strings.Fields(tc.metrics) {
				for _, form := range []string{"items", "show", "errors", "report"} {
					if form == "show" && (metric == "sembleu" || metric == "sema") { // no mapping: the first of equal nodes is drawn as the matched one
						continue
					}
					var out [2]string
					for k, dir := range dirs {
						t.Chdir(dir)
						switch form {
						case "items":
							call(t, "score", names[0], names[1], "-m", metric, "-q", "--items", "items.tsv")
							out[k] = contents(form, written(t, "items.tsv"))
						case "show":
							t.Setenv("COLUMNS", "500")
							args := []string{"show", names[0], names[1], "-m", metric, "-q"}
							if tc.format == "clf" { // boxes are beside one another, with those of other nodes in a line
								args = append(args, "--view", "graph")
							}
							out[k] = contents(form, call(t, args...))
						case "errors":
							out[k] = errorContents(t, call(t, "errors", names[0], names[1], "-m", metric, "-q", "--list", "--top", "0", "--format", "json"))
						case "report":
							call(t, "report", names[0], names[1], "-m", metric, "-q", "-o", "report.html")
							out[k] = contents(form, written(t, "report.html"))
						}
					}
					if len(out[0]) < 1000 {
						t.Errorf("%s %s: only %q", form, metric, out[0])
					}
					if out[0] != out[1] {
						t.Errorf("%s %s:\n%s", form, metric, firstDifference(out[0], out[1]))
					}
				}
			}
		})
	}
}

// written returns the text of a file that a command has written.
func written(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// damagedGraphs gives other arguments, labels and properties to graphs.
func damagedGraphs(text string) string {
	for _, pair := range [][2]string{{"ARG2", "ARG3"}, {"_dog_n_1", "_cat_n_1"}, {"NUM: sg", "NUM: pl"}, {"NUM sg", "NUM pl"}} {
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	return text
}

// errorContents are the errors of a list, without the names of their items and in any order.
func errorContents(t *testing.T, text string) string {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	var out []string
	var see func(path string, value any)
	see = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			if _, item := value["outcome"]; item || value["sentence"] != nil {
				delete(value, "gold")
				delete(value, "system")
				delete(value, "mistake") // numbered in the order of the file
				one, _ := json.Marshal(value)
				out = append(out, path+" "+drsBox.ReplaceAllString(string(one), "$1"))
				return
			}
			for key, v := range value {
				if key != "mistakes" { // of covers that are equally good, the places of nodes in the file decide
					see(path+"/"+key, v)
				}
			}
		case []any:
			for _, v := range value {
				see(path, v)
			}
		default:
			out = append(out, fmt.Sprint(path, " ", value))
		}
	}
	see("", all)
	slices.Sort(out)
	return strings.Join(out, "\n") + "\n"
}
