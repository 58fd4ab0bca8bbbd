package rewrite

import "bytes"

// visible returns a function that reads a relation or an action as read does, and refuses
// another one after a ; because the rest of the line is a comment.
func (l *lineRule) visible(read func() error) func() error {
	return func() error {
		l.semicolon = -1
		if err := read(); err != nil {
			return err
		}
		if l.blank(); l.semicolon < 0 {
			return nil
		}
		at, off, actions, where := l.at, l.semicolon, len(l.r.Actions), len(l.r.Pattern.Where)
		comment, _, _ := bytes.Cut(l.text[off:], []byte("\n"))
		end := off + len(comment)
		l.at = off + 1
		err := read()
		ended := l.at
		l.at, l.r.Actions, l.r.Pattern.Where = at, l.r.Actions[:actions], l.r.Pattern.Where[:where]
		if err != nil || ended > end {
			return nil
		}
		if rest := bytes.TrimSpace(l.text[ended:end]); len(rest) > 0 && !bytes.ContainsRune([]byte(",;#"), rune(rest[0])) {
			return nil
		}
		return l.fail(off, 1, "a comma before the next one", `";"`,
			"; begins a comment, so that the rest of the line does not apply")
	}
}
