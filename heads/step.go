package heads

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"assay/eval"
	"assay/prep"
	"assay/treebank"
)

// A choice is an option with named values, the default first.
type choice struct {
	key    string
	values []string
	doc    string
	get    func(*Options) int
	set    func(*Options, int)
}

var choices = []choice{
	{"search", []string{"list", "child"}, "order of the search: label by label of the list, or child by child",
		func(o *Options) int { return int(o.Search) }, func(o *Options, v int) { o.Search = Search(v) }},
	{"lines", []string{"all", "first", "last", "flat"}, "what several lines of one label mean",
		func(o *Options) int { return int(o.Lines) }, func(o *Options, v int) { o.Lines = Lines(v) }},
	{"direction", []string{"kept", "swapped"}, "whether left and right of the table are exchanged",
		func(o *Options) int { return number(o.Swap) }, func(o *Options, v int) { o.Swap = v == 1 }},
	{"fallback", []string{"first", "no-punctuation", "avoid-punctuation"},
		"where no label is found: the first child in the direction, the first that is not punctuation, or punctuation " +
			"passed over everywhere",
		func(o *Options) int { return int(o.Fallback) }, func(o *Options, v int) { o.Fallback = Fallback(v) }},
	{"missing", []string{"left", "right", "error", "unattached"},
		"a label that the table does not have: the first child in that direction, the sentence is refused, or nothing " +
			"in the phrase is attached",
		func(o *Options) int { return int(o.Missing) }, func(o *Options, v int) { o.Missing = Missing(v) }},
	{"coordination", []string{"plain", "shift", "stanford", "first", "chain"},
		"the head of a coordination: as the table says, Collins's shift, the same with CoreNLP's fault, the first " +
			"conjunct, a chain from the first conjunct",
		func(o *Options) int { return int(o.Coordination) }, func(o *Options, v int) { o.Coordination = Coordination(v) }},
	{"roots", []string{"one", "all", "largest"},
		"several trees in a sentence: no head is known, each has a root, the largest has one",
		func(o *Options) int { return int(o.Roots) }, func(o *Options, v int) { o.Roots = Roots(v) }},
	{"stranded", []string{"after", "before", "attach"},
		"a preposition without its phrase: it and the children after it are not attached, before it, or all are",
		func(o *Options) int { return int(o.Stranded) }, func(o *Options, v int) { o.Stranded = Stranded(v) }},
	{"marks", []string{"named", "table"},
		"punctuation beside the tree below a wrapper: attached if the table names it there, or always",
		func(o *Options) int { return int(o.Marks) }, func(o *Options, v int) { o.Marks = Marks(v) }},
	{"predicate", []string{"cmpl", "pred"}, "xbar: what the complement of I is called",
		func(o *Options) int { return number(o.Predicate) }, func(o *Options, v int) { o.Predicate = v == 1 }},
	{"conjunct", []string{"whole", "own", "split"},
		"kuebler: a conjunct has the label of the coordination, its own (KONJ), or that of the coordination and a " +
			"split one (OAK) its own",
		func(o *Options) int { return int(o.Conjunct) }, func(o *Options, v int) { o.Conjunct = Conjunct(v) }},
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// OptionDoc describes one option for the help text.
type OptionDoc struct {
	Key    string
	Values []string // the default first
	Doc    string
}

// OptionDocs lists the options of a specification, for the help text.
func OptionDocs() (out []OptionDoc) {
	for _, c := range choices {
		out = append(out, OptionDoc{c.key, c.values, c.doc})
	}
	return append(out, OptionDoc{"separators", nil,
		"the characters at which function tags begin in labels (default -=|); 0 is none"},
		OptionDoc{"root", nil, "the label of the dependency of a root (default none), as a dependency treebank has it"},
		OptionDoc{"punctuation", nil, "the tags of punctuation, separated by blanks"},
		OptionDoc{"prepositions", nil, "the tags of prepositions, separated by blanks (default " +
			strings.Join(DefaultPrepositions, " ") + ")"},
		OptionDoc{"wrappers", nil, "labels, separated by +, of nodes that only hold the trees of a sentence together: " +
			"of several children none is attached (default " + strings.Join(DefaultWrappers, "+") + "; none for none)"})
}

// ParseSpec reads NAME|FILE[:KEY=VALUE]..., the value of the option --heads, such as
// collins:coordination=shift.
func ParseSpec(spec string) (*Table, Options, error) {
	name, rest, _ := strings.Cut(spec, ":")
	table, err := Load(name)
	if err != nil {
		return nil, Options{}, err
	}
	opt := table.Options
	for rest != "" {
		var part string
		part, rest, _ = strings.Cut(rest, ":")
		if err := opt.set(part); err != nil {
			return nil, opt, err
		}
	}
	return table, opt, nil
}

func (o *Options) set(part string) error {
	key, value, _ := strings.Cut(part, "=")
	switch key {
	case "separators":
		o.Separators = value
		return nil
	case "root":
		o.RootLabel = value
		return nil
	case "punctuation":
		o.Punctuation = strings.Fields(value)
		return nil
	case "prepositions":
		o.Prepositions = append([]string{}, strings.Fields(value)...)
		return nil
	case "wrappers":
		o.Wrappers = strings.Split(value, "+")
		return nil
	}
	var keys []string
	for _, choice := range choices {
		if choice.key == key {
			v := slices.Index(choice.values, value)
			if v < 0 {
				return fmt.Errorf("option %s of heads: want %s, found %q", key, strings.Join(choice.values, ", "), value)
			}
			choice.set(o, v)
			return nil
		}
		keys = append(keys, choice.key)
	}
	return fmt.Errorf("option of heads: want %s, separators, root, punctuation, prepositions, wrappers, found %q",
		strings.Join(keys, ", "), key)
}

// signature lists every option that affects a conversion, including defaults.
func (o *Options) signature(table *Table) string {
	var out strings.Builder
	for _, choice := range choices {
		switch {
		case choice.key == "predicate" && table.Method != ByXBar,
			choice.key == "conjunct" && table.Method != ByFields,
			table.Method != ByRules && !slices.Contains([]string{"roots", "predicate", "conjunct"}, choice.key):
			continue
		}
		fmt.Fprintf(&out, "|%s:%s", choice.key, choice.values[choice.get(o)])
	}
	if o.Separators != "" {
		fmt.Fprintf(&out, "|separators:%s", o.Separators)
	}
	if o.RootLabel != "" {
		fmt.Fprintf(&out, "|root:%s", o.RootLabel)
	}
	if o.Punctuation != nil {
		fmt.Fprintf(&out, "|punctuation:%s", strings.Join(o.Punctuation, " "))
	}
	if o.Wrappers != nil {
		fmt.Fprintf(&out, "|wrappers:%s", strings.Join(o.Wrappers, "+"))
	}
	if o.Prepositions != nil {
		fmt.Fprintf(&out, "|prepositions:%s", strings.Join(o.Prepositions, " "))
	}
	return out.String()
}

// A Conversion turns the phrases of sentences into dependencies before they are
// counted. It is an eval.Step, and counts the coverage of its tables.
type Conversion struct {
	Table     *Table
	Options   Options
	Relations *Relations // nil means the functions of the tree
	Side      string     // "gold" or "system" if only one side is converted; else ""

	mu   sync.Mutex
	made []*Converter // whose coverage counts
}

// ManyRoots reports whether a converted sentence may have several roots: the conjuncts of a
// coordination that is a whole sentence have one each (Kübler & Telljohann 2002, §4, rule 1).
func (c *Conversion) ManyRoots() bool {
	return c.Table.Method == ByFields || c.Options.Roots == AllRoots
}

// Clone returns a Conversion with the same tables and no counts.
func (c *Conversion) Clone() *Conversion {
	return &Conversion{Table: c.Table, Options: c.Options, Relations: c.Relations, Side: c.Side}
}

// Coverage returns the coverage of Converter.Coverage, summed over all runs since
// Forget. Call it after a run.
func (c *Conversion) Coverage() (rows []Coverage, all Coverage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var s summary
	for _, conv := range c.made {
		s.add(conv.ordered)
	}
	return s.sorted(), s.all
}

// Bare returns the number of converted sentences in which no word has a head, since Forget. Call it after a run.
func (c *Conversion) Bare() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conv := range c.made {
		n += conv.bare
	}
	return n
}

