import { isAllowedBeside, isTrustworthy } from "@latchkey/http/core/SecureUrl"
import { assert, describe, it } from "@effect/vitest"

describe("isTrustworthy", () => {
  it.each([
    "https://app.example.com",
    "https://app.example.com:8443/home?a=b",
    "http://localhost:8080",
    "http://app.localhost/",
    "http://127.0.0.1",
    "http://[::1]:3000"
  ])("is true for https and for this machine: %s", (url) => assert.isTrue(isTrustworthy(url)))

  it.each([
    "http://app.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "http://localhost@example.com",
    "ftp://localhost",
    "app.example.com",
    ""
  ])("is false for everything else: %j", (url) => assert.isFalse(isTrustworthy(url)))
})

describe("isAllowedBeside", () => {
  it("refuses plain http beside an https base URL only", () => {
    assert.isFalse(isAllowedBeside("https://auth.example.com", "http://app.example.com"))
    assert.isTrue(isAllowedBeside("https://auth.example.com", "https://app.example.com"))
    assert.isTrue(isAllowedBeside("http://localhost:3000", "http://app.example.com"))
  })
})
