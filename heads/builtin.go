package heads

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"assay/internal/nearest"
	"assay/internal/settings"
)

//go:embed tables
var files embed.FS

// Tables are the built-in head tables, in the order of the help text. To add one, add
// a line and its file.
var Tables = []Table{
	{Name: "lin", Title: "the sample entries of Lin's paper", Source: "Lin 1995, §4.3 (8)",
		Options: Options{Fallback: FirstScanned}, Relations: "lin"},
	{Name: "susanne", Title: "formtags of the SUSANNE corpus",
		Source: "after Sampson 1995, English for the Computer; ours",
		Options: Options{Fallback: NoPunctuation, Punctuation: []string{"YC", "YF", "YD", "YH", "YIL", "YIR", "YN",
			"YPL", "YPR", "YQ", "YS", "YTL", "YTR", "YX", "YE", "YG", "YB"}}},
	{Name: "xiao", Title: "a subset of Magerman's table, with Xiao's relations",
		Source: "Xiao 1997, figures 3.4 and 3.6, repaired", Relations: "xiao"},
	{Name: "magerman", Title: "Penn Treebank, decision-tree parser", Source: "Magerman 1995", Relations: "penn2malt"},
	{Name: "collins", Title: "Penn Treebank, head-driven models", Source: "Collins 1999, appendix A",
		Relations: "penn2malt"},
	{Name: "yamada-matsumoto", Title: "Penn Treebank, Penn2Malt",
		Source: "Yamada & Matsumoto 2003; Penn2Malt (Nivre)", Options: Options{Fallback: NoPunctuation},
		Relations: "penn2malt"},
	{Name: "negra", Title: "NEGRA, TIGER and TüBa-D/Z",
		Source: "edge labels HD (Brants et al. 2002); the rest is ours", Options: Options{Fallback: NoPunctuation}},
	{Name: "alpino", Title: "Alpino and Lassy", Source: "the order of relations (van Noord et al.)",
		Options: Options{Fallback: NoPunctuation, Separators: "0"}},
	{Name: "xbar", Title: "X, X' and XP", Source: "Xiao 1997, figures 3.7 and 3.8", Method: ByXBar,
		Options: Options{Separators: "0"}},
	{Name: "marked", Title: "heads that the treebank marks", Source: "edge labels HD, hd, H, Head",
		Options: Options{Fallback: NoPunctuation}},
	{Name: "kuebler", Title: "functions and topological fields (TüBa-D)", Source: "Kübler & Telljohann 2002, §3-4",
		Method: ByFields, Options: Options{Roots: LargestRoot, Separators: "="}},
}

// Names returns the names of the built-in tables.
func Names() []string {
	var out []string
	for _, t := range Tables {
		out = append(out, t.Name)
	}
	return out
}

// ByName returns the table with that name, with its rules read, or nil.
func ByName(name string) *Table {
	for _, table := range Tables {
		if table.Name != name {
			continue
		}
		if table.Method == ByRules {
			var err error
			if table.Rules, err = Read(table.Text(), table.Name); err != nil {
				panic("heads: " + err.Error())
			}
		}
		return &table
	}
	return nil
}

// Text returns the file of a built-in table, nil if the method needs none.
func (t *Table) Text() []byte {
	text, _ := files.ReadFile("tables/" + t.Name + ".heads")
	return text
}

// Load returns the built-in table with that name, else the one in the file with that
// name.
func Load(name string) (*Table, error) {
	if t := ByName(name); t != nil {
		return t, nil
	}
	text, cited, err := settings.Read(name, "entries of a head table")
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./\\") {
			return nil, &nearest.Error{Text: fmt.Sprintf("want a head table (%s) or a file, found %q",
				strings.Join(Names(), ", "), name), Name: name, Known: Names()}
		}
		return nil, err
	}
	rules, err := Read(text, name)
	if err != nil {
		return nil, err
	}
	if len(rules) == 0 {
		return nil, settings.Empty(name, "entries of a head table")
	}
	return &Table{Name: name, Title: "read from a file", Source: name, Rules: rules, cited: cited}, nil
}

// LoadRelations returns the built-in relation table with that name (penn2malt, lin, xiao), else the
// one in the file with that name.
func LoadRelations(name string) (*Relations, error) {
	if text, err := files.ReadFile("tables/" + name + ".relations"); err == nil {
		return ReadRelations(text, name)
	}
	text, cited, err := settings.Read(name, "entries of a relation table")
	if err != nil {
		return nil, err
	}
	r, err := ReadRelations(text, name)
	if err != nil {
		return nil, err
	}
	if len(r.Rows) == 0 {
		return nil, settings.Empty(name, "entries of a relation table")
	}
	r.cited = cited
	return r, nil
}
