import { assert, describe, it } from "@effect/vitest"
import { defaultInstance, Host, Origin, RedirectUrl } from "@latchkey/domain/instance/Instance"
import { apply, create, InstancePatch, NewInstance } from "@latchkey/domain/instance/InstancePatch"
import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { areSame, instance, otherInstance, strictPolicy, withPolicy } from "../support.ts"

const isPatch = (patch: unknown) => Either.isRight(Schema.decodeUnknownEither(InstancePatch)(patch))

describe("Instance", () => {
  it("has its own password policy on pro, and the default one on free", () => {
    assert.deepStrictEqual(instance(withPolicy("pro", strictPolicy)).passwordPolicy, strictPolicy)
    assert.deepStrictEqual(instance(withPolicy("free", strictPolicy)).passwordPolicy, defaultPolicy)
  })

  it("is allowed on free with the default password policy only, and on pro with any", () => {
    assert.isTrue(instance(withPolicy("pro", strictPolicy)).isAllowedByPlan)
    assert.isTrue(instance(withPolicy("free", { ...defaultPolicy })).isAllowedByPlan)
    assert.isFalse(instance(withPolicy("free", strictPolicy)).isAllowedByPlan)
    assert.isFalse(instance(withPolicy("free", { ...defaultPolicy, minLength: 9 })).isAllowedByPlan)
    assert.isFalse(instance(withPolicy("free", { ...defaultPolicy, requireSpecial: true })).isAllowedByPlan)
  })

  it("has sessions of 30 days with an idle lifetime of 7 days by default", () => {
    assert.strictEqual(Duration.toDays(defaultInstance.absoluteLifetime), 30)
    assert.strictEqual(Duration.toDays(defaultInstance.idleLifetime), 7)
  })
})

describe("Host", () => {
  const is = Schema.is(Host)

  it("accepts host names and IP addresses in lower case", () => {
    for (const host of ["localhost", "a.example.com", "xn--mnchen-3ya.example", "127.0.0.1", "[::1]"]) {
      assert.isTrue(is(host), host)
    }
  })

  it("refuses schemes, ports, paths, capitals and more than 253 characters", () => {
    for (const host of [
      "",
      "https://a.example",
      "a.example:80",
      "a.example/x",
      "A.example",
      "a b",
      "-a.example",
      "a..b"
    ]) {
      assert.isFalse(is(host), host)
    }
    assert.isFalse(is(`${"a.".repeat(126)}ab`))
  })
})

describe("Origin", () => {
  it("accepts scheme, host and port, and nothing after them", () => {
    const is = Schema.is(Origin)
    for (const origin of ["https://app.example.com", "http://localhost:5173", "https://[::1]:8443"]) {
      assert.isTrue(is(origin), origin)
    }
    for (const origin of [
      "null",
      "*",
      "app.example.com",
      "https://app.example.com/",
      "ftp://a.example",
      "https://A.example"
    ]) {
      assert.isFalse(is(origin), origin)
    }
  })

  it("accepts the scheme of an app", () => {
    const is = Schema.is(Origin)
    for (const origin of [
      "capacitor://localhost",
      "tauri://localhost",
      "ionic://localhost",
      "app://acme.example:8080",
      "app://.",
      "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
      "moz-extension://0e1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b",
      "safari-web-extension://0E1F2A3B-4C5D-4E6F-8A9B-0C1D2E3F4A5B",
      "web+acme.app://localhost"
    ]) {
      assert.isTrue(is(origin), origin)
    }
  })

  it.each([
    "null",
    "file://",
    "file://localhost",
    "data://a",
    "blob://a",
    "about://blank",
    "javascript://a",
    "filesystem://a",
    "ws://a.example",
    "wss://a.example",
    "capacitor:localhost",
    "capacitor://",
    "capacitor://localhost/",
    "capacitor://localhost/index.html",
    "capacitor://user@localhost",
    "capacitor://localhost:x",
    "capacitor://*",
    "*://localhost",
    "Capacitor://localhost",
    "1app://localhost",
    "app://a b",
    "app://a,b",
    "app://l\u00f6calhost"
  ])("accepts no opaque origin, and nothing that browsers send as none: %s", (origin) => {
    assert.isFalse(Schema.is(Origin)(origin))
  })
})

describe("RedirectUrl", () => {
  it("accepts absolute http and https URLs in printable ASCII", () => {
    const is = Schema.is(RedirectUrl)
    for (const url of ["https://app.example.com", "https://app.example.com/a?b=c#d", "http://localhost:5173/"]) {
      assert.isTrue(is(url), url)
    }
    for (const url of [
      "/welcome",
      "//evil.example",
      "javascript:alert(1)",
      "https://app.example.com@evil.example/",
      "https://app.example.com/\r\nSet-Cookie: a=b",
      "https://app.example.com/ü",
      "https:app.example.com"
    ]) {
      assert.isFalse(is(url), url)
    }
  })
})

