package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the command that the README shows and compares what it
// prints with what the README says it prints.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```(?:sh)?\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 2 {
		t.Fatalf("%d blocks in the README, want the commands and their output", len(blocks))
	}
	var args []string
	for _, line := range strings.Split(blocks[0][1], "\n") {
		if rest, ok := strings.CutPrefix(line, "go run ./cmd/assay "); ok {
			args = strings.Fields(rest)
		}
	}
	t.Chdir("../..")
	var out, errs bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("assay %q: status %d: %s", args, code, errs.String())
	}
	if out.String() != blocks[1][1] {
		t.Errorf("assay %q prints\n%s\nthe README says\n%s", args, out.String(), blocks[1][1])
	}
	if len(text) > 8000 || bytes.Count(text, []byte("\n")) > 100 {
		t.Error("the README is longer than a screen or two")
	}
}

// TestDocuments runs the commands that stand in docs with what they print, as
// "$ assay ...", and compares. ASSAY_UPDATE=1 writes what they print now.
func TestDocuments(t *testing.T) {
	t.Chdir("../..")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```\n\\$ assay ([^\n]+)\n(.*?)```")
	argument := regexp.MustCompile(`'[^']*'|\S+`)
	ran := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		now := block.ReplaceAllStringFunc(string(text), func(old string) string {
			line := block.FindStringSubmatch(old)[1]
			args := argument.FindAllString(line, -1)
			for i := range args {
				args[i] = strings.Trim(args[i], "'")
			}
			var out, errs bytes.Buffer
			if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 {
				t.Errorf("%s: assay %q: status %d: %s", page, args, code, errs.String())
			}
			ran++
			lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
			for i := range lines {
				lines[i] = strings.TrimRight(lines[i], " ")
			}
			return "```\n$ assay " + line + "\n" + strings.Join(lines, "\n") + "\n```"
		})
		if now == string(text) {
			continue
		}
		if os.Getenv("ASSAY_UPDATE") == "" {
			t.Errorf("%s does not show what its commands print", page)
		} else if err := os.WriteFile(page, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if ran == 0 {
		t.Error("no command was found")
	}
}

// TestHelpNamesWhatThereIs: each measure, format and program stands in the README.
func TestHelpNamesWhatThereIs(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	for _, list := range []string{"metrics", "formats"} {
		if code := run(context.Background(), []string{list, "--format", "tsv"}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatal(errs.String())
		}
	}
	for _, line := range strings.Split(out.String(), "\n") {
		name, _, _ := strings.Cut(line, "\t")
		if name != "" && name != "metric" && name != "format" && name != "lin-prose" && !bytes.Contains(text, []byte("`"+name+"`")) {
			t.Errorf("the README does not name %s", name)
		}
	}
}
