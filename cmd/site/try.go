package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/template"
)

// An example is files that the page offers.
type example struct {
	Title   string     `json:"title"`
	Gold    textFile   `json:"gold"`
	Systems []textFile `json:"systems"`
}

type textFile struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// offered are the examples of the page; examples/README.md names their licences.
var offered = []struct {
	title string
	files []string // gold first
}{
	{"Universal Dependencies, two parsers", []string{"ewt.gold.conllu", "ewt.udpipe-swap.conllu",
		"ewt.udpipe-projective.conllu"}},
	{"Constituents", []string{"craft.gold.mrg", "craft.berkeley.mrg"}},
	{"AMR", []string{"amr/gold.amr", "amr/parser-a.amr", "amr/parser-b.amr"}},
}

// tryPage makes the page that scores files in the browser: one file, with assay as
// WebAssembly in it, packed with this effort. site says whether the other pages are beside it.
func tryPage(root, version string, site bool, effort string) ([]byte, error) {
	wasm, err := webAssembly(root, version)
	if err != nil {
		return nil, err
	}
	examples, err := readExamples(root)
	if err != nil {
		return nil, err
	}
	values := map[string]any{"Site": site, "Version": version}
	for name, data := range map[string][]byte{"Wasm": wasm, "Examples": examples} {
		if values[name], err = packed(data, effort); err != nil {
			return nil, err
		}
		values[name+"Size"] = len(data)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(root, "packaging", "page")
	for name, paths := range map[string][]string{
		"Worker": {filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js"),
			filepath.Join(folder, "memfs.js"), filepath.Join(folder, "unpack.js"),
			filepath.Join(folder, "worker.js")},
		"Page": {filepath.Join(folder, "page.js")},
	} {
		if values[name], err = script(paths); err != nil {
			return nil, err
		}
	}
	t, err := template.ParseFiles(filepath.Join(folder, "try.html"))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, values)
	return b.Bytes(), err
}

// webAssembly compiles the command for browsers.
func webAssembly(root, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "assay-site-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "assay.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-tags=page",
		"-ldflags=-s -w -buildid= -X main.release="+version, "-o", out, "./cmd/assay")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build for js/wasm: %w\n%s", err, text)
	}
	return os.ReadFile(out)
}

func readExamples(root string) ([]byte, error) {
	var list []example
	for _, o := range offered {
		x := example{Title: o.title}
		for i, name := range o.files {
			text, err := os.ReadFile(filepath.Join(root, "examples", filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			f := textFile{filepath.Base(name), string(text)}
			if i == 0 {
				x.Gold = f
			} else {
				x.Systems = append(x.Systems, f)
			}
		}
		list = append(list, x)
	}
	return json.Marshal(list)
}

// smallest is the option of xz with which pages are packed.
const smallest = "-9e"

// packed returns data compressed as .lzma, which takes a third less than gzip, in letters of the page. Nothing smaller
// than a program packs that well in Go, and every system has xz.
func packed(data []byte, effort string) (string, error) {
	cmd := exec.Command("xz", "--format=lzma", effort, "--stdout")
	var out, problem bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &problem
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("xz packs the page: %w\n%s", err, problem.Bytes())
	}
	return letters(out.Bytes()), nil
}

// barred are the seven bits that no script element keeps as one letter: NUL and the carriage return are changed, and
// "<" may end it.
const barred = "\x00\r<"

// letters writes bytes as text with seven bits to a letter of one byte (base64 has six). Bits that are barred and the
// seven after them are one letter of two bytes.
func letters(data []byte) string {
	var bits []byte
	held, n := 0, 0
	for _, b := range data {
		held, n = held<<8|int(b), n+8
		for ; n >= 7; n -= 7 {
			bits = append(bits, byte(held>>(n-7)&127))
		}
		held &= 1<<n - 1
	}
	bits = append(bits, byte(held<<(7-n)&127), 0) // the last bits, and what may follow barred ones
	var out strings.Builder
	for i := 0; i < len(bits); i++ {
		if k := strings.IndexByte(barred, bits[i]); k < 0 {
			out.WriteByte(bits[i])
		} else if i+1 < len(bits) {
			i++
			out.WriteRune(rune((k+2)<<7 | int(bits[i])))
		}
	}
	return out.String()
}

// script joins scripts for a page.
func script(paths []string) (string, error) {
	var out strings.Builder
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if bytes.Contains(bytes.ToLower(text), []byte("</script")) {
			return "", fmt.Errorf("%s: </script would end the script in the page", path)
		}
		out.Write(text)
		out.WriteString("\n")
	}
	return out.String(), nil
}
