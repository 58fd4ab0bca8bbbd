package picture

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// The pixels of a PNG for each pixel of the picture, and the most that it may have.
const (
	scale      = 2
	mostPixels = 100e6
)

// A board is a PNG that is being drawn.
type board struct {
	img     *image.RGBA
	dx, dy  float64
	fonts   *fonts
	soft    vector.Rasterizer
	problem error
}

// PNG writes the picture as PNG on white, with two pixels for each of its own. Letters
// that the Go fonts lack are looked for in the fonts of the system; scripts whose letters
// join are refused, because nothing here shapes them.
func (p *Picture) PNG(w io.Writer) error {
	wide, high := math.Ceil(scale*(p.Width()+2*margin)), math.Ceil(scale*(p.Height()+2*margin))
	if wide*high > mostPixels {
		return fmt.Errorf("the drawing has %.0f x %.0f pixels, too many for PNG; write SVG", wide, high)
	}
	b := &board{img: image.NewRGBA(image.Rect(0, 0, int(wide), int(high))), dx: margin - p.left,
		dy: margin - p.top, fonts: &fonts{}}
	draw.Draw(b.img, b.img.Bounds(), image.White, image.Point{}, draw.Src)
	for i := range p.all {
		b.element(&p.all[i])
	}
	if b.problem != nil {
		return b.problem
	}
	return png.Encode(w, b.img)
}

func rgb(hex string) color.Color {
	v, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		return color.Black
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}
}

func (b *board) element(element *element) {
	look := element.kind.look()
	if element.path == nil {
		b.text(element)
		return
	}
	points := b.flat(element.path)
	switch element.fill {
	case fillFull:
		b.area(points, rgb(look.light))
		return
	case fillTint:
		b.area(points, rgb("e8f0fb"))
		return
	case fillPanel:
		b.area(points, rgb("f7f7f5"))
	}
	if element.faint {
		look.dash = []float64{1, 3}
	}
	if element.fill == fillPanel {
		points = append(points, points[0])
	}
	b.stroke(points, scale*look.width, look.dash, rgb(look.light))
}

type point struct{ x, y float64 }

// flat turns a path into straight lines in pixels of the PNG.
func (b *board) flat(path []Step) (out []point) {
	at := func(x, y float64) point { return point{scale * (x + b.dx), scale * (y + b.dy)} }
	for i, s := range path {
		if !s.Curve || i == 0 {
			out = append(out, at(s.X, s.Y))
			continue
		}
		from, ctl, to := out[len(out)-1], at(s.CX, s.CY), at(s.X, s.Y)
		const parts = 10
		for k := 1; k <= parts; k++ {
			t := float64(k) / parts
			u := 1 - t
			out = append(out, point{u*u*from.x + 2*u*t*ctl.x + t*t*to.x, u*u*from.y + 2*u*t*ctl.y + t*t*to.y})
		}
	}
	return out
}

// area fills a polygon. The rasterizer has the size of its bounds, which is small.
func (b *board) area(points []point, c color.Color) {
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range points {
		x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
	}
	box := image.Rect(int(x0)-1, int(y0)-1, int(x1)+2, int(y1)+2)
	b.soft.Reset(box.Dx(), box.Dy())
	for i, p := range points {
		x, y := float32(p.x-float64(box.Min.X)), float32(p.y-float64(box.Min.Y))
		if i == 0 {
			b.soft.MoveTo(x, y)
		} else {
			b.soft.LineTo(x, y)
		}
	}
	b.soft.ClosePath()
	b.soft.Draw(b.img, box, image.NewUniform(c), image.Point{})
}

