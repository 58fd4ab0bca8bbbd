package formats_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/corpus"
	"assay/formats"
)

// tools are samples of what parsers and tools for annotation write: the format that reads each and its numbers of
// sentences and words, or the name that it gets. The table in docs/tools.md has a row for each.
var tools = []struct {
	file, format     string
	sentences, words int
	what             string
}{
	{"corenlp.conllu", "conllu", 1, 3, ""},
	{"corenlp.penn", "penn", 1, 3, ""},
	{"corenlp.deps", "typed", 1, 3, ""},
	{"corenlp.conll", "", 0, 0, "columns of CoreNLP (-outputFormat conll)"},
	{"corenlp.json", "", 0, 0, "JSON of CoreNLP"},
	{"corenlp.xml", "", 0, 0, "XML of CoreNLP"},
	{"corenlp.out", "", 0, 0, "the text output of CoreNLP"},
	{"spacy.conllu", "conllu", 1, 3, ""},
	{"displacy.json", "", 0, 0, "JSON of displaCy"},
	{"stanza.conllu", "conllu", 1, 3, ""},
	{"stanza.json", "", 0, 0, "JSON of Stanza"},
	{"udpipe.conllu", "conllu", 1, 4, ""},
	{"udpipe.json", "", 0, 0, "JSON of the service UDPipe"},
	{"trankit.json", "", 0, 0, "JSON of Trankit"},
	{"combo.conllu", "conllu", 1, 2, ""},
	{"maltparser.conll", "conllx", 1, 3, ""},
	{"maltparser.tab", "conllx", 1, 3, ""},
	{"mate.conll09", "conll2009", 1, 3, ""},
	{"clearnlp.tsv", "", 0, 0, "columns of ClearNLP"},
	{"nlp4j.tsv", "", 0, 0, "columns of NLP4J"},
	{"turboparser.conll", "conllx", 1, 3, ""},
	{"turbosemanticparser.sdp", "sdp", 1, 2, ""},
	{"turku.conllu", "conllu", 1, 2, ""},
	{"supar.conllx", "conllx", 1, 3, ""},
	{"supar.pid", "penn", 1, 3, ""},
	{"supar-semantic.conllu", "conllu", 1, 3, ""},
	{"hanlp.json", "", 0, 0, "JSON of HanLP"},
	{"hanlp.txt", "", 0, 0, "drawings of trees"},
	{"ltp.json", "", 0, 0, "JSON of LTP"},
	{"ltp.xml", "", 0, 0, "XML of LTP"},
	{"berkeley.mrg", "penn", 2, 3, ""},
	{"berkeley-kbest.txt", "penn", 1, 3, ""},
	{"benepar.txt", "penn", 2, 6, ""},
	{"bllip-50best.txt", "penn", 1, 3, ""},
	{"bikel.txt", "penn", 2, 3, ""},
	{"bitpar.txt", "penn", 2, 3, ""},
	{"collins.out", "", 0, 0, "trees of Collins' parser"},
	{"alpino.xml", "alpino", 1, 2, ""},
	{"alpino-triples.txt", "", 0, 0, "dependency triples of Alpino"},
	{"tnt.tt", "", 0, 0, "chunks without labels"},
	{"treetagger.txt", "", 0, 0, "words in columns without empty lines between sentences"},
	{"ace.txt", "ace", 1, 3, ""},
	{"lkb.derivation", "", 0, 0, "derivations (UDF) of the LKB, ACE or PET"},
	{"allennlp-trees.json", "", 0, 0, "JSON of AllenNLP's constituency parser"},
	{"allennlp-dependencies.json", "", 0, 0, "JSON of AllenNLP's dependency parser"},
	{"allennlp-srl.json", "", 0, 0, "JSON of AllenNLP's roles or open information extraction"},
	{"allennlp-coref.json", "clusters", 1, 4, ""},
	{"huggingface-ner.json", "", 0, 0, "output of a tagger of Hugging Face"},
	{"huggingface-data.jsonl", "", 0, 0, "a data set of Hugging Face with tags as numbers"},
	{"webanno.tsv", "", 0, 0, "WebAnno TSV"},
	{"inception.xmi", "", 0, 0, "UIMA CAS XMI, as INCEpTION, WebAnno and DKPro write it"},
	{"inception.json", "", 0, 0, "UIMA CAS JSON of INCEpTION"},
	{"penman-triples.txt", "", 0, 0, "AMR as triples"},
	{"universal-propbank.conllup", "", 0, 0, "CoNLL-U Plus of the Universal PropBanks"},
}

// TestTools: the output of each tool is read, or named with a remedy; whatever its name is.
func TestTools(t *testing.T) {
	files, err := os.ReadDir("testdata/tools")
	if err != nil || len(files) != len(tools) {
		t.Errorf("%d files, %d rows: %v", len(files), len(tools), err)
	}
	for _, tool := range tools {
		src, err := corpus.Open(filepath.Join("testdata", "tools", tool.file))
		if tool.format == "" {
			unknown, _ := err.(*corpus.FormatError)
			what := ""
			if unknown != nil {
				what = unknown.Like.What
			}
			if unknown != nil && unknown.Likely != nil {
				what = unknown.Likely.Name + " without labels"
			}
			if what != tool.what || unknown.Hint() == "" || len(unknown.Readers) > 0 {
				t.Errorf("%s: error %v, want %s", tool.file, err, tool.what)
			}
			continue
		}
		if err != nil || src.Format.Name != tool.format {
			t.Errorf("%s: %v, want format %s", tool.file, err, tool.format)
			continue
		}
		sentences, words := 0, 0
		for sentence, err := range src.All() {
			if err != nil {
				t.Errorf("%s: %v", tool.file, err)
				break
			}
			sentences++
			words += len(sentence.Tokens)
		}
		if sentences != tool.sentences || words != tool.words {
			t.Errorf("%s: %d sentences, %d words, want %d, %d", tool.file, sentences, words, tool.sentences, tool.words)
		}
	}
}

