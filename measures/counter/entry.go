package counter

import (
	"fmt"
	"hash/fnv"
	"os"
	"strings"

	"assay/internal/settings"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure counter.
var Entry = entry.Entry{
	Name:   "counter",
	Title:  "clauses of discourse representation structures (DRS)",
	Source: "van Noord et al. 2018; DRS_parsing 190838f counter.py, clf_referee.py",
	Doc: `Clauses of both structures are compared under one mapping of their variables, the
one-to-one mapping with the most matches; proven is the share of pairs where a proof
shows that, f1_upper the greatest possible f1.
precision = matched / system, recall = matched / gold, f1 of both, not rounded
before. Roles XOf count as inverted X; clauses REF count only if their variable is in no
other clause of the box; equal clauses count once.
A structure that is not well formed cannot be scored and counts as empty (ill=...
for another choice). Boxes without any relation are well formed, as for clf_referee.py;
a box apart from related ones is not. -p gives WordNet synsets: the folder of WordNet 3.0 (index.noun,
data.noun ...), or a file of lines "lemma.pos.number TAB first name of the synset".
Concepts are compared by the first name of their synset, as counter.py does with its
table. Without it they are compared as they are written, and synonyms do not match.`,
	Needs:  treebank.Clauses,
	Suits:  treebank.Clauses,
	Params: "WordNet: its folder, or a table of synset names",
	Maker: entry.Bound[Options]{
		Load: func(o *Options, c entry.Config) (err error) {
			if c.Params != "" {
				o.Synsets, o.SynsetsName, err = synsets(c.Params)
			}
			return err
		},
		Settings: (*Options).Settings, Make: New,
	},
}

// synsets reads the first names of synsets from a WordNet folder or a table, and
// returns them with a name that changes with their contents.
func synsets(path string) (table map[string]string, name string, err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		if table, err = ReadWordNet(path); err != nil {
			return nil, "", err
		}
		return table, fmt.Sprintf("wordnet@%08x", tableHash(table)), nil
	}
	text, name, err := settings.Read(path, "lines of lemma.pos.number, a tab and a synset")
	if err != nil {
		return nil, "", err
	}
	table = map[string]string{}
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if key, first, ok := strings.Cut(line, "\t"); ok {
			table[key] = first
		} else if line != "" {
			return nil, "", fmt.Errorf("%s:%d: want lemma.pos.number, a tab and a synset, found %.40q", path, n+1, line)
		}
	}
	return table, name, nil
}

// tableHash returns a hash of a table that does not depend on the order of its entries.
func tableHash(table map[string]string) (sum uint32) {
	for key, first := range table {
		h := fnv.New32a()
		h.Write([]byte(key + "\t" + first))
		sum += h.Sum32()
	}
	return sum
}