// stroke draws lines of a width, in dashes if there are any.
func (b *board) stroke(points []point, width float64, dash []float64, c color.Color) {
	at, left, on := 0, math.Inf(1), true
	if len(dash) > 0 {
		left = scale * dash[0]
	}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		long := math.Hypot(to.x-from.x, to.y-from.y)
		for long > 1e-6 {
			part := min(left, long)
			mid := point{from.x + (to.x-from.x)*part/long, from.y + (to.y-from.y)*part/long}
			if on {
				b.bar(from, mid, width, c)
			}
			from, long, left = mid, long-part, left-part
			if left <= 1e-9 {
				at, on = (at+1)%len(dash), !on
				left = scale * dash[at]
			}
		}
	}
}

// bar draws one straight stroke. Its ends reach a little further, so that corners
// close.
func (b *board) bar(from, to point, width float64, c color.Color) {
	long := math.Hypot(to.x-from.x, to.y-from.y)
	if long == 0 {
		return
	}
	ux, uy := (to.x-from.x)/long, (to.y-from.y)/long
	h := width / 2
	e := min(h, long) / 2
	b.area([]point{
		{from.x - e*ux - h*uy, from.y - e*uy + h*ux}, {to.x + e*ux - h*uy, to.y + e*uy + h*ux},
		{to.x + e*ux + h*uy, to.y + e*uy - h*ux}, {from.x - e*ux + h*uy, from.y - e*uy - h*ux},
	}, c)
}

func (b *board) text(element *element) {
	face, look := element.role.face(), element.kind.look()
	ink := rgb("1b1c1e")
	switch {
	case look.strong:
		ink = rgb(look.light)
	case face.muted || element.kind == KindAgree:
		ink = rgb("5b5e64")
	}
	s, err := visual(element.text)
	if err != nil {
		b.problem = cmp.Or(b.problem, err)
		return
	}
	runs, wide, err := b.fonts.runs(s, face.size*scale, face.strong || look.strong)
	if err != nil {
		b.problem = cmp.Or(b.problem, err)
		return
	}
	x, y := scale*(element.x+b.dx)-wide/2, scale*(element.y+b.dy)
	if element.begins {
		x += wide / 2
	}
	if element.role == RoleRel {
		h := scale * face.size
		b.area([]point{{x - 4, y - .85*h}, {x + wide + 4, y - .85*h}, {x + wide + 4, y + .25*h}, {x - 4, y + .25*h}},
			color.White)
	}
	d := &font.Drawer{Dst: b.img, Src: image.NewUniform(ink),
		Dot: fixed.Point26_6{X: fixed.Int26_6(64 * x), Y: fixed.Int26_6(64 * y)}}
	for _, r := range runs {
		d.Face = r.face
		d.DrawString(r.text)
	}
}

// visual puts the letters of a text in the order in which they are on the line. It
// refuses scripts whose letters change their shapes beside others.
func visual(s string) (string, error) {
	s = norm.NFC.String(s)
	joined := []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
		unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan,
		unicode.Myanmar, unicode.Khmer, unicode.Mongolian, unicode.Nko}
	right := false
	for _, r := range s {
		if unicode.In(r, joined...) {
			return "", fmt.Errorf("%q has letters that join, and PNG is written without a shaper; write SVG", s)
		}
		right = right || unicode.Is(unicode.Hebrew, r)
	}
	if !right {
		return s, nil
	}
	var p bidi.Paragraph
	if _, err := p.SetString(s); err != nil {
		return "", err
	}
	order, err := p.Order()
	if err != nil {
		return "", err
	}
	var runs []string
	for i := range order.NumRuns() {
		run := order.Run(i)
		text := run.String()
		if run.Direction() == bidi.RightToLeft {
			text = bidi.ReverseString(text)
		}
		runs = append(runs, text)
	}
	if first := strings.IndexFunc(s, unicode.IsLetter); first >= 0 && unicode.Is(unicode.Hebrew, []rune(s[first:])[0]) {
		slices.Reverse(runs) // the line is read from the right
	}
	return strings.Join(runs, ""), nil
}

// A run is a stretch of text in one font.
type run struct {
	face font.Face
	text string
}

