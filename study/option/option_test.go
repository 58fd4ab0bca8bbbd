package option

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/eval"
)

// run is a run with these options.
type run map[string]string

func (r run) Given(name string) bool  { _, ok := r[name]; return ok }
func (r run) Text(name string) string { return r[name] }

// all are the options of the two tables.
func all() []Option { return append(Inputs(&Options{}), Tables(&TableOptions{})...) }

// TestRows: every option has its own name and a description, and takes its default and each of its values.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	for _, x := range all() {
		if seen[x.Name] || x.Name != strings.ToLower(x.Name) || x.Doc == "" {
			t.Errorf("%s: twice, in capitals, or without a description", x.Name)
		}
		if seen[x.Name] = true; x.Short != "" && seen["-"+x.Short] {
			t.Errorf("%s: -%s is another option", x.Name, x.Short)
		}
		seen["-"+x.Short] = x.Short != ""
		if x.Default != "" && !slices.Contains(x.Values, x.Default) {
			t.Errorf("%s: the default %s is none of %q", x.Name, x.Default, x.Values)
		}
		for _, v := range x.Values {
			if err := x.Value.Set(v); err != nil || x.Value.String() != v || x.Check() != nil {
				t.Errorf("%s=%s: %v, %v, now %s", x.Name, v, err, x.Check(), x.Value)
			}
		}
		if x.Values == nil {
			continue
		}
		switch err := x.Value.Set("nosuch"); {
		case err != nil:
			t.Errorf("%s: %v", x.Name, err)
		case !x.Open && fmt.Sprint(x.Check()) != fmt.Sprintf("unknown value of option %s %q", x.Name, "nosuch"):
			t.Errorf("%s=nosuch: %v", x.Name, x.Check())
		case x.Open && x.Check() != nil:
			t.Errorf("%s: the command reads its values, and %v", x.Name, x.Check())
		}
	}
	if len(seen) < 45 {
		t.Errorf("only %d options", len(seen))
	}
}

// TestFields: each option sets a field of its own, and no other.
func TestFields(t *testing.T) {
	for i := range Inputs(&Options{}) {
		var o Options
		table := Inputs(&o)
		x := &table[i]
		before := fmt.Sprintf("%+v", o)
		value := "1"
		switch {
		case x.Values != nil:
			value = x.Values[len(x.Values)-1]
		case x.Value.Type() == "bool":
			value = "true"
		}
		if err := x.Value.Set(value); err != nil {
			t.Fatal(x.Name, err)
		}
		if fmt.Sprintf("%+v", o) == before {
			t.Errorf("%s sets no field", x.Name)
		}
		for j, y := range table {
			if empty := []string{"", "0", "false"}; j != i && !slices.Contains(empty, y.Value.String()) {
				t.Errorf("%s sets the field of %s", x.Name, y.Name)
			}
		}
	}
}

// TestIdle: no effect, and the reason, by command and by what else is given.
func TestIdle(t *testing.T) {
	for _, tt := range []struct {
		command, name string
		run           run
		want          string
	}{
		{"score", "by", nil, ""},
		{"score", "by", run{"runs": "a"}, "--by does not go with an experiment; score the files of one treebank with it"},
		{"errors", "by", run{"runs": "a"}, ""},
		{"show", "by", nil, "--by has no effect here: show draws sentences, and counts nothing"},
		{"check", eval.OnErrorOption, nil, "--on-error has no effect here: check asks about items, and counts no scores"},
		{"agree", Common, nil, "--common does not go with agree"},
		{"compare", CommonWith, run{"table": "a"},
			"--common-with does not go with an experiment; score the files of one treebank with it"},
		{"score", "missing", nil, "--missing has no effect here: it goes with --table or --runs"},
		{"score", "missing", run{"gold": "a"}, ""},
		{"slices", "center", run{"table": "a"}, "--center has no effect here: the first run of each treebank is searched"},
		{"merge", "center", nil, ""},
	} {
		got := ""
		for _, x := range all() {
			for i := range x.Idle {
				if x.Name == tt.name && x.Idle[i].Holds(tt.command, tt.run) {
					got += x.Idle[i].Refusal("--" + x.Name)
				}
			}
		}
		if got != tt.want {
			t.Errorf("%s --%s with %v: %q, want %q", tt.command, tt.name, tt.run, got, tt.want)
		}
	}
}

// TestCite: signatures have the options that decide which sentences are kept, in the order of the table.
func TestCite(t *testing.T) {
	o := Options{IgnoreMissing: "gold", Common: true, CommonWith: []string{"x/a.mrg", "b.mrg"}}
	want := "ignore-missing:gold common common-with:a.mrg common-with:b.mrg"
	if got := strings.Join(Cite(Inputs(&o)), " "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := Cite(Inputs(&Options{Align: "text", OnError: "skip", Jobs: 3})); got != nil {
		t.Errorf("%q, want nothing", got)
	}
}

// TestValues: each kind of value reads and refuses texts.
func TestValues(t *testing.T) {
	var (
		text, joined, score string
		several, list       []string
		on                  bool
		n, least, bytes, k  int
		seed                uint64
		points              float64
	)
	for _, tt := range []struct {
		value Value
		texts string // given one after the other
		want  string // the value, or the error
	}{
		{Text(&text), "a b", "b"},
		{Texts(&several), "a,b c", "a,b,c"},
		{Joined(&joined), "a,b c", "a,b,c"},
		{List(&list), "a,b c", "a,b,c"},
		{Switch(&on), "true", "true"},
		{Whole(&n), "-3", "-3"},
		{Positive(&least), "0", "want a number from 1"},
		{Positive(&least), "7", "7"},
		{Seed(&seed), "18446744073709551615", "18446744073709551615"},
		{Decimal(&points), "0.5", "0.5"},
		{Decimal(&points), "NaN", "want a number"},
		{Megabytes(&bytes), "64", "64"},
		{Megabytes(&bytes), "0", "want a number of megabytes from 1"},
		{oracle{&k, &score}, "5:uas", "5:uas"},
		{oracle{&k, &score}, "0", "want a number from 1, or with a score, such as 10:recall"},
	} {
		got := ""
		for text := range strings.FieldsSeq(tt.texts) {
			if got = fmt.Sprint(tt.value.Set(text)); got == "<nil>" {
				got = tt.value.String()
			}
		}
		if got != tt.want {
			t.Errorf("%T %q: %s, want %s", tt.value, tt.texts, got, tt.want)
		}
	}
	if bytes != 64<<20 || len(several) != 2 || len(list) != 3 {
		t.Errorf("%d bytes, %q, %q", bytes, several, list)
	}
}

// TestShown: help shows a placeholder, the values, or the first three of many.
func TestShown(t *testing.T) {
	var s string
	var on bool
	for _, tt := range []struct {
		option Option
		want   string
	}{
		{Option{Value: Text(&s)}, "WORD"},
		{Option{Value: Text(&s), Want: "FILE"}, "FILE"},
		{Option{Value: Text(&s), Values: []string{"a", "b"}}, "a|b"},
		{Option{Value: Text(&s), Values: []string{"analytic", "poisson", "bootstrap", "none"}}, "analytic|poisson|bootstrap|..."},
		{Option{Value: Switch(&on)}, ""},
		{Option{Value: Decimal(new(float64))}, "X"},
		{Option{Value: Whole(new(int))}, "N"},
		{Option{Value: Megabytes(new(int))}, "MB"},
	} {
		if got := tt.option.Shown(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.option, got, tt.want)
		}
	}
}
