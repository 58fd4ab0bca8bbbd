// Package corefeval reproduces the scorers of coreference: scorer.pl 8.01 (conll/reference-coreference-scorers f49f3f8)
// of CoNLL-2012, scorer.py of coval (ns-moosavi/coval 87071a6), and corefud-scorer.py 1.2 (ufal/corefud-scorer 4fd7b0e
// on udapi-python c05494e): same arguments, same output byte for byte, same exit status. Of scorer.pl the first line,
// its version and the path of its library, is not printed.
package corefeval

// Names of the programs and their versions.
const (
	TitlePerl    = "scorer.pl 8.01 of CoNLL-2012 (conll/reference-coreference-scorers f49f3f8)"
	TitleCoval   = "scorer.py of coval (ns-moosavi/coval 87071a6)"
	TitleCorefUD = "corefud-scorer.py 1.2 (ufal/corefud-scorer 4fd7b0e, udapi-python c05494e)"
)

// Faults that are reproduced, and the differences from assay score.
const (
	DocPerl = `Arguments: METRIC KEY RESPONSE [NAME|none]
Reproduced:
- documents that only the response has are left out; words are never compared;
- a repeated mention of the response is removed; more than 10, counted over documents and metrics, end the run (status 1);
- figures are cut after two digits, not rounded; 0/0 is 0;
- without none, documents come in the order of Perl's hash with PERL_HASH_SEED=0 PERL_PERTURB_KEYS=0.`
	DocCoval = `Arguments: KEY SYSTEM [muc|bcub|ceafe|lea|mentions|all]... [remove_singletons]; not NP_only, remove_nested, min_span
Reproduced: a document that the system lacks ends the run (status 1); errors in brackets are printed and skipped.`
	DocCorefUD = `Arguments: KEY SYSTEM [-m METRIC...] [-s] [-a head|partial|exact] [-x] [-z dependent|linear]
Reproduced:
- a file that ends early, or a sentence that does, is accepted; other differences end the run (status 1);
- documents that only the system has are left out; a cluster of two documents is split;
- zeros aligned by their dependencies may take the place of an equal one.
Of several best alignments of more than a million pairs in one document, another one may be taken.`
)
