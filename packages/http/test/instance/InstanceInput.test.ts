import { assert, describe, it } from "@effect/vitest"
import { InstancePatchInput, NewInstanceInput } from "@latchkey/http/instance/InstanceInput"
import { decode, errorsOf } from "../support/decoding.ts"

describe.each([
  ["NewInstanceInput", (patch: object) => errorsOf(decode(NewInstanceInput, { name: "Acme", ...patch }))],
  ["InstancePatchInput", (patch: object) => errorsOf(decode(InstancePatchInput, patch))]
])("%s", (_, errors) => {
  it.each([
    ["redirectUrl", { redirectUrl: "https://app.example.com:99999/" }],
    ["hosts", { hosts: ["login.acme.example", "1.2.3.999"] }],
    ["origins", { origins: ["https://app.example.com:99999"] }],
    ["branding.logoUrl", { branding: { logoUrl: "https://cdn.example.com:99999/logo.svg" } }],
    ["branding.termsUrl", { branding: { termsUrl: "https://example.com:99999/terms" } }],
    ["branding.privacyUrl", { branding: { privacyUrl: "https://example.com:99999/privacy" } }],
    ["branding.supportUrl", { branding: { supportUrl: "https://example.com:99999/help" } }]
  ])("rejects %s that is not a valid URL, or part of one", (field, patch) => {
    assert.deepStrictEqual(errors(patch), [{ field, reason: "is not a valid URL, or part of one" }])
  })

  it("accepts valid URLs, and null", () => {
    const urls = {
      hosts: ["login.acme.example"],
      origins: ["https://app.acme.example"],
      redirectUrl: "https://app.acme.example/",
      branding: { logoUrl: null, supportUrl: "mailto:help@example.com" }
    }
    assert.deepStrictEqual(errors(urls), [])
    assert.deepStrictEqual(errors({ redirectUrl: null }), [])
  })
})
