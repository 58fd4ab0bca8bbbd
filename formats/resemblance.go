package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"assay/formats/chunks"
	"assay/formats/disrpt"
	"assay/internal/lazy"
	"assay/treebank"
)

// A Resemblance says what a file that no format reads looks like, and how its analyses become a file that one reads.
type Resemblance struct {
	What   string // a noun with its article, as in "a zip archive"
	Remedy string
	// Sure says that the kind is known by a mark, such as the first bytes of an archive, not by the look of some lines.
	Sure bool
}

// Resembling returns what head, the beginning of a file, looks like.
func Resembling(head []byte) (r Resemblance, ok bool) {
	for _, kind := range kinds() {
		if kind.marks(head) {
			return Resemblance{kind.what, kind.remedy, true}, true
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return Resemblance{"binary data", "no format of assay is binary: write the analyses as text", true}, true
	}
	if r, ok := resemblingColumns(head); ok {
		return r, true
	}
	if r, ok := resemblingJSON(head); ok {
		return r, true
	}
	if r, ok := resemblingXML(head); ok {
		return r, true
	}
	return resemblingText(head)
}

// A kind is a kind of files that begin with a mark.
type kind struct {
	what, remedy string
	marks        func(head []byte) bool
}

// begins returns a mark: one of some beginnings.
func begins(marks ...string) func([]byte) bool {
	return func(head []byte) bool {
		return slices.ContainsFunc(marks, func(mark string) bool { return bytes.HasPrefix(head, []byte(mark)) })
	}
}

// holds returns a mark: a beginning and, within the first kilobytes, one of some strings.
func holds(begin string, marks ...string) func([]byte) bool {
	return func(head []byte) bool {
		return bytes.HasPrefix(head, []byte(begin)) && containsAny(head[:min(len(head), 4<<10)], marks...)
	}
}

func containsAny(text []byte, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return bytes.Contains(text, []byte(mark)) })
}

const (
	zipMark  = "PK\x03\x04"
	exported = "export the analyses as text"
	unpacked = "unpack it, and name the files or their folder"
)

