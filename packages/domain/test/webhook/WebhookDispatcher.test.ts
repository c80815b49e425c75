import { assert, describe } from "@effect/vitest"
import { EventLog } from "@latchkey/domain/event/EventLog"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { delayAfter } from "../../src/webhook/internal/DeliverEvent.ts"
import { justBefore, oneMilli } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { pauseNext } from "../support/Interception.ts"
import {
  added,
  current,
  deliveriesOf,
  dispatch,
  happened,
  instance,
  newUser,
  received,
  receivedIds,
  respond,
  test,
  unreachable,
  withStatus,
  worker
} from "./support.ts"

describe("WebhookDispatcher.dispatch", () => {
  test(
    "sends each event once, with its id, its time and its JSON, signed with the secret",
    Effect.gen(function* () {
      const { secret, webhook } = yield* added()
      const user = yield* newUser
      const [id] = yield* happened(user, { type: "user.created" })
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* dispatch, 1)
      assert.strictEqual(yield* dispatch, 0)
      const [message, ...others] = yield* received
      assert.deepStrictEqual(others, [])
      assert.deepInclude<object | undefined>(message, {
        id,
        url: "https://app.example.com/hooks?key=private",
        webhookId: webhook.id
      })
      assert.strictEqual(message?.sentAt.epochMillis, 3000)
      assert.deepStrictEqual(message?.secrets.map(Redacted.value), [Redacted.value(secret)])
      const body: unknown = JSON.parse(message?.body ?? "")
      assert.deepInclude(body, { id, type: "user.created", userId: user.id, version: 1, instanceId: instance.id })
      const [delivery] = yield* deliveriesOf(webhook.id)
      assert.deepInclude(delivery, { state: "delivered", attempts: 1 })
    })
  )

  test(
    "tries ten times, at 0, 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and fails then, which is logged",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* withStatus(500)
      assert.strictEqual(yield* dispatch, 1)
      for (const delay of ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours"] as const) {
        yield* justBefore(delay)
        assert.strictEqual(yield* dispatch, 0, delay)
        yield* oneMilli
        assert.strictEqual(yield* dispatch, 1, delay)
      }
      for (const delay of ["10 hours", "14 hours", "20 hours", "24 hours"] as const) {
        assert.strictEqual((yield* deliveriesOf(webhook.id))[0]?.state, "pending", delay)
        yield* justBefore(delay)
        assert.strictEqual(yield* dispatch, 0, delay)
        yield* oneMilli
        const { entries, value } = yield* CapturedLogs.capture(dispatch)
        assert.strictEqual(value, 1, delay)
        const isLast = delay === "24 hours"
        assert.deepStrictEqual(CapturedLogs.problems(entries), isLast ? ["WARN webhook_delivery_failed status"] : [])
      }
      assert.deepInclude((yield* deliveriesOf(webhook.id))[0], { state: "failed", attempts: 10 })
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* dispatch, 0)
      assert.lengthOf(new Set(yield* receivedIds), 1)
    })
  )

  test(
    "has delivered with a status of 2xx only: redirects are failures",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      for (const [status, state] of [
        [200, "delivered"],
        [299, "delivered"],
        [199, "pending"],
        [300, "pending"],
        [302, "pending"],
        [404, "pending"],
        [500, "pending"]
      ] as const) {
        yield* happened(yield* newUser, {})
        yield* withStatus(status)
        yield* dispatch
        const [delivery] = yield* deliveriesOf(webhook.id)
        assert.strictEqual(delivery?.state, state, `${status}`)
        assert.strictEqual(Option.getOrNull(delivery?.lastStatus ?? Option.none()), status)
        yield* withStatus(204)
        yield* TestClock.adjust("5 seconds")
        yield* dispatch
        assert.strictEqual((yield* deliveriesOf(webhook.id))[0]?.state, "delivered")
      }
    })
  )

  test(
    "tries again without a response, and keeps why",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* unreachable("timeout")
      yield* dispatch
      const [delivery] = yield* deliveriesOf(webhook.id)
      assert.deepInclude(delivery, { state: "pending", attempts: 1 })
      assert.strictEqual(Option.getOrNull(delivery?.lastReason ?? Option.none()), "timeout")
    })
  )

  test(
    "counts no try of a webhook that has too many requests in progress",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* unreachable("busy")
      yield* dispatch
      assert.deepInclude((yield* deliveriesOf(webhook.id))[0], { state: "pending", attempts: 0 })
      assert.deepStrictEqual((yield* current(webhook.id)).failingSince, Option.none())
      yield* justBefore("1 second")
      assert.strictEqual(yield* dispatch, 0)
      yield* oneMilli
      assert.strictEqual(yield* dispatch, 1)
    })
  )

  test(
    "sends the events of a user in their order, and another user's meanwhile",
    Effect.gen(function* () {
      yield* added()
      const [ann, ben] = [yield* newUser, yield* newUser]
      const [first, second] = yield* happened(ann, {}, {})
      yield* withStatus(500)
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, [first])
      yield* withStatus(204)
      const [ofBen] = yield* happened(ben, {})
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, [ofBen])
      yield* TestClock.adjust("5 seconds")
      yield* dispatch
      yield* dispatch
      assert.deepStrictEqual(yield* receivedIds, [first, second])
    })
  )

  test(
    "fails an event that is no longer stored, sends nothing, and logs it",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* withStatus(500)
      yield* dispatch
      yield* received
      yield* TestClock.adjust("1 hour")
      yield* (yield* EventLog).deleteExpired(yield* DateTime.now, 10)
      const { entries } = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(entries), ["WARN webhook_delivery_failed expired"])
      assert.deepStrictEqual(yield* received, [])
      const [delivery] = yield* deliveriesOf(webhook.id)
      assert.strictEqual(delivery?.state, "failed")
      assert.strictEqual(Option.getOrNull(delivery?.lastReason ?? Option.none()), "expired")
    })
  )

  test(
    "logs that a webhook has missed events which were no longer stored",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      const user = yield* newUser
      yield* happened(user, {})
      yield* (yield* EventLog).deleteExpired(yield* DateTime.now, 10)
      yield* happened(user, {})
      const { entries } = yield* CapturedLogs.capture(dispatch)
      assert.deepStrictEqual(CapturedLogs.problems(entries), ["WARN webhook_missed_events"])
      assert.strictEqual(entries[0]?.annotations["webhook"], webhook.id)
    })
  )
})

