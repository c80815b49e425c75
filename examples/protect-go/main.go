// An app whose orders are for signed-in users.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
)

// #region app

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
	cookies, err := SignOut(r)
	if err != nil {
		Reply(w, err)
		return
	}
	w.Header()["Set-Cookie"] = cookies
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func main() {
	routes := http.NewServeMux()
	routes.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "This page is public.") })
	routes.HandleFunc("/orders", Protect(orders))
	routes.HandleFunc("/sign-out", signOut)
	listener, err := net.Listen("tcp", "127.0.0.1:"+setting("PORT", "4000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("Listening")
	log.Fatal(http.Serve(listener, routes))
}

// #endregion
