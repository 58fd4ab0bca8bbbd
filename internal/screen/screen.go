// Package screen makes text from files safe to show: nothing in a treebank can
// control a terminal.
package screen

import "strings"

// Plain replaces characters that move the cursor or change colours by ␣, and
// removes those that change the direction of the text after them. Writers isolate
// right-to-left words.
func Plain(s string) string { return strings.Map(plain, s) }

// Lines is Plain for a text of several lines.
func Lines(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return plain(r)
	}, s)
}

func plain(r rune) rune {
	switch {
	case turns(r):
		return -1
	case Hidden(r):
		return '␣'
	}
	return r
}

// Hidden reports whether r is a control character, or turns the direction of all
// that follows.
func Hidden(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || turns(r) }

func turns(r rune) bool { return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 }

// longest is the largest number of characters of a word that is shown whole.
const longest = 300

// Short shortens words that nobody would read, such as a megabyte without a blank.
func Short(s string) string {
	if len(s) <= longest {
		return s
	}
	words := strings.Split(s, " ")
	for i, w := range words {
		if r := []rune(w); len(r) > longest {
			words[i] = string(r[:longest/2]) + "…" + string(r[len(r)-longest/10:])
		}
	}
	return strings.Join(words, " ")
}

// Grouped puts as many parts into a line as fit the width, with a gap between them.
func Grouped(parts []string, gap string, width int) string {
	out, column := parts[0], Width(parts[0])
	for _, part := range parts[1:] {
		if column += len(gap) + Width(part); column > width && width > 0 {
			out, column = out+"\n"+part, Width(part)
			continue
		}
		out += gap + part
	}
	return out
}