// TestToolsInDocs: the table of tools names each sample.
func TestToolsInDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		if !strings.Contains(string(page), "`"+tool.file+"`") {
			t.Errorf("docs/tools.md lacks %s", tool.file)
		}
	}
}

// TestUnlikeNone: no text in a format is said to be something else.
func TestUnlikeNone(t *testing.T) {
	for from, texts := range written(t) {
		for _, text := range texts {
			if found := formats.Guess("", text); found != from {
				continue // nothing in it shows its format
			}
			if like, unlike := formats.Unlike(from, text); unlike {
				t.Errorf("%s is taken for %s: %.60q", from.Name, like.What, text)
			}
		}
	}
}

// TestResembling: files that no tool of the field writes, by their beginnings.
func TestResembling(t *testing.T) {
	tar := "parses.mrg" + strings.Repeat("\x00", 247) + "ustar  \x00"
	for _, tc := range []struct{ head, what string }{
		{"PK\x03\x04\x14\x00\x00\x00parses.mrg", "a zip archive"},
		{"PK\x03\x04\x14\x00\x00\x00[Content_Types].xml", "a spreadsheet or a text document (Office)"},
		{"PK\x03\x04\x14\x00\x00\x00archive/data.pkl", "a model or arrays of Python (PyTorch, NumPy)"},
		{tar, "a tar archive"},
		{"7z\xbc\xaf\x27\x1c\x00", "a 7-Zip archive"},
		{"%PDF-1.5\n", "a PDF document"},
		{"\x89PNG\r\n", "a picture"},
		{"\x80\x04\x95", "a pickle of Python"},
		{"x\x9c\xabV", "compressed data of zlib, as spaCy's DocBin"},
		{"\xff\xfe(\x00S\x00", "text in UTF-16"},
		{"(\x00S\x00 \x00(\x00N\x00P\x00 \x00a\x00)\x00)\x00", "text in UTF-16 without its byte order mark"},
		{"ab\x00c d\n", "binary data"},
		{"\n<!DOCTYPE html>\n<html>", "a web page (HTML)"},
		{"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a pointer of Git LFS"},
		{"/annex/objects/SHA256E-s1--1.mrg\n", "a pointer of git-annex"},
		{"Traceback (most recent call last):\n  File \"parse.py\"\n", "a message of Python, no analyses"},
		{"Exception in thread \"main\" java.lang.OutOfMemoryError\n", "a message of Java, no analyses"},
		{"import spacy\nnlp = spacy.load('en')\n", "the source text of a program"},
		{"#!/bin/sh\nset -e\n", "a script"},
		{"\\documentclass{article}\n", "LaTeX"},
		{`{"cells": [], "metadata": {}, "nbformat": 4}`, "a notebook of Jupyter"},
		{`{"a": [1, 2], "b": {"c": null}}`, "JSON"},
		{"<?xml version=\"1.0\"?>\n<corpus><s/></corpus>", "XML with the element corpus"},
		{"id,text\n1,dogs bark\n2,cats sleep\n", "a table with commas between its columns (CSV)"},
		{"id,gold,pred\n1,\"(S (NN a))\",\"(S (NN a))\"\n2,\"(S (NN b))\",\"(S, (NN c))\"\n", "a table with commas between its columns (CSV)"},
		{"1 a a X X _ 0 root _ _\n2 b b X X _ 1 dep _ _\n\n", "ten columns between blanks, not tabs"},
		{"The DT DT\ndog NN NN\n\nIt PRP PRP\nruns VBZ VBZ\n\n", "words in columns whose last has no labels"},
		{"The/DT dog/NN barks/VBZ ./.\nDogs/NNS bark/VBP\n", "words with tags after them (word/TAG)"},
		{"The_DT dog_NN barks_VBZ\n", "words with tags after them (word/TAG)"},
		{"The dog barks.\nIt sleeps in the garden.\n", "plain text"},
		{"T\xfcr und Tor sind offen.\n", "text that is not in UTF-8"},
		{"# global.columns = ID FORM UPOS IDENTITY\n1\ta\tX\t_\n", "CoNLL-U Plus of the Universal Anaphora (CoNLL-UA)"},
		{"(S (NP (N dogs)) (VP (V bark)))\n", ""},
		{"# sent_id = a\n# text = dogs bark here\n# x = y z\n1\tdogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\t\n\n", ""}, // a column too many
		{"1\tDogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n", ""},
		{"", ""},
	} {
		like, found := formats.Resembling([]byte(tc.head))
		if like.What != tc.what || found != (tc.what != "") || found && like.Remedy == "" {
			t.Errorf("%.40q: %q, want %q", tc.head, like.What, tc.what)
		}
	}
}
