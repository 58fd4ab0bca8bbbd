package settings

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"\ufeffa\tb\n", ""},
		{"", "f: want entries, found none"},
		{"\ufeff \r\n", "f: want entries, found none"},
		{"a\nbä\nc\xe4\n", "f:3:2: want text in UTF-8, found the byte 0xE4"},
		{"a\x00b\n", "f:1:2: want text in UTF-8, found the byte 0x00"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("f", []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		text, cited, err := Read("f", "entries")
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want || err == nil && string(text) != tt.text {
			t.Errorf("%q: %q, %q; want %q", tt.text, got, text, tt.want)
		}
		if err == nil && cited != Cite(filepath.Join("folder", "f"), text) {
			t.Errorf("%q: cited as %s", tt.text, cited)
		}
	}
}

// The digest is that of FNV-1a in 32 bits: its authors give these for no text, "a" and "foobar".
func TestCite(t *testing.T) {
	for text, want := range map[string]string{"": "f@811c9dc5", "a": "f@e40c292c", "foobar": "f@bf9cf968"} {
		if got := Cite("folder/f", []byte(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