// kinds are the kinds that a mark shows; the first that fits counts.
var kinds = sync.OnceValue(func() []kind {
	return []kind{
		{"a spreadsheet or a text document (Office)", "save it as text in UTF-8, a spreadsheet with tabs between its " +
			"columns",
			holds(zipMark, "[Content_Types].xml", "word/", "xl/", "mimetypeapplication/vnd.oasis")},
		{"a project of INCEpTION or WebAnno", "unpack it and name the files of annotation/; export them as CoNLL-U, " +
			"CoNLL-X or CoNLL 2009, not as WebAnno TSV",
			holds(zipMark, "exportedproject.json", "annotation_ser/", "TypeSystem.xml")},
		{"a model or arrays of Python (PyTorch, NumPy)", "write the parser's analyses as text", holds(zipMark,
			"data.pkl", ".npy")},
		{"a zip archive", unpacked + ": unzip -d FOLDER FILE", begins(zipMark, "PK\x05\x06")},
		{"a tar archive", unpacked + ": tar -xf FILE", func(head []byte) bool {
			return len(head) > 262 && string(head[257:262]) == "ustar"
		}},
		{"a 7-Zip archive", unpacked, begins("7z\xbc\xaf\x27\x1c")},
		{"a RAR archive", unpacked, begins("Rar!\x1a\x07")},
		{"a PDF document", exported, begins("%PDF-")},
		{"a PostScript document", exported, begins("%!PS")},
		{"a picture", exported, begins("\x89PNG", "GIF8", "\xff\xd8\xff")},
		{"an old Office document", "save it as text in UTF-8", begins("\xd0\xcf\x11\xe0")},
		{"a SQLite database", "export the analyses as text; a data base of decisions is named with option db",
			begins("SQLite format 3")},
		{"a table of Parquet or Arrow", "write its column of analyses as text: with pandas, print(*table.COLUMN, " +
			"sep='\\n')", begins("PAR1", "ARROW1", "FEA1")},
		{"an array of NumPy", exported, begins("\x93NUMPY")},
		{"a file of HDF5", exported, begins("\x89HDF")},
		{"a pickle of Python", "write the analyses as text: trees with str(tree), dependencies as CoNLL-U",
			begins("\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05")},
		{"compressed data of zlib, as spaCy's DocBin", "write the documents as CoNLL-U (spacy-conll), or as JSON with " +
			"doc.to_json()",
			begins("x\x9c", "x\x01", "x\xda")},
		{"a program", "name the file that it writes", begins("\x7fELF", "MZ\x90")},
		{"text in UTF-32", "recode it: iconv -f utf-32 -t utf-8 FILE", begins("\xff\xfe\x00\x00", "\x00\x00\xfe\xff")},
		{"text in UTF-16", "recode it: iconv -f utf-16 -t utf-8 FILE", begins("\xff\xfe", "\xfe\xff")},
		{"text in UTF-16 without its byte order mark", "recode it: iconv -f utf-16le -t utf-8 FILE (or utf-16be)", wide},
		{"a web page (HTML)", "download the file itself; a page of GitHub has it under Raw", func(head []byte) bool {
			text := bytes.ToLower(bytes.TrimSpace(head[:min(len(head), 1<<10)]))
			return bytes.HasPrefix(text, []byte("<!doctype html")) || bytes.HasPrefix(text, []byte("<html"))
		}},
		{"a pointer of Git LFS", "the file itself is not here: git lfs pull fetches it",
			begins("version https://git-lfs.github.com/")},
		{"a pointer of git-annex", "the file itself is not here: git annex get FILE fetches it", begins("/annex/objects/")},
		{"a difference of two files", "apply it with patch, and name the file", begins("diff -"+"-git ", "--- a/")},
		{"WebAnno TSV", "export the documents of INCEpTION or WebAnno as CoNLL-U, CoNLL-X or CoNLL 2009",
			begins("#FORMAT=WebAnno TSV")},
		{"derivations of CCGbank", "assay has no format for CCG; score their dependencies or trees in another format",
			begins("ID=wsj_", "ID=1 PARSER=")},
		{"the text output of CoreNLP", "run CoreNLP with -outputFormat conllu for dependencies; or with -outputFormat " +
			"json, and take the trees: " +
			"jq -r '.sentences[].parse' FILE", func(head []byte) bool {
			return bytes.HasPrefix(head, []byte("Sentence #1 (")) || bytes.Contains(head[:min(len(head), 4<<10)],
				[]byte("\nSentence #1 ("))
		}},
		{"trees of Collins' parser", "make brackets of them: grep '^(TOP' FILE | sed -E 's/\\(([^ ~]+)~[^ ]*/(\\1/g; " +
			"s#([^ ()]+)/([^ ()/]+)#(\\2 \\1)#g'", func(head []byte) bool { return collins().Match(head) }},
		{"derivations (UDF) of the LKB, ACE or PET", "score the meanings: the profile of [incr tsdb()], or MRS or EDS " +
			"that the parser writes (ace -Tf)",
			func(head []byte) bool { return derivation().Match(head) }},
		{"AMR as triples", "write PENMAN, with the Python package penman: " +
			"penman.encode(penman.Graph(penman.parse_triples(text)))",
			func(head []byte) bool { return amrTriple().Match(head) }},
		{"dependency triples of Alpino", "let Alpino write its XML: -end_hook=xml",
			func(head []byte) bool { return alpinoTriple().Match(head) }},
		{"drawings of trees", "write the analyses as CoNLL-U or as trees in brackets", func(head []byte) bool {
			return containsAny(head[:min(len(head), 4<<10)], "──", "┌─", "└─")
		}},
		{"a message of Python, no analyses", "the parser ended with an error; its text follows in the file",
			begins("Traceback (most recent call last)")},
		{"a message of Java, no analyses", "the parser ended with an error; its text follows in the file",
			begins("Exception in thread")},
		{"a script", "name the file that it writes", begins("#!/")},
		{"LaTeX", "assay reads no LaTeX; \\Tree and forest have the trees in brackets", begins("\\documentclass",
			"\\begin{", "\\Tree", "%&latex")},
	}
})

var (
	collins      = lazy.Regexp(`^(PROB \d+ -\d|\([A-Z0-9]+~\S+~\d+~\d+ )`)
	derivation   = lazy.Regexp(`^\s*\((\S+\s+\()?\d+ \S+ -?[\d.]+(e-?\d+)? \d+ \d+\s*\(`)
	amrTriple    = lazy.Regexp(`^(#.*\n|\s)*instance\([^\s,()]+, ?[^\s()]+\)( \^)?\s`)
	alpinoTriple = lazy.Regexp(`^\S+/\[\d+,\d+\]\|\S+\|\S+/\[\d+,\d+\]`)
)