// Labelled returns the number of dependencies labelled by the relation table, and
// their total number, since Forget. Call it after a run.
func (c *Conversion) Labelled() (labelled, links int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conv := range c.made {
		rows, _, none := conv.RelationCoverage()
		for _, n := range rows {
			labelled += n
		}
		for _, n := range none {
			links += n
		}
	}
	return labelled, labelled + links
}

// Forget resets the counts for the next run.
func (c *Conversion) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made = nil
}

// Step returns the conversion for the values of --heads and --relations. An empty
// relations means the relation table of the head table, if it has one, else the functions
// in the tree, as does "functions".
//
// Words that are not in the text are removed first, as by prep.RemoveEmpties.
// Sentences without phrases stay unchanged, so that one side may consist of
// dependencies already.
func Step(spec, relations string) (*Conversion, error) {
	table, opt, err := ParseSpec(spec)
	if err != nil {
		return nil, err
	}
	conversion := &Conversion{Table: table, Options: opt}
	if relations == "" {
		relations = table.Relations
	}
	if relations != "" && relations != "functions" {
		if conversion.Relations, err = LoadRelations(relations); err != nil {
			return nil, err
		}
	}
	return conversion, nil
}

var _ eval.Step = (*Conversion)(nil)

// Signature names the table, the relations and every option, and files by name and
// digest.
func (c *Conversion) Signature() string {
	sig := "heads:"
	if c.Side != "" {
		sig = c.Side + "-heads:"
	}
	sig += cmp.Or(c.Table.cited, c.Table.Name) + c.Options.signature(c.Table)
	if c.Relations != nil {
		sig += "|relations:" + cmp.Or(c.Relations.cited, c.Relations.Name)
	}
	return sig
}

// New returns the conversion for one goroutine.
func (c *Conversion) New() func(*treebank.Sentence) error {
	conv := NewConverter(c.Table, c.Options, c.Relations)
	c.mu.Lock()
	c.made = append(c.made, conv)
	c.mu.Unlock()
	empties := prep.RemoveEmpties.New()
	return func(sentence *treebank.Sentence) error {
		if len(sentence.Phrases) == 0 && len(sentence.Arcs) > 0 {
			return nil
		}
		if err := empties(sentence); err != nil {
			return err
		}
		return conv.Convert(sentence)
	}
}
