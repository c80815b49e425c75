import { assert, describe } from "@effect/vitest"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ben, oneMilli, outage, outcome, rightPassword, signedUp, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const unknownId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")
const target = (userId: UserId) => ({ instance: defaultInstance, userId, by: { actor: "dashboard" as const } })

describe("UserAdministration.find: audit log", () => {
  const operatorOf = (last: string) => ({
    actor: "dashboard" as const,
    operatorSessionId: SessionId.make(`sess_01890a5d-ac96-774b-bcce-b302099a805${last}`),
    ipAddress: "192.0.2.7"
  })

  test(
    "names the user, the operator's session and the IP address, once in five minutes for each of them",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      const { userId: bensId } = yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const view = (id: UserId, last: string) => find({ ...target(id), by: operatorOf(last) })
      yield* view(userId, "1")
      yield* view(userId, "1")
      yield* view(userId, "2")
      yield* view(bensId, "1")
      yield* TestClock.adjust("5 minutes")
      yield* view(userId, "1")
      assert.lengthOf(yield* auditLog, 3)
      yield* oneMilli
      yield* view(userId, "1")
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action }) => action),
        Array(4).fill("user_viewed")
      )
      assert.deepStrictEqual(
        entries.map((entry) => [Option.getOrNull(entry.userId), Option.getOrNull(entry.operatorSessionId)]),
        [
          [userId, operatorOf("1").operatorSessionId],
          [userId, operatorOf("2").operatorSessionId],
          [bensId, operatorOf("1").operatorSessionId],
          [userId, operatorOf("1").operatorSessionId]
        ]
      )
      assert.isTrue(entries.every((entry) => Option.contains(entry.ipAddress, "192.0.2.7")))
    })
  )

  test(
    "records every view of an operator without a dashboard session, and none of an unknown user",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      yield* outcome(find(target(unknownId)))
      yield* find({ ...target(userId), by: { actor: "program" } })
      yield* find({ ...target(userId), by: { actor: "program" } })
      assert.deepStrictEqual(yield* auditLines, ["program user_viewed", "program user_viewed"])
    })
  )

  test(
    "shows nothing while the audit log cannot be written, and records the next view",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      const view = find({ ...target(userId), by: operatorOf("1") })
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(view), "PersistenceError")
      yield* release("AuditLog.append")
      yield* oneMilli
      yield* view
      assert.lengthOf(yield* auditLog, 1)
    })
  )
})