describe("InstancePatch", () => {
  const changed = instance({
    ...withPolicy("pro", strictPolicy),
    hosts: ["a.example", "b.example"],
    origins: ["https://a.example"],
    redirectUrl: "https://a.example/home"
  })

  it("keeps everything that it does not name", () => {
    assert.isTrue(areSame(apply(changed, {}), changed))
    assert.strictEqual(apply(changed, { name: "Renamed" }).redirectUrl, "https://a.example/home")
  })

  it("removes the redirect URL with null", () => {
    assert.isNull(apply(changed, { redirectUrl: null }).redirectUrl)
    assert.isTrue(isPatch({ redirectUrl: null }))
  })

  it("refuses null for every other field", () => {
    for (const field of ["name", "plan", "hosts", "origins", "authConfig", "sessionConfig", "rateLimits"]) {
      assert.isFalse(isPatch({ [field]: null }), field)
    }
  })

  it("replaces lists as a whole", () => {
    assert.deepStrictEqual(apply(changed, { hosts: ["c.example"] }).hosts, ["c.example"])
    assert.deepStrictEqual(apply(changed, { origins: [] }).origins, [])
  })

  it("merges nested settings field by field", () => {
    const { sessionConfig, rateLimits } = apply(changed, {
      sessionConfig: { idleLifetimeSeconds: 60, passwordPolicy: { requireNumber: false } },
      rateLimits: { signUpPerIp: { windowSeconds: 1 }, magicLinkPerEmail: { limit: 1 } }
    })
    assert.deepStrictEqual(sessionConfig, {
      absoluteLifetimeSeconds: changed.sessionConfig.absoluteLifetimeSeconds,
      idleLifetimeSeconds: 60,
      requireVerifiedEmail: false,
      include: [],
      passwordPolicy: { ...strictPolicy, requireNumber: false }
    })
    assert.deepStrictEqual(rateLimits, {
      ...changed.rateLimits,
      signUpPerIp: { limit: 20, windowSeconds: 1 },
      magicLinkPerEmail: { limit: 1, windowSeconds: 900 }
    })
  })

  it("cannot change the id", () => {
    const patch = Schema.decodeUnknownSync(InstancePatch)({ id: otherInstance.id, name: "Renamed" })
    assert.strictEqual(apply(changed, patch).id, changed.id)
  })

  it("refuses invalid settings", () => {
    for (const patch of [
      { name: "" },
      { name: "a".repeat(101) },
      { name: "line\nbreak" },
      { plan: "gold" },
      { hosts: ["A.example"] },
      { hosts: Array.from({ length: 101 }, (_, index) => `h${index}.example`) },
      { authConfig: { magic_link: "yes" } },
      { sessionConfig: { idleLifetimeSeconds: 59 } },
      { sessionConfig: { absoluteLifetimeSeconds: 400 * 86_400 + 1 } },
      { sessionConfig: { passwordPolicy: { minLength: 7 } } },
      { sessionConfig: { include: ["email"] } },
      { sessionConfig: { include: ["name", "name"] } },
      ...["A.example", "*.example.com", "ann@example.com", "localhost", "mün.example", `${"a.".repeat(126)}ab`].map(
        (domain) => ({ signUp: { allowedDomains: [domain] } })
      ),
      { signUp: { refusedDomains: ["a.example", "a.example"] } },
      { signUp: { refusedDomains: Array.from({ length: 1001 }, (_, index) => `d${index}.example`) } },
      { rateLimits: { signInPerEmail: { limit: 0 } } },
      { rateLimits: { signInPerEmail: { limit: 1001 } } },
      { rateLimits: { signInPerEmail: { windowSeconds: 0 } } },
      { rateLimits: { signInPerEmail: { windowSeconds: 86_401 } } },
      { rateLimits: { signInPerEmail: { limit: 1.5 } } }
    ]) {
      assert.isFalse(isPatch(patch), JSON.stringify(patch))
    }
  })
})

describe("NewInstance", () => {
  it("needs only a name", () => {
    const decode = Schema.decodeUnknownEither(NewInstance)
    assert.isTrue(Either.isRight(decode({ name: "Bakery" })))
    assert.isTrue(Either.isLeft(decode({})))
    assert.strictEqual(create(otherInstance.id, { name: "Bakery" }).id, otherInstance.id)
  })
})
