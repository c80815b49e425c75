import { assert, describe } from "@effect/vitest"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { EventLog, type EventPosition } from "@latchkey/domain/event/EventLog"
import { maxWebhooks } from "@latchkey/domain/webhook/Webhook"
import { WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookUnreachable } from "@latchkey/domain/webhook/WebhookSender"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { otherInstance, outage, outcome } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { before, countOf } from "../support/Interception.ts"
import {
  added,
  by,
  current,
  deliveriesOf,
  dispatch,
  happened,
  instance,
  newUser,
  received,
  receivedIds,
  refusedHost,
  respond,
  test,
  withKeys,
  withStatus
} from "./support.ts"

const administration = WebhookAdministration

const secretsSent = Effect.map(received, (messages) => messages.map(({ secrets }) => secrets.map(Redacted.value)))

const rotate = (id: string, days: number) =>
  Effect.flatMap(administration, ({ rotateSecret }) => rotateSecret({ instance, by, id, overlap: Duration.days(days) }))

const millisOf = (time: Option.Option<DateTime.Utc>) => Option.getOrThrow(time).epochMillis

const dayMillis = 24 * 3_600_000

describe("WebhookAdministration.create", () => {
  test(
    "returns a secret of 32 bytes, another one each time, and lists the webhook without it",
    Effect.gen(function* () {
      const [first, second] = [yield* added(), yield* added({ types: ["user.created"] })]
      for (const { secret } of [first, second]) assert.match(Redacted.value(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.notStrictEqual(Redacted.value(first.secret), Redacted.value(second.secret))
      const found = yield* (yield* administration).list(instance)
      assert.sameDeepMembers([...found], [first.webhook, second.webhook])
      assert.notInclude(JSON.stringify(found), "secret")
    })
  )

  test(
    `adds ${maxWebhooks} webhooks of an instance, and no more`,
    Effect.gen(function* () {
      for (const _ of Arr.range(1, maxWebhooks)) yield* added()
      assert.strictEqual(yield* outcome(added()), "TooManyWebhooks")
      assert.lengthOf(yield* (yield* administration).list(instance), maxWebhooks)
      assert.lengthOf(
        (yield* auditLines).filter((line) => line.includes("webhook_created")),
        maxWebhooks
      )
    })
  )

  test(
    "adds nothing if nothing can be sent to the URL, and without a server key",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(added({ url: `${refusedHost}/` })), "WebhookUrlNotAllowed")
      assert.strictEqual(yield* outcome(added().pipe(withKeys())), "WebhookSecretImpossible")
      assert.deepStrictEqual(yield* (yield* administration).list(instance), [])
      assert.deepStrictEqual(yield* auditLines, [])
    })
  )
})

describe("WebhookAdministration.update", () => {
  test(
    "changes the URL and the types of later events, and keeps the rest",
    Effect.gen(function* () {
      const { webhook } = yield* added({ types: ["user.created"] })
      const { update } = yield* administration
      const url = "http://localhost:4000/hook"
      const changed = yield* update({ instance, by, id: webhook.id, patch: { url } })
      assert.deepStrictEqual(changed, { ...webhook, url })
      const all = yield* update({ instance, by, id: webhook.id, patch: { types: null } })
      assert.deepStrictEqual(all, { ...webhook, url, types: null })
      assert.deepStrictEqual(yield* current(webhook.id), all)
      const refused = update({ instance, by, id: webhook.id, patch: { url: refusedHost } })
      assert.strictEqual(yield* outcome(refused), "WebhookUrlNotAllowed")
      assert.deepStrictEqual(yield* current(webhook.id), all)
    })
  )

  test(
    "disables a webhook, and enabling it goes on where that was: what is pending is due immediately",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const { update } = yield* administration
      const user = yield* newUser
      const [first] = yield* happened(user, {})
      yield* withStatus(500)
      yield* dispatch
      yield* received
      const disabled = yield* update({ instance, by, id: webhook.id, patch: { enabled: false } })
      assert.strictEqual(Option.getOrThrow(disabled.disabled).reason, "operator")
      yield* withStatus(204)
      const [second] = yield* happened(user, {})
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* dispatch, 0)
      const enabled = yield* update({ instance, by, id: webhook.id, patch: { enabled: true } })
      assert.deepStrictEqual([enabled.disabled, enabled.failingSince], [Option.none(), Option.none()])
      yield* dispatch
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, [first, second])
    })
  )
})

