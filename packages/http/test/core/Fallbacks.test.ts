import * as HttpServerError from "@effect/platform/HttpServerError"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Endpoint, type Handler, toProblem } from "@latchkey/http/core/Endpoint"
import * as Fallbacks from "../../src/core/internal/Fallbacks.ts"
import { toResponse } from "@latchkey/http/core/Problem"
import type { IncomingRequest } from "@latchkey/http/core/RequestReader"
import { LatchkeyApi } from "@latchkey/http/LatchkeyApi"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { contextOf } from "../support/contextOf.ts"

/** Runs handlers without the checks and headers of the real service. */
const handleRequest =
  <R>(handler: Handler<R>) =>
  (request: IncomingRequest) =>
    Effect.catchAll(handler(contextOf(request)), (error) => Effect.succeed(toResponse(toProblem(error))))

const bare = Layer.succeed(Endpoint, {
  handle: (handler) => Effect.flatMap(HttpServerRequest.HttpServerRequest, handleRequest(handler)),
  handleRequest,
  isCrossOrigin: () => false,
  isOwnPage: () => true,
  warnAboutReturn: () => Effect.void,
  warnAboutDashboardHost: () => Effect.void,
  corsOrigin: ({ request }) =>
    Option.filter(Option.fromNullable(request.headers["origin"]), (origin) => origin === "https://app.example.com")
})

const routes = Effect.runSync(Effect.provide(Fallbacks.make(LatchkeyApi, LatchkeyApi), bare))
const methodsOf = (path: string) => routes.filter((route) => route.path === path).map((route) => route.method)

const requestWith = (headers: Record<string, string>) =>
  HttpServerRequest.fromWeb(new Request("http://localhost/", { headers }))
const run = <E>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>,
  headers: Record<string, string> = {}
) => Effect.provideService(app, HttpServerRequest.HttpServerRequest, requestWith(headers))
const respond = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path)
  const response = route?.handle(requestWith(headers)) ?? Effect.dieMessage("no route")
  return HttpServerResponse.toWeb(await Effect.runPromise(response))
}

describe("Fallbacks.make", () => {
  it.each([
    ["/v1/auth/sign-up/email-password", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"], "POST, OPTIONS"],
    ["/v1/auth/session", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], "GET, HEAD, OPTIONS"],
    ["/v1/auth/magic-link/verify", ["PUT", "PATCH", "DELETE", "OPTIONS"], "GET, HEAD, POST, OPTIONS"],
    ["/v1/admin/instances", ["PUT", "PATCH", "DELETE", "OPTIONS"], "GET, POST, HEAD, OPTIONS"],
    ["/v1/admin/instances/:id", ["POST", "PUT", "OPTIONS"], "GET, PATCH, DELETE, HEAD, OPTIONS"],
    ["/health/live", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], "GET, HEAD, OPTIONS"]
  ])("%s responds with 405 and Allow to methods that the contract does not declare", async (path, methods, allow) => {
    assert.deepStrictEqual(methodsOf(path), methods)
    const response = await respond("PUT", path)
    assert.strictEqual(response.status, 405)
    assert.strictEqual(response.headers.get("allow"), allow)
  })

  it("has each route once", () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`)
    assert.lengthOf(names, new Set(names).size)
  })

  it("responds with 204 to the preflight of an allowed origin, and of a program", async () => {
    for (const headers of [{ origin: "https://app.example.com" }, {}]) {
      const response = await respond("OPTIONS", "/v1/auth/session", headers)
      assert.strictEqual(response.status, 204)
      assert.strictEqual(response.headers.get("access-control-allow-methods"), "GET, HEAD, OPTIONS")
      assert.strictEqual(response.headers.get("access-control-allow-headers"), "Content-Type, Authorization")
    }
  })

  it("responds with 403 to the preflight of another origin", async () => {
    const response = await respond("OPTIONS", "/v1/auth/session", { origin: "https://evil.example" })
    assert.strictEqual(response.status, 403)
    assert.isNull(response.headers.get("access-control-allow-methods"))
  })
})

describe("Fallbacks.makeNotFound", () => {
  const orNotFound = Effect.runSync(Effect.provide(Fallbacks.makeNotFound, bare))
  const exitOf = <E>(
    app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, HttpServerRequest.HttpServerRequest>
  ) => Effect.runPromiseExit(run(orNotFound(app)))
  const routeNotFound = Effect.flatMap(
    HttpServerRequest.HttpServerRequest,
    (request) => new HttpServerError.RouteNotFound({ request })
  )

  it("responds with 404 if the router found no route", async () => {
    const exit = await exitOf(routeNotFound)
    assert.strictEqual(Exit.isSuccess(exit) ? exit.value.status : undefined, 404)
  })

  it("does not change any other outcome", async () => {
    const teapot = await exitOf(Effect.succeed(HttpServerResponse.empty({ status: 418 })))
    assert.strictEqual(Exit.isSuccess(teapot) ? teapot.value.status : undefined, 418)
    assert.deepStrictEqual(await exitOf(Effect.fail("other")), Exit.fail("other"))
    assert.deepStrictEqual(await exitOf(Effect.die("defect")), Exit.die("defect"))
  })
})
