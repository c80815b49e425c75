"""The same app for FastAPI. Start it with an ASGI server: `uvicorn fastapi_app:app --port 4000`."""

# region app
from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import PlainTextResponse, RedirectResponse

import latchkey

app = FastAPI()


@app.exception_handler(latchkey.Refusal)
def refuse(request: Request, refusal: latchkey.Refusal):
    return Response(refusal.body, refusal.status, dict(refusal.headers))


# Without `async`, because it waits: FastAPI gives it a thread.
def signed_in(request: Request):
    return latchkey.require_session(latchkey.of_asgi(request.scope))


@app.get("/", response_class=PlainTextResponse)
def home():
    return "This page is public."


@app.get("/orders")
def orders(session=Depends(signed_in)):
    return PlainTextResponse(f"Orders of {session['email']}", headers={"Cache-Control": "no-store"})


@app.post("/orders", dependencies=[Depends(signed_in)])
def order():
    return PlainTextResponse("Ordered.", 201)


@app.post("/sign-out")
def sign_out(request: Request):
    response = RedirectResponse("/", 303)
    for cookie in latchkey.sign_out(latchkey.of_asgi(request.scope)):
        response.headers.append("Set-Cookie", cookie)
    return response
# endregion
