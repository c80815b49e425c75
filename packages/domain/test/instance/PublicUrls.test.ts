import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { make } from "@latchkey/domain/instance/PublicUrls"
import * as Token from "@latchkey/domain/core/Token"
import { instance, otherInstance } from "../support.ts"

const hosted = (...hosts: ReadonlyArray<string>) => new Instance({ ...otherInstance, hosts })
const token = Option.getOrThrow(Token.parse("A".repeat(43)))

describe("The origin", () => {
  it("of the default instance is the configured one, whatever its hosts", () => {
    const { origin } = make("https://auth.example.com")
    assert.strictEqual(origin(defaultInstance), "https://auth.example.com")
    assert.strictEqual(origin(instance({ hosts: ["evil.example"] })), "https://auth.example.com")
  })

  it("of another instance has its first host, on the scheme and port of the configured one", () => {
    const app = hosted("login.bakery.example", "bakery.example")
    assert.strictEqual(make("https://auth.example.com").origin(app), "https://login.bakery.example")
    assert.strictEqual(make("https://auth.example.com:8443").origin(app), "https://login.bakery.example:8443")
    assert.strictEqual(make("http://localhost:3000").origin(app), "http://login.bakery.example:3000")
  })

  it("of an instance without a host is the configured one", () => {
    assert.strictEqual(make("https://auth.example.com").origin(hosted()), "https://auth.example.com")
  })

  it("may have an IPv6 address, configured or as the host of an instance", () => {
    const { origin } = make("http://[::1]:3000")
    assert.strictEqual(origin(defaultInstance), "http://[::1]:3000")
    assert.strictEqual(origin(hosted("app.localhost")), "http://app.localhost:3000")
    assert.strictEqual(origin(hosted("[2001:db8::1]")), "http://[2001:db8::1]:3000")
    assert.strictEqual(make("http://[::1]").origin(hosted("app.localhost")), "http://app.localhost")
  })
})

describe("The link in a mail", () => {
  it("has the token as it is, on the origin of the instance", () => {
    const path = `/v1/auth/magic-link/verify?token=${"A".repeat(43)}`
    const { verify } = make("https://auth.example.com")
    assert.strictEqual(verify(defaultInstance, token), `https://auth.example.com${path}`)
    assert.strictEqual(verify(hosted("login.bakery.example"), token), `https://login.bakery.example${path}`)
  })
})

describe("The way home", () => {
  const { home } = make("https://auth.example.com:8443")

  it("is the root of the origin unless the instance says otherwise", () => {
    assert.strictEqual(home(defaultInstance), "https://auth.example.com:8443/")
    assert.strictEqual(home(hosted("login.bakery.example")), "https://login.bakery.example:8443/")
  })

  it("is the instance's redirect URL if it has one", () => {
    const redirectUrl = "https://app.example.com/welcome?from=mail#top"
    assert.strictEqual(home(instance({ redirectUrl })), redirectUrl)
  })
})
