package soft

import (
	"assay/check/adjudicate"
	"assay/eval"
	"assay/treebank"
)

// A lookup finds the decisions on the items of a sentence. It serves one goroutine.
type lookup struct {
	check *Check
	name  []byte
	item  []byte
}

// sentence begins a sentence, and reports whether anything was decided in it.
func (l *lookup) sentence(p *eval.Pair) bool {
	l.name = p.AppendName(l.name[:0])
	return l.check.touched[string(l.name)]
}

// verdict is the decision on an item, "" if there is none.
func (l *lookup) verdict(pair *eval.Pair, it *eval.Item) adjudicate.Verdict {
	look := func(side string, s *treebank.Sentence, r eval.Ref) adjudicate.Verdict {
		if r.Kind == eval.None {
			return ""
		}
		l.item = pair.AppendRef(l.item[:0], s, r)
		return l.check.verdicts[adjudicate.Key{Sentence: string(l.name), Side: side, Item: string(l.item)}].on(it)
	}
	if !l.check.touched[string(l.name)] {
		return ""
	}
	if v := look("system", pair.System, it.System); v != "" {
		return v
	}
	if it.Outcome != eval.Correct { // gold's side of a wrong item says nothing of the system's
		return ""
	}
	return look("gold", pair.Gold, it.Gold)
}

// unlabelled is the decision on an item of people who were not asked about its label, ""
// if there is none.
func (l *lookup) unlabelled(pair *eval.Pair, it *eval.Item) adjudicate.Verdict {
	if it.System.Kind == eval.None || !l.check.touched[string(l.name)] {
		return ""
	}
	l.item = pair.AppendRef(l.item[:0], pair.System, it.System.Unlabelled())
	return l.check.verdicts[adjudicate.Key{Sentence: string(l.name), Side: "system", Item: string(l.item)}].decision
}
