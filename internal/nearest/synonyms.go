package nearest

import (
	"slices"
	"strings"
	"sync"
)

// synonyms are the names that people of the field type, by the kind of thing that they name, and the names that assay
// has for them, or how to say it. They come before the edit distance, which takes --out for --root. Names of programs
// are in package compat, and those of keys in eval/breakdown, because both are accepted.
var synonyms = sync.OnceValue(func() map[string]map[string]string {
	return map[string]map[string]string{
		"option": {
			"out": "output", "outfile": "output", "output-file": "output", "out-file": "output", "save": "output",
			"threads": "jobs", "cores": "jobs", "cpus": "jobs", "workers": "jobs", "num-threads": "jobs", "nproc": "jobs",
			"processes": "jobs", "parallel": "jobs",
			"punct": "punctuation", "ignore-punct": "punctuation", "ignore-punctuation": "punctuation",
			"no-punct": "punctuation", "exclude-punct": "punctuation", "skip-punct": "punctuation",
			"json": "format json", "csv": "format csv", "tsv": "format tsv", "latex": "format latex", "html": "format html",
			"markdown": "format markdown", "junit": "format junit", "github": "format github", "text": "format text",
			"no-color": "color never", "no-colour": "color never", "colour": "color", "no-progress": "progress never",
			"silent": "quiet", "no-notes": "quiet", "no-warnings": "quiet", "debug": "verbose",
			"threshold": "fail-under", "min-score": "fail-under", "fail-below": "fail-under", "minimum": "fail-under",
			"measure": "metric", "measures": "metric", "metrics": "metric", "score": "scores", "columns": "scores",
			"filter": "where", "select": "where", "condition": "where", "conditions": "where",
			"group-by": "by", "groupby": "by", "breakdown": "by", "split-by": "by",
			"reader": "from", "input-format": "from", "in": "from", "writer": "to", "output-format": "to", "out-format": "to",
			"head-rules": "heads", "head-table": "heads", "headrules": "heads", "deps": "as deps",
			"normalize": "normalise", "rules": "rewrite", "preprocess": "prep", "preprocessing": "prep", "clean": "prep",
			"k-best": "oracle", "kbest": "oracle", "nbest": "oracle", "n-best": "oracle",
			"bootstrap": "ci", "confidence-interval": "ci", "confidence-intervals": "ci", "intervals": "ci",
			"resamples": "samples", "iterations": "samples", "trials": "samples", "random-seed": "seed",
			"prm": "params", "parameters": "params", "param": "params", "parameter-file": "params",
			"per-file": "by file", "by-sentence": "per-sentence", "sentences": "per-sentence",
			"decimals": "precision", "digits": "precision",
		},
		"program": {
			"seqeval":  "assay score -m chunks:seqeval",
			"jp-evalb": "assay score -m evalb:aligned",
		},
		"metric": {
			"seqeval": "chunks:seqeval", "conlleval": "chunks:conlleval", "ner": "chunks", "bio": "chunks", "chunking": "chunks",
			"ted": "tree-edit", "zhang-shasha": "tree-edit", "tree-edit-distance": "tree-edit",
			"bracket-f1": "evalb", "bracketing": "evalb", "bracket": "evalb",
			"brackets": "evalb", "unlabelled-f1": "spans", "unlabeled-f1": "spans", "collins": "evalb:collins",
			"smatch.py": "smatch:smatch.py", "smatch++": "smatch:generic", "smatchpp": "smatch:generic", "amr": "smatch",
			"conll17": "ud", "conll18": "ud", "conll2018": "ud", "conll18-ud-eval": "ud", "conll18-ud-eval.py": "ud",
			"iwpt": "ud", "eud": "ud", "malteval": "attachment", "dependency": "attachment", "dependencies": "attachment",
			"conll06": "conllx", "conll07": "conllx", "eval.pl": "conllx", "eval07.pl": "conllx",
			"conll09": "srl", "eval09.pl": "srl", "conll05": "srl-span", "srl-eval.pl": "srl-span", "propbank": "srl",
			"conll12": "coref:conll12", "conll2012": "coref:conll12", "scorer.pl": "coref:conll12", "coval": "coref:coval",
			"coreference": "coref", "corefud": "coref:corefud", "parseme": "mwe", "pydelphin": "edm", "mtool": "mrp",
			"drs": "counter", "counter.py": "counter", "pmb": "counter", "semeval2015": "sdp", "discourse": "rst",
			"leafancestor": "leaf-ancestor", "leaf": "leaf-ancestor", "crossing-brackets": "parseval",
		},
		"format": {
			"conll-u": "conllu", "ud": "conllu", "conll-x": "conllx", "conll06": "conllx", "conll2006": "conllx",
			"conll09": "conll2009", "conll08": "conll2008", "ptb": "penn", "mrg": "penn",
			"bracketed": "penn", "treebank": "penn", "sexp": "penn", "xml": "tigerxml or alpino", "tiger": "tigerxml",
			"tiger-xml": "tigerxml", "export": "negra", "iob": "chunks", "bio": "chunks", "penman": "amr", "latex": "assay show -o FILE.tex", "tex": "assay show -o FILE.tex", "svg": "assay show -o FILE.svg",
			"md": "assay score --format markdown", "markdown": "assay score --format markdown",
		},
		"output format": {
			"tex": "latex", "md": "markdown", "xml": "junit", "txt": "text", "htm": "html", "excel": "csv", "xlsx": "csv",
			"yaml": "json", "jsonl": "json", "table": "text", "plain": "text", "actions": "github", "codalab": "codabench",
			"conll-u": "assay convert --to conllu", "conllu": "assay convert --to conllu", "ptb": "assay convert --to penn",
			"penn": "assay convert --to penn", "svg": "assay show -o FILE.svg", "png": "assay show -o FILE.png",
		},
		"help topic": {
			"lass": "las", "evalbb": "evalb", "diff": "compare", "test": "compare", "tests": "compare",
			"significance": "compare", "p-value": "compare", "bootstrap": "compare", "draw": "show", "drawing": "show",
			"view": "show", "plot": "report", "evaluate": "score", "eval": "score", "evaluation": "score",
			"where": "conditions", "by": "keys", "prep": "steps", "align": "pairing", "exit": "scripts", "status": "scripts",
			"options": "score", "programs": "compat", "annotators": "agree", "agreement": "agree", "kappa": "agree",
			"alpha": "agree", "browser": "serve", "html": "report", "transform": "rewrite", "outliers": "suspects",
		},
		"command": {
			"diff": "compare", "test": "compare", "evaluate": "score", "eval": "score", "draw": "show", "view": "show",
			"plot": "report", "transform": "rewrite", "annotate": "check", "measures": "metrics", "kappa": "agree",
			"web": "serve", "gui": "serve", "ui": "serve", "lint": "validate", "stats": "errors",
		},
	}
})

// Meant returns what someone probably means by the unknown name of a kind of thing ("option", "metric" ...), as assay
// has it or says it: a synonym of the field, a known name in other capitals or with other signs between words, or the
// closest known name. It is "" if nothing is close. A synonym of an option counts if it is among those known.
func Meant(kind, name string, known []string) string {
	plain := plainly(name)
	if meant := synonyms()[kind][plain]; meant != "" {
		option, _, _ := strings.Cut(meant, " ")
		if kind != "option" || slices.Contains(known, option) {
			return meant
		}
	}
	forms := make([]string, len(known))
	for i, k := range known {
		if forms[i] = plainly(k); forms[i] == plain {
			return k
		}
	}
	if i := slices.Index(forms, Name(plain, forms)); i >= 0 {
		return known[i]
	}
	return ""
}

// plainly is a name in lower case with hyphens between words.
func plainly(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", "-") }

// Synonyms returns the names that Meant knows of a kind, and their meanings.
func Synonyms(kind string) map[string]string { return synonyms()[kind] }

// Kinds are the kinds of things that have synonyms.
func Kinds() (kinds []string) {
	for kind := range synonyms() {
		kinds = append(kinds, kind)
	}
	return kinds
}
