package picture

import (
	"fmt"
	"io"
	"strings"
)

// TikZ writes the picture as a tikzpicture environment for a LaTeX document that
// loads the package tikz; its lengths are those of the other forms.
func (p *Picture) TikZ(w io.Writer) error {
	var out strings.Builder
	out.WriteString("\\begin{tikzpicture}[x=.75pt,y=-.75pt,every node/.style={inner sep=0pt,outer " +
		"sep=0pt,anchor=base,font=\\sffamily}]\n")
	used := map[Kind]bool{}
	for i := range p.all {
		used[p.all[i].kind] = true
	}
	for k := range kinds {
		if used[k] {
			fmt.Fprintf(&out, "\\definecolor{assay%d}{HTML}{%s}\n", k, strings.ToUpper(k.look().light))
		}
	}
	out.WriteString("\\definecolor{assaymuted}{HTML}{5B5E64}\\definecolor{assaypanel}{HTML}{F7F7F5}\n")
	for i := range p.all {
		p.all[i].tikz(&out)
	}
	out.WriteString("\\end{tikzpicture}\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// TeX writes the picture as a LaTeX document of its size.
func (p *Picture) TeX(w io.Writer) error {
	_, err := io.WriteString(w, `\documentclass[border=6pt]{standalone}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\fi
\usepackage{textcomp,amssymb,tikz}
\begin{document}
`)
	if err != nil {
		return err
	}
	if err := p.TikZ(w); err != nil {
		return err
	}
	_, err = io.WriteString(w, "\\end{document}\n")
	return err
}

func (e *element) tikz(out *strings.Builder) {
	look := e.kind.look()
	if e.path == nil {
		face := e.role.face()
		opts := fmt.Sprintf("font=\\sffamily\\fontsize{%s}{%s}\\selectfont", num(face.size*.75), num(face.size*.9))
		if look.strong || face.strong {
			opts += "\\bfseries"
		}
		switch {
		case look.strong:
			opts += fmt.Sprintf(",text=assay%d", e.kind)
		case face.muted || e.kind == KindAgree:
			opts += ",text=assaymuted"
		}
		if e.begins {
			opts += ",anchor=base west"
		}
		if e.role == RoleRel {
			opts += ",fill=white,inner sep=1pt"
		}
		fmt.Fprintf(out, "\\node[%s] at (%s,%s) {\\strut %s};\n", opts, num(e.x), num(e.y), latex(e.text))
		return
	}
	opts := fmt.Sprintf("draw=assay%d,line width=%spt", e.kind, num(look.width*.75))
	var dash []string
	for i, d := range look.dash {
		dash = append(dash, []string{"on ", "off "}[i%2]+num(d*.75)+"pt")
	}
	if e.faint {
		dash = []string{"on .8pt", "off 2.3pt"}
	}
	if dash != nil {
		opts += ",dash pattern=" + strings.Join(dash, " ")
	}
	switch e.fill {
	case fillFull:
		opts = fmt.Sprintf("fill=assay%d", e.kind)
	case fillPanel:
		opts += ",fill=assaypanel"
	case fillTint:
		opts = "fill=assaypanel"
	}
	fmt.Fprintf(out, "\\path[%s] (%s,%s)", opts, num(e.path[0].X), num(e.path[0].Y))
	last := e.path[0]
	for _, step := range e.path[1:] {
		if step.Curve { // a quadratic curve as a cubic one
			fmt.Fprintf(out, " .. controls (%s,%s) and (%s,%s) .. (%s,%s)", num(last.X+2*(step.CX-last.X)/3),
				num(last.Y+2*(step.CY-last.Y)/3),
				num(step.X+2*(step.CX-step.X)/3), num(step.Y+2*(step.CY-step.Y)/3), num(step.X), num(step.Y))
		} else {
			fmt.Fprintf(out, " -- (%s,%s)", num(step.X), num(step.Y))
		}
		last = step
	}
	out.WriteString(";\n")
}

// latex writes a text so that LaTeX sets it as it is.
func latex(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%",
		`\%`, "_", `\_`,
		"^", `\textasciicircum{}`, "~", `\textasciitilde{}`, "<", `\textless{}`, ">", `\textgreater{}`, "|",
		`\textbar{}`, `"`, `\textquotedbl{}`, "`", `\textasciigrave{}`, "'", `\textquotesingle{}`,
		"-", `{-}`, "≠", `$\neq$`, "−", `$-$`, "×", `$\times$`, "↑", `$\uparrow$`, "∅", `$\varnothing$`, "…", `\ldots{}`, "·", `$\cdot$`, "\u00a0", "~", "▸", `$\triangleright$`, "␣", `\textvisiblespace{}`, "✓", `$\checkmark$`).Replace(s)
}
