import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as AppAccess from "../../src/app/AppAccess.ts"

const baseUrl = "https://auth.example.com"
const origin = "https://app.example.com"
const settings: AppAccess.AccessSettings = { ...HttpSettings.defaults, baseUrl }
const shop = new Instance({ ...defaultInstance, id: InstanceId.make("shop"), hosts: ["shop.example.com"] })
const withOrigins = (instance: Instance, ...origins: ReadonlyArray<string>) => new Instance({ ...instance, origins })

type Changes = Partial<AppAccess.AccessSettings>

describe("The instance of an app", () => {
  const find = (instances: ReadonlyArray<Instance>, at = origin, changes: Changes = {}) => {
    const { finding, instance } = Option.getOrThrow(AppAccess.findInstance({ ...settings, ...changes }, instances, at))
    return [instance.id, finding.result, finding.detail] as const
  }

  it("is the one that has its host, before those that allow its origin", () => {
    const other = withOrigins(defaultInstance, "https://shop.example.com")
    assert.deepStrictEqual(find([other, shop], "https://shop.example.com").slice(0, 2), ["shop", "ok"])
  })

  it("is the one that allows its origin", () => {
    assert.deepStrictEqual(find([defaultInstance, withOrigins(shop, origin)]).slice(0, 2), ["shop", "ok"])
    const allowedOrigins = [origin]
    assert.deepStrictEqual(find([defaultInstance, shop], origin, { allowedOrigins }).slice(0, 2), ["default", "ok"])
  })

  it("is default, with a warning if there are others and none names it", () => {
    assert.deepStrictEqual(find([defaultInstance]).slice(0, 2), ["default", "ok"])
    const [id, result, detail] = find([defaultInstance, shop])
    assert.deepStrictEqual([id, result], ["default", "warning"])
    assert.include(detail, `no instance has ${origin}`)
  })

  it("is a warning if several allow its origin", () => {
    const [, result, detail] = find([withOrigins(defaultInstance, origin), withOrigins(shop, origin)])
    assert.strictEqual(result, "warning")
    assert.include(detail, '"shop": the host at which the app calls Latchkey chooses')
  })

  it("is none without instances", () => {
    assert.isTrue(Option.isNone(AppAccess.findInstance(settings, [], origin)))
  })
})

describe("The origin of an app", () => {
  const judge = (instance: Instance, at = origin, changes: Changes = {}) =>
    AppAccess.judgeOrigin({ ...settings, ...changes }, { instance, origin: at })

  it.each([
    ["its own", defaultInstance, baseUrl, {}, "an origin of the instance itself"],
    ["of the instance", withOrigins(defaultInstance, origin), origin, {}, "the origins of the instance name"],
    ["of the settings", defaultInstance, origin, { allowedOrigins: [origin] }, "ALLOWED_ORIGINS names"]
  ])("is ok if it is %s", (_, instance, at, changes, expected) => {
    const { detail, result } = judge(instance, at, changes)
    assert.strictEqual(result, "ok")
    assert.include(detail, expected)
  })

  it("fails if it is not allowed, and names the lists of its instance", () => {
    assert.deepInclude(judge(defaultInstance), { result: "failed" })
    assert.include(judge(defaultInstance).detail, 'Add it to ALLOWED_ORIGINS, or to the origins of instance "default"')
    const ofShop = judge(shop, origin, { allowedOrigins: [origin] })
    assert.strictEqual(ofShop.result, "failed")
    assert.include(ofShop.detail, 'Add it to the origins of instance "shop"')
  })
})

describe("The cookies of an app", () => {
  const judge = (at: string, changes: Changes = {}, instance = defaultInstance) =>
    AppAccess.judgeCookies({ ...settings, ...changes }, { instance, origin: at })
  const domain = { cookieDomain: Option.some("example.com") }

  it.each([
    [
      "its host is that of BASE_URL",
      "https://auth.example.com:8443",
      {},
      defaultInstance,
      "the app is on Latchkey's host"
    ],
    ["its host is that of its instance", "https://shop.example.com", {}, shop, "on Latchkey's host, shop.example.com"],
    ["COOKIE_DOMAIN includes it", origin, domain, defaultInstance, "its pages and its server get them"]
  ] as const)("are ok if %s", (_, at, changes, instance, expected) => {
    const { detail, result } = judge(at, changes, instance)
    assert.strictEqual(result, "ok")
    assert.include(detail, expected)
  })

  it.each([
    ["is a sibling", origin, {}, "set COOKIE_DOMAIN=example.com"],
    [
      "is a sibling, with COOKIE_PREFIX",
      origin,
      { cookiePrefix: "host" },
      "COOKIE_DOMAIN=example.com in the place of COOKIE_PREFIX"
    ],
    [
      "is outside of COOKIE_DOMAIN",
      "https://app.example.com",
      { cookieDomain: Option.some("auth.example.com") },
      "COOKIE_DOMAIN=example.com in the place of auth.example.com"
    ],
    [
      "is on another site that the cookies reach",
      "https://app.example.org",
      { cookieSameSite: "none" },
      "block cookies"
    ]
  ] as const)("are a warning if its host %s", (_, at, changes, expected) => {
    const { detail, result } = judge(at, changes)
    assert.strictEqual(result, "warning")
    assert.include(detail, expected)
  })

  it.each([
    ["it has http", "http://app.example.com", {}, "browsers send the cookies with https only"],
    ["only it has https", origin, { baseUrl: "http://auth.example.com" }, "serve Latchkey with https"],
    ["it is on another site", "https://app.example.org", {}, "COOKIE_SAME_SITE=none"],
    [
      "it is at 127.0.0.1, and Latchkey at localhost",
      "http://127.0.0.1:4000",
      { baseUrl: "http://localhost:3000" },
      "such as localhost for both"
    ],
    ["it shares no more than a top-level domain", "https://example.org.com", {}, "another site"],
    ["it shares the end of an IP address", "https://9.0.0.1", { baseUrl: "https://127.0.0.1" }, "another site"]
  ] as const)("fail if %s", (_, at, changes, expected) => {
    const { detail, result } = judge(at, changes)
    assert.strictEqual(result, "failed")
    assert.include(detail, expected)
  })
})
