package mrsjson_test

import (
	"strings"
	"testing"

	"assay/formats/mrsjson"
	"assay/formats/simplemrs"
	"assay/internal/formattest"
)

// rain uses all of the notation; the second constant is the same in SimpleMRS.
const (
	rain = `[{"top": "h0", "index": "e2", "identifier": "7", "surface": "Kim \"rains\"", "relations": [
 {"label": "h4", "predicate": "proper_q", "arguments": {"ARG0": "x3", "RSTR": "h5", "BODY": "h6"}, "lnk": {"from": 0, "to": 3}},
 {"label": "h7", "predicate": "named_rel", "arguments": {"ARG0": "x3", "CARG": "K\u00edm"}, "lnk": {"from": 0, "to": 3}, "surface": "Kim"},
 {"label": "h1", "predicate": "_rain_v_1", "arguments": {"ARG0": "e2", "ARG1": "x3"}, "lnk": {"from": 4, "to": 11}}],
 "constraints": [{"relation": "qeq", "high": "h0", "low": "h1"}, {"relation": "qeq", "high": "h5", "low": "h7"},
 {"relation": "topic", "left": "e2", "right": "x3"}],
 "variables": {"e2": {"type": "e", "properties": {"SF": "prop", "tense": "PAST"}}, "x3": {"type": "x", "properties": {"PERS": 3}}, "h0": {"type": "h"}}},
 {"top": null, "relations": []}]`
	same = `[ "Kim \"rains\"" TOP: h0 INDEX: e2 [ e SF: prop TENSE: past ] RELS: < [ proper_q<0:3> LBL: h4 ARG0: x3 [ x PERS: 3 ] RSTR: h5 BODY: h6 ]
 [ named<0:3> "Kim" LBL: h7 ARG0: x3 CARG: "Kím" ] [ _rain_v_1<4:11> LBL: h1 ARG0: e2 ARG1: x3 ] > HCONS: < h0 qeq h1 h5 qeq h7 > ICONS: < e2 topic x3 > ]`
)

func TestRead(t *testing.T) {
	all, errs := formattest.Read(&mrsjson.Format, rain)
	twin, twinErrs := formattest.Read(&simplemrs.Format, same)
	if len(all) != 2 || len(errs)+len(twinErrs) > 0 || len(twin) != 1 {
		t.Fatal(len(all), errs, twinErrs)
	}
	sentence := all[0]
	if got, want := formattest.Graph(sentence), formattest.Graph(twin[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if sentence.Str(sentence.ID) != "7" || sentence.Str(sentence.Input) != `Kim "rains"` || len(sentence.MRS.HCons) != 2 || len(sentence.MRS.ICons) != 1 {
		t.Errorf("name %q, surface %q, %d and %d constraints", sentence.Str(sentence.ID), sentence.Str(sentence.Input), len(sentence.MRS.HCons),
			len(sentence.MRS.ICons))
	}
	text, err := formattest.Write(&mrsjson.Format, sentence)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"CARG": "K\u00edm"`, `{"relation": "topic", "left": "e2", "right": "x3"}`,
		`"x3": {"type": "x", "properties": {"PERS": "3"}}`, `"identifier": "7"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in %s", want, text)
		}
	}
}

func TestBroken(t *testing.T) {
	for text, want := range map[string]string{
		`{"relations": [{"label": "h1"}]}`:                      "want a predicate of each relation",
		`{"relations": 3}`:                                      "want a list, found \"3\"",
		`{"relations": [], "variables": {"e2": 3}}`:             "want an object, found \"3\"",
		`{"relations": [{"predicate": "a", "arguments": [1]}]}`: "want an object",
		`{"relations": [`:                                       "want a JSON object",
	} {
		if _, errs := formattest.Read(&mrsjson.Format, text); len(errs) != 1 || !strings.Contains(errs[0].Error(), want) {
			t.Errorf("%s: %v, want %q", text, errs, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzGraph(f, &mrsjson.Format, rain, `{"top": "", "relations": [{"predicate": "\"_x_rel\""}]}`, `{"relations": 3}`)
}
