package xmlscan

import "assay/treebank"

// A Reader is a Scanner of the text of a sentence: it puts names and values into the
// sentence.
type Reader struct {
	Scanner
	S     *treebank.Sentence
	value []byte
}

// At returns an error at an offset.
func (r *Reader) At(off int, want, found string) *treebank.SyntaxError {
	return treebank.At(r.text, off, want, found)
}

// Here returns an error at the last tag or text.
func (r *Reader) Here(want, found string) *treebank.SyntaxError { return r.At(r.at, want, found) }

// CutOff returns the error of a sentence without its end tag.
func (r *Reader) CutOff(tag string) error {
	e := r.At(len(r.text), tag, "the end of the file, or the next sentence")
	e.Hint = "the file is cut off here, or an end tag is missing"
	return e
}

// decode returns a value with its entities replaced.
func (r *Reader) decode(v []byte) ([]byte, error) {
	if Plain(v) {
		return v, nil
	}
	out, at, err := Decode(r.value[:0], v)
	r.value = out
	if err != nil {
		e, syn := r.At(r.OffsetOf(v)+at, "", ""), err.(*treebank.SyntaxError)
		e.Want, e.Found, e.Hint = syn.Want, syn.Found, syn.Hint
		return nil, e
	}
	return out, nil
}

// Span returns the place of a value, decoded.
func (r *Reader) Span(v []byte) (treebank.Span, error) {
	if Plain(v) {
		return treebank.Span{Off: uint32(r.OffsetOf(v)), Len: uint32(len(v))}, nil
	}
	v, err := r.decode(v)
	if err != nil {
		return treebank.Span{}, err
	}
	return r.S.Add(v), nil
}

// Label returns the symbol of a value; "--" means none.
func (r *Reader) Label(v []byte) (treebank.Symbol, error) {
	if len(v) == 2 && v[0] == '-' && v[1] == '-' {
		return 0, nil
	}
	v, err := r.decode(v)
	if err != nil {
		return 0, err
	}
	return r.S.Syms.Intern(v), nil
}

// Keep keeps an attribute that has no field of its own.
func (r *Reader) Keep(index int32, a *Attr) error {
	v, err := r.Span(a.Value)
	if err != nil {
		return err
	}
	r.S.Attrs = append(r.S.Attrs, treebank.Attr{Index: index, Key: r.S.Syms.Intern(a.Name), Value: v})
	return nil
}

// A Writer appends a sentence to B.
type Writer struct {
	S *treebank.Sentence
	B []byte
}

// Text writes t unchanged.
func (w *Writer) Text(t string) { w.B = append(w.B, t...) }

// Attr writes an attribute.
func (w *Writer) Attr(key string, value []byte) {
	w.B = append(append(append(w.B, ' '), key...), '=', '"')
	w.B = append(Escape(w.B, value), '"')
}

// Label writes a label as an attribute; an empty label is "--".
func (w *Writer) Label(key string, y treebank.Symbol) {
	if y == 0 {
		w.Attr(key, []byte("--"))
		return
	}
	w.Attr(key, []byte(w.S.Name(y)))
}

// Kept writes the attributes that were kept for a node, except those whose
// names are taken.
func (w *Writer) Kept(index int32, taken func(key string) bool) {
	for _, a := range w.S.Attrs {
		if key := w.S.Name(a.Key); a.Index == index && !taken(key) && IsName(key) {
			w.Attr(key, w.S.Bytes(a.Value))
		}
	}
}

// IsName reports whether the key of another format can be the name of an
// attribute.
func IsName(key string) bool {
	for i, c := range key {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '-' && c != '.' && c != ':' && (c < '0' || c > '9')) {
			return false
		}
	}
	return key != ""
}