// fonts are the fonts of a PNG: the Go fonts, and those of the system that were needed.
type fonts struct {
	known  []*sfnt.Font // the regular Go font, the bold one, then those of the system
	faces  map[string]font.Face
	files  []string
	looked bool
	spare  sfnt.Buffer
}

// runs cuts a text by the fonts that have its letters.
func (f *fonts) runs(s string, size float64, strong bool) (out []run, wide float64, err error) {
	if f.known == nil {
		for _, data := range [][]byte{goregular.TTF, gobold.TTF} {
			known, err := opentype.Parse(data)
			if err != nil {
				return nil, 0, err
			}
			f.known = append(f.known, known)
		}
		f.faces = map[string]font.Face{}
	}
	last := -1
	for _, r := range s {
		at, err := f.with(r, strong)
		if err != nil {
			return nil, 0, err
		}
		if at != last {
			key := strconv.Itoa(at) + " " + strconv.Itoa(int(size))
			if f.faces[key] == nil {
				face, err := opentype.NewFace(f.known[at], &opentype.FaceOptions{Size: size, DPI: 72})
				if err != nil {
					return nil, 0, err
				}
				f.faces[key] = face
			}
			out = append(out, run{face: f.faces[key]})
			last = at
		}
		out[len(out)-1].text += string(r)
	}
	for _, r := range out {
		wide += float64(font.MeasureString(r.face, r.text)) / 64
	}
	return out, wide, nil
}

func (f *fonts) has(at int, r rune) bool {
	i, err := f.known[at].GlyphIndex(&f.spare, r)
	return err == nil && i != 0
}

// with returns the number of a font that has a letter.
func (f *fonts) with(r rune, strong bool) (int, error) {
	first := 0
	if strong {
		first = 1
	}
	if unicode.In(r, unicode.Mn, unicode.Cf) || f.has(first, r) {
		return first, nil
	}
	for at := range f.known {
		if f.has(at, r) {
			return at, nil
		}
	}
	for _, path := range f.system() {
		more, err := open(path)
		if err != nil {
			continue // a font that cannot be read is as none
		}
		f.known = append(f.known, more)
		if f.has(len(f.known)-1, r) {
			return len(f.known) - 1, nil
		}
		f.known = f.known[:len(f.known)-1]
	}
	return 0, fmt.Errorf("no font of this machine has %c (U+%04X), which PNG needs; write SVG", r, r)
}

// open reads a font, the first of a collection.
func open(path string) (*sfnt.Font, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	all, err := opentype.ParseCollection(data)
	if err != nil {
		return nil, err
	}
	return all.Font(0)
}

// system lists the fonts of the machine, those for many scripts first.
func (f *fonts) system() []string {
	if f.looked {
		return f.files
	}
	f.looked = true
	home, _ := os.UserHomeDir() // without one there are no fonts of the user
	for _, dir := range []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".fonts"),
		filepath.Join(home, ".local/share/fonts"), "/Library/Fonts", "/System/Library/Fonts",
		filepath.Join(os.Getenv("WINDIR"), "Fonts")} {
		// a folder that is not there holds no font
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && slices.Contains([]string{".ttf", ".otf", ".ttc"},
				strings.ToLower(filepath.Ext(path))) {
				f.files = append(f.files, path)
			}
			return nil
		})
	}
	rank := func(path string) int {
		name := filepath.Base(path)
		switch {
		case strings.HasPrefix(name, "DejaVuSans."), strings.HasPrefix(name, "NotoSans-Regular"),
			strings.HasPrefix(name, "Arial"):
			return 0
		case strings.HasPrefix(name, "NotoSansCJK-Regular"), strings.Contains(name, "Symbols"):
			return 1
		case strings.Contains(name, "Sans") && strings.Contains(name, "Regular"):
			return 2
		}
		return 3
	}
	slices.SortStableFunc(f.files, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return f.files
}