describe("A malformed id of a webhook or an event", () => {
  test(
    "is not found, and the store is not asked for it",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const { find, redeliver, remove, rotateSecret, update } = yield* administration
      const eventId = "evt_\u0000"
      const unknown = outcome(redeliver({ instance, by, id: webhook.id, eventId }))
      assert.strictEqual(yield* unknown, "WebhookDeliveryNotFound")
      assert.strictEqual(yield* countOf("WebhookQueue.redeliver"), 0)
      for (const method of ["delete", "find", "modify"] as const) yield* before(`WebhookRepository.${method}`, outage)
      const of = { instance, by, id: "webhook_\u0000" }
      const outcomes = yield* Effect.all([
        outcome(find(of)),
        outcome(update({ ...of, patch: { enabled: true } })),
        outcome(remove(of)),
        outcome(rotateSecret({ ...of, overlap: Duration.zero })),
        outcome(redeliver({ ...of, eventId }))
      ])
      assert.deepStrictEqual(Arr.dedupe(outcomes), ["WebhookNotFound"])
    })
  )
})

describe("WebhookAdministration.remove", () => {
  test(
    "deletes a webhook, and nothing is sent to it",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      const { remove } = yield* administration
      yield* remove({ instance, by, id: webhook.id })
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* outcome(current(webhook.id)), "WebhookNotFound")
      assert.strictEqual(yield* outcome(remove({ instance, by, id: webhook.id })), "WebhookNotFound")
    })
  )
})

describe("WebhookAdministration.rotateSecret", () => {
  test(
    "signs with both secrets for as long as the operator says, and with the new one only afterwards",
    Effect.gen(function* () {
      const { secret: old, webhook } = yield* added()
      const { secret, webhook: rotated } = yield* rotate(webhook.id, 1)
      assert.strictEqual(millisOf(rotated.previousSecretUntil), dayMillis)
      const user = yield* newUser
      yield* happened(user, {})
      yield* dispatch
      assert.deepStrictEqual(yield* secretsSent, [[Redacted.value(secret), Redacted.value(old)]])
      yield* TestClock.adjust("1 day")
      yield* happened(user, {})
      yield* dispatch
      assert.deepStrictEqual(yield* secretsSent, [[Redacted.value(secret)]])
      assert.deepStrictEqual((yield* current(webhook.id)).previousSecretUntil, Option.none())
    })
  )

  test(
    "keeps the secret before for seven days at most, not at all if it was stolen, and no third one",
    Effect.gen(function* () {
      const { secret: first, webhook } = yield* added()
      const { webhook: rotated } = yield* rotate(webhook.id, 30)
      assert.strictEqual(millisOf(rotated.previousSecretUntil), 7 * dayMillis)
      const { secret: third } = yield* rotate(webhook.id, 1)
      yield* happened(yield* newUser, {})
      yield* dispatch
      const [sent] = yield* secretsSent
      assert.lengthOf(sent ?? [], 2)
      assert.notInclude(sent ?? [], Redacted.value(first))
      const { secret: fourth } = yield* rotate(webhook.id, 0)
      yield* happened(yield* newUser, {})
      yield* dispatch
      assert.deepStrictEqual(yield* secretsSent, [[Redacted.value(fourth)]])
      assert.notStrictEqual(Redacted.value(third), Redacted.value(fourth))
    })
  )
})

