import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const baseUrl = "https://auth.example.com"
const key = (text: string) => Option.some(Redacted.make(text))

/** Returns the errors of settings, as an app without the types of TypeScript may pass them. */
const errorsOf = (settings: Record<string, unknown>) =>
  Effect.flip(HttpSettings.make({ baseUrl, ...settings } as HttpSettings.Options))

describe("HttpSettings.layer", () => {
  it.effect("trusts no proxy, allows no other origin and has no admin API by default", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* HttpSettings.HttpSettings, {
        baseUrl: "https://auth.example.com",
        prefix: "",
        allowedOrigins: [],
        localOrigins: false,
        trustedProxies: [],
        cookieDomain: Option.none(),
        cookieSameSite: "lax",
        cookiePrefix: "none",
        adminApiKey: Option.none(),
        adminApiKeyPrevious: Option.none()
      })
    }).pipe(Effect.provide(HttpSettings.layer({ baseUrl })))
  )

  it.effect("has the default of everything that is undefined", () =>
    Effect.gen(function* () {
      const undefinedOptions = { prefix: undefined, adminApiKey: undefined, cookieDomain: undefined }
      const options = { baseUrl, ...undefinedOptions } as unknown as HttpSettings.Options
      assert.deepStrictEqual(yield* HttpSettings.make(options), { ...HttpSettings.defaults, baseUrl })
    })
  )

  it.effect("fails as `make` does", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(Effect.void, HttpSettings.layer({ baseUrl: `${baseUrl}/` })))
      assert.strictEqual(error._tag, "InvalidHttpSettings")
      assert.include(error.message, `baseUrl "${baseUrl}/" is not valid`)
    })
  )
})

const wrong: ReadonlyArray<readonly [name: string, value: unknown, shown: string]> = [
  ["baseUrl", "", '""'],
  ["baseUrl", undefined, "undefined"],
  ["baseUrl", "auth.example.com", '"auth.example.com"'],
  ["baseUrl", "http://localhost:4633/", '"http://localhost:4633/"'],
  ["baseUrl", "https://auth.example.com/auth", '"https://auth.example.com/auth"'],
  ["baseUrl", "https://auth.example.com:443", '"https://auth.example.com:443"'],
  ["baseUrl", "https://Auth.example.com", '"https://Auth.example.com"'],
  ["baseUrl", "http://auth.example.com", '"http://auth.example.com"'],
  ["prefix", "auth", '"auth"'],
  ["prefix", "/", '"/"'],
  ["prefix", "/auth/", '"/auth/"'],
  ["prefix", "/../auth", '"/../auth"'],
  ["prefix", "/auth?x=1", '"/auth?x=1"'],
  ["prefix", "/:id", '"/:id"'],
  ["allowedOrigins", ["https://app.example.com", "https://www.example.com/"], 'contains "https://www.example.com/"'],
  ["allowedOrigins", ["*", "null"], 'contains "*", "null"'],
  ["allowedOrigins", "https://app.example.com", '"https://app.example.com"'],
  ["localOrigins", "yes", '"yes"'],
  ["localOrigins", true, "can only be true if the host of baseUrl is localhost"],
  ["trustedProxies", ["10.0.0.0/8", "10.0.0.1"], 'contains "10.0.0.1"'],
  ["cookieDomain", Option.some("com"), '"com"'],
  ["cookieDomain", Option.some(".Example.com"), '".Example.com"'],
  ["cookieDomain", "example.com", '"example.com"'],
  ["cookieDomain", null, "null"],
  ["cookieSameSite", "None", '"None"'],
  ["cookiePrefix", "__Host-", '"__Host-"'],
  ["adminApiKey", "x", ""],
  ["adminApiKey", Option.some("k".repeat(32)), ""],
  ["adminApiKey", key("k".repeat(31)), ""]
]

