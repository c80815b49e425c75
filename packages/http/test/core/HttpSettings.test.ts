import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
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
        adminApiKey: Option.none()
      })
    }).pipe(Effect.provide(HttpSettings.layer({ baseUrl: "https://auth.example.com" })))
  )
})
