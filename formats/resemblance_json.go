package formats

import (
	"bytes"
	"encoding/json"
	"io"
)

// A jsonKind is a tool whose JSON has some keys.
type jsonKind struct {
	what, remedy string
	keys         []string // all of them
}

// jsonKinds are tools in order; the first whose keys a file has counts.
var jsonKinds = []jsonKind{
	{"a notebook of Jupyter", "run it, and name the file that it writes", []string{"cells", "nbformat"}},
	{"JSON of CoreNLP", "run CoreNLP with -outputFormat conllu for dependencies; take trees with jq -r " +
		"'.sentences[].parse' FILE",
		[]string{"sentences", "basicDependencies"}},
	{"JSON of CoreNLP", "trees are in it: jq -r '.sentences[].parse' FILE", []string{"sentences", "parse", "index"}},
	{"JSON of the service UDPipe", "take the CoNLL-U out of it: jq -r .result FILE", []string{"model", "result",
		"acknowledgements"}},
	{"UIMA CAS JSON of INCEpTION", "export the documents as CoNLL-U, CoNLL-X or CoNLL 2009", []string{"%TYPES"}},
	{"JSON of AllenNLP's constituency parser", "trees are in it: jq -r .trees FILE > trees.mrg", []string{"trees",
		"spans", "class_probabilities"}},
	{"JSON of AllenNLP's constituency parser", "trees are in it: jq -r .trees FILE > trees.mrg", []string{"trees",
		"hierplane_tree"}},
	{"JSON of AllenNLP's dependency parser", allenDependencies, []string{"predicted_heads", "predicted_dependencies"}},
	{"JSON of AllenNLP's roles or open information extraction", allenRoles, []string{"verbs", "words"}},
	{"JSON of coreference without its words", e2e, []string{"clusters"}},
	{"JSON of a tagger of AllenNLP", "write a word and its tag on a line, an empty line after each sentence, for " +
		"option from=chunks",
		[]string{"tags", "words", "logits"}},
	{"JSON of LTP", "write CoNLL-X: a line for each word of cws, with pos, head and relation of dep", []string{"cws"}},
	{"JSON of HanLP", "write CoNLL-U with doc.to_conll(), trees with str(doc['con'])", []string{"tok/fine"}},
	{"JSON of HanLP", "write CoNLL-U with doc.to_conll(), trees with str(doc['con'])", []string{"tok", "dep"}},
	{"JSON of HanLP", "write CoNLL-U with doc.to_conll(), trees with str(doc['con'])", []string{"tok", "con"}},
	{"JSON of Trankit", "write CoNLL-U: trankit2conllu(doc)", []string{"sentences", "tokens", "dspan"}},
	{"JSON of Stanza", "write CoNLL-U: CoNLL.write_doc2conll(doc, 'FILE.conllu') of stanza.utils.conll",
		[]string{"upos", "deprel", "head"}},
	{"JSON of spaCy", "write CoNLL-U with the package spacy-conll", []string{"text", "tokens", "sents"}},
	{"JSON of spaCy", "write CoNLL-U with the package spacy-conll", []string{"tokens", "ents"}},
	{"JSON of displaCy", "write CoNLL-U with the package spacy-conll", []string{"words", "arcs"}},
	{"JSON of Prodigy", "write a word and its label on a line, an empty line after each sentence, for option " +
		"from=chunks", []string{"_input_hash"}},
	{"JSON of Label Studio", "export it as CoNLL 2003", []string{"annotations", "result"}},
	{"JSON of Doccano", "write a word and its label on a line, an empty line after each sentence " +
		"(doccano-transformer: conll2003), for option from=chunks",
		[]string{"text", "label"}},
	{"JSON of Doccano", "write a word and its label on a line, an empty line after each sentence " +
		"(doccano-transformer: conll2003), for option from=chunks",
		[]string{"text", "labels"}},
	{"JSON of Doccano", "write a word and its label on a line, an empty line after each sentence " +
		"(doccano-transformer: conll2003), for option from=chunks",
		[]string{"text", "entities"}},
	{"output of a tagger of Hugging Face", "write a word and its label on a line, an empty line after each sentence, " +
		"for option from=chunks; " +
		"aggregation_strategy='first' gives a label to each word", []string{"entity", "score", "word"}},
	{"output of a tagger of Hugging Face", "write a word and its label on a line, an empty line after each sentence, " +
		"for option from=chunks",
		[]string{"entity_group", "score"}},
	{"a data set of Hugging Face with tags as numbers",
		"write a word and the name of its label (features['ner_tags'].feature.names) on a line, " +
			"an empty line after each sentence, for option from=chunks", []string{"tokens", "ner_tags"}},
}

const (
	allenDependencies = "write CoNLL-X: jq -r '. as $s | (range(.words|length) as $i | [$i+1, $s.words[$i], \"_\", " +
		"$s.pos[$i], $s.pos[$i], \"_\", " +
		"$s.predicted_heads[$i], $s.predicted_dependencies[$i], \"_\", \"_\"] | @tsv), \"\"' FILE"
	allenRoles = "write columns, for option from=props: a line for each word, the verb in the first column, then a " +
		"column of brackets for each verb"
	e2e = "add the words, as lists in sentences or as tokens, for option from=clusters"
)

// mostTokens is the number of tokens of JSON that are read for their keys.
const mostTokens = 20000

// resemblingJSON names the tool whose JSON head is.
func resemblingJSON(head []byte) (Resemblance, bool) {
	text := bytes.TrimSpace(head)
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return Resemblance{}, false
	}
	if next := bytes.TrimSpace(text[1:]); len(next) > 0 && !bytes.ContainsRune([]byte(`"{[]}-0123456789tfn`),
		rune(next[0])) {
		return Resemblance{}, false // brackets of another notation
	}
	keys, whole := keysOf(text)
	for _, k := range jsonKinds {
		if hasAll(keys, k.keys) {
			return Resemblance{k.what, k.remedy, true}, true
		}
	}
	if !whole || len(keys) == 0 {
		return Resemblance{}, false
	}
	return Resemblance{"JSON", "of JSON assay reads graphs (mrp, and json of MRS, EDS, DMRS) and answers of language " +
		"models, " +
		"whose text is in a field: option from=answers:answer=FIELD", false}, true
}

func hasAll(keys map[string]bool, wanted []string) bool {
	for _, key := range wanted {
		if !keys[key] {
			return false
		}
	}
	return true
}

// keysOf returns the keys of all objects at the beginning of JSON, and whether its beginning is JSON: a value
// that is whole, or cut off by the end of the text.
func keysOf(text []byte) (keys map[string]bool, whole bool) {
	keys = map[string]bool{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	var open []bool // by depth: whether it is an object
	key := false    // whether the next string is a key
	for range mostTokens {
		token, err := decoder.Token()
		if err != nil {
			return keys, err == io.EOF || err == io.ErrUnexpectedEOF
		}
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				open, key = append(open, token == '{'), token == '{'
				continue
			}
			open = open[:len(open)-1]
			key = len(open) > 0 && open[len(open)-1]
		case string:
			if key {
				keys[token], key = true, false
				continue
			}
			key = len(open) > 0 && open[len(open)-1]
		default:
			key = len(open) > 0 && open[len(open)-1]
		}
	}
	return keys, true
}
