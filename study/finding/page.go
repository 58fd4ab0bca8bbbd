package finding

import (
	"strings"

	"assay/internal/message"
)

// Kinds are the kinds of all findings, in the order in which they are reported.
func Kinds() (out []Kind) {
	for _, f := range Findings {
		out = append(out, f.Kinds...)
	}
	return out
}

// Page is docs/warnings.md.
func Page() string {
	var b strings.Builder
	b.WriteString(`# Warnings

Beside figures assay says what may mislead. In JSON each warning has its kind; on standard error the word
before it is its level: warning (a figure may mislead), note (the figures hold), assay (an option, or a part
of a file has no effect), hint (the way on). ` + "`assay help warnings`" + ` prints this list.

| kind | about | how to go on |
|---|---|---|
`)
	for _, k := range Kinds() {
		b.WriteString("| `" + k.Name + "` | " + cell(k.Doc) + " | " + cell(k.Remedy) + " |\n")
	}
	return b.String()
}

// cell is a template as a cell of a table in Markdown.
func cell(template string) string { return strings.ReplaceAll(message.Shell.Show(template), "|", `\|`) }
