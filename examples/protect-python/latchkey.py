"""Finds out who is signed in at Latchkey, by the cookies of a request. For WSGI and ASGI, standard library only."""

import http.client
import json
import os
import re
import sys
from typing import Mapping, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

# Where this server reaches Latchkey, where browsers reach it, and the public origin of this app.
latchkey_url = os.environ.get("LATCHKEY_URL", "http://localhost:3000").rstrip("/")
public_url = os.environ.get("LATCHKEY_PUBLIC_URL", latchkey_url).rstrip("/")
app_url = os.environ.get("APP_URL", "http://localhost:4000").rstrip("/")


class Request(NamedTuple):
    """What is read of a request. `target`: path and query, percent-encoded. `headers`: by their names in lower case."""

    method: str
    target: str
    headers: Mapping[str, str]


def of_wsgi(environ):
    """Returns the request of a WSGI environment: `request.environ` in Flask."""
    headers = {name[5:].replace("_", "-").lower(): text for name, text in environ.items() if name.startswith("HTTP_")}
    path = quote(environ.get("SCRIPT_NAME", "") + environ["PATH_INFO"], encoding="latin-1")
    query = environ.get("QUERY_STRING", "")
    return Request(environ["REQUEST_METHOD"], f"{path}?{query}" if query else path, headers)


def of_asgi(scope):
    """Returns the request of an ASGI scope: `request.scope` in Starlette and FastAPI."""
    headers = {}
    for name, text in ((name.decode("latin-1").lower(), text.decode("latin-1")) for name, text in scope["headers"]):
        headers[name] = f"{headers[name]}{'; ' if name == 'cookie' else ', '}{text}" if name in headers else text
    path, query = quote(scope["path"]), scope["query_string"].decode("latin-1")
    # A page of any origin can open a WebSocket with the user's cookies, so it is checked like a POST.
    return Request(scope.get("method", "POST"), f"{path}?{query}" if query else path, headers)


class Refusal(Exception):
    """The reply to a refused request: `status`, `headers` as pairs, and `body`."""

    def __init__(self, status, code, detail, *headers):
        super().__init__(code)
        self.status = status
        self.headers = [("Cache-Control", "no-store"), ("Content-Type", "application/json"), *headers]
        self.body = json.dumps({"code": code, "detail": detail})


def log(message):
    print(f"Latchkey: {message}", file=sys.stderr, flush=True)


def unavailable(reason):
    """Returns the refusal of an outage: the user may be signed in."""
    log(f"no usable reply from {latchkey_url}: {reason}")
    return Refusal(503, "latchkey_unavailable", "Latchkey cannot be reached. Try again.", ("Retry-After", "2"))


def call(method, path, cookie):
    """Calls Latchkey, and follows no redirect. Raises an outage without JSON, or after two seconds of silence."""
    url = urlsplit(latchkey_url)
    make = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = make(url.netloc, timeout=2)
    try:
        connection.request(method, url.path + path, headers={"Cookie": cookie})
        reply = connection.getresponse()
        return reply.status, dict(json.loads(reply.read())), reply.headers.get_all("Set-Cookie", [])
    except (OSError, ValueError, TypeError, http.client.HTTPException) as cause:
        raise unavailable(repr(cause)) from cause
    finally:
        connection.close()


def cookies_of(request):
    """Returns Latchkey's cookies of a request, and whether a session can have them. Two of one name are none."""
    pairs = [pair.strip() for pair in request.headers.get("cookie", "").split(";")]
    pairs = [pair for pair in pairs if re.match("(__Host-)?__(client|session)=", pair)]
    names = {pair.partition("=")[0] for pair in pairs}
    is_whole = len(names) == len(pairs) and all(re.fullmatch("[^=]+=[A-Za-z0-9_-]{43}", pair) for pair in pairs)
    has_both = any({f"{prefix}__client", f"{prefix}__session"} <= names for prefix in ("", "__Host-"))
    return "; ".join(pairs), is_whole and has_both


def is_cross_origin(request):
    """Returns True if a page of another origin sends a request that may change something."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return False
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    # A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
    if origin not in (None, "null"):
        return origin != app_url
    is_program = origin is None and site in (None, "none")
    return site != "same-origin" and not is_program


def refuse_cross_origin(request):
    if is_cross_origin(request):
        log(f"refused a page at {request.headers.get('origin')!r}. This app's are at {app_url} (APP_URL).")
        raise Refusal(403, "cross_origin_refused", "A page of another origin cannot do this.")


def find_session(request):
    """Returns the session of a request, or None if the user has to go to the sign-in page. Raises Refusal."""
    cookie, is_session = cookies_of(request)
    if not is_session:
        return None
    refuse_cross_origin(request)
    status, body, _ = call("GET", "/v1/auth/session", cookie)
    if status == 200 and all(isinstance(body.get(key), str) for key in ("userId", "sessionId", "email")):
        return body
    # The sign-in page leads users who are signed in to the page that verifies their address.
    if (status, body.get("code")) in ((401, "unauthenticated"), (403, "email_not_verified")):
        return None
    raise unavailable(f"status {status}")


def require_session(request):
    """Returns the session of a request. Raises Refusal: a page goes to the sign-in page, and a program gets 401."""
    session = find_session(request)
    if session is not None:
        return session
    accept, mode = request.headers.get("accept", ""), request.headers.get("sec-fetch-mode", "navigate")
    is_page = request.method == "GET" and "text/html" in accept and mode == "navigate"
    location = [("Location", sign_in_url(request.target))] if is_page else []
    raise Refusal(303 if is_page else 401, "sign_in_required", "Sign in first.", *location)


def sign_in_url(target):
    """Returns the URL of the sign-in page, which leads back to a path of this app, and to no other origin."""
    return_to = app_url + target if target.startswith("/") else app_url
    return f"{public_url}/sign-in?{urlencode({'return_to': return_to})}"


def sign_out(request):
    """Revokes the session. Returns the Set-Cookie headers that clear its cookie: pass each on. Raises Refusal."""
    refuse_cross_origin(request)
    cookie, _ = cookies_of(request)
    if cookie == "":
        return []
    status, body, set_cookies = call("POST", "/v1/auth/sign-out", cookie)
    if status != 200 or body.get("ok") is not True:
        raise unavailable(f"status {status}")
    return set_cookies
