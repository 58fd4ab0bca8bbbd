package screen

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Width is the number of cells of a terminal that a line takes.
func Width(line string) int { return text.StringWidthWithoutEscSequences(line) }

// Fold breaks lines that are longer than width at blanks; 0 breaks none. The rest of
// a line begins below its text: that of a list, below the second column. It goes before
// the next line if that begins in the same column, as in paragraphs. A label with one
// word that no line has room for stays on the line of that word, so that both can be
// copied at once: "cite: evalb|...".
func Fold(s string, width int) string {
	if width <= 0 {
		return s
	}
	var out strings.Builder
	rest, below := "", 0 // of a paragraph, and the column where it begins
	for line := range strings.Lines(s) {
		joined := rest != "" && blanks(line) == below && strings.TrimSpace(line) != "" &&
			!strings.Contains(line[below:], "  ")
		if joined {
			line, rest = rest+" "+line[below:], ""
		} else if rest != "" {
			out.WriteString(rest + "\n")
			rest = ""
		}
		left, end := strings.CutSuffix(line, "\n")
		indent := hanging(left, width)
		prose := joined || indent == 0 || indent > blanks(left)
		for Width(left) > width {
			cut := breakAt(left, indent, width)
			if cut < 0 || labelled(left, width) {
				break
			}
			out.WriteString(strings.TrimRight(left[:cut], " ") + "\n")
			left = strings.Repeat(" ", indent) + strings.TrimLeft(left[cut:], " ")
			if prose && end && Width(left) <= width {
				rest, below = left, indent
			}
		}
		if rest != "" {
			continue
		}
		out.WriteString(left)
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
func breakAt(line string, indent, width int) int {
	cut, column := -1, 0
	for i, c := range line {
		if c == ' ' && column > indent && strings.TrimLeft(line[:i], " ") != "" {
			if column > width && cut >= 0 {
				break
			}
			cut = i
			if column > width {
				break
			}
		}
		column += text.RuneWidth(c)
	}
	return cut
}

// blanks is the number of blanks at the beginning of a line.
func blanks(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// hanging returns the column below which the rest of a line begins: that of the text
// after the first gap of two blanks within the line, if that leaves room, else that of
// the first character.
func hanging(line string, width int) int {
	start := blanks(line)
	if gap := strings.Index(line[start:], "  "); gap >= 0 {
		after := line[start+gap:]
		if at := start + gap + len(after) - len(strings.TrimLeft(after, " ")); at < min(40, 2*width/3) {
			return Width(line[:at])
		}
	}
	return start
}

// labelled reports whether a line is two words, of which the second is longer than width.
func labelled(line string, width int) bool {
	words := strings.Fields(line)
	return len(words) == 2 && Width(words[1]) > width
}
