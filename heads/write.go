package heads

import (
	"fmt"
	"io"
	"strings"
)

// Write writes the rules of a table: the text of one that is built in.
func (t *Table) Write(w io.Writer) {
	if text := t.Text(); text != nil {
		w.Write(text)
		return
	}
	for _, rule := range t.Rules {
		dir := map[Direction]string{LeftToRight: "left", RightToLeft: "right"}[rule.Direction]
		if rule.Any {
			dir += "dis"
		}
		var classes []string
		for _, c := range rule.Classes {
			classes = append(classes, strings.Join(c, "|"))
		}
		fmt.Fprintln(w, strings.TrimSpace(rule.Parent+" "+dir+" "+strings.Join(classes, " ")))
	}
}
