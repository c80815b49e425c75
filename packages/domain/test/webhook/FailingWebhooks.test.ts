import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { operatorInstanceId } from "@latchkey/domain/instance/OperatorInstance"
import { toUser } from "@latchkey/domain/operator/Operator"
import type { Role } from "@latchkey/domain/operator/Role"
import { WebhookAdministration } from "@latchkey/domain/webhook/WebhookAdministration"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { oneMilli, outage } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { beforeNext, countOf, pauseNext } from "../support/Interception.ts"
import {
  added,
  by,
  current,
  deliveriesOf,
  dispatch,
  failing,
  happened,
  instance,
  newUser,
  received,
  receivedIds,
  test,
  withStatus,
  worker
} from "./support.ts"

describe("A failing webhook", () => {
  test(
    "is failing from its first failure to its next success, and the log says so once each time",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* withStatus(500)
      const begun = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(begun.entries), ["WARN webhook_failing"])
      const since = Option.some(DateTime.unsafeMake(0))
      assert.isTrue(Option.getEquivalence(DateTime.Equivalence)((yield* current(webhook.id)).failingSince, since))
      yield* TestClock.adjust("5 seconds")
      const again = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(again.entries), [])
      yield* withStatus(204)
      yield* TestClock.adjust("5 minutes")
      const ended = yield* CapturedLogs.capture(dispatch)
      assert.include(JSON.stringify(ended.entries), "webhook_recovered")
      assert.deepStrictEqual((yield* current(webhook.id)).failingSince, Option.none())
    })
  )

  test(
    "is said to fail, and to work again, once by all processes",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const tried = { ...webhook, instanceId: instance.id }
      const { recordFailure, recordSuccess } = yield* WebhookRepository
      yield* happened(yield* newUser, {})
      yield* withStatus(500)
      yield* beforeNext("WebhookRepository.recordFailure", recordFailure(tried, DateTime.unsafeMake(0)))
      const begun = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(begun.entries), [])
      assert.isTrue(Option.isSome((yield* current(webhook.id)).failingSince))
      yield* withStatus(204)
      yield* TestClock.adjust("5 seconds")
      yield* beforeNext("WebhookRepository.recordSuccess", recordSuccess(tried))
      const ended = yield* CapturedLogs.capture(dispatch)
      assert.strictEqual(yield* countOf("WebhookRepository.recordSuccess"), 2)
      assert.notInclude(JSON.stringify(ended.entries), "webhook_recovered")
      assert.deepStrictEqual((yield* current(webhook.id)).failingSince, Option.none())
    })
  )

  test(
    "is disabled with its first failure after five days without a success, and gets nothing then",
    Effect.gen(function* () {
      const webhook = yield* failing
      yield* TestClock.adjust("5 days")
      yield* dispatch
      assert.deepStrictEqual((yield* current(webhook.id)).disabled, Option.none())
      yield* oneMilli
      yield* happened(yield* newUser, {})
      const { entries } = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(entries), ["WARN webhook_disabled failing"])
      const { disabled } = yield* current(webhook.id)
      assert.strictEqual(Option.getOrThrow(disabled).reason, "failing")
      yield* received
      yield* TestClock.adjust("10 days")
      assert.strictEqual(yield* dispatch, 0)
      assert.deepStrictEqual(yield* received, [])
    })
  )

  test(
    "is not disabled if something has succeeded within five days",
    Effect.gen(function* () {
      const webhook = yield* failing
      yield* TestClock.adjust("4 days")
      yield* withStatus(204)
      yield* dispatch
      yield* withStatus(500)
      yield* TestClock.adjust("4 days")
      yield* happened(yield* newUser, {})
      yield* dispatch
      assert.deepStrictEqual((yield* current(webhook.id)).disabled, Option.none())
    })
  )

  test(
    "is disabled immediately if it responds with 410, and goes on with that event when it is enabled",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const ids = yield* happened(yield* newUser, {}, {})
      yield* withStatus(410)
      const { entries } = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(entries), ["WARN webhook_disabled gone"])
      assert.strictEqual(Option.getOrThrow((yield* current(webhook.id)).disabled).reason, "gone")
      yield* received
      yield* withStatus(204)
      assert.strictEqual(yield* dispatch, 0)
      yield* (yield* WebhookAdministration).update({ instance, by, id: webhook.id, patch: { enabled: true } })
      yield* dispatch
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, ids)
    })
  )
})

describe("The email about a disabled webhook", () => {
  test(
    "goes once to every administrator who has signed in, with the host and the reason, and a failure stops nothing",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const { insert } = yield* UserRepository
      const joinedAt = Option.some(DateTime.unsafeMake(0))
      const joined = (role: Role) => toUser({ name: "Sample", role, joinedAt })
      const ada = Samples.operator("admin", joined("admin"))
      const grace = Samples.operator("admin", joined("admin"))
      const others = [
        Samples.operator("viewer", joined("viewer")),
        Samples.operator("admin"),
        Samples.operator("admin", { ...joined("admin"), disabledAt: joinedAt }),
        Samples.user(operatorInstanceId)
      ]
      for (const operator of [ada, grace, ...others]) yield* insert(operator)
      yield* happened(yield* newUser, {})
      yield* happened(yield* newUser, {})
      yield* withStatus(410)
      yield* dispatch
      const sent = yield* (yield* Sent).sent
      assert.sameMembers(
        sent.map(({ to }) => to),
        [ada.email, grace.email]
      )
      const [first] = sent
      assert.strictEqual(first?.subject, "https://app.example.com of default")
      assert.include(first?.text, "gone")
      const { update } = yield* WebhookAdministration
      yield* update({ instance, by, id: webhook.id, patch: { enabled: true } })
      yield* beforeNext("Mailer.send", Effect.die("no provider"))
      yield* dispatch
      assert.strictEqual(Option.getOrThrow((yield* current(webhook.id)).disabled).reason, "gone")
      assert.lengthOf(yield* (yield* Sent).sent, 3)
    })
  )
})

describe("The email about a disabled webhook that cannot be sent", () => {
  const disabled = Effect.gen(function* () {
    const { insert } = yield* UserRepository
    const joinedAt = Option.some(Samples.now)
    yield* insert(Samples.operator("admin", toUser({ name: "Ada", role: "admin", joinedAt })))
    const { webhook } = yield* added()
    yield* happened(yield* newUser, {})
    yield* withStatus(410)
    return webhook
  })

  test(
    "is logged, and no failure of the event",
    Effect.gen(function* () {
      yield* disabled
      yield* beforeNext("UserRepository.list", outage)
      const { entries } = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(entries), [
        "WARN webhook_disabled gone",
        "WARN The email about a disabled webhook could not be sent The store is unavailable"
      ])
    })
  )

  test(
    "delays no shutdown, which is logged",
    Effect.gen(function* () {
      const webhook = yield* disabled
      const { reached } = yield* pauseNext("Mailer.send")
      const { entries } = yield* CapturedLogs.capture(Effect.scoped(Effect.zipRight(worker, reached)))
      assert.include(
        CapturedLogs.problems(entries),
        "WARN The email about a disabled webhook could not be sent interrupted"
      )
      assert.deepInclude((yield* deliveriesOf(webhook.id))[0], { state: "pending", attempts: 1 })
    })
  )
})
