package dmrs_test

import (
	"errors"
	"strings"
	"testing"

	"assay/formats/dmrs"
	"assay/formats/eds"
	"assay/internal/formattest"
)

func TestSimple(t *testing.T) {
	all, errs := formattest.Read(&dmrs.Simple, `dmrs 21 {
  [<0:9> "Kim \"x\" left" index=10001]
  10000 [named<0:3>("Kim") x PERS=3 num=SG];
  10001 [_toddling/vbg_u_unknown<4:8> e SF=prop];
  10002 [_a:b_a_1<@3>];
  0:/H -> 10001;
  10001:ARG1/NEQ -> 10000;
  10002:/EQ -- 10001;
}
dmrs { 1 [a<0:1>] 2
dmrs 23 { [top=1] 1 [b<0:1>]; }`)
	if len(all) != 2 || len(errs) != 1 {
		t.Fatalf("%d graphs, errors %v", len(all), errs)
	}
	want := `_a:b_a_1<-1:-1>""
_a:b_a_1<-1:-1>"" /EQ _toddling/vbg_u_unknown<4:8>e""
_toddling/vbg_u_unknown<4:8>e""
_toddling/vbg_u_unknown<4:8>e"" ARG1/NEQ named<0:3>x"Kim"
_toddling/vbg_u_unknown<4:8>e"" SF=prop
named<0:3>x"Kim"
named<0:3>x"Kim" NUM=sg
named<0:3>x"Kim" PERS=3
top _toddling/vbg_u_unknown<4:8>e""`
	if got := formattest.Graph(all[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, f := range []string{"simple", "xml", "json", "penman"} {
		format := &dmrs.Simple
		switch f {
		case "xml":
			format = &dmrs.XML
		case "json":
			format = &dmrs.JSON
		case "penman":
			format = &dmrs.Penman
		}
		text, err := formattest.Write(format, all[0])
		if err != nil {
			t.Fatal(err)
		}
		want := want
		if f == "penman" { // which has a name for every link
			want = strings.Replace(want, " /EQ ", " MOD/EQ ", 1)
		}
		again, errs := formattest.Read(format, text)
		if len(again) != 1 || len(errs) > 0 || formattest.Graph(again[0]) != want || string(format.ID(again[0].Text)) != "21" && f == "simple" {
			t.Errorf("%s: %d, %v", text, len(again), errs)
		}
	}
}

func TestNoScopes(t *testing.T) {
	all, _ := formattest.Read(&eds.Native, `{e2: e2:_a_v_1<0:1>[ARG1 x3] x3:_b_n_1<1:2>[]}`)
	if _, err := formattest.Write(&dmrs.Simple, all[0]); !errors.Is(err, dmrs.ErrNoScopes) {
		t.Errorf("an EDS is written as a DMRS: %v", err)
	}
}

func FuzzSimple(f *testing.F) {
	formattest.FuzzGraph(f, &dmrs.Simple, `dmrs 3 { ["x" top=1 index=2] 1 [a<0:1>("b") x P=v]; 2 [_c/d<1:2> e]; 1:ARG1/NEQ -> 2; 2:/EQ -- 1; }`,
		"dmrs {}", "dmrs{1[a];0:/H->1;}")
}

func FuzzXML(f *testing.F) {
	formattest.FuzzGraph(f, &dmrs.XML, `<dmrs-list><dmrs top="1" ident="3"><node nodeid="1" cfrom="0" cto="2" carg="&lt;"><realpred lemma="a" pos="v" `+
		`sense="1"/><sortinfo sf="prop" cvarsort="e"/></node><node nodeid="2"><gpred>x</gpred></node><link from="1" `+
		`to="2"><rargname>ARG1</rargname><post>NEQ</post></link></dmrs><dmrs></dmrs></dmrs-list>`, "<dmrs <dmrs >")
}

func FuzzJSON(f *testing.F) {
	formattest.FuzzGraph(f, &dmrs.JSON, `[{"nodes": [{"nodeid": 1, "predicate": "a", "sortinfo": {"SF": "prop", "cvarsort": "e"}, "carg": "x", "lnk": `+
		`{"from": 0, "to": 1}}], "links": [{"from": 1, "to": 1, "rargname": null, "post": "EQ"}], "top": 1, "index": 1}]`, `{"nodes": 3}`)
}

func FuzzPenman(f *testing.F) {
	formattest.FuzzGraph(f, &dmrs.Penman, "# ::id 3\n(e2 / _rain_v_1\n  :lnk \"<3:9>\" :cvarsort e :sf prop\n  :ARG1-NEQ (x3 / named :carg \"Kim\" "+
		":RSTR-H-of (q1 / q)) :MOD-EQ x3)\n\n(a / b)", "(a / b :ARG1-NEQ-of a :x \"y\\\"\" :X a)\n (c / d)")
}

// TestNodeNumbers: a name such as 00 is a number for Go but not in JSON.
func TestNodeNumbers(t *testing.T) {
	all, errs := formattest.Read(&dmrs.JSON, `{"nodes": [{"nodeid": "00", "predicate": "a_q", "lnk": {"from": 0, "to": 1}}], "links": [], "top": "00"}`)
	if len(all) != 1 || len(errs) > 0 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	text := formattest.Text(t, &dmrs.JSON, all...)
	if again, errs := formattest.Read(&dmrs.JSON, text); len(again) != 1 || len(errs) > 0 || len(again[0].Tops) != 1 {
		t.Errorf("%s: %v", text, errs)
	}
}
