package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/internal/worker"
	"assay/study/option"
)

// pythonOptions is the file of the Python package that follows from the tables of options.
const pythonOptions = "../../packaging/python/src/assay_eval/_options.py"

// reserved are words of Python that are names of options.
var reserved = []string{"from", "as", "in", "is", "not", "with"}

// keywordOf is the name of an option as a keyword argument.
func keywordOf(name string) string {
	if slices.Contains(reserved, name) {
		return name + "_"
	}
	return strings.ReplaceAll(name, "-", "_")
}

// typeInPython is the type of the values of an option.
func typeInPython(x option.Option) string {
	switch kind := x.Value.Type(); {
	case x.Values != nil && !x.Open:
		return `Optional[Literal["` + strings.Join(x.Values, `", "`) + `"]]`
	case kind == "bool":
		return "Optional[bool]"
	case kind == "int", kind == "uint64", kind == "MB":
		return "Optional[int]"
	case kind == "float64":
		return "Optional[float]"
	case kind == "list":
		return "Union[None, Value, Sequence[Value]]"
	}
	return "Optional[Value]"
}

// pythonText is the file of the options of an evaluation for Python.
func pythonText() string {
	var out strings.Builder
	out.WriteString(`"""The options of an evaluation. Written by the tests of cmd/assay from the table of study/option: do not edit."""
from __future__ import annotations

import os
from typing import Literal, Optional, Sequence, TypedDict, Union

Value = Union[str, int, float, "os.PathLike[str]"]


class Options(TypedDict, total=False):
    """The options of every function that scores, with _ for -; the measure is an argument of its own."""

`)
	var marks []string
	for _, x := range option.Inputs(&option.Options{}) {
		if x.Name != "metric" {
			fmt.Fprintf(&out, "    %s: %s  # %s\n", keywordOf(x.Name), typeInPython(x), x.Doc)
		}
		if x.Marks {
			marks = append(marks, keywordOf(x.Name))
		}
	}
	slices.Sort(marks)
	out.WriteString("\n\n# Of a run, those that change what its drawings mark.\nDRAWN = frozenset(\n    (\n")
	for line := range slices.Chunk(marks, 6) {
		out.WriteString("        \"" + strings.Join(line, `", "`) + "\",\n")
	}
	out.WriteString("    )\n)\n")
	return out.String()
}

