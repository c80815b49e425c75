import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import {
  askForLink,
  errorOf,
  minute,
  newEmail,
  newInstance,
  password,
  requestLink,
  session,
  signIn,
  signInWithLink,
  signUp,
  signUpNew,
  verify,
  wrongPassword
} from "@latchkey/test-support/actions"
import { onEveryStore } from "./support.ts"
import { makeWatchedHasher } from "@latchkey/test-support/WatchedHasher"

const hasher = makeWatchedHasher()
const once = { limit: 1, windowSeconds: 60 }

/** Expects a problem document with exactly these members, and no cookies. */
const expectProblem = (reply: Reply, status: number, code: string, ...more: ReadonlyArray<string>) => {
  expect(errorOf(reply)).toEqual([status, code])
  expect(reply.headers["content-type"]).toMatch(/^application\/problem\+json\b/)
  expect(Object.keys(reply.json).sort()).toEqual(["code", "detail", "status", "title", "type", ...more].sort())
  expect(reply.json["status"]).toBe(status)
  for (const member of ["type", "title", "detail"]) expect(reply.json[member]).toMatch(/\S/)
  expect(reply.setCookies).toEqual([])
}

const expectRetryAfter = (reply: Reply, seconds: number) => expect(reply.headers["retry-after"]).toBe(String(seconds))

