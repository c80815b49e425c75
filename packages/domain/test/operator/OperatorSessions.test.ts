import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { OperatorRepository } from "@latchkey/domain/operator/OperatorRepository"
import { type OperatorCaller, OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli, outage, outcome, signedUp, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, disconnectDuring, release } from "../support/Interception.ts"

const adminKey = Option.some(Redacted.make("the-admin-key-with-at-least-32-characters"))
const ipAddress = "192.0.2.7"
const userAgent = "Sample/1.0"
const caller: OperatorCaller = { adminKey, sessionToken: Option.none(), ipAddress, userAgent }
const fromCommandLine = { actor: "command_line", adminKey } as const

const invited = Effect.flatMap(OperatorSessions, ({ invite }) => Effect.map(invite(fromCommandLine), Redacted.value))
const signIn = (token: string, by = caller) =>
  Effect.flatMap(OperatorSessions, (all) => Effect.map(all.signInWithInvitation(token, by), (opened) => opened.token))
const signedInWithKey = Effect.flatMap(OperatorSessions, (all) => all.signInWithAdminKey(caller))
const signedIn = Effect.flatMap(invited, signIn)
type Session = Effect.Effect.Success<typeof signedIn>

const withSession = (session: Option.Option<Session>, by = caller): OperatorCaller => ({ ...by, sessionToken: session })

const found = (session: Session, by = caller) =>
  Effect.flatMap(OperatorSessions, (all) => all.authenticate(withSession(Option.some(session), by)))
const authenticate = (session: Session, by = caller) => outcome(found(session, by))

