// Package parsemeeval reproduces the programs of the PARSEME shared tasks on multiword expressions: evaluate.py with
// tsvlib.py of edition 1.1 (as erwanm/adapt-vmwe18 ce85d5b holds it), parseme_evaluate.py of edition 2.0 (2018-2025),
// average_of_evaluations.py and validate_cupt.py of edition 1.1: same options, same output byte for byte, same exit
// status. The option --debug is not among them.
package parsemeeval

import (
	"fmt"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// Names of the programs and their versions.
const (
	Title20       = "parseme_evaluate.py of PARSEME 2.0 (2018-2025)"
	Title11       = "evaluate.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
	TitleAverage  = "average_of_evaluations.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
	TitleValidate = "validate_cupt.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
)

// Faults that are reproduced, and the differences from assay score.
const (
	Doc20 = `Options: --gold GOLD --pred SYSTEM [--train TRAIN] [--combinatorial]; not --debug
Reproduced:
- global figures ignore categories, and two expressions on the same words are one;
- an empty node (8.1) is a word and shifts the words of the contractions after it;
- the category is that of the first word; an expression without lemmas is never seen in train;
- sentences pair by position; other numbers of words are a warning; any fault of a line ends the run (status 1).
assay score -m mwe pairs sentences by id or words, numbers words by their ids, takes the first category given,
compares forms where lemmas are absent on both sides, and counts categories with labelled=yes.`
	Doc11 = `As parseme_evaluate.py, and also:
- a category is cut at its second colon;
- an id that is twice on one word counts the word twice, so that the expression may be continuous;
- the sections on train are left out if train has no expression.`
	DocAverage = `Options: [--operation avg|avg+stddev|list] FILE...
Reproduced: means are those of the printed figures, over the files that have the line; a category that a language
lacks on both sides is left out of its mean, one that gold alone lacks counts 0.
assay table takes macro averages of exact figures.`
	DocValidate = `Options: --input FILE [--underspecified-mwes]
Reproduced: it stops at the first fault, and knows only the categories of edition 1.1.
assay validate lists every fault.`
)

// load reads a text file as Python does: UTF-8, every line end a newline.
func load(path string) (string, error) {
	text, err := python.ReadText(path)
	if err == nil && !utf8.ValidString(text) {
		err = fmt.Errorf("UnicodeDecodeError: 'utf-8' codec can't decode %s", path)
	}
	return text, err
}