// wide reports whether head is ASCII in units of two bytes.
func wide(head []byte) bool {
	head = head[:min(len(head)&^1, 256)]
	if len(head) < 8 {
		return false
	}
	even, odd := 0, 0
	for i := 0; i < len(head); i += 2 {
		if head[i] == 0 {
			even++
		}
		if head[i+1] == 0 {
			odd++
		}
	}
	return 4*even > len(head) && odd == 0 || 4*odd > len(head) && even == 0
}

// An xmlKind is a tool whose files have a root element.
type xmlKind struct{ root, what, remedy string }

var xmlKinds = []xmlKind{
	{"root", "XML of CoreNLP", "run CoreNLP with -outputFormat conllu for dependencies; trees are in its elements " +
		"parse"},
	{"NAF", "XML of the format NAF", "write its analyses as CoNLL-U or as trees in brackets"},
	{"FoLiA", "XML of the format FoLiA", "write its analyses as CoNLL-U or as trees in brackets"},
	{"D-Spin", "XML of the format TCF (WebLicht)", "export it from WebLicht as CoNLL-U or as trees in brackets"},
	{"xml4nlp", "XML of LTP", "write CoNLL-X: a line for each word, with id + 1, cont, pos, parent + 1 and relate"},
	{"TEI", "XML of the Text Encoding Initiative", "write its analyses as CoNLL-U or as trees in brackets"},
	{"TEI.2", "XML of the Text Encoding Initiative", "write its analyses as CoNLL-U or as trees in brackets"},
	{"xmi:XMI", "UIMA CAS XMI, as INCEpTION, WebAnno and DKPro write it", "export the documents as CoNLL-U, CoNLL-X " +
		"or CoNLL 2009"},
	{"paula", "XML of the format PAULA", "convert it with Pepper"},
	{"collection", "XML of the format BioC", "convert it to columns with labels"},
	{"pml", "XML of the Prague Markup Language (PML)", "convert it to CoNLL-U, such as with Treex"},
}

var xmlRoot = lazy.Regexp(`<([A-Za-z_][\w.:-]*)`)

// resemblingXML names the tool whose XML head is.
func resemblingXML(head []byte) (Resemblance, bool) {
	text := bytes.TrimSpace(head)
	if len(text) == 0 || text[0] != '<' {
		return Resemblance{}, false
	}
	found := xmlRoot().FindSubmatch(text)
	if found == nil || !bytes.HasPrefix(text, []byte("<?xml")) && !bytes.Contains(text,
		[]byte("</")) && !bytes.Contains(text, []byte("/>")) {
		return Resemblance{}, false
	}
	root := string(found[1])
	for _, k := range xmlKinds {
		if k.root == root {
			return Resemblance{k.what, k.remedy, true}, true
		}
	}
	return Resemblance{"XML with the element " + root,
		"of XML assay reads tigerxml, alpino, mrx, dmrx, rs3 and ucca; write the analyses in one of the formats that " +
			"assay formats lists", false}, true
}

var (
	globalColumns = lazy.Regexp(`^(#.*\n)*# ?global\.columns = (.*)`)
	csvHead       = lazy.Regexp(`^"?[\w .-]+"?(,"?[\w .-]+"?)+\r?$`)
	wordSlashTag  = lazy.Regexp(`^\S+[/_][A-Z$.,:'\x60#-]{1,6}(\s+\S+[/_][A-Z$.,:'\x60#-]{1,6})*\s*$`)
	codeLine      = lazy.Regexp(`^(import|from|def|class|package|func|#include|public|const|let|var|return|if|for) `)
)

