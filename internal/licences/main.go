// Command licences writes the licences of the modules that are linked into assay, or
// an SPDX 2.3 document that lists these modules.
//
//	go run ./internal/licences -o cmd/assay/licences.txt
//	go run ./internal/licences -spdx 1.0.0 -time 2026-01-01T00:00:00Z
//
// A module counts if the command links a package of it on linux, darwin or windows.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

func main() {
	output := flag.String("o", "", "file to write instead of standard output")
	version := flag.String("spdx", "", "write an SPDX document of this version of assay")
	created := flag.String("time", "1970-01-01T00:00:00Z", "time of creation in the SPDX document")
	flag.Parse()
	if err := write(*output, *version, *created); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func write(output, version, created string) error {
	list, err := modules(".")
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	if version != "" {
		err = writeSPDX(&buf, list, version, created)
	} else {
		err = writeTexts(&buf, list)
	}
	if err != nil {
		return err
	}
	if output == "" {
		_, err = os.Stdout.Write(buf.Bytes())
		return err
	}
	return os.WriteFile(output, buf.Bytes(), 0o666)
}

// A module is linked into the command.
type module struct {
	path, version, dir string
	folders            []string // of the packages that are linked
	files              []string // of terms
	licence            string   // the SPDX expression of these
}

// linked are the systems whose builds are looked at; other architectures link the
// same modules.
var linked = []string{"linux", "darwin", "windows"}

// modules lists the modules that cmd/assay of the module at root links, by path, the
// standard library first.
func modules(root string) ([]*module, error) {
	known := map[string]*module{}
	for _, system := range linked {
		cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module,Standard", "./cmd/assay")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Dir      string
				Standard bool
				Module   *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := decoder.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				return nil, err
			}
			if p.Module == nil || p.Module.Main {
				continue
			}
			m := known[p.Module.Path]
			if m == nil {
				m = &module{path: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
				known[m.path] = m
			}
			if !slices.Contains(m.folders, p.Dir) {
				m.folders = append(m.folders, p.Dir)
			}
		}
	}
	list := []*module{}
	for _, m := range known {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	standard := &module{path: "Go standard library", version: runtime.Version(), dir: strings.TrimSpace(string(goroot))}
	list = append([]*module{standard}, list...)
	for _, m := range list {
		if m.files, err = m.texts(); err != nil {
			return nil, err
		}
		if m.licence, err = expression(m.files); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// licenceFile matches the names of files that hold terms.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([._-].*)?$`)

// texts returns the files of terms of a module: those of its folder and of the
// folders, up to it, of the packages that are linked.
func (m *module) texts() ([]string, error) {
	folders := []string{m.dir}
	for _, dir := range m.folders {
		for ; dir != m.dir && len(dir) > len(m.dir); dir = filepath.Dir(dir) {
			if !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
	}
	slices.Sort(folders)
	var files []string
	for _, dir := range folders {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) &&
				!strings.Contains(strings.ToLower(e.Name()), "logo") {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s %s: no licence found in %s", m.path, m.version, m.dir)
	}
	return files, nil
}

// known are phrases of licences and their SPDX names, the more specific first.
var known = []struct{ phrase, name string }{
	{"Mozilla Public License, version 2.0", "MPL-2.0"},
	{"Apache License Version 2.0", "Apache-2.0"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"Neither the name of", "BSD-3-Clause"},
	{"may not be used to endorse or promote products", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
}

// expression returns the SPDX expression of a module: the names of the licences in
// its files.
func expression(files []string) (string, error) {
	var names []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		text := strings.Join(strings.Fields(string(data)), " ")
		for _, k := range known {
			if strings.Contains(text, k.phrase) {
				if !slices.Contains(names, k.name) {
					names = append(names, k.name)
				}
				if k.name != "Apache-2.0" { // a file may hold others after it
					break
				}
			}
		}
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s: unknown licence", files[0])
	}
	slices.Sort(names)
	return strings.Join(names, " AND "), nil
}

// writeTexts writes a table of the modules, then their licences.
func writeTexts(w *bytes.Buffer, list []*module) error {
	w.WriteString("Software that is linked into assay, with its licences.\n\n")
	var texts bytes.Buffer
	for _, module := range list {
		version := module.version
		if module.path == "Go standard library" {
			version = "" // it is that of the compiler: assay version prints it
		}
		fmt.Fprintf(w, "%-40s %-38s %s\n", module.path, version, module.licence)
		for _, f := range module.files {
			data, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(module.dir, f)
			if err != nil {
				return err
			}
			fmt.Fprintf(&texts, "\n%s\n%s: %s\n\n%s\n", strings.Repeat("=", 72), module.path, filepath.ToSlash(rel),
				bytes.TrimSpace(data))
		}
	}
	w.Write(texts.Bytes())
	return nil
}

// writeSPDX writes an SPDX 2.3 document in JSON.
func writeSPDX(w io.Writer, list []*module, version, created string) error {
	type entry map[string]any
	const self = "SPDXRef-assay"
	packages := []entry{{"SPDXID": self, "name": "assay", "versionInfo": version, "downloadLocation": "NOASSERTION",
		"licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
		"copyrightText": "Copyright 2026 The assay authors", "filesAnalyzed": false}}
	relations := []entry{{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
		"relatedSpdxElement": self}}
	for _, module := range list {
		id := "SPDXRef-" + regexp.MustCompile(`[^A-Za-z0-9.]+`).ReplaceAllString(module.path, "-")
		p := entry{"SPDXID": id, "name": module.path, "versionInfo": module.version, "downloadLocation": "NOASSERTION",
			"licenseConcluded": module.licence, "licenseDeclared": module.licence, "copyrightText": "NOASSERTION",
			"filesAnalyzed": false}
		if module.path == "Go standard library" {
			p["name"] = "go"
		} else {
			p["externalRefs"] = []entry{{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
				"referenceLocator": "pkg:golang/" + module.path + "@" + module.version}}
		}
		packages = append(packages, p)
		relations = append(relations, entry{"spdxElementId": self, "relationshipType": "CONTAINS", "relatedSpdxElement": id})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(entry{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
		"name":              "assay-" + version,
		"documentNamespace": "https://spdx.org/spdxdocs/assay-" + version,
		"creationInfo":      entry{"created": created, "creators": []string{"Tool: assay/internal/licences"}},
		"packages":          packages, "relationships": relations})
}
