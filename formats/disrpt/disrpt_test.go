package disrpt

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func show(s *treebank.Sentence) string {
	out := s.Str(s.ID) + fmt.Sprint(" ", len(s.Tokens)) + fmt.Sprint(s.Breaks)
	for _, p := range s.Phrases {
		out += fmt.Sprintf(" %s[%d-%d]", s.Name(p.Label), p.Begin, p.End)
	}
	return out
}

func words(labels ...string) string {
	var out strings.Builder
	for i, l := range labels {
		if l == "" {
			out.WriteString("\n")
			continue
		}
		fmt.Fprintf(&out, "%d\tw%d\t_\t%s\n", i+1, i, l)
	}
	return out.String()
}

func TestParse(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"units", "# newdoc id = a\n" + words("_", "Seg=B-seg", "Seg=O", "A=b|Seg=B-seg"), "a 4[] edu[1-3] edu[3-4]"},
		{"labels of 2019", "# newdoc id = a\n" + words("BeginSeg=Yes", "_"), "a 2[] edu[0-2]"},
		{"two documents", "# newdoc id = a\n" + words("Seg=B-seg") + "# newdoc id = b\n# x\n" + words("Seg=B-seg"), "a 1[] edu[0-1]\nb 1[] edu[0-1]"},
		{"no document", words("Seg=B-seg"), " 1[] edu[0-1]"},
		{"a connective ends the file", words("_", "Conn=B-conn"), " 2[] conn[1-2]"},
		{"a gap, B after B", words("Conn=B-conn", "_", "Conn=I-conn", "Conn=B-conn", "Conn=B-conn", "Conn=I-conn"), " 6[] conn[0-1] conn[3-4] conn[4-6]"},
		{"it ends with its sentence", words("Conn=B-conn", "", "Conn=I-conn"), " 2[1] conn[0-1]"},
		{"other numbers", "1-2\tx\tSeg=B-seg\n1\ta\tSeg=B-seg\n1.1\tx\tSeg=B-seg\n", " 1[] edu[0-1]"},
		{"two columns", "1\tSeg=B-seg\n", `error f:1:1: want number, word and label between tabs, found "1\tSeg=B-seg"`},
		{"no words", "# newdoc id = a\n", "error f:1:1: want words, found none"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, show), "\n"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
	_, found := formattest.ReadNotes(&Format, words("_", "Conn=I-conn"))
	if len(found) != 1 || found[0] != "note f:2:1: want Conn=B-conn before Conn=I-conn, found none" {
		t.Errorf("I without B: %v", found)
	}
}

// TestRecorded: the counts of disrpt_eval_2024.py on files without faults.
func TestRecorded(t *testing.T) {
	for name, want := range map[string][2]int{"seg.gold.tok": {1395, 170}, "seg.gold.conllu": {1395, 170}, "seg.noise.tok": {1395, 189},
		"conn.gold.tok": {1395, 37}, "conn.lexicon.tok": {1395, 54}} {
		all, errs := formattest.Read(&Format, string(shared.Read(t, "cases", "documents", "disrpt", name)))
		got := [2]int{}
		for _, s := range all {
			got[0], got[1] = got[0]+len(s.Tokens), got[1]+len(s.Phrases)
			formattest.RoundTrip(t, &Format, s, show)
		}
		if len(errs) > 0 || len(all) != 2 || got != want {
			t.Errorf("%s: %d documents, %v, want %v; %v", name, len(all), got, want, errs)
		}
	}
}

func showRels(s *treebank.Sentence) string {
	if len(s.Arcs) != 1 {
		return s.Str(s.ID)
	}
	a := s.Arcs[0]
	return fmt.Sprintf("%s %s %d>%d %s | %s", s.Str(s.ID), s.Name(a.Rel), a.Dep+1, a.Head+1, s.Word(0), s.Word(1))
}

func TestRels(t *testing.T) {
	head, _ := formattest.Write(&Rels)
	line := "d\t1-2\t3\ta b\tc\ta b\tc\t1-3\t1-3\ta\ta\t1<2\texplicit\tjoint-list\tjoint\n"
	for _, tc := range []struct{ text, want string }{
		{head + line, "d:1-2:3 joint 2>1 a b | c"},
		{"d\t1\t2\ta\tb\t1\t2\ta\ta\t1>2\tx\ty\n", "d:1:2 y 1>2 a | b"},
		{strings.Replace(line, "1<2", "<", 1), `error f:1:33: want the direction 1>2 or 1<2, found "<"`},
		{strings.Replace(line, "\tjoint\n", "\t\n", 1), "error f:1:57: want a label in the last column, found an empty one"},
		{"d\t1\t2\n", "error f:1:1: want 15 columns between tabs (12 before 2024), found 3"},
	} {
		if got := strings.Join(formattest.Shown(&Rels, tc.text, showRels), "\n"); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
	text := string(shared.Read(t, "cases", "documents", "disrpt", "rels.gold.rels"))
	all, errs := formattest.Read(&Rels, text)
	if len(errs) > 0 || len(all) != 159 || formattest.Text(t, &Rels, all...) != text {
		t.Errorf("%d instances, %v, or they are written in another way", len(all), errs)
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, "# newdoc id = a\n"+words("Seg=B-seg", "_", "", "Conn=B-conn"), words("Conn=I-conn"))
}

func FuzzRels(f *testing.F) {
	formattest.Fuzz(f, &Rels, showRels, "d\t1-2\t3\ta b\tc\ta b\tc\t1-3\t1-3\ta\ta\t1<2\texplicit\tjoint-list\tjoint\n", "doc\tunit1_toks\tunit2_toks\tx\n")
}

// TestDetect: files of 2019 to 2025 are recognised by their labels, and those of connectives alone are known.
func TestDetect(t *testing.T) {
	for _, tc := range []struct {
		name, label         string
		is, onlyConnectives bool
	}{
		{"units of 2019 to 2023", "BeginSeg=Yes", true, false},
		{"units since 2024", "Seg=B-seg", true, false},
		{"no unit begins here", "Seg=O", true, false},
		{"among others", "SpaceAfter=No|Seg=B-seg", true, false},
		{"connectives of 2019", "Seg=B-Conn", true, true},
		{"connectives since 2021", "Conn=B-conn", true, true},
		{"morphs of GUM", "MSeg=a-b", false, false},
		{"none", "SpaceAfter=No", false, false},
	} {
		text := []byte("# newdoc_id = a\n1\tw\t_\t_\t_\t_\t0\troot\t_\t_\n2\tw\t_\t_\t_\t_\t1\tdep\t_\t" + tc.label + "\n\n")
		if is, only := detect(text), ConnectivesOnly(text); is != tc.is || only != tc.onlyConnectives {
			t.Errorf("%s: recognised %v, connectives only %v", tc.name, is, only)
		}
	}
}
