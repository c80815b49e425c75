import { assert, describe, it } from "@effect/vitest"
import { InstancePatchInput, NewInstanceInput } from "@latchkey/http/instance/InstanceInput"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { decodePayload } from "@latchkey/http/core/JsonEndpoint"

const errorsOf = <A, I>(schema: Schema.Schema<A, I>, input: unknown) =>
  Either.match(Effect.runSync(Effect.either(decodePayload(schema)(input))), {
    onLeft: ({ errors }) => errors ?? [],
    onRight: () => []
  })

describe.each([
  ["NewInstanceInput", (patch: object) => errorsOf(NewInstanceInput, { name: "Acme", ...patch })],
  ["InstancePatchInput", (patch: object) => errorsOf(InstancePatchInput, patch)]
])("%s", (_, errors) => {
  it.each([
    ["redirectUrl", { redirectUrl: "https://app.example.com:99999/" }],
    ["hosts", { hosts: ["login.acme.example", "1.2.3.999"] }],
    ["origins", { origins: ["https://app.example.com:99999"] }],
    ["branding.logoUrl", { branding: { logoUrl: "https://cdn.example.com:99999/logo.svg" } }]
  ])("rejects %s that is not a valid URL, or part of one", (field, patch) => {
    assert.deepStrictEqual(errors(patch), [{ field, reason: "is not a valid URL, or part of one" }])
  })

  it("accepts valid URLs, and null", () => {
    const urls = {
      hosts: ["login.acme.example"],
      origins: ["https://app.acme.example"],
      redirectUrl: "https://app.acme.example/",
      branding: { logoUrl: null }
    }
    assert.deepStrictEqual(errors(urls), [])
    assert.deepStrictEqual(errors({ redirectUrl: null }), [])
  })
})
