import { assert, describe, it } from "@effect/vitest"
import { InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { Credentials } from "@latchkey/http/password/Credentials"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decode, errorsOf } from "../support/decoding.ts"

describe("decodePayload", () => {
  it("names every invalid field", () => {
    assert.deepStrictEqual(errorsOf(decode(Credentials, {})), [
      { field: "email", reason: "is required" },
      { field: "password", reason: "is required" }
    ])
    assert.deepStrictEqual(errorsOf(decode(Credentials, { email: "ada@", password: "" })), [
      { field: "email", reason: "is not an email address" },
      { field: "password", reason: "is empty" }
    ])
  })

  it.each([null, 7, true, ["ada@example.com"], { address: "ada@example.com" }])(
    "reports a field that is not a string: %j",
    (value) => {
      assert.deepStrictEqual(errorsOf(decode(Credentials, { email: value, password: value })), [
        { field: "email", reason: "must be a string" },
        { field: "password", reason: "must be a string" }
      ])
    }
  )

  it.each([null, 7, true, "text", [], undefined])("reports a body that is not an object: %j", (body) => {
    assert.deepStrictEqual(errorsOf(decode(Credentials, body)), [{ field: "body", reason: "has the wrong type" }])
  })

  it("reports a field that is not a list", () => {
    assert.deepStrictEqual(errorsOf(decode(InstancePatch, { hosts: "a.example" })), [
      { field: "hosts", reason: "must be a list" }
    ])
  })

  it("fails with invalid_request", () => {
    const result = decode(Credentials, {})
    assert.strictEqual(Either.isLeft(result) ? result.left.code : undefined, "invalid_request")
  })
})

describe("decodePayload never echoes a value", () => {
  const canary = "canary-7f3a"
  it.each([
    ["an invalid address", { email: `${canary}@`, password: canary }],
    ["an array", { email: [canary], password: [canary] }],
    ["an object", { email: { canary }, password: { [canary]: canary } }],
    ["text for the body", canary],
    ["an array for the body", [canary]],
    ["an unknown field", { [canary]: canary }],
    ["NUL", { email: `${canary}\u0000@example.com`, password: `${canary}\u0000` }]
  ])("%s", (_, input) => {
    const result = decode(Credentials, input)
    assert.isNotEmpty(errorsOf(result))
    assert.notInclude(JSON.stringify(result), canary)
    assert.notInclude(String(Either.getOrNull(Either.flip(result))), canary)
  })

  it("a value in a message of effect's own schemas", () => {
    const schema = Schema.Struct({ due: Schema.DateTimeUtc, count: Schema.NumberFromString })
    assert.deepStrictEqual(errorsOf(decode(schema, { due: canary, count: canary })), [
      { field: "due", reason: "has the wrong type" },
      { field: "count", reason: "has the wrong type" }
    ])
  })

  it("a nested field of an instance", () => {
    const result = decode(InstancePatch, {
      plan: canary,
      origins: [canary],
      authConfig: { magic_link: canary },
      sessionConfig: { passwordPolicy: { minLength: canary } },
      rateLimits: { signInPerEmail: { limit: canary } }
    })
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
