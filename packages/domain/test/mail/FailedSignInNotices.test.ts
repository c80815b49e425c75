import { assert, describe, it } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  linkTokenFor,
  noAccount,
  outage,
  outcome,
  portsWithoutMailer,
  rightPassword,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { capture, problems } from "../support/CapturedLogs.ts"
import * as Interception from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const { argsOf, before, countOf, release } = Interception

/** Ann's client, which has verified her address with a link and has a password. */
const verified = Effect.tap(signedUp, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

/** Counts so many failed sign-ins to an address. */
const fail = (count: number, email = ann) =>
  Effect.gen(function* () {
    const { record } = yield* SignInFailures
    const now = yield* DateTime.now
    yield* Effect.repeatN(record({ instanceId: defaultId, email, now }), count - 1)
  })

const farFuture = DateTime.unsafeMake("2100-01-01T00:00:00Z")

const dispatch = Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)

const queued = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => email as QueuedEmail).filter(({ kind }) => kind === "failed_sign_ins")
)

/** The value of the metric. The registry is shared by all tests of the process. */
const counted = Effect.map(Metric.snapshot, (pairs) => {
  const found = pairs.find(({ metricKey }) => metricKey.name === "latchkey_accounts_past_failures_total")
  return Number((found?.metricState as { readonly count?: number | bigint } | undefined)?.count ?? 0)
})

const dispatched = Effect.map(Effect.zipRight(dispatch, queued), (notices) => notices.length)

describe("The notice of failed sign-ins", () => {
  test(
    "goes to the owner after the hundredth failure, without anything of the requests",
    Effect.gen(function* () {
      yield* verified
      yield* fail(99)
      assert.strictEqual(yield* dispatched, 0)
      yield* fail(1)
      const before = yield* counted
      assert.strictEqual(yield* dispatched, 1)
      assert.strictEqual((yield* counted) - before, 1)
      assert.deepInclude((yield* queued)[0], { email: ann, parameters: {}, clientHash: Option.none() })
      const { lastTo } = yield* MemoryMailer.Sent
      const { subject } = Option.getOrThrow(yield* lastTo(ann))
      assert.strictEqual(subject, "Your account at Latchkey: failed sign ins")
    })
  )

  test(
    "is sent once a day at most, and only while sign-ins go on failing",
    Effect.gen(function* () {
      yield* verified
      yield* fail(100)
      assert.strictEqual(yield* dispatched, 1)
      yield* fail(50)
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* dispatched, 1)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* dispatched, 2)
      yield* TestClock.adjust("48 hours")
      assert.strictEqual(yield* dispatched, 2)
    })
  )

  test(
    "is not sent after a success in the meantime",
    Effect.gen(function* () {
      const known = yield* verified
      yield* fail(100)
      yield* known.signIn(ann, rightPassword)
      assert.strictEqual(yield* dispatched, 0)
    })
  )

  test(
    "does not go to an address that is not verified or has no account, nor to a disabled user",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* fail(100)
      yield* fail(100, noAccount)
      assert.strictEqual(yield* dispatched, 0)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const { disable } = yield* UserAdministration
      yield* disable({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
      yield* TestClock.adjust("24 hours")
      yield* fail(100)
      assert.strictEqual(yield* dispatched, 0)
      assert.lengthOf(yield* Effect.flatMap(SignInFailures, ({ takeNotices }) => takeNotices(farFuture, 9)), 0)
    })
  )

  test(
    "is not sent once passwords were turned off",
    Effect.gen(function* () {
      yield* verified
      yield* fail(100)
      yield* Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { authConfig: { password: false } }))
      assert.strictEqual(yield* dispatched, 0)
    })
  )

  test(
    "does not go to a user without a password",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* fail(100)
      assert.strictEqual(yield* dispatched, 0)
    })
  )

  test(
    "is off where the instance has turned notices off",
    Effect.gen(function* () {
      yield* verified
      yield* (yield* InstanceDirectory).update(defaultId, { emailConfig: { accountNotices: false } })
      yield* fail(100)
      assert.strictEqual(yield* dispatched, 0)
    })
  )

  test(
    "is not lost if it cannot be queued",
    Effect.gen(function* () {
      yield* verified
      yield* fail(100)
      yield* before("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* outcome(dispatch), "PersistenceError")
      yield* release("EmailOutbox.enqueue")
      const sent = yield* countOf("Mailer.send")
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), sent + 1)
    })
  )

  test(
    "is queued once a minute while the dispatcher runs, also after an outage",
    Effect.gen(function* () {
      yield* verified
      yield* fail(100)
      yield* before("SignInFailures.takeNotices", outage)
      const { run } = yield* EmailDispatcher
      const { entries } = yield* capture(
        Effect.gen(function* () {
          yield* Effect.fork(run("1 second"))
          yield* TestClock.adjust("30 seconds")
          yield* release("SignInFailures.takeNotices")
          yield* TestClock.adjust("29 seconds")
          assert.lengthOf(yield* queued, 0)
          yield* TestClock.adjust("1 second")
          assert.lengthOf(yield* queued, 1)
        })
      )
      assert.include(problems(entries).join("\n"), "WARN The notices of failed sign-ins could not be queued")
    })
  )
})

describe("A process without an email provider", () => {
  const ports = Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)

  it.effect("leaves the notices of failed sign-ins to others", () =>
    Effect.gen(function* () {
      yield* signedUp
      yield* fail(100)
      yield* dispatch
      assert.lengthOf(yield* (yield* SignInFailures).takeNotices(yield* DateTime.now, 9), 1)
    }).pipe(Effect.provide(Layer.provideMerge(Domain.layer, Interception.around(ports))))
  )
})
