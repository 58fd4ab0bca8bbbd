package argparse

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// parsers are those of testdata/record.py.
var parsers = []Parser{
	{Arguments: []Argument{Help, {Names: []string{"-f", "--format"}, Words: 1}, {Names: []string{"-v", "--verbose"}},
		{Names: []string{"-q", "--quiet"}}, {Names: []string{"-p"}, Words: 1, Check: Int},
		{Names: []string{"--ignore"}, Words: 1, Choices: []string{"gold", "none"}}, {Names: []string{"-A"}, Words: 1, Check: Float},
		{Names: []string{"gold"}, Words: 1}, {Names: []string{"test"}, Words: 1}}},
	{Arguments: []Argument{Help, {Names: []string{"-f"}, Words: 2, Required: true}, {Names: []string{"-ff"}, Words: 1},
		{Names: []string{"--just"}}, {Names: []string{"--justone"}}, {Names: []string{"--names"}, Words: Any, Choices: []string{"a", "b"}},
		{Names: []string{"--more"}, Words: Some}, {Names: []string{"--may"}, Words: Perhaps},
		{Names: []string{"file"}, Words: Perhaps}, {Names: []string{"other"}, Words: Perhaps}}},
	{Arguments: []Argument{Help, {Names: []string{"--operation"}, Words: 1, Choices: []string{"avg", "list"}},
		{Names: []string{"-solver"}, Words: 1}, {Names: []string{"-s"}}, {Names: []string{"files"}, Words: Some}}},
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
