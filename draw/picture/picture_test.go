package picture

import (
	"bytes"
	"encoding/xml"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func sample() *Picture {
	picture := New("a & b")
	picture.Text(50, 20, `50% of {a_b} & $x^2 \ # ~ "q" 'r' -- ≠ − × ↑ ∅ …`, RoleWord, KindPlain)
	for k := range kinds {
		y := 40 + 20*float64(k)
		picture.Path(k, To(0, y), Bend(10, y, 10, y+10), To(90, y+10))
		picture.Arrow(k, To(90, y), To(86, y+8), To(94, y+8))
		picture.Text(50, y+10, "label", RoleRel, k)
	}
	picture.Line(-20, 40, -20, 200, KindMiss)
	picture.Panel(KindAgree, To(0, 260), To(30, 280), To(-30, 280))
	picture.Chip(40, 260, 60, 18)
	return picture
}

// The SVG is well-formed, and the viewBox holds all that is drawn.
func TestSVG(t *testing.T) {
	var b bytes.Buffer
	if err := sample().SVG(&b); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(&b)
	texts := 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "text" {
			texts++
		}
	}
	if texts != 1+int(kinds) {
		t.Errorf("%d texts", texts)
	}
}

// A picture that is put into another one is moved as a whole.
func TestPut(t *testing.T) {
	p, q := New(""), sample()
	p.Put(q, 100, 50)
	if p.right < 100+q.Width() || p.bottom < 50+q.Height() || len(p.all) != len(q.all) {
		t.Errorf("it reaches to %g, %g", p.right, p.bottom)
	}
	if got, want := p.all[0].x-q.all[0].x, 100-q.left; got-want > 1e-9 || want-got > 1e-9 {
		t.Errorf("the text is moved by %g, want %g", got, want)
	}
}

// A PNG has ink in the colours of the kinds where they are drawn, on white.
func TestPNG(t *testing.T) {
	var b bytes.Buffer
	p := sample()
	if err := p.PNG(&b); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if r, g, bl, _ := img.At(0, 0).RGBA(); r+g+bl != 3*0xffff {
		t.Error("the corner is not white")
	}
	found := map[color.RGBA]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			found[color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)] = true
		}
	}
	for k := range kinds {
		if c := rgb(k.look().light).(color.RGBA); !found[c] {
			t.Errorf("nothing has the colour %v of %q", c, k.look().class)
		}
	}
}

// Letters that join are refused: here they would be wrong. Hebrew is put in order.
func TestScripts(t *testing.T) {
	picture := New("")
	picture.Text(0, 0, "سلام", RoleWord, KindPlain)
	if err := picture.PNG(io.Discard); err == nil || !strings.Contains(err.Error(), "SVG") {
		t.Errorf("Arabic: %v", err)
	}
	if s, err := visual("אבג x"); err != nil || s != "x גבא" {
		t.Errorf("Hebrew: %q, %v", s, err)
	}
	picture = New("")
	picture.Text(0, 0, "\U0010ffff", RoleWord, KindPlain)
	if err := picture.PNG(io.Discard); err == nil {
		t.Error("a letter that no font has is written")
	}
}

// LaTeX reads the file and sets every sign. Without LaTeX and TikZ the test
// checks the text alone.
func TestTeX(t *testing.T) {
	var buf bytes.Buffer
	if err := sample().TeX(&buf); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	for _, want := range []string{`50\% of \{a\_b\} \& \$x\textasciicircum{}2 \textbackslash{} \# \textasciitilde{}`, `$\neq$`, "\\begin{tikzpicture}",
		"\\end{tikzpicture}", "dash pattern=on 4.5pt off 2."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%.1500s", want, text)
		}
	}
	for _, name := range []string{"standalone.cls", "tikz.sty"} {
		if exec.Command("kpsewhich", name).Run() != nil {
			t.Logf("not set by LaTeX: %s is not here", name)
			return
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x.tex"), buf.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || bytes.Contains(out, []byte("Missing character")) {
		t.Errorf("%v\n%s", err, out)
	}
}
