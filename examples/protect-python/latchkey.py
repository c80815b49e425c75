"""Asks Latchkey who is signed in, with the cookies of a request."""

import http.client
import json
import os
import re
import urllib.error
import urllib.parse
import urllib.request

# Latchkey's public origin, where users sign in.
latchkey_url = os.environ.get("LATCHKEY_URL", "http://localhost:3000")

# This app's public origin.
app_url = os.environ.get("APP_URL", "http://localhost:4000")


# region session
class LatchkeyUnavailable(Exception):
    """Latchkey did not say whether the user is signed in. Reply with 503."""


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Makes a redirect an error, so that the cookies reach no other server."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


def call(method, path, cookie):
    """Calls Latchkey. Raises LatchkeyUnavailable if no JSON comes back, or after two seconds of silence."""
    request = urllib.request.Request(latchkey_url + path, method=method, headers={"Cookie": cookie})
    try:
        try:
            reply = opener.open(request, timeout=2)
        except urllib.error.HTTPError as error:
            reply = error
        with reply:
            return reply.status, dict(json.load(reply)), reply.headers.get_all("Set-Cookie", [])
    except (OSError, ValueError, TypeError, http.client.HTTPException) as cause:
        raise LatchkeyUnavailable("no reply from Latchkey") from cause


def latchkey_cookies(header):
    """Returns Latchkey's cookies in a Cookie header. No other cookie is sent on."""
    return "; ".join(pair for pair in re.split(r";\s*", header) if re.match("(__Host-)?__(client|session)=", pair))


def find_session(header):
    """Returns the session that a Cookie header identifies, or None if the user has to go to the sign-in page.

    Raises LatchkeyUnavailable if Latchkey gives neither answer.
    """
    cookie = latchkey_cookies(header)
    if "__client=" not in cookie or "__session=" not in cookie:
        return None
    status, body, _ = call("GET", "/v1/auth/session", cookie)
    if status == 200 and "userId" in body:
        return body
    if status == 401 and body.get("code") == "unauthenticated":
        return None
    # The sign-in page leads users who are signed in to the page that verifies their address.
    if status == 403 and body.get("code") == "email_not_verified":
        return None
    raise LatchkeyUnavailable(f"Latchkey replied {status}")
# endregion


def sign_in_url(path):
    """Returns the URL of Latchkey's sign-in page, which leads back to `path` of this app."""
    return f"{latchkey_url}/sign-in?" + urllib.parse.urlencode({"return_to": app_url + path})


def sign_out(header):
    """Revokes the session. Returns the Set-Cookie headers that clear its cookie: pass them on to the browser."""
    status, _, set_cookies = call("POST", "/v1/auth/sign-out", latchkey_cookies(header))
    if status != 200:
        raise LatchkeyUnavailable(f"Latchkey replied {status}")
    return set_cookies


def is_cross_origin(method, origin, site):
    """Returns True if a page of another origin sends a request that may change something.

    `origin` and `site` are the headers Origin and Sec-Fetch-Site, or None.
    """
    if method in ("GET", "HEAD", "OPTIONS"):
        return False
    # A form of the app's own page sends "Origin: null" under "Referrer-Policy: no-referrer".
    if origin not in (None, "null"):
        return origin != app_url
    is_program = origin is None and site in (None, "none")
    return site != "same-origin" and not is_program
