package treebank

import (
	"unicode"
	"unicode/utf8"
)

// scripts are those that a text may be written in instead of another.
var scripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin}, {"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek}, {"Arabic", unicode.Arabic},
	{"Hebrew", unicode.Hebrew}, {"Devanagari", unicode.Devanagari}, {"Bengali", unicode.Bengali},
	{"Tamil", unicode.Tamil},
	{"Georgian", unicode.Georgian}, {"Armenian", unicode.Armenian}, {"Han", unicode.Han}, {"Hangul", unicode.Hangul},
	{"Hiragana", unicode.Hiragana}, {"Katakana", unicode.Katakana}, {"Mongolian", unicode.Mongolian},
	{"Thai", unicode.Thai},
}

// scriptOf returns the script of the letters of text if they are all of one, else "".
func scriptOf(text []byte) string {
	found := ""
	for len(text) > 0 {
		letter, size := utf8.DecodeRune(text)
		text = text[size:]
		if !unicode.IsLetter(letter) {
			continue
		}
		for _, script := range scripts {
			if unicode.Is(script.table, letter) {
				if found != "" && found != script.name {
					return ""
				}
				found = script.name
				break
			}
		}
	}
	return found
}
