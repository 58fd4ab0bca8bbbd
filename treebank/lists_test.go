package treebank

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// full returns a sentence with two words, two elements in every list, and a value
// in every field of these.
func full(syms *Symbols) *Sentence {
	sentence := &Sentence{Syms: syms, Line: 1, MRS: &MRS{Vars: []Variable{{}}}}
	sentence.Reset([]byte("abcdefgh"))
	sentence.MRS = &MRS{Vars: []Variable{{}}}
	n := int64(0)
	var fill func(v reflect.Value)
	fill = func(value reflect.Value) {
		n++
		switch {
		case value.Type() == reflect.TypeFor[*Symbols]() || value.Type() == reflect.TypeFor[*MRS]() || value.Type() == reflect.TypeFor[*Sentence](),
			value.Type() == reflect.TypeFor[*Document]():
		case value.Type() == reflect.TypeFor[Span]():
			value.Set(reflect.ValueOf(Span{uint32(n % 8), 1}))
		case value.Kind() == reflect.Struct:
			for i := range value.NumField() {
				if value.Field(i).CanSet() {
					fill(value.Field(i))
				}
			}
		case value.Type() == reflect.TypeFor[[]byte]():
		case value.Kind() == reflect.Slice:
			value.Set(reflect.MakeSlice(value.Type(), 2, 2))
			fill(value.Index(0))
			fill(value.Index(1))
		case value.Kind() == reflect.Pointer:
			value.Set(reflect.New(value.Type().Elem()))
			fill(value.Elem())
		case value.CanInt():
			value.SetInt(n % 2)
		case value.CanUint():
			value.SetUint(uint64(n % 2))
		case value.CanFloat():
			value.SetFloat(float64(n))
		case value.Kind() == reflect.String:
			value.SetString("x")
		case value.Kind() == reflect.Bool:
			value.SetBool(true)
		default:
			panic("a field of a new type: " + value.Type().String())
		}
	}
	fill(reflect.ValueOf(sentence).Elem())
	sentence.Like = &Sentence{}
	return sentence
}

// numbers gives the kind of each integer in the lists of a sentence, which decides
// how far Append moves it: an index of words or phrases, an index of words or
// (from the number of words on) of another list, or no index ("").
var numbers = map[string]string{
	"Tokens.Parent": "phrases", "Tokens.Tag": "", "Tokens.Func": "", "Morph.Fine": "", "Morph.Feats": "",
	"Ranges.Begin": "words", "Ranges.End": "words",
	"Empties.After": "words", "Empties.Minor": "", "Empties.Token.Tag": "", "Empties.Token.Func": "",
	"Empties.Token.Parent": "phrases", "Empties.Morph.Fine": "", "Empties.Morph.Feats": "",
	"Phrases.Label": "", "Phrases.Func": "", "Phrases.Parent": "phrases", "Phrases.Begin": "words", "Phrases.End": "words",
	"Arcs.Dep": "words", "Arcs.Head": "words", "Arcs.Rel": "",
	"Enhanced.Dep": "words or empties", "Enhanced.Head": "words or empties", "Enhanced.Rel": "",
	"Secondary.Dep": "words or phrases", "Secondary.Head": "words or phrases", "Secondary.Rel": "",
	"Nodes.Label": "", "Nodes.Type": "", "Nodes.From": "", "Nodes.To": "",
	"Edges.From": "nodes", "Edges.To": "nodes", "Edges.Label": "", "Edges.Post": "", "Edges.Normal": "",
	"EdgeProps.Edge": "edges", "EdgeProps.Key": "", "EdgeProps.Value": "",
	"Props.Node": "nodes", "Props.Key": "", "Props.Value": "", "Tops": "nodes",
	"Anchors.Node": "nodes", "Anchors.From": "", "Anchors.To": "",
	"Clauses.Op": "", "Clauses.Box": "nodes", "Clauses.A": "nodes", "Clauses.B": "nodes", "Clauses.ConstA": "", "Clauses.ConstB": "",
	"Predicates.Word": "words", "Predicates.Sense": "",
	"Arguments.Predicate": "predicates", "Arguments.Begin": "words", "Arguments.End": "words", "Arguments.Role": "",
	"Attrs.Index": "words or phrases", "Attrs.Key": "", "Breaks": "words",
	"Notes.Line": "", "Notes.Col": "",
}

