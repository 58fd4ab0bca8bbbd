package eds_test

import (
	"strings"
	"testing"

	"assay/formats/eds"
	"assay/internal/formattest"
)

func TestNative(t *testing.T) {
	text := `#20001001
{e2: (fragmented)
 |_1:proper_q<0:6>[bv x3]
 x3:named<0:6>("A \"b\"){x pers 3, NUM SG}[]
|e2:_2000:1/nn_u_unknown<7:13>{e SF prop}[ARG1 x3, ARG2 gone]
 e4:_m]achines/nns_u_unknown<5:12>[]
 e5:_<@ccil.org>/nn_u_unknown<40:51>{}[]
}
{e2:_rain_v_1<3:9>{e SF prop}[]}
{:}
{e9: e2:_rain_v_1<3:9>[]
{e2: e2:_snow_v_1<3:9>[]}`
	all, errs := formattest.Read(&eds.Native, strings.ReplaceAll(text, `"A \"b\"`, `"A \"b\""`))
	if len(all) != 4 || len(errs) != 1 {
		t.Fatalf("%d graphs, errors %v", len(all), errs)
	}
	want := `_2000:1/nn_u_unknown<7:13>e""
_2000:1/nn_u_unknown<7:13>e"" ARG1/ named<0:6>x"A \"b\""
_2000:1/nn_u_unknown<7:13>e"" SF=prop
_<@ccil.org>/nn_u_unknown<40:51>""
_m]achines/nns_u_unknown<5:12>""
named<0:6>x"A \"b\""
named<0:6>x"A \"b\"" NUM=sg
named<0:6>x"A \"b\"" PERS=3
proper_q<0:6>""
proper_q<0:6>"" BV/ named<0:6>x"A \"b\""
top _2000:1/nn_u_unknown<7:13>e""`
	if got := formattest.Graph(all[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if id := all[0].Str(all[0].ID); id != "20001001" {
		t.Errorf("the name is %q", id)
	}
	if len(all[0].Notes) != 1 || len(all[1].Notes) != 1 || len(all[1].Tops) != 0 {
		t.Errorf("notes: %v, %v", all[0].Notes, all[1].Notes)
	}
	if all[3].Name(all[3].Nodes[0].Label) != "_snow_v_1" {
		t.Error("a graph that is not closed takes its neighbour with it")
	}
}

func TestPenmanComponents(t *testing.T) {
	all, errs := formattest.Read(&eds.Native, `{e2: e2:_a_v_1<0:1>{e SF prop}[ARG1 x3] x3:_b/nn_u_unknown<1:2>("c\\d"){x PERS 3}[] e4:_c_a_1<2:3>{e SF `+
		`prop}[ARG1 x5] x5:_d_n_1<3:4>[]}`)
	if len(all) != 1 || len(errs) > 0 {
		t.Fatal(errs)
	}
	text, err := formattest.Write(&eds.Penman, all[0])
	if err != nil {
		t.Fatal(err)
	}
	again, errs := formattest.Read(&eds.Penman, text+text)
	if len(again) != 2 || len(errs) > 0 || formattest.Graph(again[1]) != formattest.Graph(all[0]) {
		t.Errorf("%s: %d graphs, %v", text, len(again), errs)
	}
}

func FuzzNative(f *testing.F) {
	formattest.FuzzGraph(f, &eds.Native, `#1 {e2: _1:q<0:1>[BV x3] x3:named<0:1>("Kim"){x PERS 3, NUM sg}[] |e2:_a/b_v_1<1:2>{e}[ARG1 x3]}`, "{:}",
		"{e2:(cyclic fragmented)\n|a:b[X a]\n}", `{a:b("c\"\\")[]}`, "{a:b[c<0>[]}")
}

func FuzzJSON(f *testing.F) {
	formattest.FuzzGraph(f, &eds.JSON, `[{"top": "e2", "nodes": {"e2": {"label": "_rain_v_1", "edges": {"ARG1": "x1"}, "lnk": {"from": 3, "to": 9}, `+
		`"type": "e", "properties": {"SF": "prop"}, "carg": "\u00e9"}, "x1": {"label": "é"}}}, {"nodes": {}}]`, `{"top": 3}`, `{"nodes": []}`)
}

func FuzzPenman(f *testing.F) {
	formattest.FuzzGraph(f, &eds.Penman, "# ::id 3\n(e2 / _rain_v_1\n  :lnk \"<3:9>\" :type e :sf prop\n  :ARG1 (x3 / named :carg \"Kim\" :BV-of (_1 / "+
		"q)) :ARG2 x3)\n\n(a / b)", "(a / b :ARG1-of a :x \"y\\\"\")\n (c / d)")
}
