package worker

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// arguments are those of a request with its options after them, in the order of their names: "by": "deprel" is
// --by=deprel, true is the option alone, and a list gives it again for each value; null and false leave it out. The
// command that runs knows the options, and refuses others.
func (r *Request) arguments() ([]string, error) {
	out := slices.Clone(r.Args)
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		var value any
		decoder := json.NewDecoder(strings.NewReader(string(r.Options[name])))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		list, several := value.([]any)
		if !several {
			list = []any{value}
		}
		for _, v := range list {
			switch v := v.(type) {
			case nil:
			case bool:
				if v {
					out = append(out, "--"+name)
				}
			case string:
				out = append(out, "--"+name+"="+v)
			case json.Number:
				out = append(out, "--"+name+"="+v.String())
			default:
				return nil, fmt.Errorf("want a text, a number, true or a list of them as the value of %s, found %s", name,
					r.Options[name])
			}
		}
	}
	return out, nil
}