// walkLists calls f for every integer and every span of the lists of sentence.
func walkLists(sentence *Sentence, f func(path string, element int, v reflect.Value)) {
	var walk func(path string, element int, v reflect.Value)
	walk = func(path string, element int, value reflect.Value) {
		switch {
		case value.Kind() == reflect.Pointer:
			walk(path, element, value.Elem())
		case value.Type() == reflect.TypeFor[Span]() || value.CanInt() || value.CanUint():
			f(path, element, value)
		case value.Kind() == reflect.Struct:
			for i := range value.NumField() {
				walk(path+"."+value.Type().Field(i).Name, element, value.Field(i))
			}
		}
	}
	value := reflect.ValueOf(sentence).Elem()
	for i := range value.NumField() {
		field := value.Type().Field(i)
		if !field.IsExported() || field.Type.Kind() != reflect.Slice || field.Name == "Text" {
			continue
		}
		for k := range value.Field(i).Len() {
			walk(field.Name, k, value.Field(i).Index(k))
		}
	}
}

// TestAppendMovesEverything: of each list of an appended sentence, every span
// still has its text, and every index still names its own word, phrase, empty
// word or node; so do the indices of the sentence it was appended to.
func TestAppendMovesEverything(t *testing.T) {
	syms := NewSymbols()
	for first := int32(0); first < 4; first++ { // indices of words, then of the list after them
		a, b := full(syms), full(syms)
		for _, s := range []*Sentence{a, b} {
			for i := range 2 {
				s.Attrs[i].Index = first
				s.Enhanced[i] = Arc{first, first, 1}
				s.Secondary[i] = Arc{first, first, 1}
			}
		}
		was := b.Clone()
		a.Text = []byte("ABCDEFGH")
		a.Edges = make([]Edge, 11)
		a.Predicates = make([]Predicate, 9)
		a.Phrases, a.Empties, a.Nodes = append(a.Phrases, Phrase{}), make([]Empty, 5), make([]Node, 7)
		before := map[string]int{"Breaks": 1} // Append adds one where b begins
		walkLists(a, func(path string, _ int, _ reflect.Value) { before[path]++ })
		a.Append(b)
		want := func(path string, v int64) int64 {
			kind, ok := numbers[path]
			if !ok {
				t.Fatalf("%s is not in the table of this test", path)
			}
			count := map[string]int64{"": 0, "words": 2, "phrases": 3, "empties": 5, "nodes": 7, "predicates": 9, "edges": 11}
			second, mixed := strings.CutPrefix(kind, "words or ")
			switch {
			case mixed && v >= 2:
				return v + 2 + count[second] // all four words come first, then those of the first sentence
			case mixed:
				return v + 2
			}
			return v + count[kind]
		}
		old := map[string]reflect.Value{}
		walkLists(was, func(path string, k int, v reflect.Value) { old[fmt.Sprint(path, k)] = v })
		seen := 0
		walkLists(a, func(path string, k int, value reflect.Value) {
			from, ok := old[fmt.Sprint(path, k-before[path])]
			if k < before[path] || !ok {
				return
			}
			seen++
			switch sp, isSpan := value.Interface().(Span); {
			case isSpan && a.Str(sp) != was.Str(from.Interface().(Span)):
				t.Errorf("%s: %q, want %q", path, a.Str(sp), was.Str(from.Interface().(Span)))
			case !isSpan && value.CanInt() && value.Int() != want(path, from.Int()):
				t.Errorf("%s, index %d: %d, want %d", path, from.Int(), value.Int(), want(path, from.Int()))
			}
		})
		if seen != len(old) {
			t.Errorf("%d of the %d values of the appended sentence arrive", seen, len(old))
		}
		if own := a.Attrs[0].Index; first >= 2 && own != first+2 || first < 2 && own != first {
			t.Errorf("attribute of %d in the sentence itself: now of %d", first, own)
		}
	}
}

