package review

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// A questionCase is an item of a measure, with the question about it.
type questionCase struct {
	name, ext, gold, system, metric, score string
	want                                   []string // question | gold | sentence with the item in brackets
}

func questionCases() []questionCase {
	const head = "# sent_id = 1\n1\tShe\tshe\tPRON\t_\tCase=Nom\t2\tnsubj\t_\t_\n2\tsaw\tsee\tVERB\t_\tTense=Past\t0\troot\t_\t_\n" +
		"3\tbirds\tbird\tNOUN\t_\tNumber=Plur\t2\tobj\t_\t_\n"
	const gold = head + "4\twith\twith\tADP\t_\t_\t5\tcase\t_\t_\n5\tjoy\tjoy\tNOUN\t_\tNumber=Sing\t2\tobl\t_\t_\n\n"
	const system = head + "4\twith\twit\tADV\t_\t_\t2\tadvmod\t_\t_\n5\tjoy\tjoy\tNOUN\t_\tNumber=Plur\t2\tobl\t_\t_\n\n"
	const eds = `{"id":"1","framework":"eds","flavor":1,"version":1.1,"time":"2020-01-01","input":"Birds sang.","tops":[1],"nodes":[{"id":0,` +
		`"label":"_bird_n_1","anchors":[{"from":0,"to":5}]},{"id":1,"label":"_sing_v_1","anchors":[{"from":6,"to":10}]}],"edges":[{"source":1,"target":0,` +
		`"label":"ARG1"}]}` + "\n"
	const props = "-\t*\n-\t(A0*)\nsay\t(V*)\n-\t(A1*\n-\t*)\n\n"
	const roles = "1\tBirds\tbird\tbird\tNN\tNN\t_\t_\t2\t2\tSBJ\tSBJ\t_\t_\tA0\n2\tsang\tsing\tsing\tVB\tVB\t_\t_\t0\t0\tROOT\tROOT\tY\tsing.01\t_\n\n"
	const sdp = "#SDP 2015\n#1\n1\tBirds\tbird\tNNS\t-\t-\t_\tARG1\n2\tsang\tsing\tVBD\t+\t+\tv:e-i\t_\n\n"
	const drs = "b1 REF x1\nb1 bird \"n.01\" x1\nb1 REF e1\nb1 sing \"v.01\" e1\nb1 Agent e1 x1\n\n"
	return []questionCase{
		{"bracket", ".mrg", "(S (NP (X a)) (VP (V b) (NP (X c) (X d))))\n", "(S (NP (X a)) (VP (V b)) (NP (X c) (X d)))\n", "careful", "",
			[]string{"Is “b” one VP here?||a [b]VP c d"}},
		{"function", ".mrg", "(S (NP-SBJ (X a)) (VP (V b) (NP-OBJ (X c) (X d))))\n", "(S (NP-SBJ (X a)) (VP (V b) (NP-LOC (X c) (X d))))\n", "functions", "",
			[]string{"Is “c d” one NP with the function LOC here?||a b [c d]NP-LOC"}},
		{"lineage", ".mrg", "(S (NP (X a)) (VP (V b)))\n", "(S (NP (X a)) (V b))\n", "leaf-ancestor", "",
			[]string{"Is “b” under S here?|“b” is under VP < S|a [b]V"}},
		{"chunk", ".mrg", "(S (NP (D a) (N b)) (VP (V c)))\n", "(S (NP (D a)) (N b) (VP (V c)))\n", "chunks", "", []string{"Is “a” one NP here?||[a]NP b c"}},
		{"link", ".conllu", gold, system, "ud", "las",
			[]string{"Does “with” depend on “saw” as advmod?|“with” depends on “joy” as case|She saw birds [with]advmod joy"}},
		{"tag", ".conllu", gold, system, "ud", "upos", []string{"Is “with” ADV here?|“with” is ADP|She saw birds [with]ADV joy"}},
		{"lemma", ".conllu", gold, system, "ud", "lemmas", []string{"Is wit the lemma of “with” here?|“with” has the lemma with|She saw birds [with]wit joy"}},
		{"features", ".conllu", gold, system, "ud", "ufeats",
			[]string{"Does “joy” have the features Number=Plur here?|“joy” has the features Number=Sing|She saw birds with [joy]Number=Plur"}},
		{"right link", ".conllu", gold, strings.ReplaceAll(system, "advmod", "case"), "ud", "mlas",
			[]string{"Does “joy” have the features Number=Plur here?|“joy” has the FEATS Number=Sing|She saw birds with [joy]obl"}},
		{"words", ".mrg", "(S (X ab) (Y c))\n", "(S (X a) (X b) (Y c))\n", "words", "", []string{"Is “a” one word here?||[a]X b c"}},
		{"node", ".mrp", eds, strings.Replace(eds, "_bird_n_1", "_crow_n_1", 1), "edm", "",
			[]string{"Is “Birds” a node _crow_n_1 here?|“Birds” is _bird_n_1|[Birds]_crow_n_1 sang."}},
		{"edge", ".mrp", eds, strings.Replace(eds, "ARG1", "ARG2", 1), "edm", "",
			[]string{"Is “Birds” (_bird_n_1) the ARG2 of “sang” (_sing_v_1) here?|“Birds” (_bird_n_1) is the ARG1 of “sang” (_sing_v_1)|[Birds]ARG2 [sang]."}},
		{"top", ".mrp", eds, strings.Replace(eds, `"tops":[1]`, `"tops":[0]`, 1), "edm", "",
			[]string{"Is “Birds” (_bird_n_1) the top of the graph?|“sang” (_sing_v_1) is the top|[Birds]_bird_n_1 sang."}},
		{"concept", ".amr", "# ::snt Birds sang.\n(s / sing-01 :ARG0 (b / bird))\n", "# ::snt Birds sang.\n(s / sing-01 :ARG0 (b / crow))\n", "smatch", "",
			[]string{"Is there a node crow here?|“bird”|Birds sang."}},
		{"edge turned round", ".amr", "# ::snt Birds sang.\n(m / mountain :domain (t / thing))\n",
			"# ::snt Birds sang.\n(m / mountain :domain-of (t / thing))\n", "smatch", "",
			[]string{"Is “mountain” the domain of “thing” here?|“thing” is the domain of “mountain”|Birds sang."}},
		{"attribute", ".amr", "# ::snt Birds sang.\n(s / sing-01 :polarity - :ARG0 (b / bird))\n",
			"# ::snt Birds sang.\n(s / sing-01 :mode - :ARG0 (b / bird))\n", "smatch", "",
			[]string{"Does “sing-01” have the mode - here?|"}},
		{"role of words", ".props", props, strings.Replace(props, "A1", "A2", 1), "srl-span", "",
			[]string{"Are words 4–5 the A2 of “say” here?|words 4–5 are the A1 of “say”|- - say [- -]A2"}},
		{"role", ".conll09", roles, strings.Replace(roles, "A0", "A1", 1), "srl", "labeled_f1",
			[]string{"Is “Birds” the A1 of “sang” here?|“Birds” is the A0 of “sang”|[Birds]A1 sang"}},
		{"sense", ".conll09", roles, strings.Replace(roles, "sing.01", "sing.02", 1), "srl", "labeled_f1",
			[]string{"Does “sang” have the sense sing.02 here?|“sang” has the sense sing.01|Birds [sang]sing.02"}},
		// What a score does not look at is not asked.
		{"head alone", ".conllu", gold, system, "ud", "uas", []string{"Does “with” depend on “saw”?|“with” depends on “joy”|"}},
		{"head of Lin", ".conllu", gold, system, "lin", "", []string{"Does “with” depend on “saw”?|“with” depends on “joy”|"}},
		{"head of Xiao", ".conllu", gold, system, "xiao", "", []string{"Does “with” depend on “saw”?|“with” depends on “joy”|"}},
		{"edge without direction", ".conllu", gold, system, "undirected", "",
			[]string{"Is there a link between “with” and “saw” here?|a link between “with” and “joy”|"}},
		{"edge of a probe", ".conllu", gold, system, "uuas", "", []string{"Is there a link between “with” and “saw” here?|a link between “with” and “joy”|"}},
		{"span", ".mrg", "(S (NP (X a)) (VP (V b) (NP (X c) (X d))))\n", "(S (NP (X a) (V b)) (NP (X c) (X d)))\n", "spans", "",
			[]string{"Is “a b” one phrase here?||[a b] c d"}},

		{"tag that is inserted", ".mrg", "(S (X a) (Y b))\n", "(S (NP (X a)) (NP (Z b)))\n", "tree-edit", "", []string{"Is “a” one NP here?|"}},
		{"gap", ".discbracket", "(S (A 0=a) (B 1=b) (C 2=c))\n", "(S (X (A 0=a) (C 2=c)) (B 1=b))\n", "parseval", "",
			[]string{"Are “a” and “c” together one X here?||[a] b [c]X"}},
		{"all tags", ".conllu", gold, system, "ud", "alltags", []string{"Does “with” have UPOS ADV, XPOS _ and FEATS _ here?|“with” has UPOS ADP, XPOS _ " +
			"and FEATS _|",
			"Does “joy” have UPOS NOUN, XPOS _ and FEATS Number=Plur here?|“joy” has UPOS NOUN, XPOS _ and FEATS Number=Sing|"}},
		{"no features", ".conllu", gold, strings.ReplaceAll(gold, "Number=Sing", "_"), "ud", "ufeats",
			[]string{"Does “joy” have no features here?|“joy” has the features Number=Sing|"}},
		{"features that gold does not have", ".conllu", strings.ReplaceAll(gold, "Number=Sing", "_"), gold, "ud", "ufeats",
			[]string{"Does “joy” have the features Number=Sing here?|“joy” has no features|"}},
		{"words of ud", ".conllu", "# text = ab\n1\tab\tab\tX\t_\t_\t0\troot\t_\t_\n\n",
			"# text = ab\n1\ta\ta\tX\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\tb\tb\tX\t_\t_\t1\tdep\t_\t_\n\n", "ud", "words", []string{"Is “a” one word here?||"}},
		{"function words", ".conllu", gold, strings.Replace(gold, "\tADP\t", "\tPART\t", 1), "ud", "mlas",
			[]string{"Does “joy” have the function words “with” (case PART) here?|“joy” has the function words “with” (case ADP)|"}},
		{"no function words", ".conllu", gold, strings.Replace(gold, "5\tcase", "2\tadvmod", 1), "ud", "mlas",
			[]string{"Does “joy” have no function words here?|“joy” has the function words “with” (case ADP)|"}},
		{"property", ".mrp", strings.Replace(eds, `"label":"_bird_n_1"`, `"label":"_bird_n_1","properties":["carg"],"values":["a"]`, 1),
			strings.Replace(eds, `"label":"_bird_n_1"`, `"label":"_bird_n_1","properties":["carg"],"values":["b"]`, 1), "mrp", "properties",
			[]string{"Does “Birds” (_bird_n_1) have the carg b here?|“Birds” (_bird_n_1) has the carg a|"}},
		{"predication", ".sdp", sdp, strings.Replace(sdp, "ARG1", "ARG2", 1), "sdp", "pf",
			[]string{"Does “sang” have the argument ARG2 “Birds” and no other here?|“sang” has the argument ARG1 “Birds” and no other|"}},
		{"frame", ".sdp", sdp, strings.Replace(sdp, "v:e-i", "v:e-u", 1), "sdp", "ff",
			[]string{"Does “sang” have the sense v:e-u and the argument ARG1 “Birds” and no other here?|“sang” has the sense v:e-i and the argument ARG1 " +
				"“Birds” and no other|"}},
		{"proposition", ".conll09", roles, strings.Replace(roles, "A0", "_", 1), "srl", "proposition_f1",
			[]string{"Does “sang” have the sense sing.01 and no argument here?|“sang” has the sense sing.01 and the argument A0 “Birds” and no other|"}},
		{"clause", ".clf", drs, strings.NewReplacer("Agent", "Theme", "b1 REF e1", "b1 REF e1\nb1 REF x2").Replace(drs), "counter", "",
			[]string{"Does “sing.v.01” have the Theme bird.n.01 here?|", "Does the box b1 introduce “x2” here?|"}},
	}
}

