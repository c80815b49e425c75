import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { almost, ann, oneMilli, outage, outcome, rightPassword, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext, countOf } from "../support/Interception.ts"

const invited = Effect.flatMap(OperatorSessions, ({ invite }) => Effect.map(invite("command_line"), Redacted.value))
const enter = (token: string) => Effect.flatMap(OperatorSessions, (all) => all.signInWithInvitation(token))
const open = Effect.flatMap(OperatorSessions, (all) => all.signInWithAdminKey)
const entered = Effect.flatMap(invited, enter)

type Session = Effect.Effect.Success<typeof entered>

const isIn = (session: Session) =>
  Effect.flatMap(OperatorSessions, ({ authenticate }) => outcome(authenticate(Option.some(session))))
const leave = (session: Option.Option<Session>) => Effect.flatMap(OperatorSessions, (all) => all.signOut(session))

describe("An invitation", () => {
  test(
    "lets one operator in, once",
    Effect.gen(function* () {
      const token = yield* invited
      const session = yield* enter(token)
      assert.strictEqual(yield* isIn(session), "ok")
      assert.strictEqual(yield* outcome(enter(token)), "InvalidToken")
      assert.strictEqual(yield* isIn(session), "ok")
    })
  )

  test(
    "lets exactly one of fifty in who use it at once",
    Effect.gen(function* () {
      const token = yield* invited
      const crowd = Array.from({ length: 50 }, () => outcome(enter(token)))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "is good for an hour, to the millisecond",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      yield* almost("1 hour")
      assert.strictEqual(yield* outcome(enter(one)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(enter(two)), "InvalidToken")
    })
  )

  test(
    "leaves others as they are",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      assert.notStrictEqual(one, two)
      assert.notStrictEqual(Redacted.value(yield* enter(two)), Redacted.value(yield* enter(one)))
    })
  )

  test(
    "is no session, and a session is no invitation",
    Effect.gen(function* () {
      const token = yield* (yield* OperatorSessions).invite("command_line")
      assert.strictEqual(yield* isIn(token), "Unauthenticated")
      const session = yield* enter(Redacted.value(token))
      assert.strictEqual(yield* outcome(enter(Redacted.value(session))), "InvalidToken")
    })
  )

  test(
    "is looked up only when it can be one",
    Effect.gen(function* () {
      const token = yield* invited
      const malformed = ["", "A".repeat(42), `${"A".repeat(42)}B`, `${token}A`, ` ${token}`, `${token}\n`, "'; --"]
      for (const text of malformed) assert.strictEqual(yield* outcome(enter(text)), "InvalidToken", text)
      assert.strictEqual(yield* countOf("OperatorRepository.consumeInvitation"), 0)
      assert.strictEqual(yield* outcome(enter("A".repeat(43))), "InvalidToken")
      assert.strictEqual(yield* countOf("OperatorRepository.consumeInvitation"), 1)
      assert.strictEqual(yield* outcome(enter(token)), "ok")
    })
  )
})

describe("A session of the dashboard", () => {
  test(
    "lives eight hours, to the millisecond, however often it is used",
    Effect.gen(function* () {
      const sessions = [yield* entered, yield* open]
      const all = Effect.forEach(sessions, isIn)
      yield* TestClock.adjust("7 hours")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* almost("1 hour")
      assert.deepStrictEqual(yield* all, ["ok", "ok"])
      yield* oneMilli
      assert.deepStrictEqual(yield* all, ["Unauthenticated", "Unauthenticated"])
    })
  )

  test(
    "is nobody's without its secret, and no query is made",
    Effect.gen(function* () {
      yield* entered
      const { authenticate } = yield* OperatorSessions
      assert.strictEqual(yield* outcome(authenticate(Option.none())), "Unauthenticated")
      assert.strictEqual(yield* countOf("OperatorRepository.isActive"), 0)
      assert.strictEqual(yield* isIn(yield* (yield* TokenGenerator).generate), "Unauthenticated")
    })
  )

  test(
    "is not a person's session",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const { clientToken: client, sessionToken: session } = yield* browser.caller
      for (const secret of [client, session]) {
        assert.strictEqual(yield* isIn(Option.getOrThrow(secret)), "Unauthenticated")
      }
    })
  )

  test(
    "ends when its operator leaves, and others live on",
    Effect.gen(function* () {
      const [one, two] = [yield* entered, yield* open]
      yield* leave(Option.some(one))
      assert.strictEqual(yield* isIn(one), "Unauthenticated")
      assert.strictEqual(yield* isIn(two), "ok")
      yield* leave(Option.some(one))
      yield* leave(Option.none())
    })
  )

  test(
    "is not over while the store is down",
    Effect.gen(function* () {
      const session = yield* entered
      yield* beforeNext("OperatorRepository.isActive", outage)
      assert.strictEqual(yield* isIn(session), "PersistenceError")
      assert.strictEqual(yield* isIn(session), "ok")
    })
  )
})

describe("The audit log of the dashboard", () => {
  test(
    "has a line for who was invited, entered and left, and none for what failed",
    Effect.gen(function* () {
      const { invite } = yield* OperatorSessions
      const token = Redacted.value(yield* invite("admin_api"))
      yield* TestClock.adjust("1 minute")
      const session = yield* enter(token)
      yield* outcome(enter(token))
      yield* outcome(enter("nonsense"))
      yield* isIn(session)
      const other = yield* open
      yield* leave(Option.some(session))
      yield* leave(Option.some(session))
      yield* leave(Option.none())
      const lines = yield* auditLog
      assert.deepStrictEqual(
        lines.map(({ action, actor, at, detail }) => [at.epochMillis, actor, action, detail]),
        [
          [0, "admin_api", "operator_invited", ""],
          [60_000, "dashboard", "dashboard_opened", "invitation"],
          [60_000, "dashboard", "dashboard_opened", "admin key"],
          [60_000, "dashboard", "dashboard_closed", ""]
        ]
      )
      assert.isTrue(lines.every(({ instanceId, userId }) => Option.isNone(instanceId) && Option.isNone(userId)))
      const { hash } = yield* TokenGenerator
      const printed = JSON.stringify(lines)
      for (const secret of [session, other]) {
        assert.notInclude(printed, Redacted.value(secret))
        assert.notInclude(printed, hash(secret))
      }
      assert.notInclude(printed, token)
    })
  )
})
