import { describe, expect, test } from "vitest"
import * as Option from "effect/Option"
import { type Mount, mounts, type Service } from "../support/Service.ts"
import { onBothMounts, start } from "./support/conformance.ts"
import { asAdmin, instances, jsonType } from "./support/contract.ts"

const id = /^inst_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const requests: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["GET", instances],
  ["POST", instances, { name: "Acme" }],
  ["GET", `${instances}/default`],
  ["PATCH", `${instances}/default`, { name: "Latchkey" }]
]

const ask = (
  service: Service,
  [method, path, body]: (typeof requests)[number],
  headers: Record<string, string> = asAdmin
) =>
  service.browser().send(method, path, {
    headers: { ...jsonType, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

describe.each(Object.keys(mounts) as Array<Mount>)("the admin API without a key, mounted by %s", (mount) => {
  test("is not there", async () => {
    const service = await start({ mount, settings: { adminApiKey: Option.none() } })
    const replies = []
    for (const request of requests) {
      for (const headers of [asAdmin, { authorization: "Bearer " }, {}] as Array<Record<string, string>>) {
        replies.push(await ask(service, request, headers))
      }
    }
    await service.stop()
    for (const reply of replies) expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
  })
})

onBothMounts("the admin API", (service) => {
  const create = (body: unknown) => ask(service(), ["POST", instances, body])
  const change = (path: string, body: unknown) => ask(service(), ["PATCH", path, body])

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
  ] as Array<Record<string, string>>)("refuses every request without the key, all alike: %o", async (headers) => {
    const replies = []
    for (const request of [...requests, ["GET", `${instances}/nope`], ["POST", instances, 7]] as typeof requests) {
      replies.push(await ask(service(), request, headers))
    }
    for (const reply of replies) {
      expect([reply.status, reply.json["code"]]).toEqual([401, "unauthenticated"])
      expect(reply.text).toBe(replies[0]?.text)
    }
  })

  test("takes the scheme in any case", async () => {
    const headers = { authorization: asAdmin.authorization.replace("Bearer", "bEARER") }
    expect((await ask(service(), ["GET", instances], headers)).status).toBe(200)
  })

  test("creates an instance from a name and what differs from the defaults, and shows it", async () => {
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
      branding: { logoUrl: null, accentColor: null },
      authConfig: { magic_link: false },
      sessionConfig: {
        passwordPolicy: {
          minLength: 8,
          requireUppercase: false,
          requireLowercase: false,
          requireNumber: false,
          requireSpecial: false
        },
        absoluteLifetimeSeconds: 2_592_000,
        idleLifetimeSeconds: 604_800
      },
      rateLimits: {
        signUpPerIp: { limit: 20, windowSeconds: 600 },
        signInPerIp: { limit: 30, windowSeconds: 60 },
        signInPerEmail: { limit: 3, windowSeconds: 900 },
        signInPerKnownClient: { limit: 10, windowSeconds: 900 },
        magicLinkPerIp: { limit: 20, windowSeconds: 600 },
        magicLinkPerEmail: { limit: 5, windowSeconds: 900 },
        magicLinkVerifyPerIp: { limit: 30, windowSeconds: 60 }
      }
    })
    expect((await ask(service(), ["GET", `${instances}/${created.json["id"]}`])).json).toEqual(created.json)
    const { instances: all } = (await ask(service(), ["GET", instances])).json
    expect(all).toContainEqual(created.json)
    expect(all).toContainEqual(
      expect.objectContaining({ id: "default", plan: "pro", authConfig: { magic_link: true } })
    )
  })

  test.each(["application/json", "application/merge-patch+json"])(
    "changes an instance by a merge patch, sent as %s: what is absent stays, null removes, lists are replaced",
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
      const changed = await ask(service(), ["PATCH", `${instances}/${created.json["id"]}`, patch], headers)
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

  test("the id cannot be changed, and unknown fields change nothing", async () => {
    const created = await create({ name: "Acme", id: "inst_mine", secret: 1 })
    expect(created.json["id"]).toMatch(id)
    const changed = await change(`${instances}/${created.json["id"]}`, { id: "default", secret: 2 })
    expect(changed.json).toEqual(created.json)
  })

  test("a policy that the plan does not allow is refused, at creation and later, and nothing changes", async () => {
    const own = { sessionConfig: { passwordPolicy: { minLength: 12 } } }
    const refused = await create({ name: "Acme", ...own })
    expect([refused.status, refused.json["code"]]).toEqual([400, "plan_does_not_allow"])
    const created = await create({ name: "Acme", plan: "pro", ...own })
    const path = `${instances}/${created.json["id"]}`
    const moved = await change(path, { plan: "free" })
    expect([moved.status, moved.json["code"]]).toEqual([400, "plan_does_not_allow"])
    expect((await ask(service(), ["GET", path])).json).toEqual(created.json)
  })

  test("a host belongs to one instance", async () => {
    expect((await create({ name: "First", hosts: ["taken.example"] })).status).toBe(201)
    const second = await create({ name: "Second", hosts: ["free.example"] })
    for (const reply of [
      await create({ name: "Third", hosts: ["new.example", "taken.example"] }),
      await change(`${instances}/${second.json["id"]}`, { hosts: ["taken.example"] })
    ]) {
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toEqual([{ field: "hosts", reason: "belongs to another instance" }])
    }
  })

  test.each(["nope", "inst_", "inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708", "DEFAULT", "%64efault%20", "__proto__"])(
    "an id that no instance has is 404: %s",
    async (unknown) => {
      for (const request of [
        ["GET", `${instances}/${unknown}`],
        ["PATCH", `${instances}/${unknown}`, {}]
      ] as const) {
        const reply = await ask(service(), request)
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
  ])("names what is wrong by its path: %s", async (field, value, top = field) => {
    for (const reply of [
      await create({ name: "Acme", [top]: value }),
      await change(`${instances}/default`, { [top]: value })
    ]) {
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toEqual([{ field, reason: expect.any(String) }])
    }
  })

  test("a name is needed, and everything wrong is named at once", async () => {
    expect((await create({})).json["errors"]).toEqual([{ field: "name", reason: "is required" }])
    const reply = await create({ name: 7, plan: 7, hosts: 7, redirectUrl: 7 })
    const fields = (reply.json["errors"] as Array<{ field: string }>).map(({ field }) => field)
    expect(fields).toEqual(["name", "plan", "hosts", "redirectUrl"])
  })
})