const signOut = (session: Option.Option<Session>) =>
  Effect.flatMap(OperatorSessions, (all) => all.signOut(withSession(session)))

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
      const token = yield* (yield* OperatorSessions).invite(fromCommandLine)
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
      const all = Effect.forEach(sessions, (session) => authenticate(session))
      for (let half = 1; half <= 15; half++) {
        yield* TestClock.adjust("29 minutes")
        assert.deepStrictEqual(yield* all, ["ok", "ok"])
      }
      // 15 times 29 minutes are 45 minutes less than eight hours.
      yield* TestClock.adjust("25 minutes")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* justBefore("20 minutes")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* oneMilli
      assert.deepStrictEqual(yield* all, ["Unauthenticated", "Unauthenticated"])
    })
  )

  test(
    "lasts thirty minutes without a request, to the millisecond",
    Effect.gen(function* () {
      const session = yield* signedIn
      yield* justBefore("30 minutes")
      assert.strictEqual(yield* authenticate(session), "ok")
      yield* justBefore("30 minutes")
      assert.strictEqual(yield* authenticate(session), "ok")
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* authenticate(session), "Unauthenticated")
    })
  )

  test(
    "stores the time of a request at most once in two minutes",
    Effect.gen(function* () {
      const session = yield* signedIn
      yield* justBefore("2 minutes")
      yield* found(session)
      assert.strictEqual(yield* countOf("OperatorRepository.touch"), 0)
      yield* oneMilli
      yield* found(session)
      yield* found(session)
      assert.strictEqual(yield* countOf("OperatorRepository.touch"), 1)
      assert.strictEqual((yield* found(session)).lastSeenAt.epochMillis, 120_000)
    })
  )

  test(
    "is bound to the admin key, as invitations are, and works again when the key returns",
    Effect.gen(function* () {
      const sessions = [yield* signedIn, yield* signedInWithKey]
      const token = yield* invited
      const others = [Option.some(Redacted.make("another-admin-key-with-32-characters")), Option.none()]
      for (const adminKey of others) {
        const changed = { ...caller, adminKey }
        for (const session of sessions) {
          assert.strictEqual(yield* authenticate(session, changed), "Unauthenticated")
          yield* (yield* OperatorSessions).signOut(withSession(Option.some(session), changed))
        }
        assert.strictEqual(yield* outcome(signIn(token, changed)), "InvalidToken")
      }
      for (const session of sessions) assert.strictEqual(yield* authenticate(session), "ok")
      assert.strictEqual(yield* outcome(signIn(token)), "ok")
    })
  )

  test(
    "without an admin key ends when the service gets one, as invitations do",
    Effect.gen(function* () {
      const keyless = { ...caller, adminKey: Option.none() }
      const { invite } = yield* OperatorSessions
      const create = Effect.map(invite({ actor: "program", adminKey: Option.none() }), Redacted.value)
      const session = yield* signIn(yield* create, keyless)
      const open = yield* create
      assert.strictEqual(yield* authenticate(session, keyless), "ok")
      assert.strictEqual(yield* authenticate(session), "Unauthenticated")
      assert.strictEqual(yield* outcome(signIn(open)), "InvalidToken")
    })
  )

  test(
    "is stored with nothing that a guess of the admin key could be compared with",
    Effect.gen(function* () {
      const { keyedHash } = yield* TokenGenerator
      const session = yield* signedInWithKey
      const token = Redacted.value(yield* (yield* OperatorSessions).invite(fromCommandLine))
      const stored = [
        ...(yield* argsOf("OperatorRepository.insertSession")),
        ...(yield* argsOf("OperatorRepository.insertInvitation"))
      ].map((args) => JSON.stringify(args))
      assert.lengthOf(stored, 2)
      // The only value that depends on the key also depends on the token, which the store does not have.
      assert.include(stored[0], keyedHash(Option.getOrThrow(adminKey), session))
      for (const text of stored) {
        assert.strictEqual(text.match(/[0-9a-f]{64}/g)?.length, 1)
        assert.notInclude(text, Redacted.value(Option.getOrThrow(adminKey)))
        assert.notInclude(text, Redacted.value(session))
        assert.notInclude(text, token)
      }
    })
  )

  test(
    "has the method, IP address and device of its sign-in",
    Effect.gen(function* () {
      const long = { ...caller, ipAddress: "198.51.100.9", userAgent: "x".repeat(300) }
      const { signInWithAdminKey } = yield* OperatorSessions
      const [one, two] = [yield* found(yield* signedIn), yield* found(yield* signInWithAdminKey(long))]
      assert.deepInclude(one, { method: "invitation", ipAddress, userAgent })
      assert.deepInclude(two, { method: "admin_key", ipAddress: "198.51.100.9", userAgent: "x".repeat(256) })
      assert.notStrictEqual(one.id, two.id)
    })
  )

  test(
    "requires a token, and runs no query without one",
    Effect.gen(function* () {
      yield* signedIn
      const sessions = yield* OperatorSessions
      assert.strictEqual(yield* outcome(sessions.authenticate(caller)), "Unauthenticated")
      assert.strictEqual(yield* countOf("OperatorRepository.findActive"), 0)
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
      yield* beforeNext("OperatorRepository.findActive", outage)
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
      const token = Redacted.value(yield* invite({ actor: "admin_api", adminKey }))
      yield* TestClock.adjust("1 minute")
      const session = yield* signIn(token)
      yield* outcome(signIn(token))
      yield* outcome(signIn("nonsense"))
      const { id } = yield* found(session)
      const other = yield* signedInWithKey
      yield* signOut(Option.some(session))
      yield* signOut(Option.some(session))
      yield* signOut(Option.none())
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action, actor, at, detail }) => [at.epochMillis, actor, action, detail]),
        [
          [0, "admin_api", "operator_invited", entries[0]?.detail],
          [60_000, "dashboard", "dashboard_opened", "invitation"],
          [60_000, "dashboard", "dashboard_opened", "admin key"],
          [60_000, "dashboard", "dashboard_closed", ""]
        ]
      )
      assert.match(entries[0]?.detail ?? "", /^opinv_/)
      assert.deepStrictEqual(
        entries.map((entry) => [Option.getOrNull(entry.operatorSessionId), Option.getOrNull(entry.ipAddress)]),
        [[null, null], ...[id, (yield* found(other)).id, id].map((session) => [session, ipAddress])]
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

const withoutIds = (lines: ReadonlyArray<string>) => lines.map((line) => line.replace(/opinv_\S+/, "…"))

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
        const token = yield* invited
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(signIn(token)), "PersistenceError")
        yield* release(method)
        const session = yield* signIn(token)
        assert.strictEqual(yield* authenticate(session), "ok")
        assert.deepStrictEqual(withoutIds(yield* auditLines), [
          "command_line operator_invited …",
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
      const token = yield* invited
      yield* disconnectDuring("OperatorRepository.insertSession", signIn(token))
      assert.strictEqual(yield* outcome(signIn(token)), "InvalidToken")
      assert.strictEqual((yield* auditLines).at(-1), "dashboard dashboard_opened invitation")
      assert.strictEqual(yield* stored, 1)
    })
  )
})

describe("OperatorSessions: failing audit log", () => {
  test(
    "rolls back invitations, sign-ins and sign-outs",
    Effect.gen(function* () {
      const session = yield* signedInWithKey
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(invited), "PersistenceError")
      assert.strictEqual(yield* outcome(signedInWithKey), "PersistenceError")
      assert.strictEqual(yield* outcome(signOut(Option.some(session))), "PersistenceError")
      assert.strictEqual(yield* authenticate(session), "ok")
      assert.strictEqual(yield* stored, 1)
    })
  )
})
