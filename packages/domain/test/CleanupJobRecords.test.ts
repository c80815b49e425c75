import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import {
  attemptCountLifetime,
  auditLifetime,
  grace,
  CleanupJob,
  mailRecordLifetime
} from "@latchkey/domain/CleanupJob"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { invitationLifetime, OperatorSessions, sessionLifetime } from "@latchkey/domain/operator/OperatorSessions"
import { ann, ben, oneMilli, outage, outcome, test } from "./support.ts"
import { auditLog } from "./support/AuditTrail.ts"
import * as Browser from "./support/Browser.ts"
import { before, countOf, type Method } from "./support/Interception.ts"

const hour = 3_600_000

const sweep = Effect.flatMap(CleanupJob, (cleanup) => cleanup.run)

/** What is from `since` goes when its lifetime and the grace are over, to the millisecond: one row, and no other. */
const goesAfter = (lifetime: Duration.Duration, since = 0) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(since + Duration.toMillis(lifetime) + Duration.toMillis(grace) - 1)
    assert.strictEqual(yield* sweep, 0)
    yield* oneMilli
    assert.strictEqual(yield* sweep, 1)
    assert.strictEqual(yield* sweep, 0)
  })

/** Somebody asks for a link, and it is mailed. */
const mailed = (address: typeof ann) =>
  Effect.gen(function* () {
    yield* (yield* Browser.make).askForLink(address)
    yield* (yield* MagicLinkDispatcher).dispatch
  })

const mailRecords = Effect.flatMap(MagicLinkOutbox, ({ records }) => records(defaultId, 100))

/** A number of attempts in each of so many hours, up to the one that has begun. */
const countsOf = (hours: number) =>
  Effect.gen(function* () {
    const { add } = yield* AttemptCounts
    const now = yield* DateTime.now
    for (let ago = 0; ago < hours; ago++) {
      const begun = DateTime.subtract(DateTime.startOf(now, "hour"), { hours: ago })
      yield* add([{ instanceId: defaultId, hour: begun, attempt: "sign_in", outcome: "ok", count: 1 }])
    }
  })

describe("A sweep removes", () => {
  test(
    "what is kept of a mail, seven days after it ended",
    Effect.gen(function* () {
      yield* mailed(ann)
      yield* TestClock.adjust("1 hour")
      yield* mailed(ben)
      yield* TestClock.adjust("1 hour")
      assert.isAbove(yield* sweep, 0)
      assert.lengthOf(yield* mailRecords, 2)
      yield* goesAfter(mailRecordLifetime)
      assert.deepStrictEqual(
        (yield* mailRecords).map(({ email }) => email),
        [ben]
      )
      yield* goesAfter(mailRecordLifetime, hour)
      assert.lengthOf(yield* mailRecords, 0)
    })
  )

  test(
    "lines of the audit log after 400 days",
    Effect.gen(function* () {
      const { create } = yield* Instances
      yield* create({ name: "Bakery" })
      yield* TestClock.adjust("1 hour")
      yield* create({ name: "Butcher" })
      yield* goesAfter(auditLifetime)
      assert.deepStrictEqual(
        (yield* auditLog).map(({ detail }) => detail),
        ['name="Butcher"']
      )
      yield* goesAfter(auditLifetime, hour)
    })
  )

  test(
    "numbers of attempts two days after their hour began, and so none that the last day shows",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("59 minutes")
      yield* countsOf(2)
      yield* goesAfter(attemptCountLifetime)
      yield* goesAfter(attemptCountLifetime, hour)
    })
  )

  test(
    "invitations and sessions of the dashboard when they are over",
    Effect.gen(function* () {
      const { invite, signInWithAdminKey: open } = yield* OperatorSessions
      yield* invite("command_line")
      yield* open
      yield* goesAfter(invitationLifetime)
      yield* goesAfter(sessionLifetime)
    })
  )

  test(
    "all of it in batches until nothing is left",
    Effect.gen(function* () {
      yield* TestClock.adjust("1000 hours")
      yield* countsOf(1000)
      // All but those of the last 48 hours and of the hour that has begun.
      assert.strictEqual(yield* sweep, 951)
      assert.strictEqual(yield* countOf("AttemptCounts.deleteExpired"), 3)
    })
  )
})

describe("What is kept", () => {
  it("is kept for as long as it is said", () => {
    const days = [mailRecordLifetime, auditLifetime, attemptCountLifetime].map(Duration.toDays)
    assert.deepStrictEqual(days, [7, 400, 2])
    assert.deepStrictEqual([invitationLifetime, sessionLifetime].map(Duration.toHours), [1, 8])
  })
})

describe("A sweep", () => {
  for (const method of [
    "MagicLinkOutbox.deleteExpiredRecords",
    "AttemptCounts.deleteExpired",
    "AuditLog.deleteExpired",
    "OperatorRepository.deleteExpired"
  ] as const satisfies ReadonlyArray<Method>) {
    test(
      `says when the store is down (${method})`,
      Effect.gen(function* () {
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(sweep), "PersistenceError")
      })
    )
  }
})
