import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli, outage, outcome, signedUp, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, beforeNext, countOf, pauseNext, release } from "../support/Interception.ts"

const invited = Effect.flatMap(OperatorSessions, ({ invite }) => Effect.map(invite("command_line"), Redacted.value))
const signIn = (token: string) => Effect.flatMap(OperatorSessions, (all) => all.signInWithInvitation(token))
const signedInWithKey = Effect.flatMap(OperatorSessions, (all) => all.signInWithAdminKey)
const signedIn = Effect.flatMap(invited, signIn)
type Session = Effect.Effect.Success<typeof signedIn>

const authenticate = (session: Session) =>
  Effect.flatMap(OperatorSessions, ({ authenticate }) => outcome(authenticate(Option.some(session))))

const signOut = (session: Option.Option<Session>) => Effect.flatMap(OperatorSessions, (all) => all.signOut(session))

describe("OperatorSessions.signInWithInvitation", () => {
  test(
    "signs in one operator, once",
    Effect.gen(function* () {
      const token = yield* invited
      const session = yield* signIn(token)
      assert.strictEqual(yield* authenticate(session), "ok")
      assert.strictEqual(yield* outcome(signIn(token)), "InvalidToken")
      assert.strictEqual(yield* authenticate(session), "ok")
    })
  )

  test(
    "signs in exactly one of fifty concurrent calls",
    Effect.gen(function* () {
      const token = yield* invited
      const crowd = Array.from({ length: 50 }, () => outcome(signIn(token)))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "accepts an invitation for one hour, to the millisecond",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      yield* justBefore("1 hour")
      assert.strictEqual(yield* outcome(signIn(one)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(signIn(two)), "InvalidToken")
    })
  )

  test(
    "leaves other invitations valid",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      assert.notStrictEqual(one, two)
      assert.notStrictEqual(Redacted.value(yield* signIn(two)), Redacted.value(yield* signIn(one)))
    })
  )

  test(
    "refuses the token of a session, and `authenticate` refuses the token of an invitation",
    Effect.gen(function* () {
      const token = yield* (yield* OperatorSessions).invite("command_line")
      assert.strictEqual(yield* authenticate(token), "Unauthenticated")
      const session = yield* signIn(Redacted.value(token))
      assert.strictEqual(yield* outcome(signIn(Redacted.value(session))), "InvalidToken")
    })
  )

  test(
    "looks up well-formed tokens only",
    Effect.gen(function* () {
      const token = yield* invited
      const malformed = ["", "A".repeat(42), `${"A".repeat(42)}B`, `${token}A`, ` ${token}`, `${token}\n`, "'; --"]
      for (const text of malformed) assert.strictEqual(yield* outcome(signIn(text)), "InvalidToken", text)
      assert.strictEqual(yield* countOf("OperatorRepository.consumeInvitation"), 0)
      assert.strictEqual(yield* outcome(signIn("A".repeat(43))), "InvalidToken")
      assert.strictEqual(yield* countOf("OperatorRepository.consumeInvitation"), 1)
      assert.strictEqual(yield* outcome(signIn(token)), "ok")
    })
  )
})

describe("A dashboard session", () => {
  test(
    "lasts eight hours, to the millisecond, even if it is in use",
    Effect.gen(function* () {
      const sessions = [yield* signedIn, yield* signedInWithKey]
      const all = Effect.forEach(sessions, authenticate)
      yield* TestClock.adjust("7 hours")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* justBefore("1 hour")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* oneMilli
      assert.deepStrictEqual(yield* all, ["Unauthenticated", "Unauthenticated"])
    })
  )

  test(
    "requires a token, and runs no query without one",
    Effect.gen(function* () {
      yield* signedIn
      const sessions = yield* OperatorSessions
      assert.strictEqual(yield* outcome(sessions.authenticate(Option.none())), "Unauthenticated")
      assert.strictEqual(yield* countOf("OperatorRepository.isActive"), 0)
      assert.strictEqual(yield* authenticate(yield* (yield* TokenGenerator).generate), "Unauthenticated")
    })
  )

  test(
    "is not authenticated by the tokens of a user",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { clientToken, sessionToken } = yield* client.caller
      for (const token of [clientToken, sessionToken]) {
        assert.strictEqual(yield* authenticate(Option.getOrThrow(token)), "Unauthenticated")
      }
    })
  )

  test(
    "ends with `signOut`, and others stay active",
    Effect.gen(function* () {
      const [one, two] = [yield* signedIn, yield* signedInWithKey]
      yield* signOut(Option.some(one))
      assert.strictEqual(yield* authenticate(one), "Unauthenticated")
      assert.strictEqual(yield* authenticate(two), "ok")
      yield* signOut(Option.some(one))
      yield* signOut(Option.none())
    })
  )

  test(
    "is not reported as expired while the store is down",
    Effect.gen(function* () {
      const session = yield* signedIn
      yield* beforeNext("OperatorRepository.isActive", outage)
      assert.strictEqual(yield* authenticate(session), "PersistenceError")
      assert.strictEqual(yield* authenticate(session), "ok")
    })
  )
})

