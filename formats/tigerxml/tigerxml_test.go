package tigerxml

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/formats/internal/xmlscan"
	"assay/internal/formattest"
	"assay/treebank"
)

// show also shows further attributes, in the order of their nodes.
func show(sentence *treebank.Sentence) string {
	var attrs []string
	for _, a := range sentence.Attrs {
		if key := sentence.Name(a.Key); field(key) || !xmlscan.IsName(key) { // the scanner is lenient, the writer is not
			continue
		}
		attrs = append(attrs, fmt.Sprintf(" %d.%s=%q", a.Index, sentence.Name(a.Key), sentence.Bytes(a.Value)))
	}
	slices.Sort(attrs)
	return formattest.Tree(sentence) + strings.Join(attrs, "")
}

const (
	top  = `<?xml version="1.0"?><corpus><body>`
	tail = `</body></corpus>`
)

func TestTraps(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"plain", `<s id="s1"><graph root="s1_500"><terminals><t id="s1_1" word="a" pos="A"/></terminals><nonterminals><nt id="s1_500" cat="X"><edge ` +
			`label="HD" idref="s1_1"/></nt></nonterminals></graph></s>`, `(X: a/A:HD )`},
		{"ids without numbers", `<s id="s1"><graph root="x"><terminals><t id="p" word="a" pos="A"/></terminals><nonterminals><nt id="x" cat="X"><edge ` +
			`label="HD" idref="p"/></nt></nonterminals></graph></s>`, `(X: a/A:HD )`},
		{"a number over 500 for a word", `<s id="s1"><graph><terminals><t id="s1_501" word="a" pos="A"/></terminals><nonterminals><nt id="s1_1" ` +
			`cat="X"><edge label="HD" idref="s1_501"/></nt></nonterminals></graph></s>`, `(X: a/A:HD )`},
		{"a terminal as root", `<s id="s1"><graph root="s1_1"><terminals><t id="s1_1" word="a" pos="A"/></terminals><nonterminals/></graph></s>`, `a/A: `},
		{"VROOT", `<s id="s1"><graph root="s1_VROOT"><terminals><t id="s1_1" word="a" pos="A"/><t id="s1_2" word="." ` +
			`pos="$."/></terminals><nonterminals><nt id="s1_500" cat="X"><edge label="HD" idref="s1_1"/></nt><nt id="s1_VROOT" cat="VROOT"><edge label="--" ` +
			`idref="s1_500"/><edge label="--" idref="s1_2"/></nt></nonterminals></graph></s>`, `(X: a/A:HD )./$.: `},
		{"a secondary edge in a word", `<s id="s1"><graph><terminals><t id="s1_1" word="a" pos="A"><secedge label="SB" ` +
			`idref="s1_500"/></t></terminals><nonterminals><nt id="s1_500" cat="X"><edge label="HD" idref="s1_1"/></nt></nonterminals></graph></s>`,
			`(X: a/A:HD ) 0>1:SB`},
		{"entities", `<s id="s1"><graph><terminals><t id="s1_1" word="&lt;&#246;&amp;&quot;" pos="A"/></terminals></graph></s>`, `<ö&"/A: `},
		{"further attributes", `<s id="s1" art_id="7"><graph><terminals><t id="s1_1" word="a" pos="A" case="nom"/></terminals></graph></s>`,
			`a/A:  -1.art_id="7" 0.case="nom"`},
		{"matches and comments", `<s id="s1"><!-- </s> --><graph><terminals><t id="s1_1" word="a" pos="A"/></terminals></graph><matches><match ` +
			`subgraph="s1_1"/></matches></s>`, `a/A: `},
		{"words after", `<s id="s1"><graph><nonterminals><nt id="b" cat="X"><edge label="HD" idref="a"/></nt></nonterminals><terminals><t id="a" word="a" ` +
			`pos="A"/></terminals></graph></s>`, `(X: a/A:HD )`},
	} {
		all, errs := formattest.Read(&Format, top+tc.in+tail)
		if len(all) != 1 || len(errs) > 0 {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
			continue
		}
		if got := show(all[0]); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestErrors(t *testing.T) {
	const words = `<s id="s1"><graph><terminals><t id="a" word="a" pos="A"/></terminals>`
	const good = `<s id="s2"><graph><terminals><t id="a" word="a" pos="A"/></terminals></graph></s>`
	for _, tc := range []struct{ name, in, want string }{
		{"cycle", words + `<nt id="b" cat="X"><edge label="x" idref="c"/><edge label="x" idref="a"/></nt><nt id="c" cat="X"><edge label="x" ` +
			`idref="b"/></nt></graph></s>`, "a cycle of edges"},
		{"missing node", words + `<nt id="b" cat="X"><edge label="x" idref="zz"/></nt></graph></s>`, `found "zz"`},
		{"two parents", words + `<nt id="b" cat="X"><edge label="x" idref="a"/></nt><nt id="c" cat="X"><edge label="x" idref="a"/></nt></graph></s>`,
			`want one parent of "a", found a second edge to it`},
		{"one id twice", words + `<nt id="a" cat="X"/></graph></s>`, "a unique id"},
		{"no id", `<s id="s1"><t word="a"/></s>`, "want an attribute id"},
		{"cut off", words, "want </s>, found the end of the file, or the next sentence"},
		{"unknown entity", `<s id="s1"><t id="a" word="T&uuml;r"/></s>`, "found &uuml;"},
		{"edge outside", `<s id="s1"><edge idref="a"/></s>`, "want an edge inside <nt>"},
	} {
		all, errs := formattest.Read(&Format, top+"\n"+tc.in+"\n"+good+tail)
		if len(all) != 1 || len(errs) != 1 || !strings.Contains(errs[0].Error(), tc.want) || !strings.HasPrefix(errs[0].Error(), "f:") ||
			strings.HasPrefix(errs[0].Error(), "f:1:") {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
		}
	}
}

// TestDocumentType: a document type is passed over; nothing is fetched and
// nothing expanded.
func TestDocumentType(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString(`<?xml version="1.0"?><!DOCTYPE corpus SYSTEM "http://example.invalid/x.dtd" [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY a0 "x">`)
	for i := range 30 {
		fmt.Fprintf(&bomb, `<!ENTITY a%d "&a%d;&a%d;">`, i+1, i, i)
	}
	bomb.WriteString(`]><corpus><body><s id="s1"><t id="a" word="&a30;"/></s><s id="s2"><t id="a" word="&e;"/></s><s id="s3"><t id="a" ` +
		`word="b"/></s></body></corpus>`)
	all, errs := formattest.Read(&Format, bomb.String())
	if len(all) != 1 || len(errs) != 2 || !strings.Contains(errs[0].Error(), "&a30;") || !strings.Contains(errs[1].Error(), "&e;") {
		t.Errorf("%d sentences, %v", len(all), errs)
	}
}

func FuzzParse(f *testing.F) {
	formattest.Fuzz(f, &Format, show,
		`<s id="s1"><graph root="v"><terminals><t id="a" word="a&amp;" pos="A" lemma="l" morph="m" x="y"><secedge label="SB" `+
			`idref="b"/></t></terminals><nonterminals><nt id="b" cat="X"><edge label="HD" idref="a"/></nt><nt id="v" cat="VROOT"><edge label="--" `+
			`idref="b"/></nt></nonterminals></graph></s>`,
		`<s><t id="1" word=""/><nt id="2"><edge idref="1"/></nt></s><s id='`,
		`<s><nt id="2" A="0"/><t id="1" A="1"/></s>`)
}

func BenchmarkParse(b *testing.B) {
	var one strings.Builder
	one.WriteString("<s id=\"s1\">\n<graph root=\"s1_510\">\n<terminals>\n")
	for i := range 24 {
		fmt.Fprintf(&one, "<t id=\"s1_%d\" word=\"Wort%d\" lemma=\"Wort\" pos=\"NN\" morph=\"asn\"/>\n", i+1, i)
	}
	one.WriteString("</terminals>\n<nonterminals>\n")
	for i := range 8 {
		fmt.Fprintf(&one, "<nt id=\"s1_%d\" cat=\"NX\">\n", 500+i)
		for j := range 3 {
			fmt.Fprintf(&one, "<edge label=\"HD\" idref=\"s1_%d\"/>\n", 3*i+j+1)
		}
		one.WriteString("</nt>\n")
	}
	one.WriteString("<nt id=\"s1_510\" cat=\"SIMPX\">\n")
	for i := range 8 {
		fmt.Fprintf(&one, "<edge label=\"ON\" idref=\"s1_%d\"/>\n", 500+i)
	}
	one.WriteString("</nt>\n</nonterminals>\n</graph>\n</s>\n")
	text := []byte(top + strings.Repeat(one.String(), 2048) + tail)
	formattest.Bench(b, &Format, text, 2048)
}
