package xmlscan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

// events describes the tags and texts that the scanner finds.
func events(text []byte) (string, error) {
	var x Scanner
	x.Reset(text)
	var out strings.Builder
	var open []string
	for {
		k, err := x.Next()
		if err != nil {
			return out.String(), err
		}
		switch k {
		case EOF:
			if len(open) > 0 {
				return out.String(), fmt.Errorf("%s is open", open[len(open)-1])
			}
			return out.String(), nil
		case Start:
			fmt.Fprintf(&out, "<%s", x.Name)
			for _, a := range x.Attrs {
				v, _, err := Decode(nil, a.Value)
				if err != nil {
					return out.String(), err
				}
				fmt.Fprintf(&out, " %s=%q", a.Name, v)
			}
			out.WriteString(">")
			if x.Empty {
				fmt.Fprintf(&out, "</%s>", x.Name)
			} else {
				open = append(open, string(x.Name))
			}
		case End:
			if len(open) == 0 || open[len(open)-1] != string(x.Name) {
				return out.String(), fmt.Errorf("%s is not open", x.Name)
			}
			open = open[:len(open)-1]
			fmt.Fprintf(&out, "</%s>", x.Name)
		case Text:
			value := x.Value
			if !x.CDATA {
				if value, _, err = Decode(nil, value); err != nil {
					return out.String(), err
				}
			}
			if t := strings.TrimSpace(string(value)); t != "" {
				fmt.Fprintf(&out, "%q", t)
			}
		}
	}
}

// twin describes the tags and texts that encoding/xml finds.
func twin(text []byte) (string, error) {
	decoder := xml.NewDecoder(bytes.NewReader(text))
	var out strings.Builder
	full := func(n xml.Name) string {
		if n.Space != "" {
			return n.Space + ":" + n.Local
		}
		return n.Local
	}
	for {
		tok, err := decoder.RawToken()
		if err == io.EOF {
			return out.String(), nil
		}
		if err != nil {
			return out.String(), err
		}
		switch token := tok.(type) {
		case xml.StartElement:
			fmt.Fprintf(&out, "<%s", full(token.Name))
			for _, a := range token.Attr {
				fmt.Fprintf(&out, " %s=%q", full(a.Name), a.Value)
			}
			out.WriteString(">")
		case xml.EndElement:
			fmt.Fprintf(&out, "</%s>", full(token.Name))
		case xml.CharData:
			if s := strings.TrimSpace(string(token)); s != "" {
				fmt.Fprintf(&out, "%q", s)
			}
		}
	}
}

// TestTwin compares the scanner with encoding/xml on whole treebanks.
func TestTwin(t *testing.T) {
	for _, path := range []string{
		"data/samples/tiger/gf-contrib-nonsense-smultron.xml", "data/samples/tiger/squoia-FOCUS_DE.xml",
		"data/samples/alpino/cdb-1.xml", "data/samples/alpino/cdb-100.xml", "data/const-discont-nl/gold.tiger.xml",
	} {
		text := shared.Read(t, strings.Split(path, "/")...)
		got, err := events(text)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		want, err := twin(text)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: the scanner and encoding/xml differ", path)
		}
	}
}

func TestScan(t *testing.T) {
	for in, want := range map[string]string{
		`<a b="1" c='"'/>`:                         `<a b="1" c="\"">` + `</a>`,
		`<a><!-- <b> -->x<![CDATA[<&]]></a>`:       `<a>"x""<&"</a>`,
		`<?xml version="1.0"?><!DOCTYPE a><a></a>`: `<a></a>`,
		`<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd"> <!ENTITY f "]>">]><a/>`: `<a></a>`,
		`<a b="&lt;&#228;&#xE4;&amp;"/>`:                                              `<a b="<ää&">` + `</a>`,
		"<a\n b = \"1\"\t></a >":                                                      `<a b="1"></a>`,
	} {
		if got, err := events([]byte(in)); err != nil || got != want {
			t.Errorf("%s: got %s, %v", in, got, err)
		}
	}
	for in, want := range map[string]string{
		`<a b="&e;"/>`: "&e;", `<a b=1/>`: "quotation mark", `<a b="1`: "quotation mark", `<a`: "the end of tag", `<!-- x`: "-->",
		`<a b="<"/>`: "quotation mark", `<>`: "the name", `<a b/>`: "an attribute", `<![CDATA[`: "]]>", `<!DOCTYPE a [`: ">", `<`: "a tag",
		`<a b="&#0;"/>`: "&#0;", `<a b="&#xD800;"/>`: "&#xD800;", `<a b="&x"/>`: "the end of an entity", "</a": "the end of an end tag",
	} {
		_, err := events([]byte(in))
		var syn *treebank.SyntaxError
		if !errors.As(err, &syn) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", in, err, want)
		}
	}
}

func TestDeclared(t *testing.T) {
	for in, want := range map[string]string{
		`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`: "ISO-8859-1", `<?xml version='1.0' encoding='utf-8' ?>`: "utf-8",
		`<?xml version="1.0"?>`: "", `<a/>`: "", "\xff\xfe<": "utf-16",
	} {
		if got := Declared([]byte(in)); got != want {
			t.Errorf("%s: got %q", in, got)
		}
	}
}

// TestElement cuts in one go and byte by byte.
func TestElement(t *testing.T) {
	split := Element("s")
	text := "<c><!-- <s> --><sub><s id='1'>a</s>\n<s id='2'><!-- </s> -->b<sec/></s>\n<s id='3'>cut <s id='4'/>x</s></c><s "
	want := []string{"<s id='1'>a</s>", "<s id='2'><!-- </s> -->b<sec/></s>", "<s id='3'>cut ", "<s id='4'/>x</s>", "<s "}
	for _, step := range []int{1, 3, len(text)} {
		var got []string
		for at, end := 0, 0; ; {
			end = min(len(text), end+step)
			e := split([]byte(text[at:end]), end == len(text), 0)
			if e.Found {
				got = append(got, text[at+e.Begin:at+e.End])
			}
			at += e.Next
			if end == len(text) && !e.Found && e.Next == 0 || at == len(text) {
				break
			}
		}
		if step == len(text) && fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if len(got) < 4 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Errorf("in steps of %d: got %q", step, got)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte(`<a b="1"><!-- x --><c/>&amp;<![CDATA[x]]></a>`))
	f.Add([]byte(`<?x?><!DOCTYPE a [<!ENTITY b "c">]><a b='&#65;'/>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var x Scanner
		x.Reset(text)
		for {
			at := x.pos
			kind, err := x.Next()
			if err != nil || kind == EOF {
				return
			}
			if x.pos <= at {
				t.Fatalf("no way on at %d", at)
			}
			for _, a := range x.Attrs {
				if off := x.OffsetOf(a.Value); kind == Start && !bytes.HasPrefix(text[off:], a.Value) {
					t.Fatalf("%q is not at %d", a.Value, off)
				}
			}
		}
	})
}

func FuzzEscape(f *testing.F) {
	f.Add([]byte("a<b>\"&\t"))
	f.Fuzz(func(t *testing.T, b []byte) {
		out, _, err := Decode(nil, Escape(nil, b))
		if err != nil || !bytes.Equal(out, b) {
			t.Fatalf("%q: got %q, %v", b, out, err)
		}
	})
}
