package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// Where this server reaches Latchkey, where browsers reach it, and the public origin of this app.
var (
	latchkeyURL = setting("LATCHKEY_URL", "http://localhost:3000")
	publicURL   = setting("LATCHKEY_PUBLIC_URL", latchkeyURL)
	appURL      = setting("APP_URL", "http://localhost:4000")
)

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return strings.TrimRight(value, "/")
	}
	return fallback
}

// Session is the session of a signed-in user. ClaimedAt: when the user took the account over, or "".
type Session struct {
	UserID          string    `json:"userId"`
	SessionID       string    `json:"sessionId"`
	InstanceID      string    `json:"instanceId"`
	Email           string    `json:"email"`
	EmailVerified   bool      `json:"emailVerified"`
	ClaimedAt       string    `json:"claimedAt"`
	AAL             int       `json:"aal"`
	AuthenticatedAt time.Time `json:"authenticatedAt"`
	ExpiresAt       time.Time `json:"expiresAt"`
}

// Refusal is the reply to a refused request. Location: where a page goes instead, or "".
type Refusal struct {
	Status                 int
	Code, Detail, Location string
}

func (refusal *Refusal) Error() string { return refusal.Code }

// Reply sends the refusal. Any other error is a 500.
func Reply(w http.ResponseWriter, err error) {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		log.Print(err)
		refusal = &Refusal{Status: 500, Code: "internal_error", Detail: "Something went wrong."}
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	if refusal.Status == 503 {
		w.Header().Set("Retry-After", "2")
	}
	if refusal.Location != "" {
		w.Header().Set("Location", refusal.Location)
	}
	w.WriteHeader(refusal.Status)
	json.NewEncoder(w).Encode(map[string]string{"code": refusal.Code, "detail": refusal.Detail})
}

// unavailable is an outage: the user may be signed in.
func unavailable(reason any) error {
	log.Printf("Latchkey: no usable reply from %s: %v", latchkeyURL, reason)
	return &Refusal{Status: 503, Code: "latchkey_unavailable", Detail: "Latchkey cannot be reached. Try again."}
}

var client = &http.Client{
	Timeout:       2 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// call calls Latchkey, for at most two seconds, and follows no redirect. Without JSON it is an outage.
func call(method, path, cookie string, body any) (*http.Response, error) {
	request, err := http.NewRequest(method, latchkeyURL+path, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Cookie", cookie)
	reply, err := client.Do(request)
	if err != nil {
		return nil, unavailable(err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(body); err != nil {
		return nil, unavailable(fmt.Sprintf("status %d, %v", reply.StatusCode, err))
	}
	return reply, nil
}

var (
	ourCookie   = regexp.MustCompile(`^(__Host-)?__(client|session)=`)
	wholeCookie = regexp.MustCompile(`^[^=]+=[A-Za-z0-9_-]{43}$`)
)

// cookiesOf returns Latchkey's cookies of a request, and whether a session can have them. Two of one name are none.
func cookiesOf(r *http.Request) (cookie string, isSession bool) {
	var pairs []string
	names := map[string]bool{}
	isWhole := true
	for _, pair := range strings.Split(strings.Join(r.Header["Cookie"], ";"), ";") {
		if pair = strings.TrimSpace(pair); ourCookie.MatchString(pair) {
			name := strings.Split(pair, "=")[0]
			isWhole = isWhole && !names[name] && wholeCookie.MatchString(pair)
			names[name] = true
			pairs = append(pairs, pair)
		}
	}
	hasBoth := names["__client"] && names["__session"] || names["__Host-__client"] && names["__Host-__session"]
	return strings.Join(pairs, "; "), isWhole && hasBoth
}

// IsCrossOrigin returns true if a page of another origin sends a request that may change something.
func IsCrossOrigin(r *http.Request) bool {
	switch r.Method {
	case "GET", "HEAD", "OPTIONS":
		return false
	}
	origin, site := strings.Join(r.Header["Origin"], ", "), r.Header.Get("Sec-Fetch-Site")
	// A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
	if origin != "" && origin != "null" {
		return origin != appURL
	}
	isProgram := origin == "" && (site == "" || site == "none")
	return site != "same-origin" && !isProgram
}

func refuseCrossOrigin(r *http.Request) error {
	if !IsCrossOrigin(r) {
		return nil
	}
	log.Printf("Latchkey: refused a page at %q. This app's are at %s (APP_URL).", r.Header.Get("Origin"), appURL)
	return &Refusal{Status: 403, Code: "cross_origin_refused", Detail: "A page of another origin cannot do this."}
}

// FindSession returns the session of a request, or nil if the user has to go to the sign-in page.
func FindSession(r *http.Request) (*Session, error) {
	cookie, isSession := cookiesOf(r)
	if !isSession {
		return nil, nil
	}
	if err := refuseCrossOrigin(r); err != nil {
		return nil, err
	}
	var body struct {
		Session
		Code string `json:"code"`
	}
	reply, err := call("GET", "/v1/auth/session", cookie, &body)
	if err != nil {
		return nil, err
	}
	if reply.StatusCode == 200 && body.UserID != "" && body.SessionID != "" && body.Email != "" {
		return &body.Session, nil
	}
	// The sign-in page leads users who are signed in to the page that verifies their address.
	switch fmt.Sprint(reply.StatusCode, " ", body.Code) {
	case "401 unauthenticated", "403 email_not_verified":
		return nil, nil
	}
	return nil, unavailable(fmt.Sprintf("status %d", reply.StatusCode))
}

// RequireSession returns the session of a request. Without one, a page goes to the sign-in page, and a program gets 401.
func RequireSession(r *http.Request) (*Session, error) {
	session, err := FindSession(r)
	if err != nil || session != nil {
		return session, err
	}
	refusal := &Refusal{Status: 401, Code: "sign_in_required", Detail: "Sign in first."}
	isPage := r.Method == "GET" && strings.Contains(r.Header.Get("Accept"), "text/html")
	if mode := r.Header.Get("Sec-Fetch-Mode"); isPage && (mode == "" || mode == "navigate") {
		refusal.Status, refusal.Location = 303, SignInURL(r.URL.RequestURI())
	}
	return nil, refusal
}

// Protect calls handle for signed-in users.
func Protect(handle func(http.ResponseWriter, *http.Request, *Session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		session, err := RequireSession(r)
		if err != nil {
			Reply(w, err)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		handle(w, r, session)
	}
}

// SignInURL returns the URL of the sign-in page, which leads back to a path of this app, and to no other origin.
func SignInURL(path string) string {
	returnTo := appURL
	if strings.HasPrefix(path, "/") {
		returnTo += path
	}
	return publicURL + "/sign-in?return_to=" + url.QueryEscape(returnTo)
}

// SignOut revokes the session. It returns the Set-Cookie headers that clear its cookie: pass each on to the browser.
func SignOut(r *http.Request) ([]string, error) {
	if err := refuseCrossOrigin(r); err != nil {
		return nil, err
	}
	cookie, _ := cookiesOf(r)
	if cookie == "" {
		return nil, nil
	}
	var body struct {
		OK bool `json:"ok"`
	}
	reply, err := call("POST", "/v1/auth/sign-out", cookie, &body)
	if err != nil {
		return nil, err
	}
	if reply.StatusCode != 200 || !body.OK {
		return nil, unavailable(fmt.Sprintf("status %d", reply.StatusCode))
	}
	return reply.Header.Values("Set-Cookie"), nil
}
