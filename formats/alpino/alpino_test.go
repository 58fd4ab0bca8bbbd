package alpino

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
)

func ds(nodes string) string { return "<alpino_ds version=\"1.3\">" + nodes + "</alpino_ds>\n" }

func TestTraps(t *testing.T) {
	const leaf = `<node begin="0" end="1" id="1" pt="n" rel="hd" word="a" lemma="a"/>`
	for _, tc := range []struct{ name, in, want string }{
		{"plain", ds(`<node begin="0" cat="top" end="1" rel="top"><node begin="0" end="1" cat="np" rel="--">` + leaf + `</node></node>`), `(top: (np: a/n:hd ))`},
		{"pos without pt", ds(`<node cat="np" rel="--"><node begin="0" pos="noun" rel="hd" word="a"/></node>`), `(np: a/noun:hd )`},
		{"order and gaps", ds(`<node cat="top" rel="top"><node cat="pp" rel="mod"><node begin="2" pt="x" rel="hd" word="c"/><node begin="0" pt="y" ` +
			`rel="obj1" word="a"/></node><node begin="1" pt="z" rel="hd" word="b"/></node>`), `(top: (pp:mod a/y:obj1 c/x:hd )b/z:hd )`},
		{"a node that refers to another", ds(`<node cat="top" rel="top"><node cat="inf" rel="vc"><node index="1" rel="su"/>` + leaf +
			`</node><node begin="1" index="1" pt="p" rel="su" word="b"/></node>`), `(top: (inf:vc a/n:hd )b/p:su ) 1>3:su`},
		{"a phrase that another node refers to", ds(`<node cat="top" rel="top"><node cat="np" index="1" rel="su">` + leaf + `</node><node index="1" ` +
			`rel="obj1"/></node>`), `(top: (np:su a/n:hd )) 2>1:obj1`},
		{"other elements", ds(`<metadata><meta name="x" value="y"/></metadata><parser cats="1"/><node cat="top" rel="top">` + leaf +
			`</node><sentence>a</sentence><comments><comment>x</comment></comments><ud><conllu>1</conllu></ud>`), `(top: a/n:hd )`},
		{"a top that only holds several roots", ds(`<node cat="top">` + leaf + `<node begin="1" pt="let" rel="--" word="."/></node>`), `a/n:hd ./let: `},
		{"entities", ds(`<node cat="top" rel="top"><node begin="0" pt="n" rel="hd" word="&lt;&amp;&#233;"/></node>`), `(top: <&é/n:hd )`},
	} {
		all, errs := formattest.Read(&Format, "<treebank>"+tc.in+"</treebank>")
		if len(all) != 1 || len(errs) > 0 {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
			continue
		}
		if got := formattest.Tree(all[0]); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestErrors(t *testing.T) {
	good := ds(`<node cat="top" rel="top"><node begin="0" pt="n" rel="hd" word="a"/></node>`)
	for _, tc := range []struct{ name, in, want string }{
		{"cut off", `<alpino_ds><node cat="top" rel="top">`, "want </alpino_ds>"},
		{"index of nobody", ds(`<node cat="top" rel="top"><node index="7" rel="su"/></node>`), "an index that no other node has"},
		{"no begin", ds(`<node cat="top" rel="top"><node pt="n" word="a"/></node>`), "want a number as begin of a word"},
		{"nothing said", ds(`<node id="1"/>`), "want cat, word or index"},
		{"a word with nodes", ds(`<node cat="top"><node begin="0" word="a"><node begin="1" word="b"/></node></node>`), "want no nodes below a word"},
		{"a node open", "<alpino_ds><node cat=\"top\"></alpino_ds>\n", "want </node>"},
	} {
		all, errs := formattest.Read(&Format, tc.in+good)
		if len(all) != 1 || len(errs) != 1 || !strings.Contains(errs[0].Error(), tc.want) {
			t.Errorf("%s: %d sentences, %v", tc.name, len(all), errs)
		}
	}
}

// TestNames: the name is the id of <alpino_ds>, else the sentid of <sentence>.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		`<alpino_ds id="a.1" version="1.3"><node/></alpino_ds>`:                   "a.1",
		`<alpino_ds version="1.3"><sentence sentid="82">x</sentence></alpino_ds>`: "82",
		`<alpino_ds version="1.3"></alpino_ds>`:                                   "",
	} {
		if got := string(id([]byte(text))); got != want {
			t.Errorf("%s: got %q", text, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	formattest.Fuzz(f, &Format, formattest.Tree,
		ds(`<node cat="top" rel="top"><node cat="np" index="1" rel="su"><node begin="1" pt="n" pos="noun" lemma="l" postag="N()" rel="hd" `+
			`word="a&amp;"/></node><node index="1" rel="obj1"/><node begin="0" pt="x" rel="--" word="b"/></node>`),
		`<alpino_ds><node cat="top"><node begin="0" word="x"/></node></alpino_ds>`)
}

func BenchmarkParse(b *testing.B) {
	one := shared.Read(b, "data", "samples", "alpino", "cdb-1.xml")
	formattest.Bench(b, &Format, bytes.Repeat(one, 1024), 1024)
}

// TestNumbersAndComments: begin and end that do not count the words, comments and
// metadata come back, and words are in the order of begin.
func TestNumbersAndComments(t *testing.T) {
	text := `<alpino_ds id="x" version="1.3">
  <node begin="3" end="9" id="0" cat="top" rel="top">
    <node begin="3" end="9" id="1" cat="np" rel="--">
      <node begin="5" end="9" id="2" word="b" pt="n" rel="hd"/>
      <node begin="3" end="5" id="3" word="a" pt="n" rel="det"/>
    </node>
  </node>
  <sentence>a b</sentence>
  <comments>
    <comment>Q#1|a &amp; b</comment>
    <comment>two
 lines</comment>
  </comments>
  <metadata><meta type="text" name="speaker" value="x y"/></metadata>
</alpino_ds>
`
	all, errs := formattest.Read(&Format, text)
	if len(errs) > 0 || len(all) != 1 {
		t.Fatal(len(all), errs)
	}
	written := formattest.Text(t, &Format, all[0])
	for _, want := range []string{
		`<node begin="3" end="5" id="2" word="a"`, `<node begin="5" end="9" id="3" word="b"`, `<node begin="3" end="9" id="1" cat="np"`,
		"<comment>Q#1|a &amp; b</comment>", "<comment>two lines</comment>", "<comment>speaker = x y</comment>",
	} {
		if !strings.Contains(written, want) {
			t.Errorf("lacks %s:\n%s", want, written)
		}
	}
	again, errs := formattest.Read(&Format, written)
	if len(errs) > 0 || formattest.Text(t, &Format, again[0]) != written {
		t.Errorf("changed when read again: %v", errs)
	}
	plain := `<alpino_ds><node begin="0" end="1" cat="top" rel="top"><node begin="0" end="1" pt="n" rel="hd" word="a"/></node></alpino_ds>`
	if all, _ = formattest.Read(&Format, plain); len(all) != 1 || len(all[0].Attrs) > 0 {
		t.Errorf("numbers that count the words are kept as attributes")
	}
}

// TestWrapper reads a sentence whose wrapper comes after another tree: the wrapper is dropped, not the first tree.
func TestWrapper(t *testing.T) {
	const text = `<alpino_ds version="1.3"><node rel="--" cat="np"><node rel="hd" pt="n" word="a" begin="0" end="1"/></node>` +
		`<node cat="top"><node rel="--" cat="pp"><node rel="hd" pt="vz" word="b" begin="1" end="2"/></node></node></alpino_ds>`
	const want = "(np: a/n:hd )(pp: b/vz:hd )"
	if got := formattest.Shown(&Format, text, formattest.Tree); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
