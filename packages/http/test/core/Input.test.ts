import { Credentials } from "@latchkey/http/password/Credentials"
import * as Input from "../../src/core/internal/Input.ts"
import type { Problem } from "@latchkey/http/core/Problem"
import { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"

const run = <A>(effect: Effect.Effect<A, Problem>) => Effect.runSync(Effect.either(effect))
const credentials = (input: unknown) => run(Input.decode(Credentials)(input))
const password = "correct horse battery"
const emailOf = (email: string) => Either.map(credentials({ email, password }), (read) => read.email)
const errorsOf = (result: Either.Either<unknown, Problem>) =>
  Either.match(result, { onLeft: ({ errors }) => errors ?? [], onRight: () => [] })

describe("Credentials", () => {
  it("reads an address and a password", () => {
    const read = Either.getOrThrow(credentials({ email: " Ada@Example.COM\n", password, admin: true, verified: true }))
    assert.deepStrictEqual(Object.keys(read).sort(), ["email", "password"])
    assert.strictEqual(read.email, "ada@example.com")
    assert.strictEqual(Redacted.value(read.password), password)
  })

  it("names every field that is wrong, at once", () => {
    assert.deepStrictEqual(errorsOf(credentials({})), [
      { field: "email", reason: "is required" },
      { field: "password", reason: "is required" }
    ])
    assert.deepStrictEqual(errorsOf(credentials({ email: "ada@", password: "" })), [
      { field: "email", reason: "is not an email address" },
      { field: "password", reason: "is empty" }
    ])
  })

  it.each([null, 7, true, ["ada@example.com"], { address: "ada@example.com" }])(
    "takes text alone for either field: %j",
    (value) => {
      assert.deepStrictEqual(errorsOf(credentials({ email: value, password: value })), [
        { field: "email", reason: "must be a string" },
        { field: "password", reason: "must be a string" }
      ])
    }
  )

  it.each([null, 7, true, "text", [], undefined])("takes an object alone for the body: %j", (body) => {
    assert.deepStrictEqual(errorsOf(credentials(body)), [{ field: "body", reason: "has the wrong type" }])
  })

  it("says of what has to be a list that it has to", () => {
    assert.deepStrictEqual(errorsOf(run(Input.decode(InstancePatch)({ hosts: "a.example" }))), [
      { field: "hosts", reason: "must be a list" }
    ])
  })

  it.each(["a\u0000bcdefgh", "\ud800bcdefgh", "abcdefg\udc00", "a".repeat(257), "a".repeat(60_000)])(
    "refuses a password that cannot be one",
    (text) => assert.lengthOf(errorsOf(credentials({ email: "ada@example.com", password: text })), 1)
  )
})

describe("Input never says a value back", () => {
  const canary = "canary-7f3a"
  it.each([
    ["a wrong address", { email: `${canary}@`, password: canary }],
    ["an array", { email: [canary], password: [canary] }],
    ["an object", { email: { canary }, password: { [canary]: canary } }],
    ["text for the body", canary],
    ["an array for the body", [canary]],
    ["an unknown field", { [canary]: canary }],
    ["NUL", { email: `${canary}\u0000@example.com`, password: `${canary}\u0000` }]
  ])("%s", (_, input) => {
    const result = credentials(input)
    assert.isNotEmpty(errorsOf(result))
    assert.notInclude(JSON.stringify(result), canary)
    assert.notInclude(String(Either.getOrNull(Either.flip(result))), canary)
  })

  it("nor in a deep field of an instance", () => {
    const result = run(
      Input.decode(InstancePatch)({
        plan: canary,
        origins: [canary],
        authConfig: { magic_link: canary },
        sessionConfig: { passwordPolicy: { minLength: canary } },
        rateLimits: { signInPerEmail: { limit: canary } }
      })
    )
    assert.deepStrictEqual(
      errorsOf(result).map(({ field }) => field),
      [
        "plan",
        "origins.0",
        "authConfig.magic_link",
        "sessionConfig.passwordPolicy.minLength",
        "rateLimits.signInPerEmail.limit"
      ]
    )
    assert.notInclude(JSON.stringify(errorsOf(result)), canary)
  })
})

describe("Input.EmailInput", () => {
  it.each([
    ["ada@müller.example", "ada@xn--mller-kva.example"],
    ["ada@MÜLLER.example", "ada@xn--mller-kva.example"],
    ["ada@xn--mller-kva.example", "ada@xn--mller-kva.example"],
    ["ada@例え.example", "ada@xn--r8jz45g.example"],
    ["ada@ｅxample.com", "ada@example.com"],
    ["ada@g\u0131thub.example", "ada@xn--gthub-n4a.example"]
  ])("maps an international domain to ASCII: %s", (typed, stored) => {
    assert.strictEqual<string>(Either.getOrThrow(emailOf(typed)), stored)
  })

  it.each([
    ["a fullwidth at sign", "ada\uff20example.com"],
    ["a fullwidth at sign behind an ASCII one", "ada@evil.example\uff20example.com"],
    ["a fullwidth at sign before an ASCII one", "victim\uff20example.com@evil.example"],
    ["a small at sign", "ada\ufe6bexample.com"],
    ["a dotless i in the local part", "m\u0131ke@example.com"],
    ["a Kelvin sign in the local part", "mi\u212ae@example.com"],
    ["two recipients", "ada@evil.example,victim@example.com"],
    ["two recipients with a space", "ada@evil.example victim@example.com"],
    ["two recipients with a semicolon", "ada@evil.example;victim@example.com"],
    ["two at signs", "ada@evil.example@example.com"],
    ["a quoted local part", '"ada@evil.example"@example.com'],
    ["a display name", "Ada <ada@example.com>"],
    ["a header", "ada@example.com\r\nBcc: victim@example.com"],
    ["a comment", "ada@example.com(comment)"],
    ["an address literal", "ada@[127.0.0.1]"],
    ["digits for a domain", "ada@127.0.0.1"],
    ["fullwidth digits for a domain", "ada@\uff11\uff12\uff17.0.0.\uff11"],
    ["a port", "ada@example.com:25"],
    ["a path", "ada@example.com/x"],
    ["user info", "ada@user:pass\u00fc@example.com"],
    ["a query", "ada@ex\u00e4mple.com?x"],
    ["percent-encoding in the domain", "ada@ex\u00e4mple%2ecom"],
    ["a soft hyphen", "ada@exam\u00adple.com"],
    ["a zero-width joiner", "ada@exam\u200dple.com"],
    ["an ideographic full stop", "ada@example\u3002com"],
    ["a lone surrogate", "ada@\ud800.example"],
    ["NUL", "ada\u0000@example.com"],
    ["a bad label", "ada@xn--.example"],
    ["60 kB", `${"a".repeat(60_000)}@example.com`],
    ["60 kB of domain", `ada@${"ü".repeat(30_000)}.example`]
  ])("refuses %s", (_, typed) => {
    assert.deepStrictEqual(errorsOf(emailOf(typed)), [{ field: "email", reason: "is not an email address" }])
  })
})

describe("Input.queryParameter", () => {
  const token = (url: string) => run(Input.queryParameter(url, "token"))

  it.each([
    ["/v1?token=abc", "abc"],
    ["/v1?a=1&token=a%20b", "a b"],
    ["/v1?token=", ""],
    ["/v1?token=%ZZ", "%ZZ"],
    ["/v1?%74oken=abc", "abc"]
  ])("reads the one value: %s", (url, value) => {
    assert.deepStrictEqual(token(url), Either.right(value))
  })

  it.each([
    ["/v1", "is required"],
    ["/v1?", "is required"],
    ["/v1?Token=abc", "is required"],
    ["/v1?token[]=abc", "is required"],
    ["/v1;token=abc", "is required"],
    ["/v1?token=abc&token=def", "was given more than once"],
    ["/v1?token=abc&%74oken=abc", "was given more than once"]
  ])("refuses none and several: %s", (url, reason) => {
    assert.deepStrictEqual(errorsOf(token(url)), [{ field: "token", reason }])
  })
})
