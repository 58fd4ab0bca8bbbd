package web

import (
	"slices"
	"strings"
)

// warnings are those of all systems of a page; one text comes once.
type warnings []warning

// A warning may be about files.
type warning struct {
	files []string
	text  string
}

// add adds a warning. The files of equal warnings are named together.
func (w *warnings) add(line string) {
	file, text, named := strings.Cut(line, ": ")
	if !named || strings.Contains(file, "\n") {
		file, text = "", line
	}
	for i := range *w {
		if old := &(*w)[i]; old.text == text && (old.files != nil) == (file != "") {
			if file != "" && !slices.Contains(old.files, file) {
				old.files = append(old.files, file)
			}
			return
		}
	}
	one := warning{text: text}
	if file != "" {
		one.files = []string{file}
	}
	*w = append(*w, one)
}

// lines returns the warnings in words.
func (w warnings) lines() (out []string) {
	for _, one := range w {
		switch n := len(one.files); n {
		case 0:
			out = append(out, one.text)
		case 1:
			out = append(out, one.files[0]+": "+one.text)
		default:
			out = append(out, strings.Join(one.files[:n-1], ", ")+" and "+one.files[n-1]+": "+one.text)
		}
	}
	return out
}
