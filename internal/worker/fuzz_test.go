package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"testing"
)

// FuzzServe: whatever comes, each request that is read whole has one reply with its number and the lengths of what
// follows, and a request that is broken ends the worker with an error.
func FuzzServe(f *testing.F) {
	for _, seed := range []string{
		"", "\n", `{"id":1,"args":["version"]}` + "\n",
		`{"id":2,"args":["a"],"files":[{"name":"a","bytes":3,"keep":true}]}` + "\nabc" + `{"id":3,"args":["a"],"drop":["a"]}` + "\n",
		`{"id":4,"files":[{"name":"a","path":"/x"}]}` + "\n", `{"id":5,"files":[{"name":"a","bytes":9}]}` + "\n",
		`{"id":1e400}` + "\n", "\x00\n", `{"args":[[[[`, `{"id":6} {"id":7}` + "\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		asked := 0
		w := Worker{Version: "0", Run: func(_ context.Context, args []string, files Named, stdout, stderr io.Writer) (int, *Fault) {
			asked++
			for name, text := range files.Texts {
				io.WriteString(stdout, name+text)
			}
			io.WriteString(stderr, "x\x00")
			return len(args), nil
		}}
		var out bytes.Buffer
		err := w.Serve(context.Background(), bytes.NewReader(input), &out)
		in := bufio.NewReader(&out)
		if _, err := in.ReadBytes('\n'); err != nil {
			t.Fatal("no greeting:", err)
		}
		replies := 0
		for {
			line, failed := in.ReadBytes('\n')
			if failed != nil {
				break
			}
			var r Reply
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			if _, err := in.Discard(r.Stdout + r.Stderr); err != nil {
				t.Fatal(err)
			}
			replies++
		}
		if replies > asked || err == nil && replies != asked {
			t.Errorf("%d commands ran, %d replies; %v", asked, replies, err)
		}
	})
}
