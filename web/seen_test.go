package web_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"assay/internal/browser"
)

// offered keeps the files that a page offers, instead of saving them.
const offered = `(() => {
	window.files = [];
	const make = URL.createObjectURL, blobs = new Map();
	URL.createObjectURL = b => { const url = make.call(URL, b); blobs.set(url, b); return url; };
	const click = HTMLAnchorElement.prototype.click;
	HTMLAnchorElement.prototype.click = function () {
		if (!this.download) return click.call(this);
		const name = this.download, f = new FileReader();
		f.onload = () => files.push({ Name: name, Data: f.result.split(",")[1] });
		f.readAsDataURL(blobs.get(this.href));
	};
	return 0;
})()`

// The buttons under a drawing write the drawing that is in view: folded or not, of the
// system that is chosen, in the theme of the page.
func TestFilesAreTheDrawing(t *testing.T) {
	craft := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg")
	ewt := page(t, "attachment", "deprel", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "../examples/ewt.udpipe-projective.conllu")
	amr := page(t, "smatch", "length", "../examples/amr/gold.amr", "../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr")
	ctx, faults := browser.Start(t, 1400, 1000)
	seen := map[string]bool{}
	for _, tc := range []struct{ path, row, before string }{
		{craft, "8", ""},
		{craft, "8", `[...document.querySelectorAll("#list .choice button")][1].click()`},
		{craft, "8", `[...document.querySelectorAll("#list .choice button")].pop().click()`},
		{craft, "fold", ""},
		{craft, "fold", `document.querySelector("#list .legend button").click()`},
		{ewt, "8", ""},
		{ewt, "8", `document.getElementById("theme").click()`},
		{ewt, "40", `[...document.querySelectorAll("#list .choice button")][1].click()`},
		{amr, "2", ""},
	} {
		var drawings []struct {
			Texts         []string
			Width, Height int
			Shapes        int
		}
		var files []struct{ Name, Data string }
		open := fmt.Sprintf("%q", tc.row)
		if tc.row == "fold" {
			open = `Sentences.row.get(Sentences.index.ids.find((_, i) => +Draw.pair(Sentences.pair(i, 0), { width: 1192 }).dataset.folds > 0))`
		}
		err := chromedp.Run(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+tc.path), chromedp.Evaluate(offered, nil),
			chromedp.Evaluate(`localStorage.removeItem("assay-theme"); location.hash = "#sentences?s=" + encodeURIComponent(Sentences.index.ids[`+open+`]); 0`, nil),
			chromedp.WaitVisible("#list .drawing svg", chromedp.ByQuery), chromedp.Evaluate(tc.before+";0", nil),
			chromedp.Evaluate(`[...document.querySelectorAll("#list .drawing.scroll svg")].map(s => ({ Texts: [...s.querySelectorAll("text")].map(e => `+
				`e.firstChild.data), Width: +s.getAttribute("width"), Height: +s.getAttribute("height"), Shapes: s.querySelectorAll("line,path,rect").length `+
				`}))`, &drawings),
			chromedp.Evaluate(`[...document.querySelectorAll("#list .legend button")].filter(b => /^(SVG|PNG|TikZ)$/.test(b.textContent)).forEach(b => `+
				`b.click()); 0`, nil),
			chromedp.Poll(`files.length >= 3 * document.querySelectorAll("#list .drawing.scroll svg").length`, nil,
				chromedp.WithPollingTimeout(20*time.Second)), chromedp.Evaluate(`files`, &files))
		if err != nil {
			t.Fatalf("%s: %d drawings, %d files: %v", tc.before, len(drawings), len(files), err)
		}
		if len(drawings) == 0 || len(files) != 3*len(drawings) {
			t.Errorf("%s: %d drawings, %d files", tc.before, len(drawings), len(files))
			continue
		}
		names := map[string]bool{}
		for _, ending := range []string{".svg", ".png", ".tikz"} {
			of := 0
			for _, f := range files {
				if !strings.HasSuffix(f.Name, ending) {
					continue
				}
				names[f.Name] = true
				data, err := base64.StdEncoding.DecodeString(f.Data)
				if err != nil {
					t.Fatal(err)
				}
				if ending == ".svg" {
					seen[string(data)] = true
				}
				// drawings come in order but pictures, which are drawn on the way
				fits := func() (faults []string) {
					for _, d := range drawings {
						fault := fileFault(ending, data, d.Texts, d.Width, d.Height, d.Shapes)
						if fault == "" {
							return nil
						}
						faults = append(faults, fault)
					}
					return faults
				}
				if f := fits(); f != nil {
					t.Errorf("%s of %s: %s", ending, tc.row, f[0])
				}
				of++
			}
			if of != len(drawings) {
				t.Errorf("%d files %s of %d drawings", of, ending, len(drawings))
			}
		}
		if len(names) != len(files) {
			t.Errorf("files of one name: %v", names)
		}
	}
	var tex string
	if err := chromedp.Run(ctx, chromedp.Evaluate(`(() => { const s = document.querySelector("#list .drawing svg"), e = s.querySelector("text"); `+
		`e.firstChild.data = String.raw`+"`{a}_b%$&#\\^~`"+`; return TikZ(s); })()`, &tex)); err != nil {
		t.Fatal(err)
	}
	if want := `{\strut \{a\}\_b\%\$\&\#\textbackslash{}\textasciicircum{}\textasciitilde{}};`; !strings.Contains(tex, want) {
		t.Errorf("no %s in %.400s", want, tex)
	}
	if len(seen) != 8 { // the drawing of both systems is that of each
		t.Errorf("%d different drawings in the files", len(seen))
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}

