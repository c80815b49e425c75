"""An app whose orders are for signed-in users: WSGI, with the standard library only."""

import os
from http import HTTPStatus
from wsgiref.simple_server import make_server

import latchkey

plain = (("Content-Type", "text/plain; charset=utf-8"),)
private = (*plain, ("Cache-Control", "no-store"))


# region app
def route(request):
    """Returns the status, the headers and the body of the reply."""
    path = request.target.partition("?")[0]
    if path == "/orders":
        session = latchkey.require_session(request)
        if request.method == "POST":
            return 201, private, "Ordered."
        return 200, private, f"Orders of {session['email']}"
    if path == "/sign-out" and request.method == "POST":
        set_cookies = latchkey.sign_out(request)
        return 303, [("Location", "/"), *(("Set-Cookie", text) for text in set_cookies)], ""
    return (200, plain, "This page is public.") if path == "/" else (404, plain, "Not found")


def app(environ, start_response):
    try:
        status, headers, body = route(latchkey.of_wsgi(environ))
    except latchkey.Refusal as refusal:
        status, headers, body = refusal.status, refusal.headers, refusal.body
    start_response(f"{status} {HTTPStatus(status).phrase}", list(headers))
    return [body.encode()]
# endregion


if __name__ == "__main__":
    with make_server("127.0.0.1", int(os.environ.get("PORT", "4000")), app) as server:
        print("Listening", flush=True)
        server.serve_forever()
