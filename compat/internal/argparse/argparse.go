// Package argparse writes command lines in one form, as Python's argparse reads them: options by their full
// name, values as words of their own. argparse also takes --name=value, the beginning of a long name that no
// other option has, the value of an option of one letter in the same word (-r4), and several such
// options without values in one word (-vq).
package argparse

import (
	"fmt"
	"slices"
	"strings"
)

// Options are the options by name, with dashes, and the number of their values.
type Options map[string]int

// Expand returns args with every option under its full name and every value in a word of its own. Words that name no
// option are left as they are.
func Expand(args []string, options Options) (out []string, err error) {
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		name, value, has, err := options.find(word)
		if err != nil {
			return nil, err
		}
		if name == "" {
			out = append(out, word)
			continue
		}
		out = append(out, name)
		values := options[name]
		switch {
		case has && values == 0 && len(name) == 2 && value != "" && !strings.Contains(word, "="):
			args = append([]string{"-" + value}, args...) // further options of one letter
			continue
		case has && values == 0:
			return nil, fmt.Errorf("argument %s: ignored explicit argument '%s'", name, value)
		case has && values > 1:
			return nil, fmt.Errorf("argument %s: expected %d arguments", name, values)
		case has:
			out = append(out, value)
			continue
		}
		for ; values > 0 && len(args) > 0; values-- {
			out, args = append(out, args[0]), args[1:]
		}
	}
	return out, nil
}

// find returns the option that a word names, "" if none, and the value in the same word.
func (o Options) find(word string) (name, value string, has bool, err error) {
	if len(word) < 2 || word[0] != '-' {
		return "", "", false, nil
	}
	if _, ok := o[word]; ok {
		return word, "", false, nil
	}
	begin, value, has := strings.Cut(word, "=")
	if _, ok := o[begin]; ok && has {
		return begin, value, true, nil
	}
	var found []string
	for full := range o {
		if strings.HasPrefix(full, begin) {
			found = append(found, full)
		}
	}
	slices.Sort(found)
	short := word[:2]
	if _, ok := o[short]; ok && short != "--" {
		if len(found) > 0 {
			return "", "", false, fmt.Errorf("ambiguous option: %s could match %s", word,
				strings.Join(append([]string{short}, found...), ", "))
		}
		return short, word[2:], true, nil
	}
	switch len(found) {
	case 0:
		return "", "", false, nil
	case 1:
		return found[0], value, has, nil
	}
	return "", "", false, fmt.Errorf("ambiguous option: %s could match %s", word, strings.Join(found, ", "))
}
