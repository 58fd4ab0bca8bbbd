package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"assay/check/review"
)

// TestCheckPage: the page of a check is whole, and knows the orders of its queue.
func TestCheckPage(t *testing.T) {
	for _, metric := range []string{"ud", review.SuspectsMetric} {
		q := &review.Queue{Metric: metric, Orders: []review.Order{review.BySentence, review.ByEffect}}
		c, err := NewCheck(review.NewSession(q, nil), `an"n`, "check of <gold>", false)
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		c.Register(mux, "/")
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
		page := answer.Body.String()
		for _, want := range []string{"<title>check of &lt;gold&gt;</title>", `data-judge="an&#34;n"`, `<option value="score">effect on scores</option>`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page has no %s", metric, want)
			}
		}
		if answer.Code != http.StatusOK || !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
			t.Errorf("%s: status %d, and the page ends in %q", metric, answer.Code, page[max(0, len(page)-60):])
		}
	}
}
