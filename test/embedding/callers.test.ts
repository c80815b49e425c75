import { createServer, type ServerResponse } from "node:http"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import * as NodeTokenSigner from "@latchkey/crypto/NodeTokenSigner"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Http from "@latchkey/http/Http"
import * as AcceptedToken from "@latchkey/http/access-token/AcceptedToken"
import * as AccessTokenVerifier from "@latchkey/http/access-token/AccessTokenVerifier"
import * as CallerMiddleware from "@latchkey/http/access-token/CallerMiddleware"
import { type AccessTokenCaller, CurrentCaller, hasScopes } from "@latchkey/http/access-token/CurrentCaller"
import { CurrentSession } from "@latchkey/http/session/CurrentSession"
import * as SessionMiddleware from "@latchkey/http/session/SessionMiddleware"
import { accessToken, newEmail, password, signOutAll, signUp, tokens } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import type { Service } from "@latchkey/test-support/Service"
import { listening } from "@latchkey/test-support/listening"
import { audience, turnOn } from "@latchkey/test-support/tokens"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { type HostApp, origin, startHostApp } from "./support/HostApp.ts"

const Seen = Schema.Struct({ kind: Schema.String, userId: Schema.String })

class ReportsApi extends HttpApi.make("reports-app")
  .add(
    HttpApiGroup.make("reports")
      .add(HttpApiEndpoint.get("read", "/reports").addSuccess(Seen))
      .add(HttpApiEndpoint.post("write", "/reports").addSuccess(Seen))
      .middleware(CallerMiddleware.RequireSessionOrToken)
  )
  .add(
    HttpApiGroup.make("jobs")
      .add(HttpApiEndpoint.get("jobs", "/jobs").addSuccess(Seen))
      .middleware(CallerMiddleware.RequireToken)
  ) {}

const seen = Effect.map(CurrentCaller, ({ _tag: kind, userId }) => ({ kind, userId }))
const page = Effect.map(seen, (caller) => HttpServerResponse.unsafeJson(caller))

const both = { tokens: [AcceptedToken.personalToken, AcceptedToken.accessToken] }
const limited = { ...both, scopes: ["reports:read"] }

const routes = Layer.mergeAll(
  Http.layerRoutes,
  HttpLayerRouter.addHttpApi(ReportsApi).pipe(
    Layer.provide([
      HttpApiBuilder.group(ReportsApi, "reports", (handlers) =>
        handlers.handle("read", () => seen).handle("write", () => seen)
      ).pipe(Layer.provide(CallerMiddleware.layerRequireSessionOrToken(limited))),
      HttpApiBuilder.group(ReportsApi, "jobs", (handlers) => handlers.handle("jobs", () => seen)).pipe(
        Layer.provide(CallerMiddleware.layerRequireToken(both))
      )
    ])
  ),
  HttpLayerRouter.add("GET", "/either", page).pipe(Layer.provide(CallerMiddleware.routerSessionOrToken(limited).layer)),
  HttpLayerRouter.add("GET", "/token", page).pipe(Layer.provide(CallerMiddleware.routerToken(both).layer)),
  HttpLayerRouter.add("GET", "/personal", page).pipe(
    Layer.provide(CallerMiddleware.routerToken({ tokens: [AcceptedToken.personalToken] }).layer)
  ),
  HttpLayerRouter.add(
    "GET",
    "/person",
    Effect.map(CurrentSession, ({ email }) => HttpServerResponse.text(email))
  ).pipe(Layer.provide(SessionMiddleware.router.layer))
).pipe(Layer.provide(AccessTokenVerifier.layer({ audience })))

const storage = makeInterceptedStorage()
let app: HostApp
beforeAll(async () => {
  app = startHostApp(routes, {}, storage.layer, {
    around: Layer.merge(
      NodeTokenSigner.layer,
      HkdfSecretKeys.layer({ current: Redacted.make("a secret key of at least 32 characters") })
    )
  })
  await app.run(
    Effect.flatMap(InstanceDirectory, (instances) =>
      instances.update(defaultId, {
        rateLimits: { signUpPerIp: { limit: 100, windowSeconds: 60 } },
        tokenConfig: { audiences: [audience], personalTokens: true, scopes: ["reports:read", "reports:write"] }
      })
    )
  )
})
afterAll(() => app.stop())
afterEach(() => storage.reset())

