package tsdb

import (
	"bytes"
	"slices"
	"strings"

	"assay/treebank"
)

// A field is a field of a table that a key of option by names. The table phenomenon is joined to items by
// item-phenomenon, and set by item-set.
type field struct {
	key, table, name string // the key is NAME or TABLE.NAME
}

// fieldTables are the tables with fields for keys, in the order in which a name without a table is looked up.
var fieldTables = [...]string{"item", "parse", "phenomenon", "set"}

// findField returns the field that a key names.
func (s Schema) findField(key string) (f field, ok bool) {
	table, name, named := strings.Cut(key, ".")
	for _, t := range fieldTables {
		switch {
		case !named && s.field(t, key) >= 0:
			return field{key, t, key}, true
		case named && t == table && s.field(t, name) >= 0:
			return field{key, t, name}, true
		}
	}
	return field{}, false
}

// WithFields returns a profile that File gave whose sentences have the fields that keys
// name as attributes, and calls found for each that the profile has. It must come before Unchosen.
func WithFields(f treebank.File, keys []string, found func(key string)) treebank.File {
	p, ok := f.Opener.(*profiles)
	if !ok {
		return f
	}
	schema, err := readSchema(f.Name, p.open)
	if err != nil {
		return f // opening reports it
	}
	with := *p
	for _, key := range keys {
		if field, ok := schema.findField(key); ok {
			with.fields = append(with.fields, field)
			found(key)
		}
	}
	f.Opener = &with
	return f
}

// fieldsOf returns the names of the asked fields of a table, after others.
func (p *profile) fieldsOf(table string, others ...string) []string {
	for _, f := range p.asked {
		if f.table == table {
			others = append(others, f.name)
		}
	}
	return others
}

// keep adds the values of the asked fields of a table to an item, as KEY=VALUE between @.
func (p *profile) keep(it *item, table string, values [][]byte) {
	for _, f := range p.asked {
		if f.table != table {
			continue
		}
		if len(values[0]) > 0 {
			it.extra = append(append(append(append(it.extra, '@'), f.key...), '='), values[0]...)
		}
		values = values[1:]
	}
}

// joinFields adds the values of the fields of the tables phenomenon and set. An item with several has them joined by
// " & ", in the order of the table that links them.
func (p *profile) joinFields(known *identifiers, places []int32) error {
	for _, link := range [2][3]string{{"phenomenon", "item-phenomenon", "p-id"}, {"set", "item-set", "s-id"}} {
		table, id := link[0], link[2]
		names := p.fieldsOf(table)
		if len(names) == 0 {
			continue
		}
		rows := map[string][][]byte{}
		err := p.schema.each(p.dir, table, p.open, append([]string{id}, names...), func(f [][]byte) {
			var values [][]byte
			for _, v := range f[1:] {
				values = append(values, bytes.Clone(v))
			}
			rows[string(f[0])] = values
		})
		if err != nil {
			return err
		}
		joined := map[int32][][]byte{}
		var order []int32
		err = p.schema.each(p.dir, link[1], p.open, []string{"i-id", id}, func(f [][]byte) {
			place, ok := known.find(f[0])
			if !ok {
				return
			}
			values := rows[string(f[1])]
			if values == nil { // the table set is often empty: the identifier remains
				values = make([][]byte, len(names))
				if k := slices.Index(names, id); k >= 0 {
					values[k] = bytes.Clone(f[1])
				}
			}
			at := places[place]
			if joined[at] == nil {
				joined[at] = make([][]byte, len(names))
				order = append(order, at)
			}
			for i, v := range values {
				if have := &joined[at][i]; len(*have) > 0 && len(v) > 0 {
					*have = append(append(*have, " & "...), v...)
				} else {
					*have = append(*have, v...)
				}
			}
		})
		if err != nil {
			return err
		}
		for _, at := range order {
			p.keep(p.items.at(int(at)), table, joined[at])
		}
	}
	return nil
}

// attributes gives a sentence the fields in text, as keep wrote them.
func attributes(sentence *treebank.Sentence, text []byte) {
	for len(text) > 0 {
		var one []byte
		one, text, _ = bytes.Cut(text, at)
		key, value, _ := bytes.Cut(one, []byte("="))
		sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: -1, Key: sentence.Syms.Intern(key),
			Value: sentence.Add(unescape(value))})
	}
}
