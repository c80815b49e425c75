import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { almost, ann, ben, oneMilli, otherInstance, outage, outcome, rightPassword, test } from "../support.ts"
import { auditLog, deeds } from "../support/AuditTrail.ts"
import * as Browser from "../support/Browser.ts"
import { before, release } from "../support/Interception.ts"

const unknownUser = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")
const unknownSession = SessionId.make("sess_01890a5d-ac96-774b-bcce-b302099a8057")

const signedUp = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))
const signedIn = Effect.tap(Browser.make, (browser) => browser.signIn(ann, rightPassword))

const target = (userId: UserId, instance = defaultInstance) => ({ instance, userId, actor: "dashboard" as const })

describe("One user", () => {
  test(
    "comes with the sessions that are live, the newest first",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const browser = yield* signedUp
      yield* oneMilli
      const phone = yield* signedIn
      yield* (yield* Browser.make).signUp(ben, rightPassword)
      const { id, userId } = yield* browser.whoAmI
      const { sessions, user } = yield* find(defaultInstance, userId)
      assert.deepInclude(user, { id: userId, email: ann, hasPassword: true })
      assert.deepStrictEqual(
        sessions.map((session) => session.id),
        [(yield* phone.whoAmI).id, id]
      )
      yield* almost("7 days")
      assert.lengthOf((yield* find(defaultInstance, userId)).sessions, 1)
      yield* oneMilli
      assert.lengthOf((yield* find(defaultInstance, userId)).sessions, 0)
    })
  )

  test(
    "comes with the last hundred sessions",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).whoAmI
      for (let count = 1; count <= 101; count++) {
        yield* oneMilli
        yield* signedIn
      }
      const { sessions } = yield* find(defaultInstance, userId)
      assert.lengthOf(sessions, 100)
      assert.strictEqual(sessions.at(0)?.authenticatedAt.epochMillis, 101)
    })
  )

  test(
    "is found in the own instance only",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).whoAmI
      assert.strictEqual(yield* outcome(find(otherInstance, userId)), "UserNotFound")
      assert.strictEqual(yield* outcome(find(defaultInstance, unknownUser)), "UserNotFound")
    })
  )
})

describe("An operator who ends a session", () => {
  test(
    "ends that one, and the audit log says which",
    Effect.gen(function* () {
      const { revokeSession: endSession } = yield* UserAdministration
      const browser = yield* signedUp
      const phone = yield* signedIn
      const { id: sessionId, userId } = yield* phone.whoAmI
      yield* endSession({ ...target(userId), sessionId })
      assert.strictEqual(yield* outcome(phone.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      const [line] = yield* auditLog
      assert.deepInclude(line, { actor: "dashboard", action: "session_revoked", detail: sessionId })
      assert.deepStrictEqual(line?.instanceId, Option.some(defaultId))
      assert.deepStrictEqual(line?.userId, Option.some(userId))
    })
  )

  test(
    "finds none of another user or instance, none that ended, and writes no line then",
    Effect.gen(function* () {
      const { revokeSession: endSession } = yield* UserAdministration
      const browser = yield* signedUp
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const { id: sessionId, userId } = yield* browser.whoAmI
      const { userId: bensId } = yield* bens.whoAmI
      for (const attempt of [
        { ...target(bensId), sessionId },
        { ...target(userId, otherInstance), sessionId },
        { ...target(userId), sessionId: unknownSession }
      ]) {
        assert.strictEqual(yield* outcome(endSession(attempt)), "SessionNotFound")
      }
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      yield* endSession({ ...target(userId), sessionId })
      assert.strictEqual(yield* outcome(endSession({ ...target(userId), sessionId })), "SessionNotFound")
      assert.lengthOf(yield* auditLog, 1)
    })
  )
})

describe("An operator who signs a user out everywhere", () => {
  test(
    "ends every session of that user alone, and may do so again",
    Effect.gen(function* () {
      const { revokeAllSessions: endSessions } = yield* UserAdministration
      const browsers = [yield* signedUp, yield* signedIn]
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      const namesake = (yield* Browser.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      const { userId } = yield* (yield* signedIn).whoAmI
      assert.strictEqual(yield* endSessions({ ...target(userId), actor: "admin_api" }), 3)
      for (const browser of browsers) assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* outcome(bens.whoAmI), "ok")
      assert.strictEqual(yield* outcome(namesake.whoAmI), "ok")
      yield* signedIn
      assert.strictEqual(yield* endSessions(target(userId)), 1)
      assert.strictEqual(yield* endSessions(target(userId)), 0)
      assert.deepStrictEqual(yield* deeds, [
        "admin_api sessions_revoked 3 sessions",
        "dashboard sessions_revoked 1 session",
        "dashboard sessions_revoked 0 sessions"
      ])
      assert.isTrue((yield* auditLog).every((line) => Option.contains(line.userId, userId)))
    })
  )
})

describe("A user whom the instance does not have", () => {
  test(
    "has no sessions to end, and gets no line in the audit log",
    Effect.gen(function* () {
      const { revokeAllSessions: endSessions } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).whoAmI
      const elsewhere = { ...target(userId), instance: otherInstance }
      assert.strictEqual(yield* outcome(endSessions(elsewhere)), "UserNotFound")
      assert.lengthOf(yield* auditLog, 0)
    })
  )
})

describe("What cannot be written into the audit log", () => {
  test(
    "is not done: no session ends without a line",
    Effect.gen(function* () {
      const { revokeSession: endSession, revokeAllSessions: endSessions } = yield* UserAdministration
      const browser = yield* signedUp
      const { id: sessionId, userId } = yield* browser.whoAmI
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(endSession({ ...target(userId), sessionId })), "PersistenceError")
      assert.strictEqual(yield* outcome(endSessions(target(userId))), "PersistenceError")
      yield* release("AuditLog.append")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
      assert.lengthOf(yield* auditLog, 0)
    })
  )
})
