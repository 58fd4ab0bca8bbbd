package edm

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/internal/settings"
	"assay/treebank"
)

// Weights of triples. The weight of a triple is the product of the weights of its
// class, its role or property, and the predicate at which it begins.
type Weights struct {
	Class [classes]float64
	Role  map[string]float64
	Prop  map[string]float64
	Pred  []PredWeight // the first matching entry applies
	Name  string       // name of the file in the signature
}

// A PredWeight is the weight of the predicates that match a pattern, in which a star
// matches any characters.
type PredWeight struct {
	Pattern string
	Weight  float64
}

// NoWeights gives weight 1 to all triples.
var NoWeights = Weights{Class: [classes]float64{1, 1, 1, 1, 1}}

// fine reports whether triples of one class can differ in weight.
func (w *Weights) fine() bool { return len(w.Role)+len(w.Prop)+len(w.Pred) > 0 }

// String returns the weights as they appear in signatures.
func (w Weights) String() string {
	var out strings.Builder
	for c, v := range w.Class {
		if c > 0 {
			out.WriteByte(',')
		}
		out.WriteString(number(v))
	}
	if w.Name != "" {
		out.WriteString("," + w.Name)
	}
	return out.String()
}

// ReadWeights reads a file of weights, in the spirit of EVALB's parameter files: one
// entry per line, a keyword and its values; # begins a comment.
//
//	CLASS NAME|ARG|PROP|CARG|TOP WEIGHT
//	ROLE ROLE WEIGHT
//	PROPERTY PROPERTY WEIGHT
//	PREDICATE PATTERN WEIGHT
//
// The role or property * covers all that are not named.
func ReadWeights(r io.Reader, file string) (Weights, error) {
	weights := NoWeights
	weights.Role, weights.Prop = map[string]float64{}, map[string]float64{}
	in := bufio.NewScanner(r)
	found := false
	for n := 1; in.Scan(); n++ {
		line, _, _ := strings.Cut(in.Text(), "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		found = true
		bad := func(want, found string) error {
			return &treebank.SyntaxError{File: file, Line: n, Want: want, Found: found}
		}
		if len(fields) != 3 {
			return weights, bad("a keyword, a name and a weight", fmt.Sprintf("%d words", len(fields)))
		}
		v, err := settings.Number(fields[2])
		if err != nil || v < 0 || v > 1e9 {
			return weights, bad("a weight from 0 to 1e9", fields[2])
		}
		switch strings.ToUpper(fields[0]) {
		case "CLASS":
			class := Class(0)
			for class < classes && class.String() != strings.ToUpper(fields[1]) {
				class++
			}
			if class == classes {
				return weights, bad("NAME, ARG, PROP, CARG or TOP", fields[1])
			}
			weights.Class[class] = v
		case "ROLE":
			weights.Role[strings.ToUpper(fields[1])] = v
		case "PROPERTY":
			weights.Prop[strings.ToUpper(fields[1])] = v
		case "PREDICATE":
			weights.Pred = append(weights.Pred, PredWeight{strings.ToLower(fields[1]), v})
		default:
			return weights, bad("CLASS, ROLE, PROPERTY or PREDICATE", fields[0])
		}
	}
	if !found && in.Err() == nil {
		return weights, settings.Empty(file, "weights")
	}
	return weights, in.Err()
}

// A weigher computes weights; it caches those of symbols.
type weigher struct {
	w     *Weights
	syms  *treebank.Symbols
	pred  map[treebank.Symbol]float64
	role  map[treebank.Symbol]float64
	props map[treebank.Symbol]float64
}

func newWeigher(w *Weights) *weigher {
	if !w.fine() {
		return &weigher{w: nil}
	}
	return &weigher{w: w}
}

func (g *weigher) start(syms *treebank.Symbols) {
	if g.syms != syms {
		g.syms = syms
		g.pred, g.role, g.props = map[treebank.Symbol]float64{}, map[treebank.Symbol]float64{}, map[treebank.Symbol]float64{}
	}
}

func (g *weigher) name(sentence *treebank.Sentence, node int32) float64 {
	if g.w == nil {
		return 1
	}
	g.start(sentence.Syms)
	symbol := sentence.Nodes[node].Label
	v, ok := g.pred[symbol]
	if !ok {
		v = 1
		for _, p := range g.w.Pred {
			if fits(p.Pattern, strings.ToLower(sentence.Name(symbol))) {
				v = p.Weight
				break
			}
		}
		g.pred[symbol] = v
	}
	return v
}

func (g *weigher) arg(s *treebank.Sentence, node int32, role treebank.Symbol) float64 {
	if g.w == nil {
		return 1
	}
	return g.name(s, node) * named(g.role, g.w.Role, s, role)
}

func (g *weigher) prop(s *treebank.Sentence, node int32, key treebank.Symbol) float64 {
	if g.w == nil {
		return 1
	}
	return g.name(s, node) * named(g.props, g.w.Prop, s, key)
}

// named returns the weight of a role or property, and keeps it in known.
func named(known map[treebank.Symbol]float64, weights map[string]float64, s *treebank.Sentence,
	symbol treebank.Symbol) float64 {
	v, ok := known[symbol]
	if !ok {
		if v, ok = weights[strings.ToUpper(s.Name(symbol))]; !ok {
			if v, ok = weights["*"]; !ok {
				v = 1
			}
		}
		known[symbol] = v
	}
	return v
}

// fits reports whether name matches pattern, in which * matches any characters.
func fits(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	if !strings.HasPrefix(name, parts[0]) {
		return false
	}
	name = name[len(parts[0]):]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(name, p)
		if i < 0 {
			return false
		}
		name = name[i+len(p):]
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}
