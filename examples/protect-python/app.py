"""An app whose orders are for signed-in users: WSGI, with the standard library only."""

import json
import os
import sys
from urllib.parse import quote
from wsgiref.simple_server import make_server

import latchkey


class Request:
    """A request, from the WSGI environment."""

    def __init__(self, environ):
        self.environ = environ
        self.method = environ["REQUEST_METHOD"]
        self.path = environ["PATH_INFO"]

    def header(self, name):
        """Returns a header, or None."""
        return self.environ.get("HTTP_" + name.upper().replace("-", "_"))

    def path_and_query(self):
        query = self.environ.get("QUERY_STRING", "")
        return quote(self.path, encoding="latin-1") + (f"?{query}" if query else "")


def orders(request, session):
    """Handles signed-in users."""
    if request.method == "POST":
        return "201 Created", [], "Ordered."
    return "200 OK", [], f"Orders of {session['email']}"


# region guard
def signed_in(request, handle):
    """Calls `handle` for signed-in users. Sends browsers to the sign-in page, and programs a 401."""
    session = latchkey.find_session(request.header("Cookie") or "")
    if session is not None:
        return handle(request, session)
    if request.method == "GET" and "text/html" in (request.header("Accept") or ""):
        return "303 See Other", [("Location", latchkey.sign_in_url(request.path_and_query()))], ""
    return "401 Unauthorized", [], json.dumps({"code": "unauthenticated"})
# endregion


def route(request):
    if latchkey.is_cross_origin(request.method, request.header("Origin"), request.header("Sec-Fetch-Site")):
        print(f"Refused a page of {request.header('Origin')!r}. This app's pages are at APP_URL", file=sys.stderr)
        return "403 Forbidden", [], json.dumps({"code": "forbidden_origin"})
    if request.path == "/orders":
        return signed_in(request, orders)
    if request.path == "/sign-out" and request.method == "POST":
        set_cookies = latchkey.sign_out(request.header("Cookie") or "")
        return "303 See Other", [("Location", "/")] + [("Set-Cookie", value) for value in set_cookies], ""
    return ("200 OK", [], "This page is public.") if request.path == "/" else ("404 Not Found", [], "Not found")


def app(environ, start_response):
    try:
        status, headers, body = route(Request(environ))
    except latchkey.LatchkeyUnavailable as error:
        # An outage is a 503. The user is still signed in.
        print(f"{error}: {error.__cause__}", file=sys.stderr, flush=True)
        status, headers, body = "503 Service Unavailable", [("Retry-After", "2")], "Try again in 2 seconds."
    start_response(status, [("Cache-Control", "no-store"), ("Content-Type", "text/plain"), *headers])
    return [body.encode()]


if __name__ == "__main__":
    with make_server("127.0.0.1", int(os.environ.get("PORT", "4000")), app) as server:
        print("Listening", flush=True)
        server.serve_forever()
