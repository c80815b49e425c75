import { createHash } from "node:crypto"
import * as HttpLayerRouter from "@effect/platform/HttpLayerRouter"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { createLocalJWKSet, jwtVerify } from "jose"
import * as Provider from "../../src/development/DevelopmentIdentityProvider.ts"

const baseUrl = "http://localhost:3000"
const issuer = `${baseUrl}/dev/identity-provider`
const redirectUri = `${baseUrl}/v1/auth/identity-providers/callback`
const verifier = "v".repeat(64)
const challenge = createHash("sha256").update(verifier).digest("base64url")
const query = {
  response_type: "code",
  client_id: "latchkey",
  redirect_uri: redirectUri,
  scope: "openid email",
  state: "a-state",
  nonce: "a-nonce",
  code_challenge: challenge,
  code_challenge_method: "S256"
}

const routes = Provider.layer({ baseUrl, isAllowed: ({ headers }) => headers["host"] === "localhost:3000" })

const start = Effect.map(
  Effect.acquireRelease(
    Effect.clockWith((clock) =>
      Effect.sync(() =>
        HttpLayerRouter.toWebHandler(Layer.merge(routes, Layer.setClock(clock)), { disableLogger: true })
      )
    ),
    ({ dispose }) => Effect.promise(dispose)
  ),
  ({ handler }) => {
    const send = (path: string, init: RequestInit = {}) =>
      Effect.promise(() =>
        handler(new Request(`${issuer}${path}`, { ...init, headers: { host: "localhost:3000", ...init.headers } }))
      )
    const json = (response: Response) => Effect.promise(() => response.json() as Promise<Record<string, unknown>>)
    const authorize = (values: Record<string, string>) =>
      send(`/authorize?${new URLSearchParams({ ...query, ...values })}`)
    const token = (values: Record<string, string>) =>
      Effect.gen(function* () {
        const response = yield* send("/token", {
          method: "POST",
          body: new URLSearchParams({
            grant_type: "authorization_code",
            client_id: "latchkey",
            redirect_uri: redirectUri,
            code_verifier: verifier,
            ...values
          })
        })
        return { status: response.status, body: yield* json(response) }
      })
    const codeOf = (values: Record<string, string>) =>
      Effect.map(
        authorize(values),
        ({ headers }) => new URL(headers.get("location") ?? "").searchParams.get("code") ?? ""
      )
    return { authorize, codeOf, json, send, token }
  }
)

describe("The development provider", () => {
  it.scoped("publishes where its endpoints are, at its issuer", () =>
    Effect.gen(function* () {
      const { json, send } = yield* start
      const metadata = yield* json(yield* send("/.well-known/openid-configuration"))
      assert.strictEqual(metadata["issuer"], issuer)
      for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
        assert.match(String(metadata[name]), /^http:\/\/localhost:3000\/dev\/identity-provider\//)
      }
    })
  )

  it.scoped("asks the user who they are, and escapes what the request says", () =>
    Effect.gen(function* () {
      const { authorize } = yield* start
      const response = yield* authorize({ state: `"><script>alert(1)</script>` })
      const text = yield* Effect.promise(() => response.text())
      assert.include(text, "Who are you?")
      assert.notInclude(text, "<script>")
    })
  )

  for (const verified of [true, false]) {
    it.scoped(`signs a token in which the address is ${verified ? "" : "not "}verified, as the user says`, () =>
      Effect.gen(function* () {
        const { codeOf, json, send, token } = yield* start
        const code = yield* codeOf({ email: "ada@example.com", ...(verified ? { verified: "true" } : {}) })
        const { body, status } = yield* token({ code })
        assert.strictEqual(status, 200)
        const keys = createLocalJWKSet((yield* json(yield* send("/jwks"))) as never)
        const { payload } = yield* Effect.promise(() =>
          jwtVerify(String(body["id_token"]), keys, { currentDate: new Date(0), issuer, audience: "latchkey" })
        )
        assert.deepInclude(payload, { nonce: "a-nonce", email: "ada@example.com", email_verified: verified })
      })
    )
  }

  it.scoped("exchanges a code once, within a minute, for the client and the visit that it was issued to", () =>
    Effect.gen(function* () {
      const { codeOf, token } = yield* start
      const email = "ada@example.com"
      const used = yield* codeOf({ email })
      assert.strictEqual((yield* token({ code: used })).status, 200)
      const refused = [
        { code: used },
        { code: yield* codeOf({ email }), code_verifier: "w".repeat(64) },
        { code: yield* codeOf({ email }), redirect_uri: `${baseUrl}/other` },
        { code: yield* codeOf({ email }), client_id: "other" },
        { code: "" }
      ]
      for (const values of refused) assert.strictEqual((yield* token(values)).status, 400)
      const old = yield* codeOf({ email })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* token({ code: old })).status, 400)
    })
  )

  it.scoped("sends the user back with what they have chosen: also that they cancel", () =>
    Effect.gen(function* () {
      const { authorize } = yield* start
      const { headers, status } = yield* authorize({ cancel: "true" })
      const { searchParams } = new URL(headers.get("location") ?? "")
      assert.strictEqual(status, 303)
      assert.deepStrictEqual(Object.fromEntries(searchParams), {
        error: "access_denied",
        state: "a-state",
        iss: issuer
      })
    })
  )

  for (const redirect_uri of ["https://evil.example/v1/auth/identity-providers/callback", `${baseUrl}/evil`, "x"]) {
    it.scoped(`sends no one to ${redirect_uri}`, () =>
      Effect.gen(function* () {
        const { authorize } = yield* start
        const response = yield* authorize({ redirect_uri, email: "ada@example.com" })
        assert.deepStrictEqual([response.status, response.headers.get("location")], [400, null])
      })
    )
  }

  it.scoped("responds to no request for a host that an attacker could name", () =>
    Effect.gen(function* () {
      const { send } = yield* start
      for (const path of ["/authorize", "/jwks", "/.well-known/openid-configuration"]) {
        assert.strictEqual((yield* send(path, { headers: { host: "evil.example" } })).status, 421)
      }
    })
  )
})