describe("HttpSettings.make", () => {
  it.effect("accepts valid settings, and returns them as they are", () =>
    Effect.gen(function* () {
      const settings: HttpSettings.HttpOptions = {
        baseUrl: "https://auth.example.com:8443",
        prefix: "/v2.0/auth_app",
        allowedOrigins: ["https://app.example.com", "http://localhost:5173"],
        localOrigins: false,
        trustedProxies: ["10.0.0.0/8", "::1/128"],
        cookieDomain: Option.some("example.com"),
        cookieSameSite: "none",
        cookiePrefix: "none",
        adminApiKey: key("k".repeat(32)),
        adminApiKeyPrevious: key("p".repeat(32))
      }
      assert.deepStrictEqual(yield* HttpSettings.make(settings), settings)
      for (const local of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
        assert.strictEqual((yield* HttpSettings.make({ baseUrl: local })).baseUrl, local)
      }
    })
  )

  it.effect.each(wrong)("refuses %s with the value %j", ([name, value, shown]) =>
    Effect.gen(function* () {
      const { errors, message } = yield* errorsOf({ [name]: value })
      assert.deepStrictEqual(
        errors.map((error) => error.name),
        [name]
      )
      assert.match(message, new RegExp(`^  ${name} .+\\.\n    Expected: .+\n    Example:  ${name}: .`, "m"))
      assert.include(message, shown)
    })
  )

  it.effect("shows what a value would be without a slash, upper case or the default port", () =>
    Effect.gen(function* () {
      const { message } = yield* errorsOf({
        baseUrl: "https://Auth.example.com:443/",
        allowedOrigins: ["http://A.test/"]
      })
      assert.include(message, 'Example:  baseUrl: "https://auth.example.com"')
      assert.include(message, 'Example:  allowedOrigins: ["http://a.test"]')
    })
  )

  it.effect("suggests the prefix for a base URL with a path", () =>
    Effect.gen(function* () {
      const { message } = yield* errorsOf({ baseUrl: "http://localhost:3000/auth/" })
      assert.include(message, 'Example:  baseUrl: "http://localhost:3000", prefix: "/auth"')
    })
  )

  it.effect("reports everything that is wrong at once", () =>
    Effect.gen(function* () {
      const { errors, message } = yield* errorsOf({ baseUrl: "", prefix: "/auth/", trustedProxies: ["proxy"] })
      assert.deepStrictEqual(
        errors.map(({ name }) => name),
        ["baseUrl", "prefix", "trustedProxies"]
      )
      assert.match(message, /^HttpSettings: 3 settings need attention:\n/)
    })
  )

  it.effect("never contains the admin key, or the password of a URL", () =>
    Effect.gen(function* () {
      const error = yield* errorsOf({
        baseUrl: "https://user:hunter2@auth.example.com",
        allowedOrigins: ["https://user:hunter2@app.example.com", "user:hunter2@app.example.com"],
        adminApiKey: key("hunter2")
      })
      assert.notInclude(`${error.message}${JSON.stringify(error)}`, "hunter2")
    })
  )

  const contradictions: ReadonlyArray<readonly [settings: Record<string, unknown>, problem: string]> = [
    [{ cookieDomain: Option.some("example.org") }, "cookieDomain does not match the host of baseUrl"],
    [{ cookieDomain: Option.some("h.example.com") }, "cookieDomain does not match the host of baseUrl"],
    [
      { baseUrl: "http://localhost:3000", cookieSameSite: "none" },
      "cookieSameSite can only be none if baseUrl is https"
    ],
    [{ baseUrl: "http://localhost:3000", cookiePrefix: "host" }, "cookiePrefix can only be host if baseUrl is https"],
    [
      { cookieDomain: Option.some("example.com"), cookiePrefix: "host" },
      "cookiePrefix cannot be host if cookieDomain is set"
    ],
    [{ allowedOrigins: ["http://app.example.com"] }, "allowedOrigins contains an http origin, but baseUrl is https"]
  ]

  it.effect.each(contradictions)("refuses settings that contradict each other: %j", ([settings, problem]) =>
    Effect.gen(function* () {
      const { errors, message } = yield* errorsOf(settings)
      assert.lengthOf(errors, 1)
      assert.include(message, problem)
    })
  )
})