// Every kind of item is asked about in words, with gold's counterpart in words, and
// bracketed in the sentence.
func TestQuestions(t *testing.T) {
	for _, tc := range questionCases() {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, text string) string {
				p := filepath.Join(dir, name+tc.ext)
				if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
				return p
			}
			g, s := source(t, write("gold", tc.gold)), source(t, write("system", tc.system))
			m, err := measures.Parse(tc.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			opt := Options{}
			if tc.score != "" {
				i := slices.IndexFunc(m.Scores(make([]float64, len(m.ColumnNames()))), func(x eval.Score) bool { return x.Name == tc.score || x.Name == tc.score+"_f1" })
				if i < 0 {
					t.Fatalf("no score %s", tc.score)
				}
				opt.Focus = diagnose.NewFocus(m, i)
			}
			q, err := Build(context.Background(), plan.New(g, []*treebank.Source{s}, eval.Options{}), m, plan.Taps{}, opt)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, it := range q.Items {
				text, places := q.Places(it)
				r, at, shown := []rune(text), 0, ""
				for _, p := range places {
					shown += string(r[at:p.From]) + "[" + string(r[p.From:p.To]) + "]" + p.Label
					at = p.To
				}
				got = append(got, it.Question+"|"+it.Gold+"|"+shown+string(r[at:]))
			}
			for _, want := range tc.want {
				if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, want) }) {
					t.Errorf("no %q in\n%s", want, strings.Join(got, "\n"))
				}
			}
			for _, g := range got {
				if strings.Contains(g, "right here?") {
					t.Errorf("no words for %s", g)
				}
			}
		})
	}
}

