// Package formats lists the formats that assay reads and writes, and finds the
// format of a file: by its name, by its extension, by its first bytes.
package formats

import (
	"path/filepath"
	"slices"
	"strings"

	"assay/formats/ace"
	"assay/formats/alpino"
	"assay/formats/amr"
	"assay/formats/answers"
	"assay/formats/brackets"
	"assay/formats/brat"
	"assay/formats/chunks"
	"assay/formats/clf"
	"assay/formats/clusters"
	"assay/formats/conll12"
	"assay/formats/conll2008"
	"assay/formats/conll2009"
	"assay/formats/conllu"
	"assay/formats/conllx"
	"assay/formats/corefud"
	"assay/formats/cupt"
	"assay/formats/dialogue"
	"assay/formats/dis"
	"assay/formats/discbracket"
	"assay/formats/disrpt"
	"assay/formats/dmrs"
	"assay/formats/dmrst"
	"assay/formats/edgebrackets"
	"assay/formats/eds"
	"assay/formats/lancaster"
	"assay/formats/lin"
	"assay/formats/ltriples"
	"assay/formats/mrp"
	"assay/formats/mrsjson"
	"assay/formats/mrx"
	"assay/formats/msp"
	"assay/formats/negra"
	"assay/formats/penn"
	"assay/formats/props"
	"assay/formats/rs3"
	"assay/formats/rsd"
	"assay/formats/sbn"
	"assay/formats/sdp"
	"assay/formats/simplemrs"
	"assay/formats/sinica"
	"assay/formats/spacy"
	"assay/formats/spanjson"
	"assay/formats/ssa"
	"assay/formats/susanne"
	"assay/formats/tigerxml"
	"assay/formats/tsdb"
	"assay/formats/typed"
	"assay/formats/ucca"
	"assay/formats/umr"
	"assay/formats/xiao"
	"assay/treebank"
)

// All lists the formats in the order of the help text. To add one, add a line.
var All = []*treebank.Format{
	&typed.Format,
	&lin.Format, // before penn too: its tuples and slots are lists as well
	&xiao.Format,
	&edgebrackets.Format, // before penn, whose labels may be anything
	&tsdb.Format,
	&simplemrs.Format,
	&mrx.Format,
	&mrsjson.Format,
	&eds.Native,
	&eds.JSON,
	&eds.Penman,
	&dmrs.Simple,
	&dmrs.XML,
	&dmrs.JSON,
	&dmrs.Penman,
	&ltriples.Format,
	&ltriples.Spans,
	&mrp.Format,
	&spacy.Format,
	&spanjson.Format,
	&clusters.Format,
	&clusters.Gold,
	&answers.Format, // after the other formats in JSON
	&sdp.Format,
	&ucca.Format,
	&clf.Format,
	&sbn.Format,
	&dialogue.Format,
	&ssa.Format,
	&dis.Format,
	&rs3.Format,
	&rsd.Format,
	&dmrst.Format,
	&dmrst.Attach,
	&umr.Format, // before amr, whose graphs it has
	&amr.Format, // before penn, which reads any brackets
	&props.Format,
	&ace.Format,
	&penn.Format,
	&brackets.Format,
	&discbracket.Format,
	&negra.Format,
	&tigerxml.Format,
	&alpino.Format,
	&susanne.Format,
	&lancaster.Format,
	&sinica.Format,
	&cupt.Format,
	&disrpt.Format, // before conllu, whose files it has with labels
	&disrpt.Rels,
	&corefud.Format, // before conllu, whose files it has with mentions
	&msp.Format,     // before conllu, whose files it has with heads of content words only
	&conllu.Format,
	&conll12.Format,
	&conllx.Format,
	&conll2008.Format,
	&conll2009.Format,
	&lin.Prose,
	&chunks.Format,
	&chunks.Gold,
	&brat.Format,
}

// ByName returns the format of that name, nil if there is none.
func ByName(name string) *treebank.Format {
	for _, f := range All {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Parse returns the format that a user names: by its name, or with options, as
// answers:id=FIELD:answer=FIELD and chunks:column=3. It returns nil for an unknown name.
func Parse(name string) (*treebank.Format, error) {
	if option, ok := strings.CutPrefix(name, "chunks:"); ok {
		return chunks.Parse(option)
	}
	if options, ok := strings.CutPrefix(name, "answers:"); ok {
		return answers.Parse(options)
	}
	return ByName(name), nil
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range All {
		names = append(names, f.Name)
	}
	return names
}

// Like returns the names of the formats whose files end with an unknown name, or whose titles
// have it as a word: negra for export, penn for ptb.
func Like(name string) []string {
	var like []string
	for _, f := range All {
		words := strings.FieldsFunc(f.Title, func(r rune) bool { return r == ' ' || r == ',' || r == '(' || r == ')' })
		if slices.Contains(f.Ext, "."+strings.ToLower(name)) ||
			slices.ContainsFunc(words, func(word string) bool { return strings.EqualFold(word, name) }) {
			like = append(like, f.Name)
		}
	}
	return like
}

// sharedEndings are endings that formats other than those that list them use too.
var sharedEndings = []string{".xml", ".conll", ".dep", ".dp", ".tab"}

// Shared reports whether files in formats that assay lacks have the ending of this file too.
func Shared(path string) bool {
	return slices.Contains(sharedEndings, strings.ToLower(filepath.Ext(treebank.Unpacked(path))))
}

// Guess returns the format of a file by its name, compression extensions aside,
// and its first bytes, nil if it cannot. The extension decides; if several formats
// share it, the first bytes decide among them. Words without universal tags look
// the same in CoNLL-U and CoNLL-X; there the extension decides.
func Guess(path string, head []byte) *treebank.Format {
	name := strings.ToLower(filepath.Base(treebank.Unpacked(path)))
	var byExt []*treebank.Format
	shared := false
	for _, f := range All {
		for _, e := range f.Ext {
			if strings.HasSuffix(name, e) {
				byExt = append(byExt, f)
				shared = shared || slices.Contains(sharedEndings, e)
				break
			}
		}
	}
	if f := detected(byExt, head); f != nil {
		return f
	}
	if i := slices.IndexFunc(byExt, func(f *treebank.Format) bool { return strings.HasSuffix(name, f.Ext[0]) }); i > 0 {
		byExt[0] = byExt[i] // disrpt has .conllu too, after its own ending
	}
	if len(byExt) > 0 && (!shared || len(head) == 0) {
		return byExt[0]
	}
	if f := detected(All, head); f != nil || len(byExt) == 0 {
		if _, columns := resemblingColumns(head); f == &chunks.Format && columns { // the names of NLP4J in its last column
			return nil
		}
		return f
	}
	return byExt[0]
}

// detected returns the first format of list that head shows.
func detected(list []*treebank.Format, head []byte) *treebank.Format {
	for _, f := range list {
		if f.Detect != nil && f.Detect(head) {
			return f
		}
	}
	return nil
}
