package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	module "assay/internal/release"
	"assay/internal/selftest"
	"assay/measures"
)

// TestSelfTest wants every embedded case to agree, and every case to compare
// something and to name its source and licence.
func TestSelfTest(t *testing.T) {
	out := call(t, "self-test")
	if strings.Contains(out, "FAIL") || !regexp.MustCompile(`\d+ checks, \d+ lines and figures as recorded\n$`).MatchString(out) {
		t.Errorf("self-test: %s", out)
	}
	cases, err := selftest.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if !c.Compares() {
			t.Errorf("%s compares nothing", c.Name)
		}
		if c.Title == "" || c.Source == "" || c.Licence == "" {
			t.Errorf("%s has no title, source or licence", c.Name)
		}
	}
}

// TestSelfTestFinds: a wrong figure of each kind is found and named.
func TestSelfTestFinds(t *testing.T) {
	const files = "-- g.lin --\n(a X > b)\n(b X *)\n-- s.lin --\n(a X ?)\n(b X *)\n"
	for _, tc := range []struct{ archive, want string }{
		{"run: score g.lin s.lin -m lin\ncount: errors 1\n" + files, ""},
		{"run: score g.lin s.lin -m lin\ncount: errors 2\n" + files, "errors: want 2, found 1"},
		{"run: score g.lin s.lin -m lin\nfigure: uas 1\n" + files, "uas: want 1, found nothing"},
		{"run: score g.lin s.lin -m attachment\nfigure: uas 50.0%\n" + files, ""},
		{"run: score g.lin s.lin -m attachment\nfigure: uas 50.1%\n" + files, "uas: want 50.1%, found 0.5"},
		{"run: score g.lin s.lin -m attachment\nfigure: recall 1/2\n" + files, ""},
		{"run: score g.lin s.lin -m attachment\nfigure: recall 1/3\n" + files, "recall: want 1/3, found 0.5"},
		{"run: score g.lin none.lin\n" + files, "exit status"},
		{"run: version\n-- stdout --\n|assay " + version() + "\n", ""},
		{"run: version\n-- stdout --\n|assay 9\n", `line 1: want "assay 9", found "assay ` + version() + `"`},
		{"run: version\n-- stdout --\n|assay " + version() + "\n|more\n", "line 2: want \"more\", found \"\""},
	} {
		tested, err := selftest.Parse("x", []byte(tc.archive))
		if err != nil {
			t.Fatal(err)
		}
		_, differences, err := tested.Check(context.Background(), recorded, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(differences, "\n"); tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%s\nfound %q, want %q", tc.archive, got, tc.want)
		}
	}
	if _, err := selftest.Parse("x", []byte("fixture: 1\n")); err == nil {
		t.Error("an unknown line is accepted")
	}
}

// TestLicences: the licences of the linked modules are in the program.
func TestLicences(t *testing.T) {
	out := call(t, "version", "--licences")
	for _, want := range []string{"assay " + version() + "\n", "modernc.org/sqlite", "gonum.org/v1/gonum", "Redistribution and use"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// TestCitation: CITATION.cff has the version, the five papers and measures that exist.
func TestCitation(t *testing.T) {
	data, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte("\nversion: "+module.Source+"\n")) {
		t.Errorf("CITATION.cff has another version than %s", module.Source)
	}
	if n := len(regexp.MustCompile(`(?m)^  - type: `).FindAll(data, -1)); n != 5 {
		t.Errorf("want five papers, found %d", n)
	}
	for _, m := range regexp.MustCompile(`measures? ([a-z, ]+)`).FindAllSubmatch(data, -1) {
		for name := range strings.SplitSeq(string(m[1]), ",") {
			if name = strings.TrimSpace(name); name != "" && name != "you use" && measures.ByName(name) == nil {
				t.Errorf("CITATION.cff names a measure %q that does not exist", name)
			}
		}
	}
}
