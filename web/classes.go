package web

import "strings"

// classMark is between the part of a measure and the class in the number of a class.
const classMark = "\x00"

// chooseMainPart chooses the part that names of classes leave out: that of the first system
// with errors, if these are of one part.
func (b *Browser) chooseMainPart(listed *Listed) {
	if b.parted || len(listed.classes.names) == 0 {
		return
	}
	b.parted = true
	b.mainPart, _, _ = strings.Cut(listed.classes.names[0], classMark)
	for _, name := range listed.classes.names {
		if part, _, _ := strings.Cut(name, classMark); part != b.mainPart {
			b.mainPart = ""
			return
		}
	}
}

// className names a class on the page: with its part where several parts have errors.
func (b *Browser) className(numbered string) string {
	part, class, _ := strings.Cut(numbered, classMark)
	if part == "" || part == b.mainPart {
		return class
	}
	return part + " " + class
}

// classNames names the classes of a system.
func (b *Browser) classNames(listed *Listed) (out []string) {
	for _, name := range listed.classes.names {
		out = append(out, b.className(name))
	}
	return out
}
