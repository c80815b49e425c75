import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { none, SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { afterEach, expect, test } from "vitest"
import * as MemorySecretKeys from "@latchkey/memory/MemorySecretKeys"
import { onBothMounts, start } from "@latchkey/test-support/HttpService"
import { asAdmin, instances, newEmail } from "@latchkey/test-support/contract"
import * as WebhookReceivers from "@latchkey/test-support/webhookReceivers"

const webhooks = `${instances}/default/webhooks`
const url = "https://app.example.com/hooks?key=hunter2"
const day = 86_400

/** What the receivers of this file respond. */
let respond: Parameters<typeof WebhookReceivers.make>[0] = () => 204
const receivers = WebhookReceivers.make((message) => respond?.(message) ?? 204)

type Json = Readonly<Record<string, unknown>>

const seconds = (time: unknown) => Date.parse(String(time)) / 1000

onBothMounts(
  "Webhooks in the admin API",
  (service) => {
    const send = (method: string, path: string, body?: object, type = "application/json") =>
      service()
        .browser()
        .send(method, path, {
          headers: { ...asAdmin, ...(body === undefined ? {} : { "content-type": type }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
    const list = async () => (await send("GET", webhooks)).json["webhooks"] as ReadonlyArray<Json>

    afterEach(async () => {
      for (const { id } of await list()) await send("DELETE", `${webhooks}/${id}`)
      receivers.received.length = 0
      respond = () => 204
    })

    /** Adds a webhook, and returns its path, its id and its secret. */
    const add = async (settings: object = {}) => {
      const { json, status } = await send("POST", webhooks, { url, ...settings })
      expect(status).toBe(201)
      return { path: `${webhooks}/${json["id"]}`, id: String(json["id"]), secret: String(json["secret"]) }
    }
    /** Adds a user, which is an event. */
    const addUser = async (): Promise<string> => {
      const { json } = await send("POST", `${instances}/default/users`, { email: newEmail() })
      return String(json["id"])
    }
    const deliveriesOf = async (path: string, query = "") =>
      (await send("GET", `${path}/deliveries${query}`)).json["deliveries"] as ReadonlyArray<Json>
    const receivedBy = (id: string) => receivers.received.filter(({ webhookId }) => webhookId === id)

    test("are added, listed, read, changed and deleted, and only the first reply has the secret", async () => {
      const types = ["user.created", "user.deleted"]
      const added = await send("POST", webhooks, { url, types })
      const { secret, ...shown } = added.json
      expect([added.status, shown]).toEqual([
        201,
        {
          id: expect.stringMatching(/^webhook_/),
          url,
          types,
          enabled: true,
          disabledReason: null,
          disabledAt: null,
          failingSince: null,
          previousSecretUntil: null,
          createdAt: new Date(service().now()).toISOString()
        }
      ])
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const path = `${webhooks}/${shown["id"]}`
      const read = await send("GET", path)
      const patch = { url: "https://other.example.com/hooks", types: null }
      const changed = await send("PATCH", path, patch, "application/merge-patch+json")
      const listed = await send("GET", webhooks)
      expect(read.json).toEqual(shown)
      expect([changed.status, changed.json]).toEqual([200, { ...shown, ...patch }])
      expect(listed.json).toEqual({ webhooks: [changed.json] })
      for (const { text } of [read, changed, listed, await send("GET", `${instances}/default`)]) {
        expect(text).not.toContain("whsec_")
      }
      expect([(await send("DELETE", path)).status, (await send("DELETE", path)).status]).toEqual([200, 404])
      expect(await list()).toEqual([])
    })

    test("with mistakes are 400, which names each field and what to do, and change nothing", async () => {
      const mistakes = async (method: string, path: string, body: object) => {
        const reply = await send(method, path, body)
        expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
        expect(reply.text).not.toContain("hunter2")
        return reply.json["errors"]
      }
      const invalid =
        "must be an https or http URL with its host in lower case, without a user, a password and a fragment"
      for (const wrong of [
        "ftp://app.example.com",
        "https://ada:hunter2@app.example.com",
        `${url}#a`,
        "",
        "https://"
      ]) {
        expect(await mistakes("POST", webhooks, { url: wrong }), wrong).toEqual([{ field: "url", reason: invalid }])
      }
      const long = `https://app.example.com/${"a".repeat(2048)}`
      expect(await mistakes("POST", webhooks, { url: long })).toEqual([
        { field: "url", reason: "must be at most 2,048 characters" }
      ])
      expect(await mistakes("POST", webhooks, { url: "http://app.example.com/hooks?key=hunter2" })).toEqual([
        { field: "url", reason: expect.stringContaining("https") }
      ])
      for (const types of [[], ["user.created", "user.created"], ["user.unknown"], "user.created"]) {
        const errors = await mistakes("POST", webhooks, { url, types })
        const reason = "must be null for all events, or a list of one type or more, each once"
        expect(errors, String(types)).toEqual([{ field: "types", reason }])
      }
      expect(await list()).toEqual([])
      const { path } = await add()
      const before = await list()
      expect(await mistakes("PATCH", path, { url: "http://app.example.com" })).toEqual([
        { field: "url", reason: expect.stringContaining("https") }
      ])
      expect(await mistakes("PATCH", path, { enabled: "no" })).toEqual([
        { field: "enabled", reason: expect.any(String) }
      ])
      for (const previousValidForSeconds of [-1, 7 * day + 1, 0.5]) {
        expect(await mistakes("POST", `${path}/rotate-secret`, { previousValidForSeconds })).toEqual([
          { field: "previousValidForSeconds", reason: `must be a whole number from 0 to ${7 * day}` }
        ])
      }
      expect(await list()).toEqual(before)
    })

    test("are ten at most", async () => {
      for (let count = 0; count < 10; count++) await add()
      const reply = await send("POST", webhooks, { url })
      expect([reply.status, reply.json["errors"]]).toEqual([
        400,
        [{ field: "webhooks", reason: "can be at most 10: delete one first" }]
      ])
      expect(await list()).toHaveLength(10)
    })

    test("get the events of their types from then on, each with its id and the event of the feed", async () => {
      await addUser()
      const [all, some] = [await add(), await add({ types: ["user.deleted"] })]
      const userId = await addUser()
      await send("DELETE", `${instances}/default/users/${userId}`)
      await service().deliverEvents()
      const events = (receivers: ReadonlyArray<{ readonly body: string }>) =>
        receivers.map(({ body }) => JSON.parse(body))
      expect(events(receivedBy(all.id)).map(({ type, version }) => [type, version])).toEqual([
        ["user.created", 1],
        ["user.deleted", 2]
      ])
      const [deleted, ...others] = receivedBy(some.id)
      expect(others).toEqual([])
      expect(JSON.parse(deleted?.body ?? "")).toMatchObject({ id: deleted?.id, type: "user.deleted", userId })
      expect(deleted?.secrets.map(Redacted.value)).toEqual([some.secret])
      const feed = await send("GET", `${instances}/default/events?limit=100`)
      const inFeed = (feed.json["events"] as ReadonlyArray<Json>).filter((event) => event["userId"] === userId)
      expect(events(receivedBy(all.id))).toEqual(inFeed)
    })

    test("list their deliveries, newest first, page by page, all or those in a state", async () => {
      const { path } = await add()
      const users = [await addUser(), await addUser(), await addUser()]
      respond = ({ body }) => (body.includes(users[1] ?? "") ? 500 : 204)
      await service().deliverEvents()
      const [newest, failing, first] = await deliveriesOf(path)
      const createdAt = new Date(service().now()).toISOString()
      expect(newest).toEqual({
        eventId: expect.stringMatching(/^evt_/),
        type: "user.created",
        userId: users[2],
        version: 1,
        state: "delivered",
        attempts: 1,
        dueAt: null,
        status: 204,
        reason: null,
        createdAt,
        endedAt: createdAt
      })
      expect(failing).toMatchObject({ userId: users[1], state: "pending", attempts: 1, status: 500, endedAt: null })
      expect(Math.abs(seconds(failing?.["dueAt"]) - seconds(createdAt) - 5)).toBeLessThanOrEqual(0.5)
      expect(first).toMatchObject({ userId: users[0], state: "delivered" })

      const page = await send("GET", `${path}/deliveries?limit=2`)
      expect(page.json["deliveries"]).toEqual([newest, failing])
      const rest = await send("GET", `${path}/deliveries?limit=2&cursor=${page.json["nextCursor"]}`)
      expect(rest.json).toEqual({ deliveries: [first], nextCursor: null })
      expect(await deliveriesOf(path, "?state=pending")).toEqual([failing])
      expect(await deliveriesOf(path, "?state=failed")).toEqual([])
      for (const query of ["cursor=unknown", "limit=0", "limit=1000", "state=lost"]) {
        expect((await send("GET", `${path}/deliveries?${query}`)).status, query).toBe(400)
      }
      expect((await send("GET", webhooks)).json["webhooks"]).toMatchObject([{ failingSince: createdAt }])
    })

    test("send an event again, and all that have failed", async () => {
      const { id, path } = await add()
      const userId = await addUser()
      respond = () => "timeout"
      for (const hours of [0, 0.01, 0.1, 0.6, 2.2, 5.5, 11, 15.4, 22, 26.4]) {
        service().advance(hours * 3_600_000)
        await service().deliverEvents()
      }
      const [failed] = await deliveriesOf(path, "?state=failed")
      expect(failed).toMatchObject({ userId, attempts: 10, status: null, reason: "timeout", dueAt: null })
      respond = () => 204
      const again = await send("POST", `${path}/deliveries/${failed?.["eventId"]}/redeliver`)
      expect([again.status, again.json]).toMatchObject([200, { state: "pending", attempts: 0, reason: null }])
      await service().deliverEvents()
      expect(receivedBy(id).map((message) => message.id)).toEqual(new Array(11).fill(failed?.["eventId"]))
      expect((await send("POST", `${path}/redeliver-failed`)).json).toEqual({ redelivered: 0 })
      for (const eventId of ["evt_01900000-0000-7000-8000-000000000001", "unknown"]) {
        expect((await send("POST", `${path}/deliveries/${eventId}/redeliver`)).status).toBe(404)
      }
    })

    test("are tested: the reply says what they responded, and nothing changes", async () => {
      const { id, path, secret } = await add({ types: ["user.deleted"] })
      expect((await send("POST", `${path}/test`)).json).toEqual({
        ok: true,
        status: 204,
        reason: null,
        detail: null,
        milliseconds: 0
      })
      const [message] = receivedBy(id)
      expect(JSON.parse(message?.body ?? "")).toEqual({
        id: message?.id,
        type: "webhook.test",
        occurredAt: new Date(service().now()).toISOString(),
        instanceId: "default",
        data: {}
      })
      expect(message?.secrets.map(Redacted.value)).toEqual([secret])
      await send("PATCH", path, { enabled: false })
      const before = await list()
      respond = () => 410
      expect((await send("POST", `${path}/test`)).json).toMatchObject({ ok: false, status: 410, reason: null })
      respond = () => "network"
      expect((await send("POST", `${path}/test`)).json).toMatchObject({
        ok: false,
        status: null,
        reason: "network",
        detail: "app.example.com: network"
      })
      expect(await list()).toEqual(before)
      expect(await deliveriesOf(path)).toEqual([])
    })

    test("replace their secret: messages have both for a day, as long as the request says, or only the new one", async () => {
      const { id, path, secret } = await add()
      const rotate = async (body: object) => (await send("POST", `${path}/rotate-secret`, body)).json
      const secretsNow = async () => {
        await send("POST", `${path}/test`)
        return receivedBy(id).at(-1)?.secrets.map(Redacted.value)
      }
      const second = await rotate({})
      expect(second["secret"]).not.toBe(secret)
      expect(seconds(second["previousSecretUntil"])).toBe(service().now() / 1000 + day)
      expect(await secretsNow()).toEqual([second["secret"], secret])
      service().advance(day * 1000)
      expect(await secretsNow()).toEqual([second["secret"]])
      expect(await list()).toMatchObject([{ previousSecretUntil: null }])
      const third = await rotate({ previousValidForSeconds: 7 * day })
      expect(seconds(third["previousSecretUntil"])).toBe(service().now() / 1000 + 7 * day)
      const fourth = await rotate({ previousValidForSeconds: 0 })
      expect(fourth["previousSecretUntil"]).toBe(null)
      expect(await secretsNow()).toEqual([fourth["secret"]])
    })

    test("that are disabled get nothing, and go on where they were when they are enabled", async () => {
      const { id, path } = await add()
      const disabledAt = new Date(service().now()).toISOString()
      const disabled = await send("PATCH", path, { enabled: false })
      expect(disabled.json).toMatchObject({ enabled: false, disabledReason: "operator", disabledAt })
      const userId = await addUser()
      await service().deliverEvents()
      expect(receivedBy(id)).toEqual([])
      expect((await send("PATCH", path, { enabled: true })).json).toMatchObject({
        enabled: true,
        disabledReason: null,
        disabledAt: null
      })
      await service().deliverEvents()
      expect(receivedBy(id).map(({ body }) => JSON.parse(body).userId)).toEqual([userId])
    })

    test("that respond with 410 are disabled", async () => {
      const { path } = await add()
      await addUser()
      respond = () => 410
      await service().deliverEvents()
      expect((await send("GET", path)).json).toMatchObject({ enabled: false, disabledReason: "gone" })
    })

    test("of another instance, and those that do not exist, are 404", async () => {
      const { id } = await add()
      const created = await send("POST", instances, { name: "Acme" })
      const other = `${instances}/${created.json["id"]}`
      for (const path of [`${other}/webhooks/${id}`, `${webhooks}/unknown`, `${instances}/unknown/webhooks/${id}`]) {
        for (const [method, rest, body] of [
          ["GET", ""],
          ["PATCH", "", {}],
          ["DELETE", ""],
          ["POST", "/rotate-secret", {}],
          ["POST", "/test"],
          ["GET", "/deliveries"],
          ["POST", "/redeliver-failed"],
          ["POST", "/deliveries/evt_01900000-0000-7000-8000-000000000001/redeliver"]
        ] as const) {
          const reply = await send(method, `${path}${rest}`, body)
          expect([reply.status, reply.json["code"]], `${method} ${path}${rest}`).toEqual([404, "not_found"])
        }
      }
      await send("DELETE", other)
    })

    test("are in the audit log with what changes, and neither with the secret nor with the path of the URL", async () => {
      const { path } = await add()
      await send("PATCH", path, { enabled: false })
      await send("POST", `${path}/rotate-secret`, {})
      await send("POST", `${path}/test`)
      await send("POST", `${path}/redeliver-failed`)
      await send("DELETE", path)
      const entries = await service().run(
        Effect.flatMap(AuditLog, ({ list }) => list({ before: Option.none(), limit: 6 }))
      )
      const ofWebhooks = entries
      expect(ofWebhooks.map(({ action }) => action)).toEqual([
        "webhook_deleted",
        "webhook_events_resent",
        "webhook_tested",
        "webhook_secret_rotated",
        "webhook_updated",
        "webhook_created"
      ])
      const text = JSON.stringify(ofWebhooks)
      for (const secret of ["whsec_", "hunter2", "/hooks"]) expect(text).not.toContain(secret)
      expect(text).toContain("https://app.example.com")
    })
  },
  () => ({ webhooks: receivers.layer })
)

test("Webhooks need a server key for their secrets", async () => {
  const service = await start({ secretKeys: Layer.succeed(SecretKeys, none) })
  const reply = await service.browser().post(webhooks, { url }, asAdmin)
  await service.stop()
  expect([reply.status, reply.json["errors"]]).toEqual([
    400,
    [{ field: "secret", reason: "requires a server key: set SECRET_KEY and restart the service" }]
  ])
})

test("A test of a webhook whose secret cannot be decrypted any more says so, and another secret helps", async () => {
  const lost = Layer.effect(
    SecretKeys,
    Effect.map(SecretKeys, (keys) => ({ ...keys, open: () => Option.none() }))
  ).pipe(Layer.provide(MemorySecretKeys.layer))
  const service = await start({ secretKeys: lost })
  const { json } = await service.browser().post(webhooks, { url }, asAdmin)
  const path = `${webhooks}/${json["id"]}`
  const tested = await service.browser().send("POST", `${path}/test`, { headers: asAdmin })
  const rotated = await service.browser().post(`${path}/rotate-secret`, {}, asAdmin)
  await service.stop()
  expect([tested.status, tested.json]).toEqual([200, expect.objectContaining({ ok: false, reason: "secret" })])
  expect([rotated.status, rotated.json["secret"]]).toEqual([200, expect.stringMatching(/^whsec_/)])
})
