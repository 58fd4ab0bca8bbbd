package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

func current(t *testing.T) []*module {
	t.Helper()
	list, err := modules(root)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestCurrent wants the list of licences in the program to be that of the modules it
// links, in the versions of go.mod.
func TestCurrent(t *testing.T) {
	have, err := os.ReadFile(root + "/cmd/assay/licences.txt")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := writeTexts(&want, current(t)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want.Bytes()) {
		t.Error("cmd/assay/licences.txt is not current; run go generate ./cmd/assay")
	}
	text, err := os.ReadFile(root + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(have), "\n\n")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := strings.Split(table, "\n")[1:]
	if len(rows) < 10 {
		t.Fatalf("want a row for each module, found %d", len(rows))
	}
	for _, row := range rows {
		f := strings.Fields(row)
		if !regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(f[0]+" "+f[1]) + `( // indirect)?$`).Match(text) {
			t.Errorf("go.mod does not require %s %s", f[0], f[1])
		}
	}
}

// TestExpression looks at licences that are easily taken for another.
func TestExpression(t *testing.T) {
	for text, want := range map[string]string{
		"Redistribution and use in source and\nbinary forms, with or without":                                                  "BSD-2-Clause",
		"Redistribution and use in source and binary forms. Neither the name of Google":                                        "BSD-3-Clause",
		"Permission is hereby granted,\n free of charge, to any person":                                                        "MIT",
		"Apache License\nVersion 2.0, January 2004 ... Redistribution and use in source and binary forms. Neither the name of": "Apache-2.0 AND BSD-3-Clause",
		"All rights reserved.": "",
	} {
		file := t.TempDir() + "/LICENSE"
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := expression([]string{file}); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

// TestSPDX checks the parts of the document that SPDX 2.3 demands (clauses 6, 7, 11).
func TestSPDX(t *testing.T) {
	var buf bytes.Buffer
	list := current(t)
	if err := writeSPDX(&buf, list, "1.2.3", "2026-01-01T00:00:00Z"); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		SPDXVersion, DataLicense, SPDXID, Name, DocumentNamespace string
		CreationInfo                                              struct {
			Created  string
			Creators []string
		}
		Packages []struct {
			SPDXID, Name, VersionInfo, DownloadLocation, LicenseDeclared string
		}
		Relationships []struct{ SpdxElementID, RelationshipType, RelatedSpdxElement string }
	}
	if err := json.Unmarshal(buf.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.SPDXVersion != "SPDX-2.3" || doc.DataLicense != "CC0-1.0" || doc.SPDXID != "SPDXRef-DOCUMENT" || doc.Name == "" ||
		doc.DocumentNamespace == "" || doc.CreationInfo.Created == "" || len(doc.CreationInfo.Creators) == 0 {
		t.Errorf("the document misses a field: %+v", doc)
	}
	if len(doc.Packages) != len(list)+1 || len(doc.Relationships) != len(list)+1 {
		t.Errorf("%d packages, %d relationships, want %d", len(doc.Packages), len(doc.Relationships), len(list)+1)
	}
	ids := map[string]bool{}
	for _, p := range doc.Packages {
		if ids[p.SPDXID] || !regexp.MustCompile(`^SPDXRef-[A-Za-z0-9.-]+$`).MatchString(p.SPDXID) {
			t.Errorf("identifier %s is used twice, or has letters that SPDX forbids", p.SPDXID)
		}
		if ids[p.SPDXID] = true; p.Name == "" || p.VersionInfo == "" || p.DownloadLocation == "" || p.LicenseDeclared == "" {
			t.Errorf("a field of a package is empty: %+v", p)
		}
	}
	for _, r := range doc.Relationships {
		if r.SpdxElementID != "SPDXRef-DOCUMENT" && !ids[r.SpdxElementID] || !ids[r.RelatedSpdxElement] {
			t.Errorf("relationship to an unknown element: %+v", r)
		}
	}
}
