package rewrite

import (
	"slices"
	"strings"
)

// noAttribute refuses a value such as X.lemma where X is no variable of match, or
// where variables are not read. As a text it would match nothing, and nobody would see it.
func (l *lineRule) noAttribute(off int, text string) error {
	name, attribute, ok := strings.Cut(text, ".")
	attribute, _, _ = strings.Cut(attribute, ".")
	if _, alias := attrAliases()[attribute]; !ok || name == "" || !alias && !slices.Contains(attrNames, attribute) {
		return nil
	}
	if strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) >= 0 {
		return nil
	}
	hint := `"` + text + `" in quotes is the text`
	if _, known := l.index[name]; known {
		return l.fail(off, len(text), "a value", quote(text),
			"words are compared in where: A."+attribute+" = "+text+"; "+hint)
	}
	return l.fail(off, len(text), "a value, or an attribute of a variable of match", quote(text), hint)
}
