import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { MailerError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { Mail } from "@latchkey/domain/mail/Mailer"
import type { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { ann, ben, limited, oneMilli, otherInstance, test, tokenIn } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, beforeNext } from "../support/Interception.ts"

const mailerError = (reason: "transient" | "permanent", detail?: string) =>
  new MailerError({ reason, cause: new Error(`refused ${ann}`), detail })

const failNext = (error: MailerError) => Effect.flatMap(Sent, (sent) => sent.failNext(1, error))

/** With the longest delays: 1, 2, 4… seconds. */
const dispatch = Effect.flatMap(MagicLinkDispatcher, (dispatcher) =>
  Effect.withRandom(dispatcher.dispatch, Random.fixed([0]))
)

const records = (instanceId: InstanceId = defaultId, limit = 100) =>
  Effect.flatMap(MagicLinkOutbox, (outbox) => outbox.records(instanceId, limit))

const newest = Effect.map(records(), ([record]) => Option.getOrThrow(Option.fromNullable(record)))

/** What an operator reads of a mail: its state, after how many tries, why, in whose words, and when in seconds. */
const read = ({ at, attempts, detail, reason, state }: EmailDelivery) =>
  [state, attempts, Option.getOrNull(reason), Option.getOrNull(detail), at.epochMillis / 1000] as const

const readAll = Effect.map(records(), (all) => all.map(read))

const ask = Effect.tap(Browser.make, (browser) => browser.askForLink(ann))

describe("The record of a mail", () => {
  test(
    "says whose it is and when it was asked for, and waits until it is sent",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      yield* ask
      const waiting = yield* newest
      assert.deepInclude(waiting, { email: ann, state: "waiting", attempts: 0 })
      assert.strictEqual(waiting.requestedAt.epochMillis, 60_000)
      assert.deepStrictEqual(yield* readAll, [["waiting", 0, null, null, 60]])
      yield* TestClock.adjust("2 seconds")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["sent", 1, null, null, 62]])
      const sent = yield* newest
      assert.deepInclude(sent, { id: waiting.id, email: ann })
      assert.strictEqual(sent.requestedAt.epochMillis, 60_000)
    })
  )

  test(
    "says why it is late, in whose words, and when it is due, and forgets that once it is sent",
    Effect.gen(function* () {
      yield* ask
      yield* failNext(mailerError("transient", "Throttling"))
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["waiting", 1, "unavailable", "Throttling", 1]])
      yield* TestClock.adjust("1 second")
      yield* failNext(mailerError("transient"))
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["waiting", 2, "unavailable", "The mail was not accepted", 3]])
      yield* TestClock.adjust("2 seconds")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["sent", 3, null, null, 3]])
    })
  )

  test(
    "says that a provider did not answer",
    Effect.gen(function* () {
      yield* ask
      yield* beforeNext("Mailer.send", Effect.never)
      const dispatching = yield* Effect.fork(dispatch)
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(dispatching)
      assert.deepStrictEqual(yield* readAll, [["waiting", 1, "no_answer", null, 21]])
    })
  )

  test(
    "says that a dispatcher was stopped",
    Effect.gen(function* () {
      yield* ask
      const sending = yield* Deferred.make<void>()
      yield* beforeNext("Mailer.send", Effect.zipRight(Deferred.succeed(sending, undefined), Effect.never))
      const dispatching = yield* Effect.fork(dispatch)
      yield* Deferred.await(sending)
      yield* Fiber.interrupt(dispatching)
      assert.deepStrictEqual(yield* readAll, [["waiting", 1, "shutdown", null, 1]])
    })
  )

  for (const [detail, words] of [
    ["MessageRejected", "MessageRejected"],
    [undefined, "The mail was not accepted"]
  ] as const) {
    test(
      `says that a provider refused it for good: ${words}`,
      Effect.gen(function* () {
        yield* ask
        yield* failNext(mailerError("permanent", detail))
        yield* TestClock.adjust("3 seconds")
        yield* dispatch
        assert.deepStrictEqual(yield* readAll, [["dropped", 1, "refused", words, 3]])
      })
    )
  }

  test(
    "says that it was too old",
    Effect.gen(function* () {
      yield* ask
      yield* TestClock.adjust("5 minutes")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["dropped", 1, "too_old", null, 300]])
    })
  )

  test(
    "says that links were switched off meanwhile",
    Effect.gen(function* () {
      yield* ask
      yield* (yield* Instances).update(defaultId, { authConfig: { magic_link: false } })
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["dropped", 1, "switched_off", null, 0]])
    })
  )

  for (const [windowSeconds, expected] of [
    [60, ["waiting", 1, "over_budget", null, 60]],
    [3600, ["dropped", 1, "over_budget", null, 0]]
  ] as const) {
    test(
      `says that its address has had too many: of ${windowSeconds} seconds it is ${expected[0]}`,
      Effect.gen(function* () {
        const { update: change } = yield* Instances
        yield* change(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds } } })
        const wide = limited({ magicLinkPerEmail: { limit: 100, windowSeconds: 60 } })
        for (let mail = 1; mail <= 12; mail++) {
          yield* (yield* Browser.make).at(wide).askForLink(ann)
          yield* dispatch
        }
        const all = yield* readAll
        assert.lengthOf(all, 12)
        assert.deepStrictEqual(
          all.filter(([state]) => state !== "sent"),
          [expected]
        )
      })
    )
  }
})

describe("The records of mails", () => {
  test(
    "are of one instance, the newest request first, and as many as are asked for",
    Effect.gen(function* () {
      const linked = new Instance({ ...otherInstance, hosts: ["other.example"] })
      yield* (yield* InstanceRepository).insert(linked)
      const browser = yield* Browser.make
      yield* browser.askForLink(ann)
      yield* dispatch
      yield* oneMilli
      yield* browser.askForLink(ben)
      yield* browser.at(linked).askForLink(ann)
      const emails = (limit: number) => Effect.map(records(defaultId, limit), (all) => all.map(({ email }) => email))
      assert.deepStrictEqual(yield* emails(2), [ben, ann])
      assert.deepStrictEqual(yield* emails(1), [ben])
      assert.lengthOf(yield* records(linked.id), 1)
    })
  )

  test(
    "hold no link, no token and no hash of one",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const browser = yield* Browser.make
      for (const failure of [mailerError("transient", "Throttling"), mailerError("permanent"), Effect.void]) {
        yield* browser.askForLink(ann)
        yield* beforeNext("Mailer.send", failure)
        yield* dispatch
      }
      const all = yield* records()
      assert.deepStrictEqual(all.map(({ state }) => state).sort(), ["dropped", "sent", "waiting"])
      const tokens = (yield* argsOf("Mailer.send")).map(([mail]) => tokenIn((mail as Mail).text))
      assert.lengthOf(tokens, 3)
      const printed = JSON.stringify(all)
      for (const token of tokens) {
        assert.notInclude(printed, token)
        assert.notInclude(printed, hash(Option.getOrThrow(parse(token))))
      }
      assert.notInclude(printed, "://")
      assert.notInclude(printed, "refused ann")
    })
  )
})
