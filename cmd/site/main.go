// Command site makes a static, searchable site of the documents: README.md,
// CONTRIBUTING.md, CHANGELOG.md and the pages under docs and examples. Its front is a
// page that scores files in the browser.
//
//	go run ./cmd/site [-version VERSION] [-only-page] [FOLDER]
//
// Links between documents become links between pages of the site; a link to a file
// that does not exist is an error.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

//go:embed page.html
var pageTemplate string

func main() {
	version := flag.String("version", "0.1.0", "version that the page shows")
	onlyPage := flag.Bool("only-page", false, "make only the page for the browser")
	flag.Parse()
	out := "site"
	if flag.NArg() > 0 {
		out = flag.Arg(0)
	}
	if err := makeSite(".", out, *version, *onlyPage); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// makeSite makes the documents and the front page.
func makeSite(root, out, version string, onlyPage bool) error {
	if !onlyPage {
		if err := build(root, out); err != nil {
			return err
		}
	}
	front, err := tryPage(root, version, !onlyPage, smallest)
	if err != nil {
		return err
	}
	return write(filepath.Join(out, "index.html"), front)
}

// A page is one document.
type page struct {
	Source string // path in the repository
	Name   string // path in the site
	Title  string
	Link   template.HTML // the title where it is a link, with code as code
	Body   template.HTML
	Text   string // for the search
}

// build makes the site of the repository at root in the folder out.
func build(root, out string) error {
	pages, err := read(root)
	if err != nil {
		return err
	}
	if err := checkLinks(root, pages); err != nil {
		return err
	}
	index, err := searchIndex(pages)
	if err != nil {
		return err
	}
	t, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	for _, p := range pages {
		var b bytes.Buffer
		if err := t.Execute(&b, map[string]any{"Page": p, "Pages": pages, "Up": up(p.Name), "Index": index}); err != nil {
			return err
		}
		if err := write(filepath.Join(out, p.Name), b.Bytes()); err != nil {
			return err
		}
	}
	return copyPictures(root, out)
}

// read renders all documents, the README first.
func read(root string) ([]*page, error) {
	sources := []string{"README.md"}
	for _, pattern := range []string{"docs/tutorial-*.md", "docs/*.md", "examples/README.md", "CONTRIBUTING.md",
		"CHANGELOG.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			name, err := filepath.Rel(root, f)
			if err != nil {
				return nil, err
			}
			sources = append(sources, filepath.ToSlash(name))
		}
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	var pages []*page
	seen := map[string]bool{}
	for _, source := range sources {
		if seen[source] {
			continue
		}
		seen[source] = true
		text, err := os.ReadFile(filepath.Join(root, source))
		if err != nil {
			return nil, err
		}
		var body bytes.Buffer
		if err := md.Convert(text, &body); err != nil {
			return nil, fmt.Errorf("%s: %w", source, err)
		}
		title := titleOf(string(text))
		pages = append(pages, &page{Source: source, Name: nameOf(source), Title: strings.ReplaceAll(title, "`", ""),
			Link: linkOf(title), Body: template.HTML(siteLinks(body.String())), Text: plain(body.String())})
	}
	return pages, nil
}

// nameOf returns the path of a document in the site.
func nameOf(source string) string {
	if source == "README.md" {
		return "readme.html" // index.html is the page for the browser
	}
	return strings.TrimSuffix(source, ".md") + ".html"
}

func titleOf(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(strings.TrimLeft(first, "# "))
}

// linkOf renders the code in a title.
func linkOf(title string) template.HTML {
	return template.HTML(code.ReplaceAllString(template.HTMLEscapeString(title), "<code>$1</code>"))
}

var (
	code         = regexp.MustCompile("`([^`]*)`")
	documentLink = regexp.MustCompile(`href="([^":#]*)\.md(#[^"]*)?"`)
	anyLink      = regexp.MustCompile(`(?:href|src)="([^"]+)"`)
	tag          = regexp.MustCompile(`<[^>]*>`)
	blanks       = regexp.MustCompile(`\s+`)
)

// siteLinks turns links to documents into links to their pages.
func siteLinks(html string) string {
	return documentLink.ReplaceAllStringFunc(html, func(link string) string {
		m := documentLink.FindStringSubmatch(link)
		name := m[1] + ".html"
		if m[1] == "README" || strings.HasSuffix(m[1], "../README") && strings.Count(m[1], "..") == 1 {
			name = strings.TrimSuffix(m[1], "README") + "readme.html"
		}
		return `href="` + name + m[2] + `"`
	})
}

func plain(html string) string {
	return strings.TrimSpace(blanks.ReplaceAllString(tag.ReplaceAllString(html, " "), " "))
}

// up returns the relative path from a page to the root of the site.
func up(name string) string { return strings.Repeat("../", strings.Count(name, "/")) }

// checkLinks reports links to files that do not exist.
func checkLinks(root string, pages []*page) error {
	names := map[string]*page{}
	for _, p := range pages {
		names[p.Name] = p
	}
	for _, page := range pages {
		for _, m := range anyLink.FindAllStringSubmatch(string(page.Body), -1) {
			link, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") {
				continue
			}
			target := page
			if link != "" {
				path := filepath.ToSlash(filepath.Join(filepath.Dir(page.Name), link))
				if target = names[path]; target == nil {
					if _, err := os.Stat(filepath.Join(root, path)); err != nil {
						return fmt.Errorf("%s links to %s, which does not exist", page.Source, m[1])
					}
					continue
				}
			}
			if anchor != "" && !strings.Contains(string(target.Body), `id="`+anchor+`"`) {
				return fmt.Errorf("%s links to %s, and there is no such heading", page.Source, m[1])
			}
		}
	}
	return nil
}

// searchIndex returns the text of all pages as JSON.
func searchIndex(pages []*page) (template.JS, error) {
	type entry struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Text  string `json:"text"`
	}
	var list []entry
	for _, p := range pages {
		list = append(list, entry{p.Name, p.Title, p.Text})
	}
	data, err := json.Marshal(list)
	return template.JS(data), err
}

// copyPictures copies the pictures of the documents.
func copyPictures(root, out string) error {
	pictures, err := filepath.Glob(filepath.Join(root, "docs/pictures/*.png"))
	if err != nil {
		return err
	}
	for _, p := range pictures {
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		if err := write(filepath.Join(out, "docs/pictures", filepath.Base(p)), data); err != nil {
			return err
		}
	}
	return nil
}

func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
