package experiment

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lazy"
	"assay/internal/natural"
)

// Glob finds the files of an experiment by patterns of paths, such as
// out/{system}/{treebank}.seed{run}.conllu and gold/{treebank}.conllu. A name in
// braces, and *, match any text within one part of a path. The treebanks are
// those of gold; a gold file belongs to no system.
func Glob(runs, gold string) (*Table, error) {
	runs, gold = filepath.ToSlash(filepath.Clean(runs)), filepath.ToSlash(filepath.Clean(gold))
	table := &Table{Name: runs}
	if err := checkPatterns(runs, gold); err != nil {
		return nil, err
	}
	golds, err := matches(gold, map[string]string{})
	if err != nil {
		return nil, err
	}
	if len(golds) == 0 {
		return nil, tableErrorf(gold, "quote it, so that the shell does not expand it",
			"no file matches the pattern of option gold")
	}
	seen := map[string]match{}
	isGold := map[string]bool{}
	for _, g := range golds {
		name := cmp.Or(g.named["treebank"], stem(g.path))
		if old, ok := seen[name]; ok {
			return nil, &TableError{Place: gold, Text: fmt.Sprintf("two files are gold of treebank %s: %s and %s", name,
				old.path, g.path)}
		}
		seen[name], isGold[g.path] = g, true
	}
	at := map[string]int{} // by path: index in Files
	for _, g := range golds {
		found, err := matches(runs, g.named)
		if err != nil {
			return nil, err
		}
		for _, match := range found {
			file := File{Gold: g.path, Path: match.path, Place: match.path, System: match.named["system"],
				Treebank: cmp.Or(g.named["treebank"], stem(g.path)), Run: cmp.Or(match.named["run"], "1")}
			i, ok := at[match.path]
			switch {
			case isGold[match.path]:
			case !ok:
				at[match.path] = len(table.Files)
				table.Files = append(table.Files, file)
			case len(file.Treebank) > len(table.Files[i].Treebank): // en-ewt-1 belongs to en-ewt even if en is a treebank too
				table.Files[i] = file
			}
		}
	}
	if len(table.Files) == 0 {
		return nil, tableErrorf(runs, "quote it, so that the shell does not expand it",
			"no file matches the pattern of option runs (gold has %d)", len(golds))
	}
	if err := table.Fill(); err != nil {
		return nil, err
	}
	for _, g := range golds {
		if !slices.ContainsFunc(table.Files, func(f File) bool { return f.Gold == g.path }) {
			table.Unused = append(table.Unused, g.path)
		}
	}
	for _, list := range [][]string{table.Systems, table.Treebanks, table.Runs} {
		slices.SortFunc(list, natural.Compare)
	}
	return table, nil
}

var braces = lazy.Regexp(`\{[^{}]*\}`)

func checkPatterns(runs, gold string) error {
	for _, p := range []struct {
		option, pattern string
		known           []string
	}{{"runs", runs, []string{"{system}", "{treebank}", "{run}"}}, {"gold", gold, []string{"{treebank}"}}} {
		for _, name := range braces().FindAllString(p.pattern, -1) {
			if !slices.Contains(p.known, name) {
				return &TableError{Place: p.pattern, Text: fmt.Sprintf("%s in the pattern of option %s; known are %s", name,
					p.option, strings.Join(p.known, ", "))}
			}
		}
	}
	if !strings.Contains(runs, "{system}") {
		return tableErrorf(runs, "", "the pattern of option runs wants {system} where the name of the system is")
	}
	if strings.Contains(runs, "{treebank}") != strings.Contains(gold, "{treebank}") {
		return tableErrorf(runs, "", "want {treebank} in the patterns of both option runs and option gold, or in none")
	}
	return nil
}

// A match is a file with the text that each name in braces matched.
type match struct {
	path  string
	named map[string]string
}

// matches finds the files of a pattern in which some names are already known.
func matches(pattern string, known map[string]string) ([]match, error) {
	var glob, expr strings.Builder
	var names []string
	expr.WriteString("^")
	for rest := pattern; rest != ""; {
		at := strings.IndexAny(rest, "{*")
		if at < 0 {
			at = len(rest)
		}
		glob.WriteString(escaped(rest[:at]))
		expr.WriteString(regexp.QuoteMeta(rest[:at]))
		if rest = rest[at:]; rest == "" {
			break
		}
		end := strings.IndexByte(rest, '}')
		if rest[0] == '*' || end < 0 {
			glob.WriteString("*")
			expr.WriteString("[^/]*")
			rest = rest[1:]
			continue
		}
		name := rest[1:end]
		rest = rest[end+1:]
		if value, ok := known[name]; ok {
			glob.WriteString(escaped(value))
			expr.WriteString(regexp.QuoteMeta(value))
			continue
		}
		names = append(names, name)
		glob.WriteString("*")
		expr.WriteString("([^/]+?)")
	}
	re, err := regexp.Compile(expr.String() + "$")
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(glob.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	slices.SortFunc(paths, natural.Compare)
	var out []match
	for _, path := range paths {
		found := re.FindStringSubmatch(filepath.ToSlash(path))
		if m := (match{path, map[string]string{}}); found != nil && m.name(names, found[1:]) {
			out = append(out, m)
		}
	}
	return out, nil
}

// name sets the names; it reports whether each name that occurs twice has one value.
func (m match) name(names, values []string) bool {
	for i, n := range names {
		if old, ok := m.named[n]; ok && old != values[i] {
			return false
		}
		m.named[n] = values[i]
	}
	return true
}

// escaped returns s in a form that a glob matches literally.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(s)
}
