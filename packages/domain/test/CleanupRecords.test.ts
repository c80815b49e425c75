import { assert, describe, it } from "@effect/vitest"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { attemptCountLifetime, auditLifetime } from "@latchkey/domain/audit/Room"
import { emailDeliveryLifetime, emailSuppressionLifetime } from "@latchkey/domain/mail/Room"
import * as ApiKeys from "@latchkey/domain/operator/ApiKeys"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorInstance } from "@latchkey/domain/instance/OperatorInstance"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import { invitationLifetime, unnamedInvitationLifetime } from "@latchkey/domain/operator/DashboardInvitation"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { lifetime as challengeLifetime } from "@latchkey/domain/passkey/PasskeyChallenge"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ann, ben, test } from "./support.ts"
import { auditLog } from "./support/AuditTrail.ts"
import { countOf } from "./support/Interception.ts"
import * as TestClient from "./support/TestClient.ts"
import { cleanup, isDeletedAfter } from "./support/cleanup.ts"

const hour = 3_600_000

/** Requests a magic link, and sends it. */
const sentTo = (address: typeof ann) =>
  Effect.gen(function* () {
    yield* (yield* TestClient.make).requestLink(address)
    yield* (yield* EmailDispatcher).dispatch
  })

const deliveries = Effect.flatMap(MailDeliveryLog, ({ list }) => list(defaultId, 100))

/** Stores one attempt for each of so many hours, up to the current one. */
const countsOf = (hours: number) =>
  Effect.gen(function* () {
    const { add } = yield* AttemptCounts
    const now = yield* DateTime.now
    for (let ago = 0; ago < hours; ago++) {
      const beginning = DateTime.subtract(DateTime.startOf(now, "hour"), { hours: ago })
      yield* add([{ instanceId: defaultId, hour: beginning, attempt: "sign_in", outcome: "ok", count: 1 }])
    }
  })

describe("CleanupJob.run: records", () => {
  test(
    "deletes sent emails seven days after they ended",
    Effect.gen(function* () {
      yield* sentTo(ann)
      yield* TestClock.adjust("1 hour")
      yield* sentTo(ben)
      // Past the longest window of a rate limit.
      yield* TestClock.adjust("2 days")
      assert.isAbove(yield* cleanup, 0)
      assert.lengthOf(yield* deliveries, 2)
      yield* isDeletedAfter(emailDeliveryLifetime)
      assert.deepStrictEqual(
        (yield* deliveries).map(({ email }) => email),
        [ben]
      )
      yield* isDeletedAfter(emailDeliveryLifetime, hour)
      assert.lengthOf(yield* deliveries, 0)
    })
  )

  test(
    "deletes entries of the audit log after 400 days",
    Effect.gen(function* () {
      const { create } = yield* InstanceDirectory
      yield* create({ name: "Bakery" })
      yield* TestClock.adjust("1 hour")
      yield* create({ name: "Butcher" })
      yield* isDeletedAfter(auditLifetime)
      assert.deepStrictEqual(
        (yield* auditLog).map(({ detail }) => detail),
        ['name="Butcher"']
      )
      yield* isDeletedAfter(auditLifetime, hour)
    })
  )

  test(
    "deletes attempt counts 62 days after their hour began",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      yield* TestClock.adjust("59 minutes")
      yield* countsOf(2)
      yield* isDeletedAfter(attemptCountLifetime)
      yield* isDeletedAfter(attemptCountLifetime, hour)
    })
  )

  test(
    "deletes dashboard invitations and sessions after they expire",
    Effect.gen(function* () {
      const { invite } = yield* DashboardAccess
      const { signInWithAdminKey } = yield* OperatorSessions
      const adminKey = Option.none()
      yield* invite({ actor: "command_line", adminKey })
      yield* signInWithAdminKey({ adminKey, ...(yield* (yield* TestClient.make).caller) })
      yield* isDeletedAfter(unnamedInvitationLifetime)
      yield* isDeletedAfter((yield* OperatorInstance).absoluteLifetime)
    })
  )

  test(
    "deletes one-time tokens of every kind and instance after they expire",
    Effect.gen(function* () {
      const expiresAt = DateTime.addDuration(yield* DateTime.now, challengeLifetime)
      yield* Samples.storedOneTimeToken(Samples.instanceId(), { expiresAt })
      yield* isDeletedAfter(challengeLifetime)
    })
  )

  test(
    "deletes attempt counts in batches until nothing is left",
    Effect.gen(function* () {
      yield* TestClock.adjust("3000 hours")
      yield* countsOf(2440)
      // All except the last 62 days and the current hour.
      assert.strictEqual(yield* cleanup, 951)
      assert.strictEqual(yield* countOf("AttemptCounts.deleteExpired"), 3)
    })
  )
})

describe("Lifetimes", () => {
  it("have the documented values", () => {
    const days = [
      emailDeliveryLifetime,
      emailSuppressionLifetime,
      auditLifetime,
      attemptCountLifetime,
      ApiKeys.retention
    ].map(Duration.toDays)
    assert.deepStrictEqual(days, [7, 400, 400, 62, 30])
    assert.deepStrictEqual([unnamedInvitationLifetime, invitationLifetime].map(Duration.toHours), [1, 24])
  })
})
