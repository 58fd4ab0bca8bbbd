//go:build !js

package web

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// A Guard lets through only requests that this server may answer.
//
//   - Every request needs the token of the address that assay prints, or the cookie that it becomes: other
//     users of the machine reach loopback too.
//   - Host must be the address that the server listens on, or localhost: a name
//     that some page made point here (DNS rebinding) is refused.
//   - A browser's request from another origin that writes is refused.
//   - No page may load anything from elsewhere, or be framed.
type Guard struct {
	Addr  string // host:port that the server listens on
	Token string // "" lets everybody in
}

// NewGuard returns the guard of a server that listens on addr, with a random token.
func NewGuard(addr string) *Guard {
	b := make([]byte, 16)
	rand.Read(b)
	return &Guard{Addr: addr, Token: hex.EncodeToString(b)}
}

// cookie is the name of the cookie. Browsers send cookies to all ports of an address, so that each server
// has a name of its own.
func (g *Guard) cookie() string {
	_, port, _ := net.SplitHostPort(g.Addr)
	return "assay-" + port
}

// URL is the address to open: one that the guard accepts. A server on all
// addresses is reached by the first address of this machine in its network.
func (g *Guard) URL() string {
	host, port, err := net.SplitHostPort(g.Addr)
	if err != nil {
		return "http://" + g.Addr + "/"
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = ownAddress()
	}
	url := "http://" + net.JoinHostPort(host, port) + "/"
	if g.Token != "" {
		url += "?token=" + g.Token
	}
	return url
}

// ownAddress is an address under which other machines may reach this one, that
// of loopback if there is none.
func ownAddress() string {
	list, _ := net.InterfaceAddrs()
	for _, a := range list {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}

func loopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// Wrap returns a handler that passes to h only the requests that the guard lets
// through.
func (g *Guard) Wrap(h http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	inner := cross.Handler(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", policy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cache-Control", "no-store")
		if !g.hostOK(r.Host) {
			http.Error(w, "this server answers only to "+g.Addr, http.StatusMisdirectedRequest)
			return
		}
		if g.Token != "" {
			if !g.tokenOK(w, r) {
				http.Error(w, "a token is needed: open the address that assay printed", http.StatusForbidden)
				return
			}
			// the cookie has it now; keep it out of histories
			if q := r.URL.Query(); q.Has("token") && r.Method == http.MethodGet {
				q.Del("token")
				clean := *r.URL
				clean.RawQuery = q.Encode()
				http.Redirect(w, r, clean.RequestURI(), http.StatusSeeOther)
				return
			}
		}
		inner.ServeHTTP(w, r)
	})
}

func (g *Guard) hostOK(host string) bool {
	if host == g.Addr {
		return true
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		return false
	}
	listen, want, err := net.SplitHostPort(g.Addr)
	if err != nil || port != want {
		return false
	}
	if loopback(listen) {
		return loopback(strings.Trim(name, "[]"))
	}
	return net.ParseIP(name) != nil // elsewhere: by address, never by a name
}

// tokenOK checks the token of the address or of the cookie that it becomes.
func (g *Guard) tokenOK(w http.ResponseWriter, r *http.Request) bool {
	same := func(s string) bool { return subtle.ConstantTimeCompare([]byte(s), []byte(g.Token)) == 1 }
	if t := r.URL.Query().Get("token"); t != "" {
		if !same(t) {
			return false
		}
		http.SetCookie(w, &http.Cookie{Name: g.cookie(), Value: t, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		return true
	}
	c, err := r.Cookie(g.cookie())
	return err == nil && same(c.Value)
}

const (
	// bodyGrace is how long a request may take to send its body; one that is longer must
	// come at bodyRate.
	bodyGrace = 10 * time.Second
	bodyRate  = 64 << 10 // bytes a second
)

// Server returns a server of what the guard lets through. It waits for no client without
// end: a header, and a body, that does not come is given up.
func (g *Guard) Server(h http.Handler) *http.Server {
	return &http.Server{Handler: timely(g.Wrap(h), bodyGrace), ReadHeaderTimeout: bodyGrace,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
}

// timely gives the bodies of requests to h a deadline.
func timely(h http.Handler, grace time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			body := &timelyBody{ReadCloser: r.Body, conn: http.NewResponseController(w), end: time.Now().Add(grace)}
			body.extend()
			r.Body = body
		}
		h.ServeHTTP(w, r)
	})
}

// A timelyBody moves the deadline of a connection on as its bytes come.
type timelyBody struct {
	io.ReadCloser
	conn *http.ResponseController
	end  time.Time // of a body without bytes
	n    int64
}

// extend sets the deadline. A connection without deadlines, as in tests, has none.
func (b *timelyBody) extend() {
	_ = b.conn.SetReadDeadline(b.end.Add(time.Duration(b.n) * time.Second / bodyRate))
}

func (b *timelyBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
	if b.extend(); err == io.EOF { // the answer may take longer
		_ = b.conn.SetReadDeadline(time.Time{})
	}
	return n, err
}
