package validate

import (
	"bytes"
	"io"
	"slices"

	"assay/treebank"
)

// xmlFormats are the formats whose files are one XML element.
var xmlFormats = []string{"tigerxml", "alpino", "mrx", "dmrx"}

// An ends is a reader that keeps the beginning and the end of a file, and counts its lines.
type ends struct {
	io.Reader
	head, tail []byte
	lines      int // line feeds
	returns    int // the line of the first carriage return, from 1; 0 if there is none
}

const (
	headKept = 1 << 16
	tailKept = 1 << 10
)

func (e *ends) Read(b []byte) (int, error) {
	n, err := e.Reader.Read(b)
	if at := bytes.IndexByte(b[:n], '\r'); at >= 0 && e.returns == 0 {
		e.returns = e.lines + bytes.Count(b[:at], []byte("\n")) + 1
	}
	e.lines += bytes.Count(b[:n], []byte("\n"))
	if room := headKept - len(e.head); room > 0 {
		e.head = append(e.head, b[:min(n, room)]...)
	}
	e.tail = append(e.tail, b[max(0, n-tailKept):n]...)
	if cut := len(e.tail) - tailKept; cut > 0 {
		e.tail = slices.Delete(e.tail, 0, cut)
	}
	return n, err
}

// open returns the end tag that a file in this format lacks, "" if it has it.
func (e *ends) open(f *treebank.Format) string {
	if !slices.Contains(xmlFormats, f.Name) {
		return ""
	}
	for rest := e.head; ; rest = rest[1:] {
		at := bytes.IndexByte(rest, '<')
		if at < 0 || at+1 == len(rest) {
			return ""
		}
		if rest = rest[at:]; bytes.HasPrefix(rest, []byte("<!--")) {
			if end := bytes.Index(rest, []byte("-->")); end >= 0 {
				rest = rest[end:]
			}
			continue
		}
		if rest[1] == '?' || rest[1] == '!' {
			continue
		}
		name := rest[1:]
		if end := bytes.IndexAny(name, " \t\r\n/>"); end >= 0 {
			name = name[:end]
		}
		tag := "</" + string(name)
		if bytes.Contains(e.tail, []byte(tag)) {
			return ""
		}
		return tag + ">"
	}
}

// comment returns the line of the comment that ends a file in CoNLL-U, after its last sentence; 0 if there is none.
func (e *ends) comment() int {
	text := bytes.TrimRight(e.tail, "\r\n\t ")
	last := text[bytes.LastIndexByte(text, '\n')+1:]
	if len(last) == 0 || last[0] != '#' || len(last) == len(text) {
		return 0
	}
	return e.lines - bytes.Count(e.tail[len(text):], []byte("\n")) + 1
}