describe("WebhookDispatcher.run", () => {
  test(
    "sends immediately, also the next event of a user, and otherwise every interval",
    Effect.gen(function* () {
      yield* added()
      const user = yield* newUser
      yield* happened(user, {}, {}, {})
      yield* worker
      yield* TestClock.adjust(0)
      assert.lengthOf(yield* received, 3)
      yield* happened(user, {})
      yield* justBefore("1 second")
      assert.lengthOf(yield* received, 0)
      yield* oneMilli
      assert.lengthOf(yield* received, 1)
    })
  )

  test(
    "has ten requests of a slow webhook in progress at most, and delays no other webhook",
    Effect.gen(function* () {
      const { webhook: slow } = yield* added()
      const { webhook: fast } = yield* added()
      yield* respond(({ webhookId }) => (webhookId === slow.id ? Effect.never : Effect.succeed(204)))
      for (const _ of Arr.range(1, 15)) yield* happened(yield* newUser, {})
      yield* worker
      yield* TestClock.adjust("3 seconds")
      const messages = yield* received
      assert.lengthOf(
        messages.filter(({ webhookId }) => webhookId === slow.id),
        10
      )
      assert.lengthOf(
        messages.filter(({ webhookId }) => webhookId === fast.id),
        15
      )
    })
  )

  test(
    "ends its leases when it is interrupted: another process sends without waiting, and counts no try",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      yield* respond(() => Effect.never)
      const scope = yield* Scope.make()
      yield* Scope.extend(worker, scope)
      yield* TestClock.adjust(0)
      assert.lengthOf(yield* received, 1)
      assert.strictEqual(yield* dispatch, 0)
      yield* Scope.close(scope, Exit.void)
      yield* withStatus(204)
      assert.strictEqual(yield* dispatch, 1)
      assert.deepInclude((yield* deliveriesOf(webhook.id))[0], { state: "delivered", attempts: 1 })
    })
  )
})

describe("A shutdown while an outcome is recorded", () => {
  test(
    "waits for that, and another process does not send the event again",
    Effect.gen(function* () {
      const { webhook } = yield* added()
      yield* happened(yield* newUser, {})
      const { reached, resume } = yield* pauseNext("WebhookQueue.complete")
      const process = yield* Effect.fork(Effect.scoped(Effect.zipRight(worker, Effect.never)))
      yield* reached
      yield* Fiber.interruptFork(process)
      yield* TestClock.adjust(0)
      yield* resume
      yield* Fiber.await(process)
      assert.deepInclude((yield* deliveriesOf(webhook.id))[0], { state: "delivered", attempts: 1 })
      assert.strictEqual(yield* dispatch, 0)
    })
  )
})

describe("The delay after a try", () => {
  const millis = (tries: number, random: number) => Option.map(delayAfter(tries, random), Duration.toMillis)

  test(
    "differs by a tenth at most, and there is none after the tenth try",
    Effect.sync(() => {
      assert.deepStrictEqual(millis(1, 0), Option.some(4500))
      assert.deepStrictEqual(millis(1, 1), Option.some(5500))
      assert.deepStrictEqual(millis(9, 0.5), Option.some(24 * 3_600_000))
      assert.deepStrictEqual(millis(10, 0.5), Option.none())
    })
  )
})
