package web

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A request whose body does not come is given up, whether the handler reads it or not; one
// that comes is read whole, and its answer may take longer than the body.
func TestTimelyBodies(t *testing.T) {
	const grace = 200 * time.Millisecond
	read := make(chan error, 1)
	server := httptest.NewServer(timely(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/unread" {
			return
		}
		_, err := io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/slow" {
			time.Sleep(3 * grace)
			if r.Context().Err() != nil {
				err = r.Context().Err()
			}
		}
		read <- err
	}), grace))
	defer server.Close()
	for _, path := range []string{"/read", "/unread"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf")
		conn.SetReadDeadline(time.Now().Add(20 * grace))
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: the connection stays: %v", path, err)
		}
		if path == "/read" {
			if err := <-read; err == nil {
				t.Error("half a body is read as a whole one")
			}
		}
	}
	for _, path := range []string{"/read", "/slow"} {
		answer, err := http.Post(server.URL+path, "text/plain", strings.NewReader(strings.Repeat("x", 1<<20)))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if err := <-read; err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %v, status %d", path, err, answer.StatusCode)
		}
	}
}

// No name of a file ends in an error of the server.
func TestNamesOfUploads(t *testing.T) {
	b := &Workbench{Folder: t.TempDir()}
	for _, name := range []string{"a\x00b", "\x00", "a/b", "..", "", `a\b`} {
		if status, err := b.keepFile(name, false, strings.NewReader("")); status != http.StatusBadRequest || err == nil {
			t.Errorf("%q: status %d, %v", name, status, err)
		}
	}
}

// A header that does not come or does not end is given up, and many bodies that do not come keep nobody out.
func TestServerLimits(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	guard := &Guard{Addr: listener.Addr().String()}
	server := guard.Server(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	if server.ReadHeaderTimeout <= 0 || server.ReadHeaderTimeout > time.Minute || server.IdleTimeout <= 0 || server.MaxHeaderBytes > 1<<20 {
		t.Errorf("timeouts %v and %v, header of %d bytes", server.ReadHeaderTimeout, server.IdleTimeout, server.MaxHeaderBytes)
	}
	server.ReadHeaderTimeout = 500 * time.Millisecond
	go server.Serve(listener)
	defer server.Close()
	send := func(text string) net.Conn {
		conn, err := net.Dial("tcp", guard.Addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, text)
		return conn
	}
	for range 300 {
		defer send("POST / HTTP/1.1\r\nHost: " + guard.Addr + "\r\nContent-Length: 1000\r\n\r\nhalf").Close()
	}
	answer, err := http.Get("http://" + guard.Addr + "/")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("beside half-sent requests: %v, %v", answer, err)
	} else {
		answer.Body.Close()
	}
	for text, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: x\r\nX-A":                                              "",
		"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", 80<<10) + "\r\n\r\n": "HTTP/1.1 431",
	} {
		conn := send(text)
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		got, err := io.ReadAll(conn)
		conn.Close()
		if !strings.HasPrefix(string(got), want) || want == "" && err != nil {
			t.Errorf("%.40q: %.60q, %v", text, got, err)
		}
	}
}