describe("The audit log of the dashboard", () => {
  test(
    "records invitations, sign-ins and sign-outs without tokens, and nothing for failed attempts",
    Effect.gen(function* () {
      const { invite } = yield* OperatorSessions
      const token = Redacted.value(yield* invite("admin_api"))
      yield* TestClock.adjust("1 minute")
      const session = yield* signIn(token)
      yield* outcome(signIn(token))
      yield* outcome(signIn("nonsense"))
      yield* authenticate(session)
      const other = yield* signedInWithKey
      yield* signOut(Option.some(session))
      yield* signOut(Option.some(session))
      yield* signOut(Option.none())
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action, actor, at, detail }) => [at.epochMillis, actor, action, detail]),
        [
          [0, "admin_api", "operator_invited", ""],
          [60_000, "dashboard", "dashboard_opened", "invitation"],
          [60_000, "dashboard", "dashboard_opened", "admin key"],
          [60_000, "dashboard", "dashboard_closed", ""]
        ]
      )
      assert.isTrue(entries.every(({ instanceId, userId }) => Option.isNone(instanceId) && Option.isNone(userId)))
      const { hash } = yield* TokenGenerator
      const printed = JSON.stringify(entries)
      for (const sessionToken of [session, other]) {
        assert.notInclude(printed, Redacted.value(sessionToken))
        assert.notInclude(printed, hash(sessionToken))
      }
      assert.notInclude(printed, token)
    })
  )
})

/** Returns how many invitations and sessions are stored, once all have expired. */
const stored = Effect.gen(function* () {
  yield* TestClock.adjust("1 day")
  return yield* (yield* OperatorRepository).deleteExpired(yield* DateTime.now, 100)
})

describe("OperatorSessions.signInWithInvitation: failure", () => {
  for (const method of ["OperatorRepository.insertSession", "AuditLog.append"] as const) {
    test(
      `leaves the invitation valid if the store fails in ${method}`,
      Effect.gen(function* () {
        const { authenticate, signInWithInvitation, invite } = yield* OperatorSessions
        const token = Redacted.value(yield* invite("command_line"))
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(signInWithInvitation(token)), "PersistenceError")
        yield* release(method)
        const session = yield* signInWithInvitation(token)
        assert.strictEqual(yield* outcome(authenticate(Option.some(session))), "ok")
        assert.deepStrictEqual(yield* auditLines, [
          "command_line operator_invited",
          "dashboard dashboard_opened invitation"
        ])
        // The session, and nothing of the failed attempt.
        assert.strictEqual(yield* stored, 1)
      })
    )
  }

  test(
    "completes if the client disconnects while the session is stored",
    Effect.gen(function* () {
      const { signInWithInvitation, invite } = yield* OperatorSessions
      const token = Redacted.value(yield* invite("command_line"))
      const { reached, resume } = yield* pauseNext("OperatorRepository.insertSession")
      const attempt = yield* Effect.fork(signInWithInvitation(token))
      yield* reached
      yield* Fiber.interruptFork(attempt)
      yield* resume
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* outcome(signInWithInvitation(token)), "InvalidToken")
      assert.strictEqual((yield* auditLines).at(-1), "dashboard dashboard_opened invitation")
      assert.strictEqual(yield* stored, 1)
    })
  )
})

describe("OperatorSessions: failing audit log", () => {
  test(
    "rolls back invitations, sign-ins and sign-outs",
    Effect.gen(function* () {
      const { authenticate, invite, signOut, signInWithAdminKey } = yield* OperatorSessions
      const session = Option.some(yield* signInWithAdminKey)
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(invite("command_line")), "PersistenceError")
      assert.strictEqual(yield* outcome(signInWithAdminKey), "PersistenceError")
      assert.strictEqual(yield* outcome(signOut(session)), "PersistenceError")
      assert.strictEqual(yield* outcome(authenticate(session)), "ok")
      assert.strictEqual(yield* stored, 1)
    })
  )
})
