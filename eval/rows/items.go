package rows

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"

	"assay/eval"
)

// itemColumns are the columns of a file of items before those of keys and counts.
var itemColumns = []string{"metric", "system", "treebank", "run", "sentence", "id", "part", "outcome",
	"correct", "class", "gold", "system_item", "words", "gold_sentence", "gold_token"}

// itemNumbers are the columns of items that hold numbers.
var itemNumbers = sync.OnceValue(func() map[string]bool {
	return map[string]bool{"sentence": true, "correct": true, "gold_sentence": true, "gold_token": true}
})

// Items writes the items of a run while it goes on: a line each, with its contribution
// to each count. Collect and Collected go into eval.Options; with Settle, no items are
// held in memory. The rows of the sentences
// follow as comments when Writer.Add is called, so that a file of items can be merged as
// one of rows can.
type Items struct {
	w    *Writer
	name Name
	keys []eval.Key
	n    int // lines written
	err  error
	free chan []byte // memory of batches that are written
}

// Items returns the writer of the items of one result.
func (w *Writer) Items(name Name, keys []eval.Key) *Items {
	return &Items{w: w, name: name, keys: keys, free: make(chan []byte, 8)}
}

// Collect makes a collector for a batch.
func (l *Items) Collect() eval.Collector {
	b := &itemBatch{Items: l}
	for m := range l.w.head.Measures {
		b.labels = append(b.labels, label(l.w.head.Measures, m))
	}
	select {
	case b.text = <-l.free:
	default:
	}
	return b
}

// Collected takes a collector back and writes its items.
func (l *Items) Collected(c eval.Collector) {
	b := c.(*itemBatch)
	if l.err == nil {
		l.w.sum.Write(b.text)
		l.w.rows += b.rows
		l.n += b.rows
		_, l.err = l.w.out.Write(b.text)
	}
	select {
	case l.free <- b.text[:0]:
	default:
	}
	b.text = nil
}

// Written returns how many items were written, and the first error in writing.
func (l *Items) Written() (int, error) { return l.n, l.err }

// itemBatch renders the items of a batch.
type itemBatch struct {
	*Items
	pair   *eval.Pair
	text   []byte
	rows   int
	metric int      // of the last items
	begin  int      // of these, where they begin in text
	before int      // and how many rows were before them
	labels []string // of the measures
	fields []string
	counts []float64
	value  []byte
}

// Pair begins the next pair.
func (b *itemBatch) Pair(p *eval.Pair) { b.pair, b.metric = p, -1 }

// Drop forgets the items of a metric that could not count the pair after all.
func (b *itemBatch) Drop(metric int) {
	if metric == b.metric {
		b.text, b.rows, b.metric = b.text[:b.begin], b.before, -1
	}
}

// Item appends an item as a line.
func (b *itemBatch) Item(metric int, it *eval.Item) {
	if metric != b.metric {
		b.metric, b.begin, b.before = metric, len(b.text), b.rows
	}
	b.rows++
	measures := b.w.head.Measures
	id, correct, gold, system := "", "0", "", ""
	if g := b.pair.Gold; g.ID.Len > 0 {
		id = g.Str(g.ID)
	}
	if it.Outcome.Fine() {
		correct = "1"
	}
	if it.Gold.Kind != eval.None {
		b.value = b.pair.AppendRef(b.value[:0], b.pair.Gold, it.Gold)
		gold = string(b.value)
	}
	if it.System.Kind != eval.None {
		b.value = b.pair.AppendRef(b.value[:0], b.pair.System, it.System)
		system = string(b.value)
	}
	s, r := b.pair.Side(it)
	b.value = eval.AppendWords(b.value[:0], s, r)
	b.fields = append(b.fields[:0], b.labels[metric], b.name.System, b.name.Treebank, b.name.Run,
		strconv.Itoa(b.pair.N+1), id,
		it.Part, it.Outcome.String(), correct, it.Class, gold, system, string(b.value))
	b.fields = append(b.fields, goldPlace(b.pair, it)...)
	for _, k := range b.keys {
		b.value = k.Value(b.value[:0], b.pair, it)
		b.fields = append(b.fields, string(b.value))
	}
	b.counts = slices.Grow(b.counts[:0], len(measures[metric].Columns))[:len(measures[metric].Columns)]
	clear(b.counts)
	eval.AddTo(b.counts, it.Adds)
	if b.w.json {
		b.text = b.w.appendJSON(b.text, b.w.itemNames(), itemNumbers(), b.fields, metric, b.counts)
	} else {
		b.text = b.w.appendTSV(b.text, b.fields, metric, b.counts)
	}
	b.text = append(b.text, '\n')
}

// goldPlace returns the number of an item's sentence in gold, and of its first word in that
// sentence: alike for all systems, however they split sentences and words. A part of a graph
// and an item of the system alone have no word of gold.
func goldPlace(pair *eval.Pair, it *eval.Item) []string {
	number, at := pair.GoldPlace(it)
	if number == 0 {
		return []string{"", ""}
	}
	sentence, token := strconv.Itoa(number), ""
	if word := eval.FirstWord(pair.Gold, it.Gold); word >= 0 {
		token = strconv.Itoa(int(word-at.Begin) + 1)
	}
	return []string{sentence, token}
}

// appendCount appends a count; most are small whole numbers.
func appendCount(dst []byte, v float64) []byte {
	if n := int64(v); float64(n) == v && (n != 0 || !math.Signbit(v)) {
		return strconv.AppendInt(dst, n, 10)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// jsonText is a text as JSON, without escapes for HTML.
func jsonText(s string) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string can always be encoded
	return bytes.TrimRight(out.Bytes(), "\n")
}

// itemNames are the columns of a file of items without counts.
func (w *Writer) itemNames() []string {
	names := append([]string{}, itemColumns...)
	for _, k := range w.head.Keys {
		if slices.Contains(names, k) {
			k = "key_" + k
		}
		names = append(names, k)
	}
	return names
}
