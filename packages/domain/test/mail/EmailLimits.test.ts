import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { DeliveryResult } from "@latchkey/domain/mail/MailDeliveryLog"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  justBefore,
  limited,
  linkTokenFor,
  oneMilli,
  outcome,
  rightPassword,
  test
} from "../support.ts"
import { argsOf, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { magicLinkEmailsPerEmail } from "@latchkey/domain/mail/EmailLimits"

const transient = new MailerError({ reason: "transient", cause: new Error("busy") })

const recipients = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (emails) => emails.map(({ to }) => to)))
const failNext = (count: number, error: MailerError) => Effect.flatMap(Sent, (sent) => sent.failNext(count, error))

const dispatchOnce = Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)
const windowSeconds = 60

/** Allows one request per minute, and so eleven emails per minute. */
const oneRequestPerMinute = Effect.flatMap(InstanceDirectory, ({ update }) =>
  update(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds } } })
)

/** Dispatches every second. */
const dispatchFor = (seconds: number) =>
  Effect.gen(function* () {
    for (let second = 0; second < seconds; second++) {
      yield* dispatchOnce
      yield* TestClock.adjust("1 second")
    }
  })

describe("The limit of emails per address", () => {
  test(
    "is the limit of requests plus ten, in the same window",
    Effect.sync(() => {
      assert.deepStrictEqual(magicLinkEmailsPerEmail.rateOf(defaultInstance), { limit: 15, windowSeconds: 900 })
      const largest = limited({ magicLinkPerEmail: { limit: 1000, windowSeconds } })
      assert.deepStrictEqual(magicLinkEmailsPerEmail.rateOf(largest), { limit: 1000, windowSeconds })
    })
  )

  test(
    "delays emails beyond it until there is room",
    Effect.gen(function* () {
      const instance = yield* oneRequestPerMinute
      const { failNext } = yield* Sent
      yield* failNext(1000, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* TestClient.make).at(limited({})).requestLink(ann)
      }
      yield* dispatchFor(59)
      assert.strictEqual(yield* countOf("Mailer.send"), magicLinkEmailsPerEmail.rateOf(instance).limit)
      yield* failNext(0, transient)
      yield* dispatchFor(70)
      assert.strictEqual((yield* (yield* Sent).sent).length, 5)
    })
  )

  test(
    "is separate for each address",
    Effect.gen(function* () {
      yield* oneRequestPerMinute
      yield* (yield* Sent).failNext(11, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* TestClient.make).at(limited({})).requestLink(ann)
      }
      yield* dispatchFor(30)
      yield* (yield* TestClient.make).requestLink(ben)
      yield* dispatchOnce
      assert.deepStrictEqual(
        (yield* (yield* Sent).sent).map(({ to }) => to),
        [ben]
      )
    })
  )

  test(
    "discards an email that would expire before there is room",
    Effect.gen(function* () {
      yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds: 3600 } } })
      )
      yield* (yield* Sent).failNext(1000, transient)
      for (let request = 0; request < 5; request++) {
        yield* (yield* TestClient.make).at(limited({})).requestLink(ann)
      }
      yield* dispatchFor(120)
      assert.strictEqual(yield* countOf("Mailer.send"), 11)
      assert.strictEqual(yield* countOf("EmailOutbox.complete"), 5)
    })
  )
})

/** Sends links to the addresses in turn, each requested from its own IP address. Returns the recipients so far. */
const sendTo = (addresses: ReadonlyArray<Email>) =>
  Effect.gen(function* () {
    for (const address of addresses) {
      yield* (yield* TestClient.make).requestLink(address)
      yield* dispatchOnce
    }
    return yield* recipients
  })

describe("The limit of emails to unknown addresses", () => {
  const [one, two, three] = [email("one@example.com"), email("two@example.com"), email("three@example.com")]

  /** Allows two emails an hour to unknown addresses. Ann's is verified, by the first email. Ben's is not. */
  const twoPerHour = Effect.gen(function* () {
    const client = yield* TestClient.make
    yield* client.verifyLink(yield* linkTokenFor(client, ann))
    yield* (yield* TestClient.make).signUp(ben, rightPassword)
    yield* TestClock.adjust("1 hour")
    const rateLimits = { magicLinkToUnknownPerInstance: { limit: 2, windowSeconds: 3600 } }
    yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { rateLimits }))
  })

  test(
    "discards what is beyond it as rate_limited, and still sends to users",
    Effect.gen(function* () {
      yield* twoPerHour
      assert.deepStrictEqual(yield* sendTo([one, ben, three, ann]), [ann, one, ben, ann])
      const results = (yield* argsOf("EmailOutbox.complete")).map((args) => args[2] as DeliveryResult)
      const discarded = results.filter(({ state }) => state === "discarded")
      assert.deepStrictEqual(
        discarded.map(({ reason }) => reason),
        [Option.some("rate_limited")]
      )
      yield* justBefore("1 hour")
      assert.lengthOf(yield* sendTo([three]), 4)
      yield* oneMilli
      assert.lengthOf(yield* sendTo([three]), 5)
    })
  )

  test(
    "is invisible to requesters",
    Effect.gen(function* () {
      yield* twoPerHour
      yield* sendTo([one, two])
      for (const address of [three, ann]) {
        const client = yield* TestClient.make
        const previous = (yield* callNames).length
        assert.strictEqual(yield* outcome(client.requestLink(address)), "ok")
        assert.deepStrictEqual((yield* callNames).slice(previous), ["RateLimitStore.consume", "EmailOutbox.enqueue"])
      }
    })
  )

  test(
    "counts a request once, however often its email is tried",
    Effect.gen(function* () {
      yield* twoPerHour
      yield* failNext(3, transient)
      yield* (yield* TestClient.make).requestLink(one)
      yield* dispatchFor(20)
      assert.deepStrictEqual(yield* sendTo([two, three]), [ann, one, two])
    })
  )
})