describe("WebhookAdministration.deliveries", () => {
  const pages = (id: string, before: Option.Option<EventPosition> = Option.none(), of = instance) =>
    Effect.flatMap(administration, ({ deliveries }) =>
      deliveries({ instance: of, id, before, state: Option.none(), limit: 2 })
    )

  test(
    "returns them page by page, newest first",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const user = yield* newUser
      const ids = yield* happened(user, {}, {}, {})
      yield* dispatch
      const first = yield* pages(webhook.id)
      const second = yield* pages(webhook.id, first.next)
      const found = [first, second].map(({ deliveries }) => deliveries.map(({ eventId }): string => eventId))
      assert.deepStrictEqual(found, [[ids[2], ids[1]], [ids[0]]])
      assert.isTrue(Option.isSome(first.next))
      assert.isTrue(Option.isNone(second.next))
      assert.strictEqual(yield* outcome(pages(webhook.id, Option.none(), otherInstance)), "WebhookNotFound")
    })
  )
})

describe("WebhookAdministration.redeliver", () => {
  test(
    "sends an event again, with its id and as many tries as a new one",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const [id = ""] = yield* happened(yield* newUser, {})
      yield* dispatch
      const { redeliver } = yield* administration
      const again = yield* redeliver({ instance, by, id: webhook.id, eventId: id })
      assert.deepInclude(again, { state: "pending", attempts: 0 })
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, [id, id])
    })
  )

  test(
    "finds nothing of another webhook or instance, and no event that is no longer stored",
    Effect.gen(function* () {
      const { webhook } = yield* added({ types: ["user.created"] })
      const [id = ""] = yield* happened(yield* newUser, { type: "user.created" })
      yield* dispatch
      const { webhook: other } = yield* added()
      const { redeliver } = yield* administration
      const outcomes = Effect.all([
        outcome(redeliver({ instance, by, id: other.id, eventId: id })),
        outcome(redeliver({ instance: otherInstance, by, id: webhook.id, eventId: id }))
      ])
      assert.deepStrictEqual(yield* outcomes, ["WebhookDeliveryNotFound", "WebhookNotFound"])
      yield* (yield* EventLog).deleteExpired(yield* DateTime.now, 10)
      const expired = redeliver({ instance, by, id: webhook.id, eventId: id })
      assert.strictEqual(yield* outcome(expired), "WebhookDeliveryNotFound")
    })
  )

  /** A webhook with 509 deliveries that have failed, and one that has not. */
  const withFailures = Effect.gen(function* () {
    const { webhook } = yield* added()
    for (const _ of Arr.range(1, 51)) yield* happened(yield* newUser, ...Arr.makeBy(10, () => ({})))
    const { complete, distribute, list } = yield* WebhookQueue
    yield* distribute(yield* DateTime.now)
    const all = { instanceId: instance.id, webhookId: webhook.id, before: Option.none(), limit: 1000 }
    const [delivered, ...failed] = yield* list({ ...all, state: Option.none() })
    assert.lengthOf(failed, 509)
    const result = { at: yield* DateTime.now, status: Option.some(500), reason: Option.none() }
    for (const { delivery } of failed) yield* complete(delivery, "failed", result)
    if (delivered !== undefined) yield* complete(delivered.delivery, "delivered", result)
    const pending = Effect.map(list({ ...all, state: Option.some("pending") }), ({ length }) => length)
    const { redeliverFailed } = yield* administration
    return { pending, redeliverAll: redeliverFailed({ instance, by, id: webhook.id }) }
  })

  test(
    "sends all again that have failed, however many, and no other",
    Effect.gen(function* () {
      const { pending, redeliverAll } = yield* withFailures
      assert.strictEqual(yield* redeliverAll, 509)
      assert.strictEqual(yield* pending, 509)
      assert.strictEqual(yield* redeliverAll, 0)
    })
  )

  test(
    "sends nothing again that the audit log does not have",
    Effect.gen(function* () {
      const { pending, redeliverAll } = yield* withFailures
      let entries = 0
      const failSecond = Effect.suspend(() => {
        entries += 1
        return entries === 2 ? Effect.fail(new PersistenceError({ cause: "down" })) : Effect.void
      })
      yield* before("AuditLog.append", failSecond)
      assert.strictEqual(yield* outcome(redeliverAll), "PersistenceError")
      assert.strictEqual(yield* pending, 500)
      assert.include((yield* auditLines).at(-1), "events=500")
      assert.strictEqual(yield* redeliverAll, 9)
    })
  )
})

