package convert

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"assay/treebank"
)

// name gives a sentence without a name its number if the format needs a name, but
// never the name of another sentence. In penn, where sentences need no names, it
// removes a name that is only the number.
func (v *Writer) name(sentence *treebank.Sentence, from *treebank.Format) {
	number, given := strconv.Itoa(v.Number), sentence.Str(sentence.ID)
	prefix := ""
	switch {
	case v.to.Name == "penn" && from != v.to && (given == number || given == "s"+number):
		sentence.ID = treebank.Span{}
		return
	case v.to.Name == "tigerxml": // an id of XML begins with a letter
		prefix = "s"
	case v.to.Name != "negra" && v.to.Name != "conllu":
		return
	}
	if given != "" {
		if v.madeUp[given] { // in a pipe, whose names are not known before
			sentence.Note(&treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line), Want: "a name of its own",
				Found: given + ", which convert gave to a sentence before it without a name"})
		}
		return
	}
	if v.named == nil {
		v.readNames()
	}
	name := prefix + number
	for k := 2; v.named[name]; k++ {
		name = fmt.Sprint(prefix, number, ".", k)
	}
	v.named[name], v.madeUp[name] = true, true
	sentence.ID = sentence.AddString(name)
}

// readNames reads all files but pipes, which are too long to keep, for the names of
// their sentences. Faults are reported when the sentences are converted.
func (v *Writer) readNames() {
	v.named, v.madeUp = map[string]bool{}, map[string]bool{}
	for _, src := range v.Sources {
		again := *src
		again.Files = slices.DeleteFunc(slices.Clone(src.Files), func(f treebank.File) bool {
			info, err := os.Stat(f.Name)
			return err != nil || !info.Mode().IsRegular() && !info.IsDir()
		})
		for sentence := range again.All() {
			if sentence != nil && sentence.ID.Len > 0 && int(sentence.ID.Off+sentence.ID.Len) <= len(sentence.Text) {
				v.named[sentence.Str(sentence.ID)] = true
			}
		}
	}
}