// fileFault says how a file is another than the drawing with these texts and this size.
func fileFault(ending string, data []byte, texts []string, width, height, shapes int) string {
	switch ending {
	case ".svg":
		var got []string
		var size string
		d, inText, n := xml.NewDecoder(bytes.NewReader(data)), 0, 0
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err.Error()
			}
			switch e := tok.(type) {
			case xml.StartElement:
				if e.Name.Local == "svg" {
					for _, a := range e.Attr {
						if a.Name.Local == "width" || a.Name.Local == "height" {
							size += " " + a.Value
						}
					}
					if e.Name.Space != "http://www.w3.org/2000/svg" {
						return "root in " + e.Name.Space
					}
				}
				switch e.Name.Local {
				case "text":
					got = append(got, "")
					inText = 1
				case "title":
					inText = 0
				case "line", "path", "rect":
					n++
				}
			case xml.EndElement:
				inText = 0
			case xml.CharData:
				if inText > 0 {
					got[len(got)-1] += string(e)
				}
			}
		}
		if !slices.Equal(got, texts) || n != shapes || size != fmt.Sprintf(" %d %d", width, height) {
			return fmt.Sprintf("%d texts and %d shapes of size%s, want %d and %d of %d %d", len(got), n, size, len(texts), shapes, width, height)
		}
	case ".png":
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			return err.Error()
		}
		if b := img.Bounds(); b.Dx() != 2*width || b.Dy() != 2*height {
			return fmt.Sprintf("%v, want twice %d x %d", b, width, height)
		}
		colours := map[[3]uint32]int{}
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				r, g, b, a := img.At(x, y).RGBA()
				if a != 0xffff {
					return "a transparent ground"
				}
				colours[[3]uint32{r, g, b}]++
			}
		}
		if len(colours) < 10 {
			return fmt.Sprintf("%d colours", len(colours))
		}
	case ".tikz":
		text, depth := string(data), 0
		for i := range len(text) {
			if i > 0 && text[i-1] == '\\' {
				continue
			}
			switch text[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth < 0 {
				break
			}
		}
		n, paths := strings.Count(text, `\node[`), strings.Count(text, `\path[`)
		if depth != 0 || n != len(texts) || paths == 0 || paths > shapes || !strings.HasPrefix(text, "% needs: ") ||
			!strings.Contains(text, "\n\\begin{tikzpicture}") || !strings.HasSuffix(text, "\\end{tikzpicture}\n") || strings.Contains(text, "NaN") ||
			strings.Contains(text, "undefined") {
			return fmt.Sprintf("depth %d, %d texts of %d, %d lines of %d", depth, n, len(texts), paths, shapes)
		}
		for _, want := range texts {
			if !strings.ContainsAny(want, "\\{}$&#%_^~<>|\"`'-≠−×↑←∅…·“”\u00a0") && !strings.Contains(text, `\strut `+want+"}") {
				return "no text " + want
			}
		}
	}
	return ""
}