// resemblingText names a kind of text by its first lines.
func resemblingText(head []byte) (Resemblance, bool) {
	if columns := globalColumns().FindSubmatch(head); columns != nil {
		return plus(string(bytes.TrimSpace(columns[2]))), true
	}
	text := bytes.TrimSpace(head)
	lines := bytes.Split(text[:min(len(text), 8<<10)], []byte("\n"))
	switch tagged, spaced, code, tables := share(lines); {
	case len(text) == 0:
		return Resemblance{}, false
	case !utf8.Valid(head) && !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) && bytes.IndexFunc(text, isBracket) < 0:
		return Resemblance{"text that is not in UTF-8", "recode it, such as iconv -f latin1 -t utf-8 FILE for Latin-1",
			false}, true
	case spacedColumns(head):
		return Resemblance{"ten columns between blanks, not tabs", "put tabs between them: sed -E '/^#/! s/ +/\\t/g' FILE", false}, true
	case code:
		return Resemblance{"the source text of a program", "name the file that it writes", false}, true
	case tables:
		return Resemblance{"a table with commas between its columns (CSV)",
			"write its column of analyses as text, a sentence a line; answers of language models are JSON lines with id " +
				"and answer", false}, true
	case tagged:
		return Resemblance{"words with tags after them (word/TAG)", "put each word and its tag on a line, an empty line " +
			"after each sentence, and make CoNLL-U: " +
			tagsToUniversal, false}, true
	case unlabelled(head):
		return Resemblance{"words in columns whose last has no labels", "labels of chunks are O, B-TYPE and I-TYPE; where all " +
			"words have a tag, make CoNLL-U: " + tagsToUniversal, false}, true
	case columned(head):
		return Resemblance{"words in columns without empty lines between sentences",
			"put an empty line after each sentence; for tags make CoNLL-U: " + tagsToUniversal, false}, true
	case spaced && bytes.IndexByte(text, '\t') < 0:
		return Resemblance{"plain text", "assay scores analyses, not text: name the file that the parser wrote",
			false}, true
	}
	return Resemblance{}, false
}

// tagsToUniversal makes CoNLL-U of columns whose first two are a word and its tag.
const tagsToUniversal = `awk '!NF {n = 0; print; next} {print ++n "\t" $1 "\t_\t" $2 "\t_\t_\t_\t_\t_\t_"}' FILE`

// spacedColumns reports whether most lines are those of CoNLL-U or CoNLL-X with blanks for tabs.
func spacedColumns(head []byte) bool {
	const columns = 10
	rows, fit := rowsOf(head), 0
	for _, r := range rows {
		if _, err := strconv.Atoi(string(r.columns[0])); err == nil && len(r.columns) == columns {
			fit++
		}
	}
	return len(rows) > 0 && 100*fit >= likelyShare*len(rows) && bytes.IndexByte(head, '\t') < 0
}

// unlabelled reports whether all lines have as many columns, of which there are three or more, in sentences between
// empty lines: a word, and tags or labels without the prefixes of chunks.
func unlabelled(head []byte) bool {
	rows := rowsOf(head)
	const fewest, most = 3, 6
	if len(rows) < fewest || !bytes.Contains(bytes.ReplaceAll(head, []byte("\r"), nil), []byte("\n\n")) {
		return false
	}
	n := len(rows[0].columns)
	return n >= fewest && n <= most && !slices.ContainsFunc(rows, func(r row) bool { return len(r.columns) != n })
}

// columned reports whether all lines have two or three columns between tabs, or two between blanks, as those of
// TreeTagger, and no line is empty.
func columned(head []byte) bool {
	rows := rowsOf(head)
	if len(rows) < 4 || bytes.Contains(head, []byte("\n\n")) {
		return false
	}
	n, tabs := len(rows[0].columns), bytes.IndexByte(head, '\t') >= 0
	return (n == 2 || n == 3 && tabs) && !slices.ContainsFunc(rows, func(r row) bool { return len(r.columns) != n })
}

func isBracket(r rune) bool { return r == '(' || r == '[' || r == '{' || r == '<' }

// share reports what most lines look like: words with tags, words, source text, tables.
func share(lines [][]byte) (tagged, plain, code, table bool) {
	var tags, words, sources, commas, all int
	for _, line := range lines {
		line = bytes.TrimRight(line, "\r ")
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' { // comments of a treebank are prose too
			continue
		}
		all++
		fields := bytes.Fields(line)
		switch {
		case codeLine().Match(line):
			sources++
		case wordSlashTag().Match(line):
			tags++
		case bytes.IndexByte(line, '\t') < 0 && bytes.IndexFunc(line, isBracket) < 0 && len(fields) > 1:
			words++
		}
		head := bytes.Count(lines[0], []byte(","))
		if head > 0 && bytes.Count(line, []byte(",")) >= head && csvHead().Match(lines[0]) {
			commas++
		}
	}
	most := func(n int) bool { return all > 0 && 100*n >= likelyShare*all }
	return most(tags), most(words) && bytes.Count(bytes.Join(lines, nil), []byte(" ")) > all,
		sources > 0 && bytes.IndexFunc(lines[0], isBracket) != 0,
		most(commas) && all > 1
}

