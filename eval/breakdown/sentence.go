package breakdown

import (
	"strings"

	"assay/eval"
	"assay/treebank"
)

// The keys of this file describe whole sentences. Where a pair joins several sentences of
// gold, an item belongs to its own; the value of the whole pair is that of all of them.

func length(dst []byte, x look) []byte {
	at := x.p.GoldStretch(x.it)
	if n := int(at.End - at.Begin); n > 0 || !x.p.Gold.Missing {
		return x.number(dst, n)
	}
	return x.number(dst, len(x.p.System.Tokens))
}

func stretchLength(dst []byte, x look) []byte {
	n := len(x.p.Gold.Tokens)
	if n == 0 {
		n = len(x.whole().Tokens)
	}
	return x.number(dst, n)
}

// question looks for a question mark, a full-width or an Arabic one, in the last word other than
// quotation marks and brackets. A graph without words has its input.
func question(dst []byte, x look) []byte {
	s := x.whole()
	at := x.p.GoldStretch(x.it)
	last := string(s.Bytes(s.Input))
	for i := at.End - 1; i >= at.Begin && s == x.p.Gold; i-- {
		if last = strings.Trim(string(s.Word(i)), `"'”’»)]}`+"`"); last != "" && last != "-RRB-" {
			break
		}
	}
	if last == "" && at.End == at.Begin {
		return dst
	}
	if runes := []rune(last); strings.ContainsAny(string(runes[max(0, len(runes)-3):]), "?？؟") {
		return append(dst, "yes"...)
	}
	return append(dst, "no"...)
}

// tree appends the shape of the tree of one side.
func tree(dst []byte, look look) []byte {
	sentence := look.p.Gold
	if look.system {
		sentence = look.p.System
	}
	if sentence.Missing || len(sentence.Tokens) == 0 {
		return append(dst, "nothing"...)
	}
	if len(sentence.Arcs) == 0 && len(sentence.Phrases) > 0 {
		if sentence.Gaps {
			return append(dst, "discontinuous"...)
		}
		return append(dst, "continuous"...)
	}
	at, allowed := eval.Stretch{End: int32(len(sentence.Tokens))}, 1+len(sentence.Breaks)
	switch {
	case look.it == nil || len(sentence.Breaks) == 0:
	case look.system && look.word >= 0:
		at, allowed = eval.StretchOf(sentence, look.word), 1
	case !look.system:
		at = look.p.GoldStretch(look.it)
		allowed = 1
	}
	return append(dst, arcsShape(look.p.Shape(look.system), at, allowed)...)
}

// arcsShape names the shape of the tree of a sentence that may have so many roots.
func arcsShape(shape *treebank.Shape, at eval.Stretch, allowed int) string {
	switch words := shape.Census(at.Begin, at.End); {
	case words.Cycles > 0:
		return "cycle"
	case words.Unknown > 0:
		return "partial"
	case int(words.Roots) > allowed:
		return "several roots"
	case words.Crossing > 0:
		return "nonprojective"
	}
	return "projective"
}

func sentence(dst []byte, x look) []byte {
	return x.p.AppendName(dst)
}

func document(dst []byte, x look) []byte {
	return append(dst, x.p.DocumentOf(x.p.GoldStretch(x.it).N)...)
}

// genre appends the genre that a comment gives, or the beginning of the document's name.
func genre(dst []byte, x look) []byte {
	k := x.p.GoldStretch(x.it).N
	if g := x.p.GenreOf(k); g != "" {
		return append(dst, g...)
	}
	name := x.p.DocumentOf(k)
	if i := strings.IndexAny(name, "-_"); i > 0 {
		return append(dst, name[:i]...)
	}
	return dst
}

func file(dst []byte, x look) []byte {
	if x.p.Gold.File == "" {
		return append(dst, x.p.System.File...)
	}
	return append(dst, x.p.Gold.File...)
}
