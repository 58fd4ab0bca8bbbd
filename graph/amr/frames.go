package amr

import (
	"fmt"
	"strings"

	"assay/treebank"
)

// Frames names the core roles of predicates: Frames["control-01"]["arg2"] is "instrument".
// Concepts and core roles are in lower case.
type Frames map[string]map[string]string

// described are the words of descriptions that name a role, in the order of smatch++ at
// 81317b6 (graph_aspects.json): of several the last one counts.
var described = []struct{ words, role string }{
	{" cause ", "cause"},
	{" instrument ", "instrument"}, {" tool ", "instrument"}, {"instrumental", "instrument"},
	{" location ", "location"}, {" path ", "path"}, {" destination ", "destination"}, {" direction ", "direction"},
	{" owner ", "poss"}, {" possession ", "poss-of"},
	{" purpose ", "purpose"},
	{" quantity ", "quant"}, {" amount ", "quant"},
	{" time ", "time"}, {" duration ", "duration"}, {" frequency ", "frequency"},
	{" topic ", "topic"},
}

// ReadFrames reads the file of PropBank frames that smatch++ uses: a line for each
// predicate, with the descriptions of its arguments after two spaces each, as in
// "control-01  ARG0: controller  ARG2: instrument of control".
func ReadFrames(text string) (Frames, error) {
	frames := Frames{}
	for n, line := range strings.Split(strings.ToLower(text), "\n") {
		if line == "" {
			continue
		}
		parts := strings.Split(line, "  arg")
		roles := map[string]string{}
		for _, part := range parts[1:] {
			part = strings.ReplaceAll(strings.ReplaceAll(part, ", ", " "), ". ", " ")
			fields := strings.Split(part, ": ")
			if len(fields) < 2 {
				return nil, fmt.Errorf("%d: want a number, a colon and a description of the argument, found %.40q", n+1, "arg"+part)
			}
			text := " " + strings.Join(strings.Fields(fields[1]), " ") + " "
			for _, d := range described {
				if strings.Contains(text, d.words) {
					roles["arg"+fields[0]] = d.role
				}
			}
		}
		frames[parts[0]] = roles
	}
	return frames, nil
}

// Rename returns the triples with the roles that the frames of their predicates say, in
// memory of their own.
func (f Frames) Rename(triples []Triple, syms *treebank.Symbols) []Triple {
	roles := map[int32]map[string]string{}
	for i := range triples {
		if t := &triples[i]; t.Class == Instance {
			roles[t.Node] = f[syms.Name(t.Value)]
		}
	}
	out := append([]Triple(nil), triples...)
	for i := range out {
		t := &out[i]
		if t.Class != Relation && t.Class != Attribute || t.Turned {
			continue
		}
		if role, ok := roles[t.Node][syms.Name(t.Role)]; ok {
			t.Role = syms.InternString(role)
		}
	}
	return out
}