// TestCloneSharesNothing: changing any list of a clone leaves the original unchanged.
func TestCloneSharesNothing(t *testing.T) {
	s := full(NewSymbols())
	c := s.Clone()
	v, w := reflect.ValueOf(s).Elem(), reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		field, g := v.Field(i), w.Field(i)
		switch {
		case name == "ints" || name == "spare" || name == "buf" || name == "mrs": // scratch memory
			if field.Kind() == reflect.Slice && g.Len() > 0 {
				t.Errorf("%s is shared", name)
			}
		case field.Kind() == reflect.Slice && (field.Len() == 0 || field.Len() != g.Len() || field.Pointer() == g.Pointer()):
			t.Errorf("%s: %d elements, %d in the clone, shared: %v", name, field.Len(), g.Len(), field.Pointer() == g.Pointer())
		case field.Kind() == reflect.Pointer && name != "Syms" && name != "In" && field.Pointer() == g.Pointer():
			t.Errorf("%s is shared", name)
		}
	}
}

// TestCopy: a copy in memory of an earlier sentence equals a clone, and changing it
// leaves the original unchanged.
func TestCopy(t *testing.T) {
	s := full(NewSymbols())
	was := s.Clone()
	c := full(NewSymbols()) // Copy replaces all that it holds
	c.Add([]byte("more text than s has"))
	c.Tokens = append(c.Tokens, c.Tokens...)
	like := c.Like
	c.Copy(s)
	if c.Like != like || was.Like != nil {
		t.Errorf("a copy has a sentence like it %p, want its own %p; a clone has %p, want none", c.Like, like, was.Like)
	}
	c.Like, s.Like = nil, nil
	copied, want := reflect.ValueOf(c).Elem(), reflect.ValueOf(was).Elem()
	for i := range want.NumField() {
		name := want.Type().Field(i).Name
		switch field := copied.Field(i); {
		case name == "ints" || name == "spare" || name == "buf" || name == "mrs": // scratch memory
		case name != "Text" && field.Kind() == reflect.Slice && field.Pointer() == reflect.ValueOf(s).Elem().Field(i).Pointer():
			t.Errorf("%s is shared", name)
		case name == "MRS" && field.Pointer() == reflect.ValueOf(s).Elem().Field(i).Pointer():
			t.Errorf("%s is shared", name)
		case fmt.Sprint(field) != fmt.Sprint(want.Field(i)) && name != "MRS":
			t.Errorf("%s: %v, want %v", name, field, want.Field(i))
		}
	}
	if !reflect.DeepEqual(c.MRS, s.MRS) {
		t.Errorf("MRS: %v, want %v", c.MRS, s.MRS)
	}
	c.Add([]byte("x"))
	c.Tokens[0].Parent++
	if !reflect.DeepEqual(s, was) {
		t.Error("changing the copy changed the original")
	}
}

// TestAppendMissing: a joined sentence is missing only where both halves are.
func TestAppendMissing(t *testing.T) {
	for _, tt := range []struct{ a, b, want bool }{{true, false, false}, {false, true, false}, {true, true, true}} {
		a, b := &Sentence{Missing: tt.a, Failure: "no parse"}, &Sentence{Missing: tt.b}
		a.Append(b)
		if a.Missing != tt.want || a.Failure == "" {
			t.Errorf("%v and %v: missing %v, failure %q", tt.a, tt.b, a.Missing, a.Failure)
		}
	}
}
