import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import * as Effect from "effect/Effect"
import { UserId } from "@latchkey/domain/core/Ids"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { asAdmin, instances, jsonType, newEmail } from "@latchkey/test-support/contract"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"
import { addOperator, FormBrowser, signedInAs, withApiKey } from "@latchkey/test-support/operator"
import * as Samples from "@latchkey/testkit/Samples"
import { adminKey, mountsUnderTest, type Service } from "@latchkey/test-support/Service"

const operators = "/v1/admin/operators"
const keys = "/v1/admin/api-keys"

const entries = async (service: Service, limit = 20) => {
  const list = Effect.flatMap(AuditLog, (log) => log.list({ before: Option.none(), limit }))
  return (await service.run(list)).map(({ action, apiKeyId, detail, name, operatorId }) => ({
    action,
    detail,
    name: Option.getOrNull(name),
    by: Option.getOrNull(Option.orElse<string, string>(operatorId, () => apiKeyId))
  }))
}

const send = (service: Service, method: string, path: string, body?: object, headers: object = asAdmin) =>
  service.browser().send(method, path, {
    headers: { ...headers, ...(body === undefined ? {} : jsonType) } as Record<string, string>,
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const storage = makeInterceptedStorage()

onBothMounts(
  "Operators of the admin API",
  (service) => {
    afterEach(storage.reset)

    test("get a link if the email cannot be sent", async () => {
      await service().run(
        Effect.flatMap(Sent, ({ failNext }) =>
          failNext(1, new MailerError({ reason: "permanent", detail: "refused", cause: new Error("550") }))
        ) as Effect.Effect<void>
      )
      const reply = await send(service(), "POST", operators, { email: newEmail(), name: "Grace", role: "viewer" })
      expect(reply.status).toBe(201)
      expect(reply.json["invitation"]).toMatchObject({ emailed: false, reason: "email_failed" })
      expect(String((reply.json["invitation"] as Record<string, unknown>)["url"])).toContain("/dashboard/enter?token=")
    })

    test("are neither added nor invited again while their passkeys cannot be counted", async () => {
      const invite = (email: string) =>
        send(service(), "POST", operators, { email, name: "Grace", role: "viewer", delivery: "link" })
      const { json } = await invite(newEmail())
      const { id } = json["operator"] as { readonly id: string }
      const before = await entries(service())
      storage.bringDown("PasskeyRepository.countOfUsers")
      const email = newEmail()
      expect((await invite(email)).status).toBe(503)
      expect((await send(service(), "POST", `${operators}/${id}/invitations`, {})).status).toBe(503)
      storage.reset()
      expect((await send(service(), "GET", operators)).text).not.toContain(email)
      expect(await entries(service())).toEqual(before)
    })
  },
  () => ({ storage: storage.layer })
)

// The mount with `HttpApiBuilder` has no dashboard.
const mountsWithDashboard = mountsUnderTest().filter((mount) => mount !== "HttpApiBuilder")

describe.each(mountsWithDashboard)("Operators who sign in, mounted with %s", (mount) => {
  let service: Service
  beforeAll(async () => {
    service = await start({ mount })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))

  test("are invited by email, with a link that signs them in once under their name", async () => {
    const email = newEmail()
    const reply = await send(service, "POST", operators, { email, name: "Grace Hopper", role: "support" })
    expect(reply.status).toBe(201)
    expect(reply.json).toMatchObject({
      operator: { email, name: "Grace Hopper", role: "support", disabled: false, joinedAt: null },
      invitation: { emailed: true, url: null, reason: null }
    })
    const message = (await service.emails()).find(({ to }) => to === email)
    expect(message?.text).toContain("You can look at everything in it and help users.")
    const token = /\/dashboard\/enter\?token=([\w-]{43})/.exec(message?.text ?? "")?.[1] ?? ""
    const browser = new FormBrowser(service.origin)
    expect((await browser.submit("/dashboard/enter", { token })).status).toBe(303)
    expect((await browser.get("/dashboard/account")).text).toMatch(/Grace Hopper · .* · /)
    expect((await new FormBrowser(service.origin).submit("/dashboard/enter", { token })).status).toBe(401)
    const { id } = reply.json["operator"] as { readonly id: string }
    expect((await send(service, "GET", `${operators}/${id}`)).json["joinedAt"]).not.toBeNull()
  })

  test("are invited again, and the earlier link stops working", async () => {
    const { id, token } = await addOperator(service, "viewer", newEmail())
    const again = await send(service, "POST", `${operators}/${id}/invitations`, { delivery: "link" })
    const { url } = again.json["invitation"] as { readonly url: string }
    expect((await new FormBrowser(service.origin).submit("/dashboard/enter", { token })).status).toBe(401)
    const fresh = new URL(url).searchParams.get("token") ?? ""
    expect((await new FormBrowser(service.origin).submit("/dashboard/enter", { token: fresh })).status).toBe(303)
  })

  test("are disabled: their sessions end, their links stop working, and they get no other", async () => {
    const { browser, id } = await signedInAs(service, "support", newEmail())
    const invited = await send(service, "POST", `${operators}/${id}/invitations`, { delivery: "link" })
    const token = new URL((invited.json["invitation"] as { readonly url: string }).url).searchParams.get("token") ?? ""
    expect((await send(service, "PATCH", `${operators}/${id}`, { disabled: true })).json["disabled"]).toBe(true)
    expect((await browser.get("/dashboard")).status).toBe(303)
    expect((await browser.submit("/dashboard/enter", { token })).status).toBe(401)
    const refused = await send(service, "POST", `${operators}/${id}/invitations`, { delivery: "link" })
    expect(refused.json).toMatchObject({ code: "invalid_request", errors: [{ field: "operatorId" }] })
    expect((await send(service, "PATCH", `${operators}/${id}`, { disabled: false })).json["disabled"]).toBe(false)
    expect((await browser.get("/dashboard")).status).toBe(303)
  })

  test("are deleted: their sessions end, and the address is free again", async () => {
    const email = newEmail()
    const { browser, id } = await signedInAs(service, "support", email)
    expect((await send(service, "DELETE", `${operators}/${id}`)).status).toBe(200)
    expect((await browser.get("/dashboard")).status).toBe(303)
    expect((await send(service, "GET", `${operators}/${id}`)).status).toBe(404)
    expect((await send(service, "DELETE", `${operators}/${id}`)).status).toBe(404)
    expect((await addOperator(service, "viewer", email)).id).not.toBe(id)
  })

  test("lose their passkeys and their sessions, and the audit log says by whom and from where", async () => {
    const { browser, id } = await signedInAs(service, "support", newEmail())
    const one = `${operators}/${id}`
    for (const _ of [1, 2])
      await service.run(Samples.storedPasskey({ id: UserId.make(id), instanceId: operatorInstanceId }))
    const other = await addOperator(service, "viewer", newEmail())
    await service.run(Samples.storedPasskey({ id: UserId.make(other.id), instanceId: operatorInstanceId }))
    expect((await send(service, "GET", one)).json["passkeys"]).toBe(2)
    const key = await withApiKey(service, "admin", "Offboarding")
    const removed = await send(service, "DELETE", `${one}/passkeys`, undefined, key.headers)
    expect([removed.status, removed.json]).toEqual([200, { removed: 2 }])
    expect((await browser.get("/dashboard")).status).toBe(303)
    expect((await send(service, "GET", one)).json["passkeys"]).toBe(0)
    expect((await send(service, "GET", `${operators}/${other.id}`)).json["passkeys"]).toBe(1)
    expect((await entries(service)).find(({ action }) => action === "operator_passkeys_removed")).toEqual({
      action: "operator_passkeys_removed",
      detail: `${id} name="The support" passkeys=2`,
      name: "Offboarding",
      by: key.id
    })
    expect((await send(service, "DELETE", `${one}/passkeys`)).json).toEqual({ removed: 0 })
    for (const unknown of ["op_01980000-0000-7000-8000-000000000000", "unknown"]) {
      expect((await send(service, "DELETE", `${operators}/${unknown}/passkeys`)).status).toBe(404)
    }
  })

  test("are named in the audit log by the name that they had, also after they were deleted", async () => {
    const { browser, id } = await signedInAs(service, "admin", newEmail())
    await browser.submit("/dashboard/instances/new", { name: "Acme", plan: "free" })
    const created = (await entries(service)).find(({ action }) => action === "instance_created")
    expect(created).toMatchObject({ name: "The admin", by: id })
    await signedInAs(service, "admin", newEmail())
    await send(service, "PATCH", `${operators}/${id}`, { name: "Someone else" })
    await send(service, "DELETE", `${operators}/${id}`)
    expect((await entries(service, 50)).find(({ action }) => action === "instance_created")).toMatchObject({
      name: "The admin",
      by: id
    })
    const audit = (await browser.get("/dashboard/audit")).status
    expect(audit).toBe(303)
  })
})

describe("The last admin", () => {
  let service: Service
  beforeEach(async () => {
    service = await start()
    return () => service.stop()
  })

  const changes = [
    ["demoted", "PATCH", { role: "support" }],
    ["disabled", "PATCH", { disabled: true }],
    ["deleted", "DELETE", undefined]
  ] as const

  test.each(changes)("is not %s, neither through the admin API nor in the dashboard", async (_, method, body) => {
    const { browser, id } = await signedInAs(service, "admin")
    await signedInAs(service, "support")
    // Invited, and not yet an admin who can help: the link may never be opened.
    await addOperator(service, "admin", newEmail())
    const reply = await send(service, method, `${operators}/${id}`, body)
    expect([reply.status, reply.json["code"]]).toEqual([409, "last_admin_required"])
    const path = `/dashboard/operators/${id}`
    const forms = {
      demoted: () => browser.submit(path, { name: "The admin", role: "support" }),
      disabled: () => browser.submit(`${path}/disable`),
      deleted: () => browser.submit(`${path}/delete`)
    }
    expect([400, 409]).toContain((await forms[_]()).status)
    expect((await browser.get("/dashboard/instances/new")).status).toBe(200)
  })

  test.each(changes)("is left if two admins are %s at once", async (_, method, body) => {
    const [first, second] = [await signedInAs(service, "admin"), await signedInAs(service, "admin", newEmail())]
    const replies = await Promise.all(
      [first, second].map(({ id }) => send(service, method, `${operators}/${id}`, body))
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const { json } = await send(service, "GET", operators)
    const all = json["operators"] as ReadonlyArray<{ readonly role: string; readonly disabled: boolean }>
    expect(all.filter(({ disabled, role }) => role === "admin" && !disabled)).toHaveLength(1)
  })
})

onBothMounts(
  "API keys",
  (service) => {
    afterEach(storage.reset)

    const use = async (headers: object) => (await send(service(), "GET", instances, undefined, headers)).status

    test("are shown once, and stored as their hash", async () => {
      const { json } = await send(service(), "POST", keys, { name: "Billing sync", role: "viewer" })
      expect(String(json["key"])).toMatch(/^latchkey_[\w-]{43}$/)
      const list = await send(service(), "GET", keys)
      expect(list.text).toContain("Billing sync")
      expect(list.text).not.toContain(String(json["key"]).slice(9))
    })

    test("replace one another: two work at once, and revoking one leaves the other", async () => {
      const [old, fresh] = [await withApiKey(service(), "viewer"), await withApiKey(service(), "viewer")]
      expect([await use(old.headers), await use(fresh.headers)]).toEqual([200, 200])
      expect((await send(service(), "DELETE", `${keys}/${old.id}`)).status).toBe(200)
      expect([await use(old.headers), await use(fresh.headers)]).toEqual([401, 200])
      expect((await send(service(), "DELETE", `${keys}/${old.id}`)).status).toBe(404)
    })

    test("expire, and say when they were last used", async () => {
      const expiresAt = new Date(service().now() + 60_000).toISOString()
      const { json } = await send(service(), "POST", keys, { name: "Short", role: "viewer", expiresAt })
      const headers = { authorization: `Bearer ${String(json["key"])}` }
      const lastUse = async () => {
        const list = (await send(service(), "GET", keys)).json["apiKeys"] as ReadonlyArray<Record<string, unknown>>
        return list.find(({ id }) => id === json["id"])?.["lastUsedAt"]
      }
      expect(await lastUse()).toBeNull()
      const used = new Date(service().now()).toISOString()
      expect(await use(headers)).toBe(200)
      expect(await lastUse()).toBe(used)
      service().advance(59_999)
      expect(await use(headers)).toBe(200)
      service().advance(1)
      expect(await use(headers)).toBe(401)
      const past = await send(service(), "POST", keys, { name: "Past", role: "viewer", expiresAt })
      expect(past.json).toMatchObject({ code: "invalid_request", errors: [{ field: "expiresAt" }] })
    })

    test("are limited like passwords while they are wrong, and then no key is looked up", async () => {
      const { headers } = await withApiKey(service(), "viewer")
      const wrong = { authorization: `Bearer latchkey_${"A".repeat(43)}` }
      const statuses: Array<number> = []
      for (let count = 0; count < 40 && !statuses.includes(429); count++) statuses.push(await use(wrong))
      expect(statuses.at(0)).toBe(401)
      expect(statuses.at(-1)).toBe(429)
      const calls: Array<string> = []
      storage.intercept((call) => Effect.sync(() => void calls.push(call)))
      expect(await use(headers)).toBe(429)
      expect(calls).toContain("RateLimitStore.consume")
      expect(calls.filter((call) => call.startsWith("ApiKeyRepository"))).toEqual([])
    })

    test("are not limited while they are right", async () => {
      const { headers } = await withApiKey(service(), "viewer")
      const statuses = new Set<number>()
      for (let count = 0; count < 40; count++) statuses.add(await use(headers))
      expect([...statuses]).toEqual([200])
    })

    test("are named in the audit log, and so is the admin key", async () => {
      const { headers, id } = await withApiKey(service(), "admin", "Provisioning")
      await send(service(), "POST", instances, { name: "By the program" }, headers)
      await send(service(), "POST", instances, { name: "By the key" })
      const [second, first] = (await entries(service())).filter(({ action }) => action === "instance_created")
      expect(first).toMatchObject({ name: "Provisioning", by: id })
      expect(second).toMatchObject({ name: "ADMIN_API_KEY", by: null })
    })
  },
  () => ({ storage: storage.layer })
)

const previous = "the-former-admin-key-with-at-least-32-characters"
const adminApiKeyPrevious = Option.some(Redacted.make(previous))

onBothMounts(
  "ADMIN_API_KEY_PREVIOUS",
  (service) => {
    test("is accepted beside the key, and has its own name", async () => {
      const use = async (key: string) => {
        const headers = { authorization: `Bearer ${key}` }
        return (await send(service(), "POST", instances, { name: "Acme" }, headers)).status
      }
      expect([await use(previous), await use(adminKey), await use(`${previous}x`)]).toEqual([201, 201, 401])
      const created = (await entries(service())).filter(({ action }) => action === "instance_created")
      expect(created.map(({ name }) => name)).toEqual(["ADMIN_API_KEY", "ADMIN_API_KEY_PREVIOUS"])
    })

    test("is in the audit log with the IP address of a program that only reads, once an hour, and no other key is", async () => {
      service().advance(3_600_000)
      const before = (await entries(service())).length
      const read = async (key: string) =>
        (await send(service(), "GET", instances, undefined, { authorization: `Bearer ${key}` })).status
      const program = await withApiKey(service(), "viewer")
      for (const key of [previous, adminKey, previous]) expect(await read(key)).toBe(200)
      expect((await send(service(), "GET", instances, undefined, program.headers)).status).toBe(200)
      const added = (await entries(service())).slice(0, -before).filter(({ action }) => action !== "api_key_created")
      expect(added).toMatchObject([{ action: "previous_admin_key_used", name: "ADMIN_API_KEY_PREVIOUS" }])
      service().advance(3_600_000)
      expect(await read(previous)).toBe(200)
      expect((await entries(service()))[0]).toMatchObject({ action: "previous_admin_key_used" })
    })
  },
  () => ({ settings: { adminApiKeyPrevious } })
)

describe.each(mountsWithDashboard)("ADMIN_API_KEY_PREVIOUS in the dashboard, mounted with %s", (mount) => {
  test("signs in", async () => {
    const service = await start({ mount, settings: { adminApiKeyPrevious } })
    const browser = new FormBrowser(service.origin)
    expect((await browser.submit("/dashboard/sign-in", { key: previous })).status).toBe(303)
    expect((await browser.get("/dashboard")).status).toBe(200)
    expect((await browser.get("/dashboard/audit")).text).toContain("ADMIN_API_KEY_PREVIOUS used")
    await service.stop()
  })
})
