import { assert, describe, it } from "@effect/vitest"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Settings from "../../src/core/Settings.ts"

const complete = { BASE_URL: "https://auth.example.com", DATABASE_URL: "postgresql://user:pw@db.example.com/latchkey" }

/** Returns the name of the variable of a setting: `BASE_URL` for `baseUrl`. */
const variableOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const inVariables = (text: string) =>
  text.replaceAll(/\b(baseUrl|cookieDomain|cookiePrefix|cookieSameSite|allowedOrigins|adminApiKey)\b/g, variableOf)

const wrong: ReadonlyArray<
  readonly [environment: Record<string, string>, settings: Partial<HttpSettings.HttpOptions>]
> = [
  [{ COOKIE_DOMAIN: "example.org" }, { cookieDomain: Option.some("example.org") }],
  [
    { COOKIE_PREFIX: "host", BASE_URL: "http://localhost:3000" },
    { cookiePrefix: "host", baseUrl: "http://localhost:3000" }
  ],
  [
    { COOKIE_PREFIX: "host", COOKIE_DOMAIN: "example.com" },
    { cookiePrefix: "host", cookieDomain: Option.some("example.com") }
  ],
  [
    { COOKIE_SAME_SITE: "none", BASE_URL: "http://localhost:3000" },
    { cookieSameSite: "none", baseUrl: "http://localhost:3000" }
  ],
  [{ ALLOWED_ORIGINS: "http://a.example" }, { allowedOrigins: ["http://a.example"] }],
  [{ ADMIN_API_KEY: "x" }, { adminApiKey: Option.some(Redacted.make("x")) }]
]

describe("The text of a wrong setting", () => {
  it.effect.each(wrong)("is the same in serve and in the library: %j", ([environment, settings]) =>
    Effect.gen(function* () {
      const problem = ({ message, name }: { readonly message: string; readonly name: string }) =>
        `${name} ${message.split(".\n", 1)[0]}`
      const inServe = yield* Effect.flip(Settings.loadServe({ ...complete, ...environment }))
      const inLibrary = yield* Effect.flip(HttpSettings.make({ baseUrl: complete.BASE_URL, ...settings }))
      assert.deepStrictEqual(
        inLibrary.errors.map((error) => inVariables(problem(error))),
        inServe.errors.map(problem)
      )
    })
  )

  it.effect("says the same of what is expected", () =>
    Effect.gen(function* () {
      const expected = (message: string) => inVariables(/Expected: (.+)/.exec(message)?.[1] ?? "")
      const inServe = yield* Effect.flip(
        Settings.loadServe({ ...complete, BASE_URL: "x", COOKIE_DOMAIN: "x", ADMIN_API_KEY: "x" })
      )
      const inLibrary = yield* Effect.flip(
        HttpSettings.make({
          baseUrl: "x",
          cookieDomain: Option.some("x"),
          adminApiKey: Option.some(Redacted.make("x"))
        })
      )
      const texts = new Map(inServe.errors.map(({ message, name }) => [name, expected(message)]))
      assert.lengthOf(inLibrary.errors, 3)
      for (const { message, name } of inLibrary.errors) {
        assert.strictEqual(expected(message), texts.get(variableOf(name)))
      }
    })
  )
})
