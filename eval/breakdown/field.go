package breakdown

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"assay/treebank"
)

// Fields are the fields of [incr tsdb()] profiles that keys name. Readers add them to
// sentences if a study asks for them before it opens the files.
type Fields struct{ Names []string }

// fieldName is the name of a field as a key: i-wf, p-name, parse.error. A table or the letter of one shows that it
// is no other key.
var fieldName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ips]-[a-z0-9-]+|(?:item|parse|phenomenon|set)\.[a-z0-9-]+)$`)
})

// FieldNames returns the fields that the keys of a list and of a condition name. Faults of the two are
// reported where they are used.
func FieldNames(by, where string) []string {
	fields := &Fields{}
	config := Config{Fields: fields, Train: &Vocabulary{}}
	if by != "" {
		_, _ = config.Parse(by)
	}
	if where != "" {
		_, _ = config.Where(where)
	}
	return fields.Names
}

// field prepares a key that is a field.
func (c Config) field(k *key, name string) {
	if !k.d.is(ofField) {
		return
	}
	k.arg = name
	if c.Fields != nil {
		c.Fields.Names = append(c.Fields.Names, name)
	}
}

// fieldOf appends the value of a field: of the item that gold's profile has, else the system's; of the parse the
// system's, else gold's.
func fieldOf(dst []byte, x look) []byte {
	sides := [2]*treebank.Sentence{x.p.Gold, x.p.System}
	if strings.HasPrefix(x.key.arg, "parse.") {
		sides[0], sides[1] = sides[1], sides[0]
	}
	for _, s := range sides {
		for i := len(s.Attrs) - 1; i >= 0; i-- {
			a := &s.Attrs[i]
			if a.Index != -1 || s.Name(a.Key) != x.key.arg {
				continue
			}
			value := s.Bytes(a.Value)
			if n, err := strconv.Atoi(string(value)); err == nil && x.key.width > 1 {
				return x.number(dst, n)
			}
			return append(dst, value...)
		}
	}
	return dst
}
