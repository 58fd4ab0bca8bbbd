package treebank

import (
	"reflect"
	"testing"
)

// TestReset: a reset sentence equals a new one, except for the fields that Reset keeps.
func TestReset(t *testing.T) {
	sentence := Sentence{Syms: NewSymbols(), MRS: &MRS{}}
	value := reflect.ValueOf(&sentence).Elem()
	for i := range value.NumField() {
		switch field := value.Field(i); {
		case !field.CanSet():
		case field.Kind() == reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 3, 3))
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case field.CanInt():
			field.SetInt(1)
		case field.CanUint():
			field.SetUint(1)
		case field.CanFloat():
			field.SetFloat(1)
		case field.Kind() == reflect.String:
			field.SetString("x")
		case field.Type() == reflect.TypeFor[Span]():
			field.Set(reflect.ValueOf(Span{1, 1}))
		case field.Kind() != reflect.Pointer:
			t.Fatalf("field %s: this test does not know its type", value.Type().Field(i).Name)
		}
	}
	sentence.buf = []byte("abc")
	kept := map[string]bool{"Syms": true, "Skip": true, "Dialect": true, "File": true, "Line": true}
	sentence.Reset(nil)
	for i := range value.NumField() {
		field, name := value.Field(i), value.Type().Field(i).Name
		if !value.Type().Field(i).IsExported() || name == "Text" {
			continue
		}
		empty := field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0
		if empty == kept[name] {
			t.Errorf("%s after Reset: %v", name, field)
		}
		if field.Kind() == reflect.Slice && field.Cap() != 3 {
			t.Errorf("%s has lost its memory", name)
		}
	}
	if len(sentence.Text) > 0 || len(sentence.buf) > 0 || cap(sentence.buf) == 0 {
		t.Errorf("text %q, buffer %q", sentence.Text, sentence.buf)
	}
}

// TestPosition: the place of a word in the file, also where sentences were
// joined; of text that the reader decoded only the line is known.
func TestPosition(t *testing.T) {
	sentence, next := &Sentence{Line: 3}, &Sentence{Line: 9}
	sentence.Reset([]byte("# x\na bc\n"))
	next.Reset([]byte("d\n"))
	next.Tokens = []Token{{Form: Span{Off: 0, Len: 1}}}
	own := sentence.AddString("decoded")
	next.Syms = sentence.Syms
	sentence.Append(next)
	for _, tt := range []struct {
		sp        Span
		line, col int
	}{{Span{4, 1}, 4, 1}, {Span{6, 2}, 4, 3}, {own, 3, 0}, {sentence.Tokens[0].Form, 9, 1}, {sentence.Clone().Tokens[0].Form, 9, 1}} {
		if line, col := sentence.Position(tt.sp); line != tt.line || col != tt.col {
			t.Errorf("%v: %d:%d, want %d:%d", tt.sp, line, col, tt.line, tt.col)
		}
	}
	sentence.Own()
	if line, col := sentence.Position(sentence.AddString("x")); line != 3 || col != 0 {
		t.Errorf("decoded: %d:%d", line, col)
	}
}
