package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
)

// latchkeyURL is Latchkey's public origin, where users sign in.
var latchkeyURL = setting("LATCHKEY_URL", "http://localhost:3000")

// appURL is this app's public origin.
var appURL = setting("APP_URL", "http://localhost:4000")

func setting(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

// #region session

// errUnavailable: Latchkey did not say whether the user is signed in. Reply with 503.
var errUnavailable = errors.New("no usable reply from Latchkey")

// Session is the session of a signed-in user.
type Session struct {
	UserID        string `json:"userId"`
	SessionID     string `json:"sessionId"`
	InstanceID    string `json:"instanceId"`
	Email         string `json:"email"`
	EmailVerified bool   `json:"emailVerified"`
	Code          string `json:"code"` // of a problem
}

var client = &http.Client{
	Timeout:       2 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// call calls Latchkey. It returns errUnavailable if no JSON comes back within two seconds.
func call(method, path, cookie string) (*http.Response, Session, error) {
	var body Session
	request, err := http.NewRequest(method, latchkeyURL+path, nil)
	if err != nil {
		return nil, body, err
	}
	request.Header.Set("Cookie", cookie)
	reply, err := client.Do(request)
	if err != nil {
		return nil, body, fmt.Errorf("%w: %v", errUnavailable, err)
	}
	defer reply.Body.Close()
	if err := json.NewDecoder(reply.Body).Decode(&body); err != nil {
		return nil, body, fmt.Errorf("%w: %v", errUnavailable, err)
	}
	return reply, body, nil
}

var latchkeyCookie = regexp.MustCompile(`^(__Host-)?__(client|session)=`)

// latchkeyCookies returns Latchkey's cookies in a Cookie header. No other cookie is sent on.
func latchkeyCookies(header string) string {
	var pairs []string
	for _, pair := range strings.Split(header, ";") {
		if pair = strings.TrimSpace(pair); latchkeyCookie.MatchString(pair) {
			pairs = append(pairs, pair)
		}
	}
	return strings.Join(pairs, "; ")
}

// FindSession returns the session that a Cookie header identifies, or nil if the user has to go to the sign-in page. It
// returns errUnavailable if Latchkey gives neither answer.
func FindSession(header string) (*Session, error) {
	cookie := latchkeyCookies(header)
	if !strings.Contains(cookie, "__client=") || !strings.Contains(cookie, "__session=") {
		return nil, nil
	}
	reply, body, err := call("GET", "/v1/auth/session", cookie)
	switch {
	case err != nil:
		return nil, err
	case reply.StatusCode == 200 && body.UserID != "":
		return &body, nil
	case reply.StatusCode == 401 && body.Code == "unauthenticated":
		return nil, nil
	case reply.StatusCode == 403 && body.Code == "email_not_verified":
		// The sign-in page leads users who are signed in to the page that verifies their address.
		return nil, nil
	default:
		return nil, fmt.Errorf("%w: status %d", errUnavailable, reply.StatusCode)
	}
}

// #endregion

// SignInURL returns the URL of Latchkey's sign-in page, which leads back to the path of this app.
func SignInURL(path string) string {
	return latchkeyURL + "/sign-in?return_to=" + url.QueryEscape(appURL+path)
}

// SignOut revokes the session. It returns the Set-Cookie headers that clear its cookie: pass them on to the browser.
func SignOut(header string) ([]string, error) {
	reply, _, err := call("POST", "/v1/auth/sign-out", latchkeyCookies(header))
	if err != nil {
		return nil, err
	}
	if reply.StatusCode != 200 {
		return nil, fmt.Errorf("%w: status %d", errUnavailable, reply.StatusCode)
	}
	return reply.Header.Values("Set-Cookie"), nil
}

// IsCrossOrigin returns true if a page of another origin sends a request that may change something.
func IsCrossOrigin(request *http.Request) bool {
	switch request.Method {
	case "GET", "HEAD", "OPTIONS":
		return false
	}
	origin, site := request.Header.Get("Origin"), request.Header.Get("Sec-Fetch-Site")
	// A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
	if origin != "" && origin != "null" {
		return origin != appURL
	}
	isProgram := origin == "" && (site == "" || site == "none")
	return site != "same-origin" && !isProgram
}
