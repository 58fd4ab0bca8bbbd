package formats

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"assay/formats/amr"
	"assay/formats/brackets"
	"assay/formats/brat"
	"assay/formats/chunks"
	"assay/formats/clf"
	"assay/formats/clusters"
	"assay/formats/conll2008"
	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/formats/dis"
	"assay/formats/discbracket"
	"assay/formats/disrpt"
	"assay/formats/dmrs"
	"assay/formats/dmrst"
	"assay/formats/edgebrackets"
	"assay/formats/eds"
	"assay/formats/lin"
	"assay/formats/penn"
	"assay/formats/simplemrs"
	"assay/formats/tsdb"
	"assay/formats/xiao"
	"assay/treebank"
)

// Foreign returns the format of a file that begins like head if that is not format
// though format would read it: penn reads AMR, and xiao reads penn, but as nonsense. It
// returns nil if head may be in format, and if its format is unknown. It also returns nil if
// format reads some of the sentences though not the first, or if the only one cannot be read;
// then the reader says where and why.
func Foreign(format *treebank.Format, head []byte) *treebank.Format {
	if format == &tsdb.Format || strings.HasPrefix(format.Name, "answers") { // a folder; any JSON by the user's fields
		return nil
	}
	format, known := detector(format), format
	if format.Detect != nil && format.Detect(head) && detected(stronger()[format], head) == nil {
		return nil // the usual case, without asking all formats: there may be many files
	}
	found := detected(All, head)
	switch {
	case found == nil || found == format || kin(format, found, head):
		return nil
	case format.Detect != nil && format.Detect(head) && !slices.Contains(stronger()[format], found):
		return nil
	}
	if len(head) >= headSize && !ends(known, head) {
		return found // the end of head is no fault of the sentence
	}
	broken, intact := readable(known, head)
	if broken > 0 && (broken+intact == 1 || 10*intact >= broken) {
		return nil
	}
	return found
}

// readable reads sentences at the beginning of a file and counts those that format cannot
// read and those that it can. It ends at the first that it can if none before was broken.
func readable(format *treebank.Format, head []byte) (broken, intact int) {
	const most = 100
	for sentence, err := range format.Sentences(bytes.NewReader(head), "") {
		switch {
		case err != nil:
			broken++
		case sentence.Missing && broken > 0:
			continue // an empty line
		default:
			intact++
		}
		if broken == 0 || broken+intact == most {
			break
		}
	}
	return broken, intact
}

// Unlike returns what a file that begins like head looks like, if it is in no format although it is called one of
// format: a web page that is called parses.conllu. Where only the look of some lines shows it, format reads none of
// them.
func Unlike(format *treebank.Format, head []byte) (like Resemblance, unlike bool) {
	switch {
	case format == &tsdb.Format, format == &brat.Format, strings.HasPrefix(format.Name, "answers"):
		return like, false // folders, two files in one, any JSON
	case format.Detect != nil && format.Detect(head):
		return like, false
	}
	if like, unlike = Resembling(head); !unlike || like.Sure {
		return like, unlike
	}
	if broken, intact := readable(format, head); intact > 0 || broken == 0 && len(head) >= headSize {
		return like, false
	}
	return like, true
}

// headSize is the size of a head of which the rest of the file may be cut.
const headSize = 64 << 10

// ends reports whether a sentence ends in head.
func ends(format *treebank.Format, head []byte) bool {
	var dialect int32
	if format.Dialect != nil {
		dialect = format.Dialect(head)
	}
	for at := 0; ; {
		extent := format.Split(head[at:], false, dialect)
		if extent.Found || extent.Next == 0 {
			return extent.Found
		}
		at += extent.Next
	}
}

// Bare returns the marks of an analysis in format f that head, the beginning of a file,
// has none of; "" if it has some. Text without any bracket is no bracketing, though single sentences
// may have none, and lines of four words are no clauses.
func Bare(f *treebank.Format, head []byte) string {
	switch {
	case len(bytes.TrimSpace(head)) == 0:
	case f == &brackets.Format && !bytes.ContainsRune(head, '['):
		return "brackets [ ] around phrases"
	case f == &clf.Format && !clf.Format.Detect(head) && !bytes.ContainsRune(head, '"') &&
		!bytes.Contains(head, []byte("REF")) && !bytes.HasPrefix(bytes.TrimSpace(head), []byte("%")):
		return "clauses such as b1 REF x1"
	}
	return ""
}

// detector returns the format that detects files in format.
func detector(format *treebank.Format) *treebank.Format {
	switch format {
	case &lin.Prose:
		return &lin.Format
	case &chunks.Gold:
		return &chunks.Format
	case &clusters.Gold:
		return &clusters.Format
	}
	if strings.HasPrefix(format.Name, chunks.Format.Name+":") { // with the column of an option
		return &chunks.Format
	}
	return format
}

// stronger are the formats whose files a format takes for its own, and which look
// for more than it does.
var stronger = sync.OnceValue(func() map[*treebank.Format][]*treebank.Format {
	return map[*treebank.Format][]*treebank.Format{
		&penn.Format: {&lin.Format, &xiao.Format, &amr.Format, &eds.Penman, &dmrs.Penman, &discbracket.Format,
			&dis.Format, &dmrst.Attach},
		&brackets.Format: {&simplemrs.Format},
	}
})

// kin reports whether files in format found may be in format as well.
func kin(format, found *treebank.Format, head []byte) bool {
	one := func(list ...*treebank.Format) bool {
		return slices.Contains(list, format) && slices.Contains(list, found)
	}
	switch {
	case one(&conllu.Format, &conllx.Format), one(&conllu.Format, &disrpt.Format):
		return true
	case one(&conll2008.Format, &conllx.Format), one(&conll2008.Format, &conllu.Format):
		// Files of 2008 without predicates have ten columns, and their heads in the ninth.
		return format != &conll2008.Format || !conllx.HasHead(head)
	case one(&amr.Format, &eds.Penman, &dmrs.Penman):
		return format == &amr.Format || found == &amr.Format // PENMAN
	case one(&penn.Format, &edgebrackets.Format):
		return format == &penn.Format // labels may be anything
	}
	return false
}
