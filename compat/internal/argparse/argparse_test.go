package argparse

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// parsers are those of testdata/record.py.
var parsers = []Parser{
	{Arguments: []Argument{Help, {Name: "-f/--format", Words: 1}, {Name: "-v/--verbose"},
		{Name: "-q/--quiet"}, {Name: "-p", Words: 1, Check: Int},
		{Name: "--ignore", Words: 1, Choices: []string{"gold", "none"}}, {Name: "-A", Words: 1, Check: Float},
		{Name: "gold", Words: 1}, {Name: "test", Words: 1}}},
	{Arguments: []Argument{Help, {Name: "-f", Words: 2, Required: true}, {Name: "-ff", Words: 1},
		{Name: "--just"}, {Name: "--justone"}, {Name: "--names", Words: Any, Choices: []string{"a", "b"}},
		{Name: "--more", Words: Some}, {Name: "--may", Words: Perhaps},
		{Name: "file", Words: Perhaps}, {Name: "other", Words: Perhaps}}},
	{Arguments: []Argument{Help, {Name: "--operation", Words: 1, Choices: []string{"avg", "list"}},
		{Name: "-solver", Words: 1}, {Name: "-s"}, {Name: "files", Words: Some}}},
}

// TestRecorded: lines.json holds what argparse of Python 3.11.2 makes of 1,200 random command lines.
func TestRecorded(t *testing.T) {
	data, err := os.ReadFile("testdata/lines.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Parser int
		Line   []string
		Error  string
		Given  map[string][][]string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		given, err := parsers[c.Parser].parse(c.Line)
		for name, all := range given {
			if len(all) == 1 && len(all[0]) == 0 && name[0] != '-' { // a file that is not there
				delete(given, name)
			}
		}
		switch {
		case c.Error != "" || err != nil:
			if err == nil || err.Error() != c.Error {
				t.Errorf("parser %d, %q: %v, want %s", c.Parser, c.Line, err, c.Error)
			}
		case fmt.Sprintf("%q", given) != fmt.Sprintf("%q", Given(c.Given)):
			t.Errorf("parser %d, %q: %v, want %v", c.Parser, c.Line, given, c.Given)
		}
	}
}