// The drawing of an item has the correspondence of two graphs, and the values of words.
func TestSightHasMatesAndChips(t *testing.T) {
	const amr, conllu = "(s / sing-01 :ARG0 (b / bird))\n", "1\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n2\tup\tup\tADP\t_\t_\t1\tobl\t_\t_\n\n"
	for _, tc := range []struct{ ext, gold, system, metric string }{
		{".amr", amr, strings.Replace(amr, "bird", "crow", 1), "smatch"},
		{".conllu", conllu, strings.NewReplacer("ADP", "ADV", "obl", "advmod").Replace(conllu), "ud"}, // LAS: the tag is no part of it
		{".upos.conllu", conllu, strings.NewReplacer("ADP", "ADV", "obl", "advmod").Replace(conllu), "ud"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"gold": tc.gold, "system": tc.system} {
			if err := os.WriteFile(filepath.Join(dir, name+tc.ext), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		m, err := measures.Parse(tc.metric, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		scores := m.Scores(make([]float64, len(m.ColumnNames())))
		i := eval.HeadlineOf(scores)
		if tc.ext == ".upos.conllu" {
			i = slices.IndexFunc(scores, func(s eval.Score) bool { return s.Name == "upos_f1" })
		}
		focus := diagnose.NewFocus(m, i)
		q, err := Build(context.Background(),
			plan.New(source(t, filepath.Join(dir, "gold"+tc.ext)), []*treebank.Source{source(t, filepath.Join(dir, "system"+tc.ext))}, eval.Options{}), m,
			plan.Taps{}, Options{Focus: focus})
		if err != nil || len(q.Items) == 0 {
			t.Fatal(err, len(q.Items))
		}
		pair := q.Sight(q.Items[0])
		if tc.ext == ".amr" && !slices.Equal(pair.Mates.Nodes, []int32{0, 1}) {
			t.Errorf("nodes of gold correspond to %v of the system, want 0 and 1", pair.Mates.Nodes)
		}
		if tc.ext == ".conllu" && len(pair.Chips) > 0 {
			t.Errorf("chips %+v beside a link", pair.Chips)
		}
		if tc.ext == ".upos.conllu" && (len(pair.Chips) != 1 || pair.Chips[0].Gold != "ADP" || pair.Chips[0].System != "ADV") {
			t.Errorf("chips %+v, want ADP and ADV", pair.Chips)
		}
	}
}
