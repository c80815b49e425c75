"""The same app for Django, with its settings and its server in one file."""

import os
import secrets
from wsgiref.simple_server import make_server

from django.conf import settings
from django.core.wsgi import get_wsgi_application
# region app
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET, require_POST

import latchkey


class RefusalMiddleware:
    """Sends the reply to a refused request. Its path is one of the MIDDLEWARE in the settings."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)

    def process_exception(self, request, error):
        if isinstance(error, latchkey.Refusal):
            return HttpResponse(error.body, status=error.status, headers=dict(error.headers))


def request_of(request):
    """Returns the request for the functions of latchkey.py, under WSGI and ASGI."""
    return latchkey.Request(request.method, request.get_full_path(), request.headers)


@require_GET
def home(request):
    return HttpResponse("This page is public.")


def orders(request):
    session = latchkey.require_session(request_of(request))
    if request.method == "POST":
        return HttpResponse("Ordered.", status=201)
    headers = {"Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8"}
    return HttpResponse(f"Orders of {session['email']}", headers=headers)


@require_POST
def sign_out(request):
    response = HttpResponse(status=303, headers={"Location": "/"})
    for cookie in latchkey.sign_out(request_of(request)):
        response.cookies.load(cookie)
    return response


urlpatterns = [path("", home), path("orders", orders), path("sign-out", sign_out)]
# endregion


if __name__ == "__main__":
    settings.configure(
        MIDDLEWARE=[f"{__name__}.RefusalMiddleware"],
        ROOT_URLCONF=__name__,
        SECRET_KEY=secrets.token_urlsafe(),
    )
    with make_server("127.0.0.1", int(os.environ.get("PORT", "4000")), get_wsgi_application()) as server:
        print("Listening", flush=True)
        server.serve_forever()