onEveryStore(
  "7 Errors",
  (fixture) => {
    const post = (path: string, body: unknown) => fixture.service.browser().post(path, body)

    test("400 | password_too_short | password fails the configured policy (sign-up)", async () => {
      const reply = await post(signUp, { email: newEmail(), password: "short" })
      expectProblem(reply, 400, "password_too_short", "violations")
      expect(reply.json["violations"]).toEqual(["too_short"])
    })

    test("400 | email_already_exists | sign-up with an email that is taken", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      expectProblem(await post(signUp, { email, password }), 400, "email_already_exists")
      const withLink = await signInWithLink(fixture.service, fixture.service.browser())
      expectProblem(await post(signUp, { email: withLink.email, password }), 400, "email_already_exists")
    })

    test("401 | invalid_credentials | wrong email or password; identical for both cases", async () => {
      const { email } = await signUpNew(fixture.service.browser())
      const wrongEmail = await post(signIn, { email: newEmail(), password })
      const wrongGuess = await post(signIn, { email, password: wrongPassword })
      for (const reply of [wrongEmail, wrongGuess]) expectProblem(reply, 401, "invalid_credentials")
      expect(wrongEmail.text).toBe(wrongGuess.text)
    })

    test("401 | magic_link_disabled | magic link used while the feature is off for the instance", async () => {
      const app = await newInstance(fixture.service)
      const link = await askForLink(fixture.service, app.browser(), newEmail())
      await fixture.service.instances((_) => _.update(app.id, { authConfig: { magic_link: false } }))
      expectProblem(await app.browser().post(requestLink, { email: newEmail() }), 401, "magic_link_disabled")
      expectProblem(await app.browser().get(link), 401, "magic_link_disabled")
    })

    test("401 | invalid_token | magic-link token consumed, expired or never issued", async () => {
      const { email } = await signInWithLink(fixture.service, fixture.service.browser())
      const consumed = await fixture.service.lastLink(email)
      const expired = await askForLink(fixture.service, fixture.service.browser(), newEmail())
      fixture.service.advance(15 * minute)
      for (const link of [consumed, expired, `${verify}?token=never-issued`]) {
        expectProblem(await fixture.service.browser().get(link), 401, "invalid_token")
      }
    })

    test("429 | signup_rate_limited | sign-up rate limit exceeded (sliding window)", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signUpPerIp: once } })
      const { email } = await signUpNew(app.browser())
      fixture.service.advance(59_000)
      const taken = await app.browser().post(signUp, { email, password })
      const free = await app.browser().post(signUp, { email: newEmail(), password })
      for (const reply of [taken, free]) {
        expectProblem(reply, 429, "signup_rate_limited")
        expectRetryAfter(reply, 1)
      }
      expect(taken.text).toBe(free.text)
    })

    test("429 | signin_rate_limited | sign-in rate limit exceeded (sliding window)", async () => {
      const app = await newInstance(fixture.service, { rateLimits: { signInPerIp: once } })
      const { email } = await signUpNew(app.browser())
      await app.browser().post(signIn, { email, password })
      fixture.service.advance(20_500)
      const known = await app.browser().post(signIn, { email, password })
      const unknown = await app.browser().post(signIn, { email: newEmail(), password })
      for (const reply of [known, unknown]) {
        expectProblem(reply, 429, "signin_rate_limited")
        expectRetryAfter(reply, 40)
      }
      expect(known.text).toBe(unknown.text)
    })

    describe("shape of the error response body: not shown in the contract; decided", () => {
      test("RFC 9457, with the contract's code in `code`", async () => {
        const { json } = await post(signIn, { email: newEmail(), password })
        expect(json).toEqual({
          type: "urn:latchkey:problem:invalid_credentials",
          title: expect.any(String),
          status: 401,
          detail: expect.any(String),
          code: "invalid_credentials"
        })
      })
    })

    describe("errors for malformed or missing fields: not shown in the contract; decided", () => {
      test("400 invalid_request lists every field with its reason, and never its value", async () => {
        const reply = await post(signIn, { email: "secret-address", password: ["secret-password"] })
        expectProblem(reply, 400, "invalid_request", "errors")
        expect(reply.json["errors"]).toEqual([
          { field: "email", reason: "is not an email address" },
          { field: "password", reason: "must be a string" }
        ])
        expect(reply.text).not.toContain("secret")
      })

      test.each(["", "{", "null", "[]", '"text"', '{"email":"a\\u0000@example.com"}'])("400 for %j", async (body) => {
        const headers = { "content-type": "application/json" }
        const reply = await fixture.service.browser().send("POST", signIn, { headers, body })
        expectProblem(reply, 400, "invalid_request", "errors")
      })

      test("400 for NUL and lone surrogates", async () => {
        for (const bad of ["password\u0000password", "password\ud800password"]) {
          expectProblem(await post(signUp, { email: newEmail(), password: bad }), 400, "invalid_request", "errors")
        }
      })
    })

    describe("other codes: not shown in the contract; decided", () => {
      const json = { "content-type": "application/json" }
      const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
        fixture.service.browser().send(method, path, body === undefined ? { headers } : { headers, body })

      test.each([
        [401, "unauthenticated", () => send("GET", session)],
        [403, "forbidden_origin", () => send("POST", signIn, { ...json, origin: "https://other.example" }, "{}")],
        [404, "not_found", () => send("GET", "/v1/auth/nothing")],
        [405, "method_not_allowed", () => send("GET", signIn)],
        [413, "payload_too_large", () => send("POST", signIn, json, " ".repeat(64 * 1024 + 1))],
        [415, "unsupported_media_type", () => send("POST", signIn, { "content-type": "text/plain" }, "{}")]
      ])("%i %s", async (status, code, ask) => {
        expectProblem(await ask(), status, code)
      })

      test("429 magic_link_rate_limited", async () => {
        const app = await newInstance(fixture.service, { rateLimits: { magicLinkPerIp: once } })
        await app.browser().post(requestLink, { email: newEmail() })
        const reply = await app.browser().post(requestLink, { email: newEmail() })
        expectProblem(reply, 429, "magic_link_rate_limited")
        expectRetryAfter(reply, 60)
      })

      test("500 internal_error reveals nothing about the cause", async () => {
        const defect = Effect.die(new Error("canary at /srv/secret.ts: select * from users"))
        const reply = await hasher.failingDuring(defect, () => post(signUp, { email: newEmail(), password }))
        expectProblem(reply, 500, "internal_error")
        expect(reply.text).not.toMatch(/canary|secret|select/)
      })

      test("503 service_unavailable when the queue of passwords to hash is full", async () => {
        const overload = new HasherOverloaded()
        const reply = await hasher.failingDuring(overload, () => post(signIn, { email: newEmail(), password }))
        expectProblem(reply, 503, "service_unavailable")
        expectRetryAfter(reply, 1)
      })
    })

    describe("order of checks: not shown in the contract; decided", () => {
      test("body shape, rate limit, magic links enabled, password policy, existing account", async () => {
        const rateLimits = { signUpPerIp: { ...once, limit: 2 }, magicLinkPerIp: once }
        const app = await newInstance(fixture.service, { rateLimits, authConfig: { magic_link: false } })
        const { email } = await signUpNew(app.browser())
        const codes = []
        for (const [path, body] of [
          [signUp, { email, password: "short" }],
          [signUp, { email, password: "short" }],
          [signUp, { email: "nobody" }],
          [requestLink, { email }],
          [requestLink, { email }],
          [requestLink, {}]
        ] as const) {
          codes.push((await app.browser().post(path, body)).json["code"])
        }
        expect(codes).toEqual([
          "password_too_short",
          "signup_rate_limited",
          "invalid_request",
          "magic_link_disabled",
          "magic_link_rate_limited",
          "invalid_request"
        ])
      })

      test("a 429 comes before any hashing", async () => {
        const app = await newInstance(fixture.service, { rateLimits: { signUpPerIp: once, signInPerIp: once } })
        const { email } = await signUpNew(app.browser())
        await app.browser().post(signIn, { email, password })
        const calls = await hasher.callsDuring(async () => {
          expect((await app.browser().post(signIn, { email, password })).status).toBe(429)
          expect((await app.browser().post(signUp, { email: newEmail(), password })).status).toBe(429)
        })
        expect(calls).toEqual([])
      })
    })
  },
  { crypto: hasher.layer }
)
