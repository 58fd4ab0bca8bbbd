package template

import (
	"fmt"
	"strings"
	"sync"
)

// A place is where in the page the next value comes.
type place struct {
	// "": text; "tag": in a tag outside of quotes; `"` or `'`: in an attribute; "style", "script": in that element
	in   string
	tag  string // the element that is being opened
	attr string // the attribute
	url  bool   // its value is an address
	mime string // the type of a script
}

// pass moves the place over markup of the template.
func (p *place) pass(text string) {
	for text != "" {
		switch p.in {
		case "":
			_, after, ok := strings.Cut(text, "<")
			if !ok {
				return
			}
			name := after[:len(after)-len(strings.TrimLeft(after, "/!abcdefghijklmnopqrstuvwxyz0123456789"))]
			*p, text = place{in: "tag", tag: name}, after[len(name):]
		case "tag":
			at := strings.IndexAny(text, `>"'`)
			if at < 0 {
				p.attr += text
				return
			}
			p.attr += text[:at]
			switch c := text[at]; c {
			case '>':
				p.open()
			default:
				p.quote(string(c))
			}
			text = text[at+1:]
		case `"`, `'`:
			value, after, ok := strings.Cut(text, p.in)
			if p.attr == "type" {
				p.mime += value
			}
			if !ok {
				return
			}
			p.in, p.attr, text = "tag", "", after
		default: // style or script
			_, after, ok := strings.Cut(text, "</"+p.in)
			if !ok {
				return
			}
			*p, text = place{in: "tag", tag: "/"}, after
		}
	}
}

// open passes the end of a tag.
func (p *place) open() {
	next := place{}
	if p.tag == "style" || p.tag == "script" {
		next = place{in: p.tag, mime: p.mime}
	}
	*p = next
}

// quote enters the value of an attribute.
func (p *place) quote(with string) {
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(p.attr), "="))
	name := ""
	if len(words) > 0 {
		name = words[len(words)-1]
	}
	p.in, p.attr = with, name
	p.url = name == "href" || name == "src" || name == "action" || name == "formaction"
}

// escape returns a value as it may be written here.
func (p *place) escape(v any) (string, error) {
	switch p.in {
	case "":
		if h, ok := v.(HTML); ok {
			return string(h), nil
		}
		return escapeHTML(textOf(v)), nil
	case `"`, `'`:
		if _, ok := v.(HTML); ok || strings.HasPrefix(p.attr, "on") || p.attr == "style" || p.attr == "srcdoc" {
			return "", errPlace
		}
		text := textOf(v)
		if p.url {
			text = escapeURL(text)
		}
		return escapeHTML(text), nil
	case "style":
		if c, ok := v.(CSS); ok && !strings.Contains(strings.ToLower(string(c)), "</style") {
			return string(c), nil
		}
	case "script":
		text := ""
		switch v := v.(type) {
		case JS:
			text = string(v)
		case HTML:
			if p.mime != "text/plain" {
				return "", errPlace
			}
			text = string(v)
		case int:
			text = fmt.Sprint(v)
		default:
			return "", errPlace
		}
		if !strings.Contains(strings.ToLower(text), "</script") {
			return text, nil
		}
	}
	return "", errPlace
}

var escaper = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("\x00", "�", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;",
		">", "&gt;")
})

func escapeHTML(text string) string { return escaper().Replace(text) }

// escapeURL escapes the characters that an address may not have. An address with a
// scheme other than those of pages and mail becomes "#", because it may be a script.
func escapeURL(address string) string {
	if scheme, _, ok := strings.Cut(address, ":"); ok && !strings.Contains(scheme, "/") {
		switch strings.ToLower(scheme) {
		case "http", "https", "mailto":
		default:
			return "#"
		}
	}
	var out strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			strings.IndexByte("!#$&*+,-./:;=?@[]_~", c) >= 0,
			c == '%' && len(address) >= i+3 && isHex(address[i+1]) && isHex(address[i+2]):
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02x", c)
		}
	}
	return out.String()
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
