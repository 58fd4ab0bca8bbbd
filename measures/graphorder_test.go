package measures_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/clf"
	"assay/formats/mrp"
	"assay/formats/sdp"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// turned returns a graph with its nodes and edges in reverse order, so that nodes get
// other names and statements another order.
func turned(s *treebank.Sentence) *treebank.Sentence {
	c := s.Clone()
	last, edges := int32(len(c.Nodes)-1), int32(len(c.Edges)-1)
	slices.Reverse(c.Nodes)
	slices.Reverse(c.Edges)
	for i := range c.Edges {
		c.Edges[i].From, c.Edges[i].To = last-c.Edges[i].From, last-c.Edges[i].To
	}
	for i := range c.Tops {
		c.Tops[i] = last - c.Tops[i]
	}
	for i := range c.Props {
		c.Props[i].Node = last - c.Props[i].Node
	}
	slices.SortStableFunc(c.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	for i := range c.Anchors {
		c.Anchors[i].Node = last - c.Anchors[i].Node
	}
	slices.SortStableFunc(c.Anchors, func(a, b treebank.Anchor) int { return int(a.Node - b.Node) })
	for i := range c.EdgeProps {
		c.EdgeProps[i].Edge = edges - c.EdgeProps[i].Edge
	}
	slices.SortStableFunc(c.EdgeProps, func(a, b treebank.EdgeProp) int { return int(a.Edge - b.Edge) })
	return c
}

// TestGraphOrder: for every measure of graphs, names of nodes and the order of nodes
// and edges change no count, and swapped sides swap gold and system.
func TestGraphOrder(t *testing.T) {
	for _, c := range []struct {
		of, specs string
	}{
		{"amr", "amr-fine amr-fine:smatchpp smatch:damonte smatch:none smatch-table mrp sembleu sema"},
		{"eds", "edm edm:mtool edm:lkb mrp"},
		{"ucca", "ucca ucca:semeval2019 ucca:normalise=no mrp"},
		{"dm", "sdp sdp:edges=undirected:punctuation=skip mrp smatch"},
		{"psd", "sdp:psd mrp smatch:amr"},
	} {
		dir, format := []string{"cases", "semantics", "07-mrp-lpps"}, &mrp.Format
		names := [2]string{"gold." + c.of + ".mrp", "system." + c.of + ".mrp"}
		if c.of == "dm" || c.of == "psd" {
			dir, format, names = []string{"cases", "graphs", "03-sdp"}, &sdp.Format, [2]string{"gold." + c.of + ".sdp", "sys." + c.of + ".sdp"}
		}
		var gold string
		golds, errs := formattest.Read(format, string(shared.Read(t, append(dir, names[0])...)))
		for _, s := range golds {
			gold += formattest.Text(t, &mrp.Format, s)
		}
		all, more := formattest.Read(format, string(shared.Read(t, append(dir, names[1])...)))
		errs = append(errs, more...)
		if len(all) == 0 || len(errs) > 0 {
			t.Fatalf("%s: %d graphs, %v", c.of, len(all), errs)
		}
		var system, other strings.Builder
		for _, s := range all {
			system.WriteString(formattest.Text(t, &mrp.Format, s))
			other.WriteString(formattest.Text(t, &mrp.Format, turned(s)))
		}
		for _, spec := range strings.Fields(c.specs) {
			m, err := measures.Parse(spec, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			count := func(a, b string) []float64 {
				source := func(name, text string) *treebank.Source { return formattest.Source(&mrp.Format, name, []byte(text)) }
				res, err := eval.Run(context.Background(), source("gold", a), source("system", b), []*eval.Measure{m}, eval.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return res.Counts[0].Sum()
			}
			plain := count(gold, system.String())
			if got := count(gold, other.String()); !slices.Equal(plain, got) {
				t.Errorf("%s of %s: %v, in another order %v", spec, c.of, plain, got)
			}
			back, names := count(system.String(), gold), m.ColumnNames()
			for i, name := range names {
				j := slices.Index(names, strings.Replace(name, "gold", "system", 1))
				if strings.Contains(name, "gold") && j >= 0 && plain[i] != back[j] || strings.Contains(name, "matched") && plain[i] != back[i] {
					t.Errorf("%s of %s: %s is %v, with the sides swapped %v and %v", spec, c.of, name, plain[i], back[i], back[max(j, 0)])
				}
			}
		}
	}
}

// renamed returns clauses with other names of variables, in the other order.
func renamed(text string) string {
	variable := regexp.MustCompile(`^([a-z])([0-9]+)$`)
	var out []string
	for block := range strings.SplitSeq(text, "\n\n") {
		var comments, clauses []string
		for _, line := range strings.Split(block, "\n") {
			if strings.HasPrefix(line, "%") || strings.TrimSpace(line) == "" {
				comments = append(comments, line)
				continue
			}
			clause, _, _ := strings.Cut(line, " %")
			fields := strings.Fields(clause)
			for i, f := range fields {
				fields[i] = variable.ReplaceAllString(f, "${1}7${2}")
			}
			clauses = append(clauses, strings.Join(fields, " "))
		}
		slices.Reverse(clauses)
		out = append(out, strings.Join(append(comments, clauses...), "\n"))
	}
	return strings.Join(out, "\n\n")
}

// TestClauseOrder: names of variables and the order of clauses change no count of
// counter.
func TestClauseOrder(t *testing.T) {
	read := func(name string) string {
		blocks := strings.Split(string(shared.Read(t, "data", "sem-drs-pmb", name)), "\n\n")
		return strings.Join(blocks[:150], "\n\n") + "\n\n"
	}
	gold, system := read("en-test.gold.clf.gz"), read("en-test.bert_char_2enc.output1.clf.gz")
	m, err := measures.Parse("counter", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	count := func(a, b string) []float64 {
		source := func(name, text string) *treebank.Source { return formattest.Source(&clf.Format, name, []byte(text)) }
		res, err := eval.Run(context.Background(), source("gold", a), source("system", b), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
		if err != nil {
			t.Fatal(err)
		}
		return res.Counts[0].Sum()
	}
	plain := count(gold, system)
	if got := count(gold, renamed(system)); plain[0] == 0 || !slices.Equal(plain, got) {
		t.Errorf("%v, with other names and in another order %v", plain, got)
	}
	back, names := count(system, gold), m.ColumnNames()
	for i, name := range names {
		if strings.HasSuffix(name, "matched") && plain[i] != back[i] {
			t.Errorf("%v matched, with the sides swapped %v", plain[i], back[i])
		}
	}
	if got := count(renamed(gold), system); !slices.Equal(plain, got) {
		t.Errorf("%v, gold with other names and in another order %v", plain, got)
	}
}

// TestFrameworksPair: graphs of two frameworks in one file pair within their framework,
// in whatever order, and count as those of two files.
func TestFrameworksPair(t *testing.T) {
	read := func(name string) string {
		return string(shared.Read(t, "cases", "semantics", "07-mrp-lpps", name+".mrp"))
	}
	m, err := measures.Parse("mrp", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	count := func(gold, system string, align eval.Align) []float64 {
		source := func(name, text string) *treebank.Source { return formattest.Source(&mrp.Format, name, []byte(text)) }
		res, err := eval.Run(context.Background(), source("gold", gold), source("system", system), []*eval.Measure{m}, eval.Options{Align: align})
		if err != nil {
			t.Fatal(err)
		}
		return res.Counts[0].Sum()
	}
	eds, ucca := count(read("gold.eds"), read("system.eds"), eval.AlignID), count(read("gold.ucca"), read("system.ucca"), eval.AlignID)
	want := make([]float64, len(eds))
	for i := range want {
		want[i] = eds[i] + ucca[i]
	}
	gold := read("gold.eds") + read("gold.ucca")
	for _, align := range []eval.Align{eval.AlignAuto, eval.AlignID} {
		for name, system := range map[string]string{"as in gold": read("system.eds") + read("system.ucca"), "the other way": read("system.ucca") +
			read("system.eds")} {
			if got := count(gold, system, align); !slices.Equal(got, want) {
				t.Errorf("by %v, %s: %v, want %v", align, name, got, want)
			}
		}
	}
	if left, all := count(gold, read("system.ucca"), eval.AlignAuto),
		ucca; left[slices.Index(m.ColumnNames(), "all_matched")] != all[slices.Index(m.ColumnNames(), "all_matched")] {
		t.Errorf("without the system's eds: %v, want the matches of ucca: %v", left, all)
	}
}
