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

// TestReadme: the README begins with the command of the main job and the one of
// all tests, and the first runs.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```sh\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatal("no commands in the README")
	}
	main, test, _ := strings.Cut(strings.TrimSpace(string(block[1])), "\n")
	if test != "./test.sh" {
		t.Errorf("the second command of the README is %q, want ./test.sh", test)
	}
	rest, ok := strings.CutPrefix(main, "go run ./cmd/assay ")
	if !ok || !strings.Contains(string(text), "\n$ assay "+rest+"\n") {
		t.Errorf("the README does not show what %q prints", main)
	}
	if len(text) > 14000 || bytes.Count(text, []byte("\n")) > 220 {
		t.Error("the README is longer than a few screens")
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil && !strings.Contains(m[1], "://") {
			t.Errorf("the README links to %s, which is not there", m[1])
		}
	}
}

// TestDocuments runs the commands that docs show with their output, as
// "$ assay ...", and compares. ASSAY_UPDATE=1 writes their output of today.
func TestDocuments(t *testing.T) {
	t.Chdir("../..")
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, "README.md", "CONTRIBUTING.md", "examples/README.md")
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
			if strings.Contains(line, "../") {
				t.Errorf("%s: assay %q needs a file outside the repository", page, args)
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

// TestHelpNamesWhatThereIs: each measure, format and program is in the README.
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
