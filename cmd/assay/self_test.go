package main

import (
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestGoldAgainstItself: every treebank of the shared data against itself is
// perfect under every measure that suits it, in every format it comes in, and
// no score is above 1.
func TestGoldAgainstItself(t *testing.T) {
	shared.Long(t)
	data := shared.Path(t, "data")
	for _, tc := range []struct{ metrics, globs string }{
		{"evalb,evalb:none,parseval,careful,spans", `const-craft/gold.mrg const-craft/gold.clean.mrg const-icepahc/*.gold.psd.gz const-icepahc/*.norm.gold.mrg
			const-discont-nl/gold.* const-discont-nl/alpino-files const-gum-autoparse/*.ptb nc-pcc-tigerxml/* samples/export/*.export samples/export/*.negra ` +
			`samples/tiger samples/susanne samples/penn`},
		{"ud,attachment,lin,xiao,undirected,uuas", `dep-conll18/*/gold.conllu.gz dep-eud-iwpt20/*/gold.conllu.gz dep-gold-tokens-ewt/gold.conllu.gz ` +
			`const-gum-autoparse/*.conllu const-craft/dep/*.conllu.gz rewrite/*.conllu.gz`},
		{"attachment,conllx,conllx:conll06,lin,xiao,xiao:exact", `dep-conllx-nl/gold.conll const-craft/dep/*.conllx.gz rewrite/*.conllx.gz`},
		{"sdp,sdp:psd,sdp:edges=undirected", `sem-lpps/gold.*.sdp`},
		{"counter,counter:operators=form:ref=all", `sem-drs-pmb/en-test.gold.clf.gz`},
		{"mrp", `sem-lpps/gold.eds.mrp sem-lpps/gold.amr.mrp sem-lpps/gold.ucca.mrp sem-lpps/gold.dm.mrp sem-lpps/gold.psd.mrp`},
		{"ucca,ucca:semeval2019,ucca:normalise=no", `../cases/graphs/04-ucca/gold sem-lpps/gold.ucca.mrp`},
		{"srl,srl:punctuation=unicode", `../cases/graphs/06-srl/gold.conll09`},
		{"srl-span", `../cases/graphs/06-srl/gold.props`},
		{"smatch,smatch:damonte,smatch:generic,smatch:amr,smatch:none,smatch-table,amr-fine,amr-fine:smatchpp,sembleu,sema",
			`sem-lpps/*.amr sem-lpps/gold.*.mrp sem-amr/*.amr`},
		{"mrp", `sem-lpps/*.amr sem-amr/*.amr sem-lpps/*.sdp sem-lpps/*.mrp ../cases/semantics/09-ucca/*.mrp ../cases/semantics/07-mrp-lpps/gold.all.mrp ` +
			`../cases/graphs/02-amr-hard/*.amr.gz`},
		{"smatch,smatch:amr", `sem-lpps/*.sdp ../cases/graphs/02-amr-hard/*.amr.gz`},
		{"smatch,edm,amr-fine,sembleu,sema", `sem-lpps/ufal-oslo.*.mrp sem-lpps/peking.eds.mrp ../cases/semantics/07-mrp-lpps/gold.all.mrp`},
		// smatch:damonte multiplies the equal triples of v3
		{"smatch,smatch:generic,smatch:amr,smatch:none,amr-fine,sembleu,sema", `../cases/graphs/01-amr-lpps/*.amr ../cases/graphs/02-amr-hard/v3.p12.amr.gz`},
		{"ucca,ucca:semeval2019", `../cases/graphs/04-ucca/system sem-lpps/ufal-oslo.ucca.mrp ../cases/semantics/09-ucca/*.gold.mrp`},
		{"sdp", `../cases/graphs/03-sdp/gold.*.sdp ../cases/graphs/03-sdp/sys.*.sdp`},
		{"counter", `sem-drs-pmb/*.clf.gz`},
		{"srl", `../cases/graphs/06-srl/sys.conll09`},
		{"srl-span", `../cases/graphs/06-srl/sys.props`},
		{"edm,edm:mtool,edm:lkb,edm:paper", `sem-lpps/gold.*.mrp sem-tsdb/erg-2025/mrs sem-tsdb/erg-2023/fracas sem-tsdb/jacy/mrs sem-tsdb/matrix/* ` +
			`sem-tsdb/zhong/* sem-formats/*.simplemrs
			sem-formats/*.mrx.xml sem-formats/*.eds sem-formats/*.eds.json sem-formats/*.eds.penman sem-formats/*.simpledmrs sem-formats/*.dmrx.xml ` +
			`sem-formats/*.dmrs.json
			sem-formats/*.mrs.json sem-formats/*.dmrs.penman`},
	} {
		for _, glob := range strings.Fields(tc.globs) {
			paths, err := filepath.Glob(filepath.Join(data, glob))
			if err != nil || len(paths) == 0 {
				t.Fatalf("%s: no file (%v)", glob, err)
			}
			for _, path := range paths {
				broken := strings.Contains(path, "samples") // some samples hold broken sentences on purpose
				for _, r := range parseFigures(t, call(t, "score", path, path, "-m", tc.metrics, "--format", "json", "-q", "--on-error", "skip")).Results {
					perfect(t, path, r.Signature, r.Scores)
					if n := r.Sentences["unscorable"]; n > 0 && !broken && !strings.HasPrefix(r.Signature, "evalb") {
						t.Errorf("%s: %d sentences cannot be scored: %s", path, n, r.Signature)
					}
				}
			}
		}
	}
}

// perfect checks the scores of a file against itself.
func perfect(t *testing.T, path, signature string, scores map[string]*float64) {
	t.Helper()
	some := false
	for name, score := range scores {
		if score == nil {
			continue
		}
		some = true
		want := 1.0
		switch {
		case strings.Contains(name, "inheritance"), name == "readings_per_item", name == "parse_base":
			continue // these look at the treebank, not at the match
		case strings.Contains(name, "error"), strings.Contains(name, "crossing_per"), strings.Contains(name, "average_crossing"), name == "spuriousness",
			name == "one_crossing", name == "two_crossings", name == "more_crossings":
			want = 0
		}
		if *score != want {
			t.Errorf("%s: %s is %v: %s", path, name, *score, signature)
		}
	}
	if !some && !strings.Contains(signature, "graph:lkb") { // the LKB counts only nodes that stand on words: AMR and UCCA have none
		t.Errorf("%s: no score is defined: %s", path, signature)
	}
}
