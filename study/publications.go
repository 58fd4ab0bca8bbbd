package study

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/formats"
	"assay/heads"
	"assay/measures"
)

// Publications lists the measures, formats and head tables whose source names an author, or an
// author and a year.
func Publications(name string) string {
	wanted := wordsOfName(name)
	if len(wanted) == 0 || !unicode.IsLetter([]rune(wanted[0])[0]) || len(wanted[0]) < 3 {
		return ""
	}
	var b strings.Builder
	add := func(kind, entry, source, help string) {
		have := wordsOfName(source)
		for _, w := range wanted {
			if !slices.Contains(have, w) {
				return
			}
		}
		fmt.Fprintf(&b, "%s %s: %s (%s)\n", kind, entry, source, help)
	}
	for _, e := range measures.All {
		add("measure", e.Name, e.Source, "assay help "+e.Name)
	}
	for _, f := range formats.All {
		add("format", f.Name, f.Source, "assay help "+f.Name)
	}
	for _, name := range heads.Names() {
		if table, err := heads.Load(name); err == nil {
			add("head table", name, table.Source, "assay heads "+name)
		}
	}
	return b.String()
}

// wordsOfName returns the words of a text in lower case, without & and with ASCII letters for
// German ones: people type kuebler.
func wordsOfName(text string) []string {
	text = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss").Replace(strings.ToLower(text))
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	joining := func(w string) bool { return w == "and" || w == "et" || w == "al" }
	return slices.DeleteFunc(strings.FieldsFunc(text, between), joining)
}
