package treebank

import (
	"reflect"
	"testing"
)

// TestReset: a reset sentence equals a new one, except for the fields that Reset keeps.
func TestReset(t *testing.T) {
	s := Sentence{Syms: NewSymbols(), MRS: &MRS{}}
	v := reflect.ValueOf(&s).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case !f.CanSet():
		case f.Kind() == reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 3, 3))
		case f.Kind() == reflect.Bool:
			f.SetBool(true)
		case f.CanInt():
			f.SetInt(1)
		case f.CanUint():
			f.SetUint(1)
		case f.CanFloat():
			f.SetFloat(1)
		case f.Kind() == reflect.String:
			f.SetString("x")
		case f.Type() == reflect.TypeFor[Span]():
			f.Set(reflect.ValueOf(Span{1, 1}))
		case f.Kind() != reflect.Pointer:
			t.Fatalf("field %s: this test does not know its type", v.Type().Field(i).Name)
		}
	}
	s.buf = []byte("abc")
	kept := map[string]bool{"Syms": true, "Skip": true, "Dialect": true, "File": true, "Line": true}
	s.Reset(nil)
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		if !v.Type().Field(i).IsExported() || name == "Text" {
			continue
		}
		empty := f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0
		if empty == kept[name] {
			t.Errorf("%s after Reset: %v", name, f)
		}
		if f.Kind() == reflect.Slice && f.Cap() != 3 {
			t.Errorf("%s has lost its memory", name)
		}
	}
	if len(s.Text) > 0 || len(s.buf) > 0 || cap(s.buf) == 0 {
		t.Errorf("text %q, buffer %q", s.Text, s.buf)
	}
}

// TestPosition: the place of a word in the file, also where sentences were
// joined; of text that the reader decoded only the line is known.
func TestPosition(t *testing.T) {
	s, next := &Sentence{Line: 3}, &Sentence{Line: 9}
	s.Reset([]byte("# x\na bc\n"))
	next.Reset([]byte("d\n"))
	next.Tokens = []Token{{Form: Span{Off: 0, Len: 1}}}
	own := s.AddString("decoded")
	next.Syms = s.Syms
	s.Append(next)
	for _, tt := range []struct {
		sp        Span
		line, col int
	}{{Span{4, 1}, 4, 1}, {Span{6, 2}, 4, 3}, {own, 3, 0}, {s.Tokens[0].Form, 9, 1}, {s.Clone().Tokens[0].Form, 9, 1}} {
		if line, col := s.Position(tt.sp); line != tt.line || col != tt.col {
			t.Errorf("%v: %d:%d, want %d:%d", tt.sp, line, col, tt.line, tt.col)
		}
	}
	s.Own()
	if line, col := s.Position(s.AddString("x")); line != 3 || col != 0 {
		t.Errorf("decoded: %d:%d", line, col)
	}
}
