import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { describe, expect, test } from "vitest"
import * as Option from "effect/Option"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, jsonType } from "@latchkey/test-support/contract"

const id = /^inst_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const requests: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["GET", instances],
  ["POST", instances, { name: "Acme" }],
  ["GET", `${instances}/default`],
  ["PATCH", `${instances}/default`, { name: "Latchkey" }],
  ["DELETE", `${instances}/default`]
]

const request = (
  service: Service,
  [method, path, body]: (typeof requests)[number],
  headers: Record<string, string> = asAdmin
) =>
  service.browser().send(method, path, {
    headers: { ...jsonType, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

describe.each(mountsUnderTest())("The admin API without a configured key, mounted with %s", (mount) => {
  test("is 404", async () => {
    const service = await start({ mount, settings: { adminApiKey: Option.none() } })
    const replies = []
    for (const one of requests) {
      for (const headers of [asAdmin, { authorization: "Bearer " }, {}] as Array<Record<string, string>>) {
        replies.push(await request(service, one, headers))
      }
    }
    await service.stop()
    for (const reply of replies) expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
  })
})

onBothMounts("The admin API", (service) => {
  const create = (body: unknown) => request(service(), ["POST", instances, body])
  const update = (path: string, body: unknown) => request(service(), ["PATCH", path, body])

  test.each([
    {},
    { authorization: "" },
    { authorization: "Bearer" },
    { authorization: "Bearer " },
    { authorization: "Bearer wrong-admin-key-of-at-least-32-characters" },
    { authorization: asAdmin.authorization.slice(0, -1) },
    { authorization: `${asAdmin.authorization}x` },
    { authorization: asAdmin.authorization.toUpperCase() },
    { authorization: asAdmin.authorization.replace("Bearer", "Basic") },
    { authorization: asAdmin.authorization.replace("Bearer ", "") },
    { authorization: `Bearer %${"a".repeat(200)}` },
    { authorization: "Bearer \u00e4" },
    { cookie: asAdmin.authorization, "x-api-key": asAdmin.authorization }
  ] as Array<Record<string, string>>)(
    "responds with the same 401 to every request without the key: %o",
    async (headers) => {
      const replies = []
      for (const one of [...requests, ["GET", `${instances}/nope`], ["POST", instances, 7]] as typeof requests) {
        replies.push(await request(service(), one, headers))
      }
      for (const reply of replies) {
        expect([reply.status, reply.json["code"]]).toEqual([401, "unauthenticated"])
        expect(reply.text).toBe(replies[0]?.text)
      }
    }
  )

  test("accepts the scheme Bearer in any case", async () => {
    const headers = { authorization: asAdmin.authorization.replace("Bearer", "bEARER") }
    expect((await request(service(), ["GET", instances], headers)).status).toBe(200)
  })

  test("creates an instance from a name and what differs from the defaults", async () => {
    const created = await create({
      name: "Acme",
      hosts: ["login.acme.example"],
      rateLimits: { signInPerEmail: { limit: 3 } }
    })
    expect(created.status).toBe(201)
    expect(created.json).toEqual({
      id: expect.stringMatching(id),
      name: "Acme",
      plan: "free",
      hosts: ["login.acme.example"],
      origins: [],
      redirectUrl: null,
      branding: {
        logoUrl: null,
        accentColor: null,
        corners: "rounded",
        font: "system",
        termsUrl: null,
        privacyUrl: null,
        supportUrl: null
      },
      authConfig: {
        password: true,
        magic_link: false,
        passkey: true,
        secondFactor: "off",
        factorRecovery: "off",
        factorRecoveryHours: 72
      },
      passkeyConfig: { rpId: null },
      signUp: { mode: "open", verification: "after", allowedDomains: [], refusedDomains: [], fields: [] },
      emailConfig: { accountNotices: true, magicLinkCodes: false },
      defaultLanguage: "en",
      accountConfig: { deletionGraceDays: 7 },
      tokenConfig: { appLinks: [], audiences: [], claims: [], deviceSignIn: false, personalTokens: false, scopes: [] },
      sessionConfig: {
        passwordPolicy: {
          minLength: 8,
          requireUppercase: false,
          requireLowercase: false,
          requireNumber: false,
          requireSpecial: false
        },
        absoluteLifetimeSeconds: 2_592_000,
        idleLifetimeSeconds: 604_800,
        requireVerifiedEmail: false,
        include: []
      },
      rateLimits: {
        signUpPerIp: { limit: 20, windowSeconds: 600 },
        signInPerIp: { limit: 30, windowSeconds: 60 },
        signInPerEmail: { limit: 3, windowSeconds: 900 },
        signInPerKnownClient: { limit: 10, windowSeconds: 900 },
        magicLinkPerIp: { limit: 20, windowSeconds: 600 },
        magicLinkPerEmail: { limit: 5, windowSeconds: 900 },
        magicLinkPerEmailPerDay: { limit: 20, windowSeconds: 86_400 },
        magicLinkVerifyPerIp: { limit: 30, windowSeconds: 60 },
        magicLinkToUnknownPerInstance: { limit: 1000, windowSeconds: 3600 },
        magicLinkCodePerInstance: { limit: 1000, windowSeconds: 3600 },
        signUpPerInstance: { limit: 1000, windowSeconds: 600 }
      }
    })
    expect((await request(service(), ["GET", `${instances}/${created.json["id"]}`])).json).toEqual(created.json)
    const { instances: all } = (await request(service(), ["GET", instances])).json
    expect(all).toContainEqual(created.json)
    expect(all).toContainEqual(
      expect.objectContaining({
        id: "default",
        plan: "pro",
        authConfig: {
          password: true,
          magic_link: true,
          passkey: true,
          secondFactor: "off",
          factorRecovery: "off",
          factorRecoveryHours: 72
        }
      })
    )
  })

  test("shows no identity providers of an instance, and changes none: they have their own endpoints", async () => {
    const identityProviders = [{ id: "evil", name: "Evil", kind: "oidc", issuer: "https://evil.example" }]
    const created = await create({ name: "Acme", identityProviders })
    const path = `${instances}/${created.json["id"]}`
    const changed = await update(path, { name: "Acme", identityProviders })
    const listed = await request(service(), ["GET", instances])
    expect([created.status, changed.status]).toEqual([201, 200])
    for (const { text } of [created, changed, listed]) expect(text).not.toMatch(/identityProviders|evil/i)
    const id = InstanceId.make(String(created.json["id"]))
    const stored = await service().instances(({ get }) => get(id))
    expect(stored.identityProviders).toEqual([])
  })

  test.each(["application/json", "application/merge-patch+json"])(
    "updates an instance with a merge patch, sent as %s: missing fields stay, null removes, lists are replaced",
    async (type) => {
      const created = await create({
        name: "Acme",
        plan: "pro",
        origins: ["https://a.example", "https://b.example"],
        redirectUrl: "https://a.example/home",
        sessionConfig: { passwordPolicy: { minLength: 12, requireNumber: true } }
      })
      const patch = {
        redirectUrl: null,
        origins: ["https://c.example"],
        sessionConfig: { passwordPolicy: { requireNumber: false, requireSpecial: true } }
      }
      const headers = { ...asAdmin, "content-type": type }
      const changed = await request(service(), ["PATCH", `${instances}/${created.json["id"]}`, patch], headers)
      expect([changed.status, changed.json]).toEqual([
        200,
        {
          ...created.json,
          redirectUrl: null,
          origins: ["https://c.example"],
          sessionConfig: {
            ...(created.json["sessionConfig"] as object),
            passwordPolicy: {
              minLength: 12,
              requireUppercase: false,
              requireLowercase: false,
              requireNumber: false,
              requireSpecial: true
            }
          }
        }
      ])
    }
  )

  test("ignores the id and unknown fields", async () => {
    const created = await create({ name: "Acme", id: "inst_mine", unknown: 1 })
    expect(created.json["id"]).toMatch(id)
    const changed = await update(`${instances}/${created.json["id"]}`, { id: "default", unknown: 2 })
    expect(changed.json).toEqual(created.json)
  })

  test("rejects a policy that the plan does not allow, at creation and update, and changes nothing", async () => {
    const own = { sessionConfig: { passwordPolicy: { minLength: 12 } } }
    const rejected = await create({ name: "Acme", ...own })
    expect([rejected.status, rejected.json["code"]]).toEqual([400, "plan_does_not_allow"])
    const created = await create({ name: "Acme", plan: "pro", ...own })
    const path = `${instances}/${created.json["id"]}`
    const moved = await update(path, { plan: "free" })
    expect([moved.status, moved.json["code"]]).toEqual([400, "plan_does_not_allow"])
    expect((await request(service(), ["GET", path])).json).toEqual(created.json)
  })

  test("rejects a host that another instance has", async () => {
    expect((await create({ name: "First", hosts: ["taken.example"] })).status).toBe(201)
    const second = await create({ name: "Second", hosts: ["free.example"] })
    for (const reply of [
      await create({ name: "Third", hosts: ["new.example", "taken.example"] }),
      await update(`${instances}/${second.json["id"]}`, { hosts: ["taken.example"] })
    ]) {
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toEqual([{ field: "hosts", reason: "belongs to another instance" }])
    }
  })

  test.each(["nope", "inst_", "inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708", "DEFAULT", "%64efault%20", "__proto__"])(
    "responds with 404 to an id that no instance has: %s",
    async (unknown) => {
      for (const one of [
        ["GET", `${instances}/${unknown}`],
        ["PATCH", `${instances}/${unknown}`, {}]
      ] as const) {
        const reply = await request(service(), one)
        expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
      }
    }
  )

  test.each([
    ["name", ""],
    ["name", "a".repeat(101)],
    ["name", "a\r\nb"],
    ["plan", "gold"],
    ["hosts.0", ["https://acme.example"], "hosts"],
    ["hosts.1", ["acme.example", "ACME.example"], "hosts"],
    ["origins.0", ["https://acme.example/"], "origins"],
    ["redirectUrl", "javascript:alert(1)"],
    ["redirectUrl", "//evil.example"],
    ["authConfig.magic_link", { magic_link: "yes" }, "authConfig"],
    ["sessionConfig.passwordPolicy.minLength", { passwordPolicy: { minLength: 7 } }, "sessionConfig"],
    ["sessionConfig.passwordPolicy.minLength", { passwordPolicy: { minLength: 8.5 } }, "sessionConfig"],
    ["sessionConfig.idleLifetimeSeconds", { idleLifetimeSeconds: 0 }, "sessionConfig"],
    ["rateLimits.signInPerEmail.limit", { signInPerEmail: { limit: 0 } }, "rateLimits"],
    ["rateLimits.signInPerEmail.windowSeconds", { signInPerEmail: { windowSeconds: "60" } }, "rateLimits"]
  ])("names an invalid field by its path: %s", async (field, value, top = field) => {
    for (const reply of [
      await create({ name: "Acme", [top]: value }),
      await update(`${instances}/default`, { [top]: value })
    ]) {
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toEqual([{ field, reason: expect.any(String) }])
    }
  })

  test("requires a name, and names every invalid field", async () => {
    expect((await create({})).json["errors"]).toEqual([{ field: "name", reason: "is required" }])
    const reply = await create({ name: 7, plan: 7, hosts: 7, redirectUrl: 7 })
    const fields = (reply.json["errors"] as Array<{ field: string }>).map(({ field }) => field)
    expect(fields).toEqual(["name", "plan", "hosts", "redirectUrl"])
  })
})

onBothMounts(
  "The admin API with an https base URL",
  (service) => {
    const create = (body: unknown) => service().browser().post(instances, body, asAdmin)
    const update = (body: unknown) =>
      service()
        .browser()
        .send("PATCH", `${instances}/default`, { headers: { ...jsonType, ...asAdmin }, body: JSON.stringify(body) })

    test("refuses plain http origins and return URLs, except on localhost", async () => {
      const plain = { origins: ["https://a.example", "http://a.example"], redirectUrl: "http://a.example/home" }
      const reason = "must be https, as the service is. Only localhost may use http"
      for (const reply of [await create({ name: "Acme", ...plain }), await update(plain)]) {
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
        expect(reply.json["errors"]).toEqual([
          { field: "origins.1", reason },
          { field: "redirectUrl", reason }
        ])
      }
      const local = { origins: ["http://localhost:8080"], redirectUrl: "http://localhost:8080/home" }
      expect((await update(local)).json).toMatchObject(local)
    })

    test("serves a stored plain http origin, and changes other settings beside it", async () => {
      const stored = { origins: ["http://old.example"], redirectUrl: "http://old.example/" }
      await service().instances((directory) => directory.update(defaultId, stored))
      expect((await update({ name: "Renamed" })).json).toMatchObject({ name: "Renamed", ...stored })
    })
  },
  () => ({ settings: { baseUrl: "https://auth.example.com" } })
)