// The sentences that one system has right and another wrong are found from the list by keys
// and from the plot of two systems by the mouse, and by their address in a new tab.
func TestRightAndWrong(t *testing.T) {
	path := page(t, "evalb", "label", "../examples/craft.gold.mrg", "../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg",
		"../examples/craft.bllip-5.mrg")
	ctx, faults := browser.Start(t, 1400, 1000)
	const state = `(() => ({ Hash: location.hash, Count: document.getElementById("count").textContent, Choice: ` +
		`document.getElementById("better").selectedOptions[0].textContent, IDs: [...document.querySelectorAll("#list tbody th")].map(e => e.textContent) }))()`
	type view struct {
		Hash, Count, Choice string
		IDs                 []string
	}
	var said, number string
	var want []string
	var keys, mouse, again view
	err := chromedp.Run(ctx, chromedp.Navigate("file://"+path+"#sentences?order=number"),
		// by the errors of each sentence
		chromedp.Evaluate(`Sentences.index.ids.filter((_, i) => Sentences.scored(0, i) && Sentences.scored(1, i) && !Sentences.systems[0].wrong[i].length `+
			`&& Sentences.systems[1].wrong[i].length > 0)`, &want),
		chromedp.Focus("#better", chromedp.ByQuery), chromedp.KeyEvent("craft.bllip-20 right, craft.ber"), chromedp.Evaluate(state, &keys),
		chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+path+"#differences"), chromedp.WaitVisible(".pair.now .scatter + p a", chromedp.ByQuery),
		chromedp.Text(".pair.now .scatter + p", &said, chromedp.ByQuery), chromedp.Text(".pair.now .scatter + p a[href*='right=']", &number, chromedp.ByQuery),
		chromedp.Click(".pair.now .scatter + p a[href*='right=']", chromedp.ByQuery),
		chromedp.Evaluate(`document.querySelectorAll("#list thead button")[0].click()`, nil), chromedp.Evaluate(state, &mouse),
		chromedp.Navigate("about:blank"),
		chromedp.ActionFunc(func(ctx context.Context) error { return chromedp.Navigate("file://" + path + mouse.Hash).Do(ctx) }), chromedp.Evaluate(state, &again))
	if err != nil {
		t.Fatal(err)
	}
	if len(want) < 3 || !slices.Equal(keys.IDs, want) || keys.Choice != "craft.bllip-20 right, craft.berkeley wrong" ||
		!strings.HasPrefix(keys.Count, fmt.Sprintf("%d of ", len(want))) {
		t.Errorf("by keys %+v, want %q", keys, want)
	}
	if number != fmt.Sprintf("%d sentences", len(want)) || !slices.Equal(mouse.IDs, want) || mouse.Choice != keys.Choice ||
		!strings.Contains(said, "craft.bllip-20 is right and craft.berkeley wrong in "+number+", craft.berkeley right and craft.bllip-20 wrong in ") {
		t.Errorf("by the mouse %+v from %q, %q, want %q", mouse, number, said, want)
	}
	if again.Hash != mouse.Hash || !slices.Equal(again.IDs, want) || again.Choice != keys.Choice || again.Count != mouse.Count {
		t.Errorf("in a new tab %+v, want %+v", again, mouse)
	}
	if err := chromedp.Run(ctx, chromedp.Focus("#better", chromedp.ByQuery), chromedp.KeyEvent(kb.Home), chromedp.Evaluate(state, &again)); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(again.Hash, "right") || strings.Contains(again.Hash, "wrong") || len(again.IDs) != 50 {
		t.Errorf("without the filter: %s, %d rows", again.Hash, len(again.IDs))
	}
	if f := faults(); len(f) > 0 {
		t.Error(strings.Join(f, "\n"))
	}
}
