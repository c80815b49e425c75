"""The same app for Flask."""

import os

# region app
from flask import Flask, redirect, request

import latchkey

app = Flask(__name__)


@app.errorhandler(latchkey.Refusal)
def refuse(refusal):
    return refusal.body, refusal.status, refusal.headers


@app.get("/")
def home():
    return "This page is public."


@app.get("/orders")
def orders():
    session = latchkey.require_session(latchkey.of_wsgi(request.environ))
    headers = {"Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8"}
    return f"Orders of {session['email']}", headers


@app.post("/orders")
def order():
    latchkey.require_session(latchkey.of_wsgi(request.environ))
    return "Ordered.", 201


@app.post("/sign-out")
def sign_out():
    response = redirect("/", 303)
    for cookie in latchkey.sign_out(latchkey.of_wsgi(request.environ)):
        response.headers.add("Set-Cookie", cookie)
    return response
# endregion


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "4000")))
