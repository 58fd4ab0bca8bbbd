package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Two tabs that send the same form at once make one run; another form waits until the
// first job has ended.
func TestTwoTabs(t *testing.T) {
	bench := newBench(t, false)
	bench.gate = make(chan struct{})
	form := url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}, "name": {"both"}, "date": {"2026-01-31"}}
	codes := make(chan int)
	send := func(form url.Values) { code, _ := bench.post("/runs", form); codes <- code }
	go send(form)
	<-bench.entered
	go send(form)
	go send(url.Values{"gold": form["gold"], "system": form["system"], "name": {"other"}})
	var list []struct{ Title, State string }
	for len(list) < 2 { // until the other form has arrived
		_, body := bench.get("/api/jobs")
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatal(err)
		}
	}
	for _, j := range list {
		if want := map[string]string{"scoring both": "running", "scoring other": "waiting"}[j.Title]; j.State != want {
			t.Errorf("%s is %s, want %s", j.Title, j.State, want)
		}
	}
	close(bench.gate)
	for range 3 {
		if code := <-codes; code != http.StatusOK {
			t.Errorf("status %d", code)
		}
	}
	all, err := bench.work.Register.All()
	if err != nil || len(all) != 2 {
		t.Errorf("%d runs of three forms, two of them the same: %v", len(all), err)
	}
}

// A file that changes while it is scored has no figures: nobody could say of which text.
func TestFileChangesWhileItIsScored(t *testing.T) {
	bench := newBench(t, false)
	bench.gate = make(chan struct{})
	answer := make(chan string)
	go func() {
		_, body := bench.post("/runs", url.Values{"gold": {"craft.gold.mrg"}, "system": {"craft.berkeley.mrg"}})
		answer <- body
	}()
	<-bench.entered
	data, err := os.ReadFile(filepath.Join(bench.dir, "craft.berkeley.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	bench.write("craft.berkeley.mrg", append(data, "(S (X new))\n"...))
	close(bench.gate)
	if body := <-answer; !strings.Contains(body, "craft.berkeley.mrg has changed while it was scored; try again") || strings.Contains(body, `href="/runs/1"`) {
		t.Error("a file that changed while it was scored is a run")
	}
}