// plus names files in CoNLL-U Plus by their columns, and the command that makes CoNLL-U of them.
func plus(columns string) Resemblance {
	names := strings.Fields(columns)
	what := "CoNLL-U Plus with the columns " + columns
	switch {
	case slices.Contains(names, "UP:PRED"):
		what = "CoNLL-U Plus of the Universal PropBanks"
	case slices.Contains(names, "IDENTITY"):
		what = "CoNLL-U Plus of the Universal Anaphora (CoNLL-UA)"
	}
	var cells []string
	for _, name := range [...]string{"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"} {
		if at := slices.Index(names, name); at >= 0 {
			cells = append(cells, fmt.Sprintf("$%d", at+1))
		} else {
			cells = append(cells, `"_"`)
		}
	}
	remedy := `make CoNLL-U of it: ` + awkTabs + `'/^#/ || !NF {print; next} {print ` + strings.Join(cells, ",") + `}' FILE`
	return Resemblance{what, remedy, true}
}

// awkTabs begins a command of awk whose columns are between tabs.
const awkTabs = `awk -F'\t' -v OFS='\t' `

// A columnsKind is a layout of columns that begins with the number of the word, with the columns of CoNLL-X that
// it has.
type columnsKind struct {
	what        string
	count, head int // the number of columns, and the column of heads, from 0
	cells       string
}

var columnsKinds = []columnsKind{
	{"columns of CoreNLP (-outputFormat conll)", 7, 5, `$1,$2,$3,$4,$4,"_",$6,$7,"_","_"`},
	{"columns of ClearNLP", 8, 5, `$1,$2,$3,$4,$4,$5,$6,$7,"_","_"`},
	{"columns of NLP4J", 9, 5, `$1,$2,$3,$4,$4,$5,$6,$7,"_","_"`},
}

// resemblingColumns names the tool whose columns head has. It looks at all lines that are neither empty nor comments.
func resemblingColumns(head []byte) (Resemblance, bool) {
	rows := rowsOf(head)
	if len(rows) == 0 {
		return Resemblance{}, false
	}
	last := 0
	for _, kind := range columnsKinds {
		if len(rows[0].columns) != kind.count {
			continue
		}
		fits := !slices.ContainsFunc(rows, func(r row) bool {
			if len(r.columns) != kind.count {
				return true
			}
			number, err := strconv.Atoi(string(r.columns[0]))
			_, noHead := strconv.Atoi(string(r.columns[kind.head]))
			wrong := err != nil || noHead != nil || number != 1 && number != last+1
			last = number
			return wrong
		})
		if fits {
			remedy := `make CoNLL-X of them: ` + awkTabs + `'NF {print ` + kind.cells + `; next} {print}' FILE`
			return Resemblance{kind.what, remedy, true}, true
		}
	}
	if semantic := semanticColumn(rows); semantic {
		return Resemblance{"semantic dependencies in column 9 of CoNLL-U, as SuPar writes them",
			"score DEPS alone: option from=conllu, option metric=ud, option scores=elas,eulas", false}, true
	}
	return Resemblance{}, false
}

// semanticColumn reports whether rows are those of CoNLL-U with arcs in DEPS and none in HEAD.
func semanticColumn(rows []row) bool {
	const columns, heads, deps = 10, 6, 8
	some := false
	for _, r := range rows {
		if len(r.columns) != columns || string(r.columns[heads]) != "_" {
			return false
		}
		head, _, found := bytes.Cut(r.columns[deps], []byte(":"))
		if _, err := strconv.Atoi(string(head)); found && err == nil {
			some = true
		} else if string(r.columns[deps]) != "_" {
			return false
		}
	}
	return some
}

// anyText are formats that read nearly any columns, so that reading them shows nothing.
var anyText = []*treebank.Format{&chunks.Format, &chunks.Gold, &disrpt.Format}

// Readers returns the formats that read the first sentences of head without a fault, apart from those that read
// any text.
func Readers(head []byte) (names []string) {
	for _, f := range All {
		if f.Detect == nil || f.Parse == nil || slices.Contains(anyText, f) || Bare(f, head) != "" {
			continue
		}
		if broken, intact := readable(f, head); broken == 0 && intact > 0 {
			names = append(names, f.Name)
		}
	}
	return names
}