// TestPythonOptions: the names and types of options in Python are those of the table. ASSAY_UPDATE=1 writes them.
func TestPythonOptions(t *testing.T) {
	want := pythonText()
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(pythonOptions, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := readText(t, pythonOptions); got != want {
		t.Errorf("%s is another file than the table gives: ASSAY_UPDATE=1 go test ./cmd/assay -run TestPythonOptions",
			filepath.Base(pythonOptions))
	}
}

// optionsPage is the page of the options of an evaluation, which follows from the tables too.
const optionsPage = "../../docs/options.md"

// pageText is that page.
func pageText() string {
	var out strings.Builder
	out.WriteString("# Options of an evaluation\n\nEvery command that scores has them, and refuses one that has no effect in a run. " +
		"In Python they are keyword\narguments, in a request to `assay worker` names of `options`, in Go fields of " +
		"`assay.Options`.\n")
	title := ""
	for _, x := range append(option.Inputs(&option.Options{}), option.Grouped("experiments",
		option.Tables(&option.TableOptions{})...)...) {
		if x.Group != title {
			title = x.Group
			fmt.Fprintf(&out, "\n## %s\n\n| option | values | meaning |\n|---|---|---|\n", title)
		}
		name, values := "`--"+x.Name+"`", ""
		if x.Short != "" {
			name = "`-" + x.Short + "`, " + name
		}
		if x.Values != nil {
			values = "`" + strings.Join(x.Values, "`, `") + "`"
		} else if shown := x.Shown(); shown != "" {
			values = "`" + shown + "`"
		}
		doc := x.Doc
		if x.Default != "" {
			doc += " (default " + x.Default + ")"
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", name, strings.ReplaceAll(values, "|", "\\|"), strings.ReplaceAll(doc, "|", "\\|"))
	}
	return out.String()
}

// TestOptionsPage: the page of options is that of the table. ASSAY_UPDATE=1 writes it.
func TestOptionsPage(t *testing.T) {
	want := pageText()
	if os.Getenv("ASSAY_UPDATE") != "" {
		if err := os.WriteFile(optionsPage, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := readText(t, optionsPage); got != want {
		t.Error("docs/options.md is another page than the table gives: ASSAY_UPDATE=1 go test ./cmd/assay -run TestOptionsPage")
	}
}

// trial is a value for an option of the table.
func trial(x *option.Option) string {
	if values := map[string]string{"metric": "attachment", "from": "conllu", "gold-format": "conllu", "system-format": "conllu",
		"by": "deprel", "where": "(upos NOUN)", "prep": "nfc", "common-with": "a.conllu", "train": "g.conllu",
		"normalise": "preposition", "rewrite": "preposition", "rewrite-gold": "preposition", "rewrite-system": "preposition",
		"gold-prep": "nfc", "system-prep": "nfc", "runs": "{system}.conllu", "gold": "g.conllu", "table": "t.tsv"}; values[x.Name] != "" {
		return values[x.Name]
	}
	switch {
	case x.Values != nil:
		return x.Values[len(x.Values)-1]
	case x.Value.Type() == "bool":
		return "true"
	case x.Value.Type() == "int", x.Value.Type() == "K[:SCORE]":
		return "1"
	}
	return "nosuch"
}

// TestOneBehaviour: each option of the tables is the same in every window: as a flag, and in a request to a worker, which
// Python sends. A command that lacks an option refuses it as unknown, and one that has it takes or refuses its value.
func TestOneBehaviour(t *testing.T) {
	shared.Long(t)
	t.Chdir(t.TempDir())
	text := strings.Repeat("1\ta\ta\tNOUN\t_\t_\t0\troot\t_\t_\n2\tb\tb\tVERB\t_\t_\t1\tdep\t_\t_\n\n", 3)
	for _, name := range []string{"g.conllu", "a.conllu", "b.conllu"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("t.tsv", []byte("gold\tsystem\tfile\ng.conllu\tA\ta.conllu\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	tried := 0
	table := append(option.Inputs(&option.Options{}), option.Tables(&option.TableOptions{})...)
	for _, base := range []string{"score g.conllu a.conllu", "compare g.conllu a.conllu b.conllu", "errors g.conllu a.conllu",
		"slices g.conllu a.conllu", "report g.conllu a.conllu -o -", "show g.conllu a.conllu", "agree g.conllu a.conllu",
		"suspects g.conllu a.conllu", "convert g.conllu --to conllx", "validate g.conllu", "merge a.conllu"} {
		args := strings.Fields(base)
		for _, x := range table {
			for _, value := range []string{trial(&x), "nosuch"} {
				tried++
				flag := "--" + x.Name + "=" + value
				var out, errs bytes.Buffer
				status := run(context.Background(), append(slices.Clone(args), flag), strings.NewReader(""), &out, &errs)
				request := worker.Request{ID: 1, Args: args, Options: map[string]json.RawMessage{x.Name: asJSON(t, value)}}
				list, _, _ := replies(t, sent(t, request))
				if len(list) != 1 {
					t.Fatalf("%s %s: %d replies", base, flag, len(list))
				}
				if r := list[0]; r.Status != status || r.stdout != out.String() || r.stderr != errs.String() {
					t.Errorf("assay %s %s: status %d, as a request %d\n%s%s", base, flag, status, r.Status, errs.String(), r.stderr)
				}
				if unknown := strings.Contains(errs.String(), "unknown flag"); unknown == has(args[0], x.Name) {
					t.Errorf("assay %s %s: unknown is %v\n%s", base, flag, unknown, errs.String())
				}
				if status == exitOK && value == "nosuch" && x.Values != nil && !x.Open {
					t.Errorf("assay %s %s is taken", base, flag)
				}
			}
		}
	}
	if tried < 500 {
		t.Errorf("only %d tries", tried)
	}
}

// has reports whether a command has an option.
func has(command, option string) bool {
	for _, cmd := range (&app{}).root(command).Commands() {
		if cmd.Name() == command {
			return cmd.Flags().Lookup(option) != nil
		}
	}
	return false
}

func asJSON(t *testing.T, value any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDrawnOptions: an option that a drawing marks is one of assay show, and has an effect there.
func TestDrawnOptions(t *testing.T) {
	for _, x := range option.Inputs(&option.Options{}) {
		for i := range x.Idle {
			if x.Marks && x.Idle[i].Holds("show", givenOptions{(&app{}).showCommand()}) {
				t.Errorf("%s changes drawings, and assay show refuses it: %s", x.Name, x.Idle[i].Why)
			}
		}
	}
}