const signedIn = async () => {
  const browser = app.browser()
  const email = newEmail()
  const { userId } = (await browser("POST", signUp, { body: { email, password } })).json()
  const create = async (...scopes: ReadonlyArray<string>) =>
    (await browser("POST", tokens, { body: { name: "Backups", scopes } })).json() as { token: string; id: string }
  const issue = async (headers?: Record<string, string>) =>
    (headers === undefined ? browser : app.browser())("POST", accessToken, {
      body: { audience },
      ...(headers === undefined ? {} : { headers })
    }).then((reply) => reply.json().accessToken as string)
  return { browser, email, userId, create, issue }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const get = (path: string, headers: Record<string, string>) => app.browser()("GET", path, { headers })
const outcome = async (path: string, headers: Record<string, string>) => {
  const reply = await get(path, headers)
  return [reply.status, reply.headers.get("www-authenticate"), reply.json().code]
}

const eitherPaths = ["/reports", "/either"]
const tokenPaths = ["/jobs", "/token"]

describe("An endpoint that accepts tokens", () => {
  test.each([...eitherPaths, ...tokenPaths])("knows the user of a personal access token: %s", async (path) => {
    const { create, userId } = await signedIn()
    const { token } = await create("reports:read")
    expect((await get(path, bearer(token))).json()).toEqual({ kind: "PersonalToken", userId })
  })

  test.each([...eitherPaths, ...tokenPaths])("knows the user of an access token: %s", async (path) => {
    const { issue, userId } = await signedIn()
    expect((await get(path, bearer(await issue()))).json()).toEqual({ kind: "AccessToken", userId })
  })

  test.each([...eitherPaths, ...tokenPaths])("says 401 and how to authenticate without one: %s", async (path) => {
    expect(await outcome(path, {})).toEqual([401, "Bearer", "unauthenticated"])
    expect((await get(path, {})).headers.get("cache-control")).toBe("no-store")
  })

  test.each([...eitherPaths, ...tokenPaths])("says 401 and that the token is wrong: %s", async (path) => {
    const { create, issue } = await signedIn()
    const { token } = await create()
    const wrong = [`${token.slice(0, -1)}!`, (await issue()).slice(0, -3), "a.b.c", "latchkey_x"]
    for (const each of wrong) {
      expect(await outcome(path, bearer(each))).toEqual([401, 'Bearer error="invalid_token"', "unauthenticated"])
    }
  })

  test("takes no kind that it does not name", async () => {
    const { issue } = await signedIn()
    expect(await outcome("/personal", bearer(await issue()))).toEqual([
      401,
      'Bearer error="invalid_token"',
      "unauthenticated"
    ])
  })

  test.each(eitherPaths)("knows the user of a session: %s", async (path) => {
    const { browser, userId } = await signedIn()
    expect((await browser("GET", path)).json()).toEqual({ kind: "Session", userId })
  })

  test("refuses a page of another site that has a session", async () => {
    const { browser } = await signedIn()
    const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" }
    expect((await browser("POST", "/reports", { headers })).json().code).toBe("forbidden_origin")
    expect((await browser("POST", "/reports", { headers: { origin } })).status).toBe(200)
  })

  test("shows in the OpenAPI document what it accepts", () => {
    const { paths } = OpenApi.fromApi(ReportsApi)
    expect(paths["/reports"]?.get?.security).toEqual([{ session: [] }, { bearerToken: [] }])
    expect(paths["/jobs"]?.get?.security).toEqual([{ bearerToken: [] }])
  })
})

describe("An endpoint that requires scopes", () => {
  test.each(eitherPaths)("is 403 for a token without them, as RFC 6750 says: %s", async (path) => {
    const { create, issue } = await signedIn()
    const { token } = await create("reports:write")
    const challenge = 'Bearer error="insufficient_scope", scope="reports:read"'
    expect(await outcome(path, bearer(token))).toEqual([403, challenge, "insufficient_scope"])
    expect(await outcome(path, bearer(await issue(bearer(token))))).toEqual([403, challenge, "insufficient_scope"])
    const { token: right } = await create("reports:write", "reports:read")
    expect((await get(path, bearer(await issue(bearer(right))))).status).toBe(200)
    const { token: none } = await create()
    expect(await outcome(path, bearer(await issue(bearer(none))))).toEqual([403, challenge, "insufficient_scope"])
  })
})

test("An access token of no session and without scopes is allowed what needs no scope, and nothing else", () => {
  const token = { sessionId: undefined, scopes: undefined } as AccessTokenCaller["token"]
  const caller: AccessTokenCaller = { _tag: "AccessToken", userId: "user_1" as never, token }
  expect([hasScopes(caller, []), hasScopes(caller, ["reports:read"])]).toEqual([true, false])
})

describe("A personal access token", () => {
  test("does not reach an endpoint for sessions", async () => {
    const { create, issue } = await signedIn()
    const { token } = await create("reports:read")
    for (const presented of [token, await issue()]) {
      expect((await get("/person", bearer(presented))).status).toBe(401)
    }
  })

  test.each([...eitherPaths, ...tokenPaths])("is ignored in a request of a browser: %s", async (path) => {
    const { create } = await signedIn()
    const { token } = await create("reports:read")
    for (const header of [{ origin }, { "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-origin" }]) {
      expect(await outcome(path, { ...bearer(token), ...header })).toEqual([401, "Bearer", "unauthenticated"])
    }
  })

  test("is ignored beside a session of another user, and beside any cookie of ours", async () => {
    const { create } = await signedIn()
    const { token } = await create("reports:read")
    const other = await signedIn()
    const reply = await other.browser("GET", "/reports", { headers: bearer(token) })
    expect(reply.json()).toEqual({ kind: "Session", userId: other.userId })
    for (const cookie of ["__client=x", "__Host-__session=x", "__pending=x"]) {
      expect((await get("/token", { ...bearer(token), cookie })).status).toBe(401)
    }
    expect((await get("/token", { ...bearer(token), cookie: "theme=dark" })).status).toBe(200)
  })

  test("is refused beside another one, which others may read", async () => {
    const { create } = await signedIn()
    const { token } = await create("reports:read")
    const find = await app.run(CallerMiddleware.makeWithToken({ tokens: [AcceptedToken.personalToken] }))
    const codeOf = (count: number) => {
      const lines = Array.from({ length: count }, () => ["Authorization", `Bearer ${token}`]).flat()
      const source = { rawHeaders: ["Host", "notes.example.com", ...lines], url: "/", httpVersion: "1.1" }
      const headers = { ...bearer(token), host: "notes.example.com" } as never
      return app.run(
        Effect.match(find({ headers, method: "GET", remoteAddress: Option.none(), source }), {
          onFailure: ({ code }) => code,
          onSuccess: ({ _tag }) => _tag
        })
      )
    }
    expect([await codeOf(1), await codeOf(2)]).toEqual(["PersonalToken", "invalid_request"])
  })

  test("does not work after sign-out everywhere", async () => {
    const { browser, create } = await signedIn()
    const { token } = await create("reports:read")
    expect((await get("/token", bearer(token))).status).toBe(200)
    await browser("POST", signOutAll)
    expect((await get("/token", bearer(token))).status).toBe(401)
  })

  test("costs one query, and an access token none", async () => {
    const { browser, create, issue } = await signedIn()
    const { token } = await create("reports:read")
    const signed = await issue()
    await get("/token", bearer(token))
    await get("/token", bearer(signed))
    const calls = (presented: string) => storage.callsDuring(() => get("/token", bearer(presented)))
    expect(await calls(token)).toEqual(["PersonalTokenRepository.findActive"])
    expect(await calls(signed)).toEqual([])
    const unknown = await create()
    await browser("DELETE", `${tokens}/${unknown.id}`)
    const ofUnknown = await storage.callsDuring(() => get("/reports", bearer(unknown.token)))
    expect(ofUnknown.filter((call) => call === "PersonalTokenRepository.findActive")).toHaveLength(1)
  })

  test("in an outage is 503, and not 401", async () => {
    const { create } = await signedIn()
    const { token } = await create("reports:read")
    storage.bringDown()
    const reply = await get("/token", bearer(token))
    expect([reply.status, reply.headers.get("retry-after"), reply.json().code]).toEqual([
      503,
      "2",
      "service_unavailable"
    ])
  })
})

test("Pages present access tokens to an API on another host", async () => {
  const { issue, userId } = await signedIn()
  const headers = { ...bearer(await issue()), origin: "https://app.example.com", "sec-fetch-site": "cross-site" }
  for (const path of [...tokenPaths, ...eitherPaths]) {
    expect((await get(path, headers)).json()).toEqual({ kind: "AccessToken", userId })
  }
})

describe("A service that asks a Latchkey elsewhere about personal access tokens", () => {
  let service: Service
  beforeAll(async () => {
    service = await start()
    await turnOn(service)
  })
  afterAll(() => service.stop())

  const find = (url: string, token: string, headers: Record<string, string> = {}) =>
    CallerMiddleware.makeWithToken({
      tokens: [AcceptedToken.remotePersonalToken({ url, timeout: "500 millis" })],
      scopes: ["reports:read"]
    }).pipe(
      Effect.flatMap((find) =>
        find({
          headers: { ...bearer(token), ...headers } as never,
          method: "GET",
          remoteAddress: Option.none(),
          source: undefined
        })
      ),
      Effect.match({ onFailure: ({ code }) => code, onSuccess: (caller) => caller }),
      Effect.provide(FetchHttpClient.layer),
      Effect.runPromise
    )

  const created = async (scopes = ["reports:read"]) => {
    const browser = service.browser()
    const { userId } = (await browser.post(signUp, { email: newEmail(), password })).json
    const { id, token } = (await browser.post(tokens, { name: "Backups", scopes })).json
    return { browser, userId, id: String(id), token: String(token) }
  }

  const received: Array<Record<string, unknown>> = []

  /** Asks a server that responds in one way. */
  const findAt = async (respond: (response: ServerResponse) => unknown) => {
    const server = createServer(({ headers, url }, response) => {
      received.push({ url, ...headers })
      respond(response)
    })
    const { origin, stop } = await listening(server)
    const found = await find(`${origin}/auth/`, "lk_x", { "x-secret": "of the app" })
    await stop()
    return found
  }

  const replies =
    (status: number, body: string, headers = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body)

  const problemOf = (code: string, tag: string) =>
    JSON.stringify({ _tag: tag, type: `urn:latchkey:problem:${code}`, title: "", status: 0, detail: "", code })

  test("knows the user, and no one after revocation or without the scope", async () => {
    const { browser, id, token, userId } = await created()
    expect(await find(service.origin, token)).toMatchObject({ _tag: "PersonalToken", userId })
    expect(await find(service.origin, token, { origin })).toBe("unauthenticated")
    expect((await browser.send("DELETE", `${tokens}/${id}`)).status).toBe(200)
    expect(await find(service.origin, token)).toBe("unauthenticated")
    expect(await find(service.origin, (await created([])).token)).toBe("insufficient_scope")
  })

  test("sends the token to the prefix of the URL, and nothing else", async () => {
    received.length = 0
    await findAt(replies(401, ""))
    const [{ url, authorization, ...others } = {}] = received
    expect([url, authorization]).toEqual(["/auth/v1/auth/session", "Bearer lk_x"])
    expect(Object.keys(others)).not.toContain("x-secret")
  })

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ["Latchkey's 401", replies(401, problemOf("unauthenticated", "Unauthenticated")), "unauthenticated"],
    ["Latchkey's 403", replies(403, problemOf("email_not_verified", "EmailNotVerified")), "email_not_verified"],
    ["Latchkey's 429", replies(429, problemOf("signin_rate_limited", "SignInRateLimited")), "signin_rate_limited"],
    ["401 of a proxy", replies(401, '{"code":"login"}'), "service_unavailable"],
    ["403 of a proxy", replies(403, "{}"), "service_unavailable"],
    ["429 of a proxy", replies(429, "slow down"), "service_unavailable"],
    ["200 of another service", replies(200, "<h1>Hello"), "service_unavailable"],
    ["a session", replies(200, '{"userId":"user_1","sessionId":"sess_1"}'), "service_unavailable"],
    ["404", replies(404, ""), "service_unavailable"],
    ["503", replies(503, ""), "service_unavailable"],
    ["a redirect to itself", replies(302, "", { location: "/auth/v1/auth/session" }), "service_unavailable"],
    ["a closed connection", (response) => response.socket?.destroy(), "service_unavailable"],
    ["no response", () => undefined, "service_unavailable"]
  ])("says of %s what it means", async (_, respond, code) => {
    expect(await findAt(respond)).toBe(code)
  })
})
