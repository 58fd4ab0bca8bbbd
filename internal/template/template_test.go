package template

import (
	"fmt"
	html "html/template"
	"strings"
	"testing"
	"testing/fstest"
)

// An inner is a part of the data; its embedded part lends it a field.
type inner struct {
	*outer
	Text   string
	Number float64
	List   []int
}

type outer struct{ Name string }

func shout(s string) string { return strings.ToUpper(s) + "!" }

// nasty are values that would break out of a page if they were not escaped.
var nasty = []string{"", "plain", "a b/c?d=e&f", `"><script>alert(1)</script>`, "' onclick='x", "javascript:alert(1)", "JavaScript:alert(1)",
	"mailto:a@b", "http://x/ä ö", "</title>", "</script>", "50%", "%41", "a+b", "#sentences?system=a%20b", "data:text/html,x", "\x00", "日本", "a:b", "./a:b"}

// TestTwin fills templates with html/template too, and wants the same bytes.
func TestTwin(t *testing.T) {
	for _, text := range []string{
		`<p>{{.Text}}</p>`,
		`<title>{{.Text}}</title><b title="{{.Text}}" class='{{.Text}}'>{{.Number}}</b>`,
		`<a class="x" href="{{.Text}}">{{.Text}}</a><form method="post" action="{{.Text}}"></form>`,
		`<a href="/runs/{{len1}}"{{if .Text}} class="n"{{end}}>{{.Text}}</a>`,
		`{{if .Text}}yes{{else if .Number}}number{{else}}no{{end}}`,
		`{{with .Text}}[{{.}}]{{else}}none{{end}}{{.Name}}`,
		`{{range $i, $x := .List}}{{if $i}}, {{end}}{{$x}}{{if eq $i 1}}!{{end}}{{else}}empty{{end}}`,
		`{{range .List}}<i>{{.}} {{$.Text}}</i>{{end}}`,
		`{{define "part"}}<li data-x="{{.Text}}">{{.Name}}</li>{{end}}<ul>{{template "part" .}}</ul>`,
		`{{if and .Text .List}}both{{end}}{{if or .Text .List}}one{{end}}{{if not .Text}}not{{end}}`,
		`{{shout .Text}} {{index .List 0}}{{$n := .Number}} {{$n}}`,
		`<style>p{}</style><p>{{.Text}}</p><script>if (1<2) x="'";</script><p>{{.Text}}</p>`,
	} {
		funcs := map[string]any{"shout": shout, "len1": func() int { return 1 }}
		ours, theirs := New("t").Funcs(funcs), html.Must(html.New("t").Funcs(funcs).Parse(text))
		if err := ours.Parse("t", text); err != nil {
			t.Fatal(err)
		}
		for i, s := range nasty {
			data := &inner{&outer{"n&m"}, s, float64(i) / 4, []int{3, 0, i}}
			var a, out strings.Builder
			if err := ours.Execute(&a, data); err != nil {
				t.Errorf("%s: %v", text, err)
			}
			if err := theirs.Execute(&out, data); err != nil {
				t.Errorf("%s: html/template: %v", text, err)
			}
			want := strings.ReplaceAll(out.String(), "#ZgotmplZ", "#")
			if a.String() != want {
				t.Errorf("%s of %q:\n%s\nhtml/template:\n%s", text, s, a.String(), want)
			}
		}
	}
}

// TestUnchanged writes markup, styles and scripts of the types that say so unchanged.
func TestUnchanged(t *testing.T) {
	tmpl := New("t")
	if err := tmpl.Parse("t", `<style>{{.C}}</style><script>{{.J}}</script><script type="text/plain" id="x-{{.N}}">{{.H}}</script><p>{{.H}}</p>`); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err := tmpl.Execute(&out, struct {
		C CSS
		J JS
		H HTML
		N int
	}{"a>b{}", `x<"y"`, "<b>&amp;</b>", 7})
	if want := `<style>a>b{}</style><script>x<"y"</script><script type="text/plain" id="x-7"><b>&amp;</b></script><p><b>&amp;</b></p>`; err != nil ||
		out.String() != want {
		t.Errorf("%s, %v; want %s", out.String(), err, want)
	}
}

// TestRefused: values without a safe form, and mistakes in templates, are errors.
func TestRefused(t *testing.T) {
	for _, text := range []string{
		`<script>{{.Text}}</script>`, `<style>{{.Text}}</style>`, `<script>{{.Ends}}</script>`, `<p {{.Text}}>`, `<p class={{.Text}}>`,
		`<p onclick="{{.Text}}">`, `<p style="{{.Text}}">`, `<p title="{{.Markup}}">`, `<script>{{.Markup}}</script>`,
		`{{.None}}`, `{{.Text.None}}`, `{{.hidden}}`, `{{template "none"}}`, `{{index .List 5}}`, `{{range .Text}}{{end}}`, `{{shout .List}}`,
		`{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}`, `{{.Nil.Name}}`,
	} {
		tmpl := New("t").Funcs(FuncMap{"shout": shout})
		if err := tmpl.Parse("t", text); err != nil {
			t.Fatal(err)
		}
		data := struct {
			Text   string
			Ends   JS
			Markup HTML
			List   []int
			Nil    *outer
			hidden string
		}{Text: "x", Ends: "</SCRIPT>", Markup: "<b>", List: []int{1}, hidden: "h"}
		if err := tmpl.Execute(&strings.Builder{}, data); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
	if _, err := ParseFS(fstest.MapFS{}, "none.html"); err == nil {
		t.Error("a file that does not exist: no error")
	}
	if err := New("t").Parse("t", "{{"); err == nil {
		t.Error("half an action: no error")
	}
	want := fmt.Errorf("full")
	tmpl := New("t")
	if err := tmpl.Parse("t", "a{{.}}b"); err != nil {
		t.Fatal(err)
	}
	if err := tmpl.Execute(full{want}, "x"); err != want {
		t.Errorf("a full disk: %v", err)
	}
}

type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }
