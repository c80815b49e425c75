// An app whose orders are for signed-in users.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
)

// unavailable replies to an outage with 503. The user is still signed in.
func unavailable(w http.ResponseWriter, err error) {
	log.Print(err)
	w.Header().Set("Retry-After", "2")
	http.Error(w, `{"code":"service_unavailable"}`, http.StatusServiceUnavailable)
}

// #region guard

// signedIn calls handle for signed-in users. It sends browsers to the sign-in page, and programs a 401.
func signedIn(handle func(http.ResponseWriter, *http.Request, *Session)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		session, err := FindSession(r.Header.Get("Cookie"))
		switch {
		case err != nil:
			unavailable(w, err)
		case session != nil:
			handle(w, r, session)
		case r.Method == "GET" && strings.Contains(r.Header.Get("Accept"), "text/html"):
			http.Redirect(w, r, SignInURL(r.URL.RequestURI()), http.StatusSeeOther)
		default:
			http.Error(w, `{"code":"unauthenticated"}`, http.StatusUnauthorized)
		}
	}
}

// #endregion

func orders(w http.ResponseWriter, r *http.Request, session *Session) {
	if r.Method == "POST" {
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, "Ordered.")
		return
	}
	fmt.Fprintf(w, "Orders of %s", session.Email)
}

func signOut(w http.ResponseWriter, r *http.Request) {
	if r.Method != "POST" {
		http.Error(w, "Use POST", http.StatusMethodNotAllowed)
		return
	}
	cookies, err := SignOut(r.Header.Get("Cookie"))
	if err != nil {
		unavailable(w, err)
		return
	}
	for _, cookie := range cookies {
		w.Header().Add("Set-Cookie", cookie)
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// sameOrigin refuses requests that pages of other origins send with the user's cookies (CSRF).
func sameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if IsCrossOrigin(r) {
			http.Error(w, `{"code":"forbidden_origin"}`, http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	routes := http.NewServeMux()
	routes.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "This page is public.") })
	routes.HandleFunc("/orders", signedIn(orders))
	routes.HandleFunc("/sign-out", signOut)
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "4000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening")
	log.Fatal(http.Serve(listener, sameOrigin(routes)))
}
