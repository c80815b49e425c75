import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Token from "@latchkey/domain/core/Token"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { PublicUrls } from "@latchkey/domain/instance/PublicUrls"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const make = (baseUrl: string) => BaseUrl.make({ baseUrl, prefix: "" })
const id = InstanceId.make("inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708")
const hosted = (...hosts: ReadonlyArray<string>) => new Instance({ ...defaultInstance, id, hosts })
const token = Option.getOrThrow(Token.parse("A".repeat(43)))

describe("BaseUrl.make: origin", () => {
  it("is the base URL for the default instance, whatever its hosts", () => {
    const { origin } = make("https://auth.example.com")
    assert.strictEqual(origin(defaultInstance), "https://auth.example.com")
    const withHost = new Instance({ ...defaultInstance, hosts: ["evil.example"] })
    assert.strictEqual(origin(withHost), "https://auth.example.com")
  })

  it("is the first host of another instance, on the scheme and port of the base URL", () => {
    const app = hosted("login.bakery.example", "bakery.example")
    assert.strictEqual(make("https://auth.example.com").origin(app), "https://login.bakery.example")
    assert.strictEqual(make("https://auth.example.com:8443").origin(app), "https://login.bakery.example:8443")
    assert.strictEqual(make("http://localhost:3000").origin(app), "http://login.bakery.example:3000")
  })

  it("is the base URL for an instance without a host", () => {
    assert.strictEqual(make("https://auth.example.com").origin(hosted()), "https://auth.example.com")
  })

  it("may have an IPv6 address, in the base URL or as the host of an instance", () => {
    const { origin } = make("http://[::1]:3000")
    assert.strictEqual(origin(defaultInstance), "http://[::1]:3000")
    assert.strictEqual(origin(hosted("app.localhost")), "http://app.localhost:3000")
    assert.strictEqual(origin(hosted("[2001:db8::1]")), "http://[2001:db8::1]:3000")
    assert.strictEqual(make("http://[::1]").origin(hosted("app.localhost")), "http://app.localhost")
  })
})

describe("BaseUrl.make: origins", () => {
  it("are the base URL and all hosts for the default instance, and its hosts for another", () => {
    const { origins } = make("https://auth.example.com:8443")
    const hosts = ["login.example", "[2001:db8::1]"]
    const ofHosts = ["https://login.example:8443", "https://[2001:db8::1]:8443"]
    assert.deepStrictEqual(origins(new Instance({ ...defaultInstance, hosts })), [
      "https://auth.example.com:8443",
      ...ofHosts
    ])
    assert.deepStrictEqual(origins(hosted(...hosts)), ofHosts)
    assert.deepStrictEqual(origins(hosted()), [])
  })
})

describe("BaseUrl.make: magicLink", () => {
  const path = `/v1/auth/magic-link/verify?token=${"A".repeat(43)}`

  it("contains the token, on the origin of the instance", () => {
    const { magicLink } = make("https://auth.example.com")
    assert.strictEqual(magicLink(defaultInstance, token), `https://auth.example.com${path}`)
    assert.strictEqual(magicLink(hosted("login.bakery.example"), token), `https://login.bakery.example${path}`)
  })

  it("is below the prefix", () => {
    const { magicLink } = BaseUrl.make({ baseUrl: "https://example.com", prefix: "/auth" })
    assert.strictEqual(magicLink(defaultInstance, token), `https://example.com/auth${path}`)
  })
})

describe("BaseUrl.make: passwordReset, invitation and forgotPassword", () => {
  it("are on the origin of the instance, below the prefix, and only the first two contain the token", () => {
    const { forgotPassword, invitation, passwordReset } = BaseUrl.make({
      baseUrl: "https://example.com",
      prefix: "/auth"
    })
    const query = `?token=${"A".repeat(43)}`
    assert.strictEqual(passwordReset(defaultInstance, token), `https://example.com/auth/reset-password${query}`)
    assert.strictEqual(invitation(defaultInstance, token), `https://example.com/auth/invitation${query}`)
    assert.strictEqual(forgotPassword(defaultInstance), "https://example.com/auth/forgot-password")
    const app = hosted("login.bakery.example")
    assert.strictEqual(passwordReset(app, token), `https://login.bakery.example/auth/reset-password${query}`)
    assert.strictEqual(invitation(app, token), `https://login.bakery.example/auth/invitation${query}`)
    assert.strictEqual(forgotPassword(app), "https://login.bakery.example/auth/forgot-password")
  })
})

describe("BaseUrl.make: home", () => {
  const { home } = make("https://auth.example.com:8443")

  it("is the root of the origin by default", () => {
    assert.strictEqual(home(defaultInstance), "https://auth.example.com:8443/")
    assert.strictEqual(home(hosted("login.bakery.example")), "https://login.bakery.example:8443/")
  })

  it("is the return URL of the instance if it has one", () => {
    const redirectUrl = "https://app.example.com/welcome?from=mail#top"
    assert.strictEqual(home(new Instance({ ...defaultInstance, redirectUrl })), redirectUrl)
  })
})

describe("BaseUrl.layer", () => {
  it.effect("provides the URLs of the settings", () =>
    Effect.map(PublicUrls, ({ magicLink, origin }) => {
      assert.strictEqual(origin(defaultInstance), "https://example.com")
      assert.match(magicLink(defaultInstance, token), /^https:\/\/example\.com\/auth\/v1\//)
    }).pipe(
      Effect.provide(
        Layer.provide(BaseUrl.layer, HttpSettings.layer({ baseUrl: "https://example.com", prefix: "/auth" }))
      )
    )
  )
})

describe("BaseUrl.make: isReturnOrigin", () => {
  const app = "https://app.example.com"
  const ofInstance = "https://www.acme.example"
  const acme = new Instance({ ...hosted("login.acme.example"), origins: [ofInstance] })

  it("is true for the instance's own origins and for every origin that may call it, and for no other", () => {
    const { isReturnOrigin } = BaseUrl.make({ baseUrl: "https://auth.example.com", prefix: "", allowedOrigins: [app] })
    const allowedFor = (instance: Instance) =>
      ["https://auth.example.com", "https://login.acme.example", app, ofInstance, "http://localhost:5173"].filter(
        (origin) => isReturnOrigin(instance, origin)
      )
    assert.deepStrictEqual(allowedFor(defaultInstance), ["https://auth.example.com", app])
    assert.deepStrictEqual(allowedFor(acme), ["https://login.acme.example", ofInstance])
  })

  it("is true for every port of the base URL's host with localOrigins, at the default instance only", () => {
    const { isReturnOrigin } = BaseUrl.make({ baseUrl: "http://localhost:3000", prefix: "", localOrigins: true })
    for (const origin of ["http://localhost:5173", "http://localhost:80", "http://localhost"]) {
      assert.isTrue(isReturnOrigin(defaultInstance, origin), origin)
      assert.isFalse(isReturnOrigin(acme, origin), origin)
    }
    for (const origin of [
      "https://localhost:5173",
      "http://127.0.0.1:5173",
      "http://app.localhost:5173",
      "http://localhost.evil.example:5173",
      "http://evil.example:5173",
      "http://localhost:5173/",
      "http://localhost:",
      "http://localhost:x",
      "null",
      ""
    ]) {
      assert.isFalse(isReturnOrigin(defaultInstance, origin), origin)
    }
  })
})