describe("WebhookAdministration.sendTest", () => {
  test(
    "sends a message of the type webhook.test once, also to a disabled webhook, and changes nothing of it",
    Effect.gen(function* () {
      const { secret, webhook } = yield* added()
      const { sendTest, update } = yield* administration
      const disabled = yield* update({ instance, by, id: webhook.id, patch: { enabled: false } })
      yield* respond(() => Effect.as(Effect.sleep("80 millis"), 500))
      const [result] = yield* Effect.all([sendTest({ instance, by, id: webhook.id }), TestClock.adjust("80 millis")], {
        concurrency: 2
      })
      assert.deepStrictEqual(result, { status: 500, millis: 80 })
      const [message, ...others] = yield* received
      assert.deepStrictEqual(others, [])
      assert.deepInclude(JSON.parse(message?.body ?? ""), { id: message?.id, type: "webhook.test", data: {} })
      assert.deepStrictEqual(message?.secrets.map(Redacted.value), [Redacted.value(secret)])
      assert.deepStrictEqual(yield* current(webhook.id), disabled)
      assert.deepStrictEqual(yield* deliveriesOf(webhook.id), [])
    })
  )

  test(
    "says why there was no response, and sends nothing if the secret cannot be decrypted",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const sent = Effect.flatMap(administration, ({ sendTest }) => sendTest({ instance, by, id: webhook.id }))
      yield* respond(() => Effect.fail(new WebhookUnreachable({ reason: "address", detail: "app.example.com" })))
      assert.deepStrictEqual(yield* sent, { reason: "address", detail: "app.example.com", millis: 0 })
      yield* received
      assert.deepInclude(yield* sent.pipe(withKeys("bb")), { reason: "secret", millis: 0 })
      assert.lengthOf(yield* received, 0)
    })
  )
})

describe("The audit log", () => {
  test(
    "names the webhook and its settings, and has neither a secret nor the path of the URL",
    Effect.gen(function* () {
      const { secret, webhook } = yield* added({ types: ["user.created"] })
      const { redeliver, redeliverFailed, remove, sendTest, update } = yield* administration
      const of = { instance, by, id: webhook.id }
      yield* update({ ...of, patch: { url: "https://other.example.com/hooks?key=private", enabled: false } })
      const { secret: rotated } = yield* rotate(webhook.id, 1)
      yield* update({ ...of, patch: { enabled: true } })
      const user = yield* newUser
      const [eventId = ""] = yield* happened(user, { type: "user.created" })
      yield* dispatch
      yield* redeliver({ ...of, eventId })
      yield* redeliverFailed(of)
      yield* sendTest(of)
      yield* remove(of)
      const lines = yield* auditLines
      assert.deepStrictEqual(
        lines.map((line) => line.split(" ")[1]),
        [
          "webhook_created",
          "webhook_updated",
          "webhook_secret_rotated",
          "webhook_updated",
          "webhook_events_resent",
          "webhook_events_resent",
          "webhook_tested",
          "webhook_deleted"
        ]
      )
      for (const line of lines) assert.include(line, webhook.id)
      assert.include(lines[0], "https://app.example.com")
      assert.include(lines[1], "https://other.example.com")
      const written = lines.join("\n")
      for (const text of ["private", "/hooks", Redacted.value(secret), Redacted.value(rotated)]) {
        assert.notInclude(written, text)
      }
      const ofUser = yield* (yield* AuditLog).list({ before: Option.none(), limit: 10, filter: { userId: user.id } })
      assert.deepStrictEqual(
        ofUser.map(({ action }) => action),
        ["webhook_events_resent"]
      )
    })
  )
})
