import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

describe("HttpSettings.layer", () => {
  it.effect("trusts no proxy, allows no other origin and has no admin API by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* HttpSettings.HttpSettings, {
        baseUrl: "https://auth.example.com",
        prefix: "",
        allowedOrigins: [],
        trustedProxies: [],
        cookieDomain: Option.none(),
        cookieSameSite: "lax",
        cookiePrefix: "none",
        adminApiKey: Option.none()
      })
    }).pipe(Effect.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" })))
  )

  it.effect.each([
    { what: "an http base URL", baseUrl: "http://localhost:3000", cookieDomain: Option.none() },
    { what: "a cookie domain", baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") }
  ])("is a defect with the cookie prefix and $what", ({ baseUrl, cookieDomain }) =>
    Effect.gen(function* () {
      const settings = HttpSettings.layer({ baseUrl, cookieDomain, cookiePrefix: "host" })
      const exit = yield* Effect.exit(Layer.build(settings))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
    }).pipe(Effect.scoped)
  )
})
