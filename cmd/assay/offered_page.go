//go:build page

package main

// offered are the commands that the page for browsers calls. The linker leaves out the code of the others, two fifths
// of the page: the official programs, the conversion of treebanks, agreement, and the like.
func (a *app) offered() []namedCommand {
	return []namedCommand{
		{"score", a.scoreCommand},
		{"compare", a.compareCommand},
		{"errors", a.errorsCommand},
		{"report", a.reportCommand},
	}
}
