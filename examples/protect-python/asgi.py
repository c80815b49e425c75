"""The same app for ASGI. Start it with an ASGI server: `uvicorn asgi:app --port 4000`."""

import asyncio

import latchkey

plain = (("Content-Type", "text/plain; charset=utf-8"),)
private = (*plain, ("Cache-Control", "no-store"))


# region app
async def route(request):
    """Returns the status, the headers and the body of the reply. The calls wait, so they have a thread."""
    path = request.target.partition("?")[0]
    if path == "/orders":
        session = await asyncio.to_thread(latchkey.require_session, request)
        if request.method == "POST":
            return 201, private, "Ordered."
        return 200, private, f"Orders of {session['email']}"
    if path == "/sign-out" and request.method == "POST":
        set_cookies = await asyncio.to_thread(latchkey.sign_out, request)
        return 303, [("Location", "/"), *(("Set-Cookie", text) for text in set_cookies)], ""
    return (200, plain, "This page is public.") if path == "/" else (404, plain, "Not found")


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    try:
        status, headers, body = await route(latchkey.of_asgi(scope))
    except latchkey.Refusal as refusal:
        status, headers, body = refusal.status, refusal.headers, refusal.body
    pairs = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
    await send({"type": "http.response.start", "status": status, "headers": pairs})
    await send({"type": "http.response.body", "body": body.encode()})
# endregion
