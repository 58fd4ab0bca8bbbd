package main

import (
	"strings"
	"unicode/utf8"
)

// folded breaks lines that are longer than width at blanks; 0 breaks none. The rest of
// a line begins below its text: that of a list, below the second column. In a paragraph
// it goes before the next line.
func folded(s string, width int) string {
	if width <= 0 {
		return s
	}
	var out strings.Builder
	rest := "" // of a paragraph
	for line := range strings.Lines(s) {
		if rest != "" && strings.Trim(line, " \n") != "" && line[0] != ' ' {
			line, rest = rest+" "+line, ""
		} else if rest != "" {
			out.WriteString(rest + "\n")
			rest = ""
		}
		text, end := strings.CutSuffix(line, "\n")
		for indent := hanging(text); utf8.RuneCountInString(text) > width; {
			cut := breakAt(text, indent, width)
			if cut < 0 {
				break
			}
			out.WriteString(strings.TrimRight(text[:cut], " ") + "\n")
			text = strings.Repeat(" ", indent) + strings.TrimLeft(text[cut:], " ")
			if indent == 0 && end && utf8.RuneCountInString(text) <= width {
				rest = text
			}
		}
		if rest != "" {
			continue
		}
		out.WriteString(text)
		if end {
			out.WriteByte('\n')
		}
	}
	if rest != "" {
		out.WriteString(rest + "\n")
	}
	return out.String()
}

// breakAt returns where a line is broken: at the last blank within width, else at the
// first after it; -1 if there is none after the indent.
func breakAt(text string, indent, width int) int {
	cut, column := -1, 0
	for i, c := range text {
		if c == ' ' && column > indent && strings.TrimLeft(text[:i], " ") != "" {
			if column > width && cut >= 0 {
				break
			}
			cut = i
			if column > width {
				break
			}
		}
		column++
	}
	return cut
}

// hanging returns the column below which the rest of a line begins: that of the text
// after the first gap of two blanks within the line, if that leaves room, else that of
// the first character.
func hanging(text string) int {
	start := len(text) - len(strings.TrimLeft(text, " "))
	if gap := strings.Index(text[start:], "  "); gap >= 0 {
		after := text[start+gap:]
		if at := start + gap + len(after) - len(strings.TrimLeft(after, " ")); at < 40 {
			return utf8.RuneCountInString(text[:at])
		}
	}
	return start
}
