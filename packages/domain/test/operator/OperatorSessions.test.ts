import { assert, describe } from "@effect/vitest"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { DashboardAccess } from "@latchkey/domain/operator/DashboardAccess"
import type { OneTimeToken } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { Operators } from "@latchkey/domain/operator/Operators"
import { roleOf } from "@latchkey/domain/operator/OperatorSession"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { justBefore, oneMilli, outage, outcome, signedUp, test } from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, disconnectDuring, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  adminKey,
  created,
  type Dashboard,
  entered,
  enteredWithKey,
  invitedWithKey,
  ipAddress,
  joined,
  makeDashboard,
  nextKey,
  sessions,
  tokenOf,
  withDashboard
} from "./support.ts"

const invited = invitedWithKey()
const signedIn = Effect.flatMap(invited, entered)

/** Opens an invitation in a new browser, and returns the outcome. */
const attempt = (token: string) => Effect.flatMap(makeDashboard, ({ enter }) => outcome(enter(token)))
const check = ({ session }: Pick<Dashboard, "session">) => outcome(session)

/** A browser of each kind: with an invitation or the admin key without a name, and of an operator. */
const everyBrowser = Effect.all([signedIn, enteredWithKey, Effect.map(joined(), ({ dashboard }) => dashboard)])

/** An invitation of each kind. */
const invitations = {
  "without a name": invited,
  "of an operator": Effect.map(created(), tokenOf)
} as const

const tokensOf = ({ client }: Dashboard) =>
  Effect.map(Ref.get(client.cookies), ({ clientToken, sessionToken }) => ({
    clientToken: Option.getOrThrow(clientToken),
    sessionToken: Option.getOrThrow(sessionToken)
  }))

for (const [kind, invitation] of Object.entries(invitations)) {
  describe(`OperatorSessions.signInWithInvitation: an invitation ${kind}`, () => {
    test(
      "signs in one browser, once",
      Effect.gen(function* () {
        const token = yield* invitation
        const browser = yield* entered(token)
        assert.strictEqual(yield* check(browser), "ok")
        assert.strictEqual(yield* attempt(token), "InvalidToken")
        assert.strictEqual(yield* outcome(browser.enter(token)), "InvalidToken")
        assert.strictEqual(yield* check(browser), "ok")
      })
    )

    test(
      "signs in exactly one of fifty concurrent calls",
      Effect.gen(function* () {
        const token = yield* invitation
        const crowd = Array.from({ length: 50 }, () => attempt(token))
        const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
        assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "InvalidToken"), "ok"])
      })
    )

    test(
      "is no session, and the token of its session is no invitation",
      Effect.gen(function* () {
        const token = yield* invitation
        const browser = yield* enteredWithKey
        yield* Ref.update(browser.client.cookies, (held) => ({ ...held, sessionToken: parse(token) }))
        assert.strictEqual(yield* check(browser), "Unauthenticated")
        const own = yield* tokensOf(yield* entered(token))
        for (const presented of [own.sessionToken, own.clientToken]) {
          assert.strictEqual(yield* attempt(Redacted.value(presented)), "InvalidToken")
        }
      })
    )

    for (const method of ["SessionRepository.issue", "AuditLog.append"] as const) {
      test(
        `stays valid if the store fails in ${method}`,
        Effect.gen(function* () {
          const token = yield* invitation
          const entries = (yield* auditLog).length
          yield* before(method, outage)
          assert.strictEqual(yield* attempt(token), "PersistenceError")
          yield* release(method)
          assert.lengthOf(yield* sessions, 0)
          assert.isTrue((yield* (yield* Operators).list).every(({ joinedAt }) => Option.isNone(joinedAt)))
          assert.strictEqual(yield* check(yield* entered(token)), "ok")
          assert.deepStrictEqual((yield* auditLines).slice(entries), [
            "dashboard dashboard_opened dashboard invitation"
          ])
          assert.lengthOf(yield* sessions, 1)
        })
      )
    }

    test(
      "is used, with its session and audit entry, if the client disconnects while the session is stored",
      Effect.gen(function* () {
        const token = yield* invitation
        const { enter } = yield* makeDashboard
        yield* disconnectDuring("SessionRepository.issue", enter(token))
        assert.strictEqual(yield* attempt(token), "InvalidToken")
        assert.strictEqual((yield* auditLines).at(-1), "dashboard dashboard_opened dashboard invitation")
        assert.lengthOf(yield* sessions, 1)
      })
    )
  })
}

describe("OperatorSessions.signInWithInvitation", () => {
  test(
    "accepts an invitation without a name for one hour, to the millisecond",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      yield* justBefore("1 hour")
      assert.strictEqual(yield* attempt(one), "ok")
      yield* oneMilli
      assert.strictEqual(yield* attempt(two), "InvalidToken")
    })
  )

  test(
    "leaves other invitations valid",
    Effect.gen(function* () {
      const [one, two] = [yield* invited, yield* invited]
      assert.notStrictEqual(one, two)
      const browsers = [yield* entered(two), yield* entered(one)]
      for (const browser of browsers) assert.strictEqual(yield* check(browser), "ok")
    })
  )

  test(
    "looks up well-formed tokens only",
    Effect.gen(function* () {
      const token = yield* invited
      const malformed = ["", "A".repeat(42), `${"A".repeat(42)}B`, `${token}A`, ` ${token}`, `${token}\n`, "'; --"]
      for (const text of malformed) assert.strictEqual(yield* attempt(text), "InvalidToken", text)
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.find"), 0)
      assert.strictEqual(yield* attempt("A".repeat(43)), "InvalidToken")
      // As the token of an operator, and as one under the admin key.
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.find"), 2)
      assert.strictEqual(yield* attempt(token), "ok")
    })
  )
})

describe("A dashboard session", () => {
  test(
    "lasts twelve hours, to the millisecond, even if it is in use",
    Effect.gen(function* () {
      const all = Effect.forEach(yield* everyBrowser, check)
      const ok = ["ok", "ok", "ok"]
      // 24 times 29 minutes are 24 minutes less than twelve hours.
      for (let half = 1; half <= 24; half++) {
        yield* TestClock.adjust("29 minutes")
        assert.deepStrictEqual(yield* all, ok)
      }
      yield* justBefore("24 minutes")
      assert.deepStrictEqual(yield* all, ok)
      yield* oneMilli
      assert.deepStrictEqual(yield* all, ["Unauthenticated", "Unauthenticated", "Unauthenticated"])
    })
  )

  test(
    "lasts thirty minutes without a request, to the millisecond",
    Effect.gen(function* () {
      const all = Effect.forEach(yield* everyBrowser, check)
      yield* justBefore("30 minutes")
      assert.deepStrictEqual(yield* all, ["ok", "ok", "ok"])
      yield* justBefore("30 minutes")
      assert.deepStrictEqual(yield* all, ["ok", "ok", "ok"])
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual(yield* all, ["Unauthenticated", "Unauthenticated", "Unauthenticated"])
    })
  )

  test(
    "stores the time of a request at most once in five minutes",
    Effect.gen(function* () {
      const { session } = yield* signedIn
      yield* justBefore("5 minutes")
      yield* session
      assert.strictEqual(yield* countOf("SessionRepository.touch"), 0)
      yield* oneMilli
      yield* session
      yield* session
      assert.strictEqual(yield* countOf("SessionRepository.touch"), 1)
      assert.strictEqual((yield* session).lastSeenAt.epochMillis, 300_000)
    })
  )

  test(
    "without a name is bound to the admin key, as invitations are, and works again when the key returns",
    Effect.gen(function* () {
      const browsers = [yield* signedIn, yield* enteredWithKey]
      const token = yield* invited
      for (const changed of [nextKey, Option.none()]) {
        for (const browser of browsers) {
          const { session, signOut } = browser.at({ adminKey: changed })
          assert.strictEqual(yield* check({ session }), "Unauthenticated")
          yield* signOut
        }
        const { enter } = (yield* makeDashboard).at({ adminKey: changed })
        assert.strictEqual(yield* outcome(enter(token)), "InvalidToken")
      }
      for (const browser of browsers) assert.strictEqual(yield* check(browser), "ok")
      assert.strictEqual(yield* attempt(token), "ok")
    })
  )

  test(
    "without a name works with the key that is being replaced, as invitations do, and what is new does not need it",
    Effect.gen(function* () {
      const [old, other] = [yield* enteredWithKey, yield* makeDashboard]
      const token = yield* invited
      const rotating = { adminKey: nextKey, previousAdminKey: adminKey }
      assert.strictEqual(yield* check(old.at({ adminKey: nextKey })), "Unauthenticated")
      assert.strictEqual(yield* check(old.at(rotating)), "ok")
      assert.strictEqual(yield* outcome(other.at({ adminKey: nextKey }).enter(token)), "InvalidToken")
      yield* other.at(rotating).enter(token)
      assert.strictEqual(yield* check(other.at({ adminKey: nextKey })), "ok")
      assert.strictEqual(yield* check(other), "Unauthenticated")
      yield* old.at(rotating).signOut
      assert.strictEqual(yield* check(old), "Unauthenticated")
    })
  )

  test(
    "without a name and an admin key ends when the service gets one, as invitations do",
    Effect.gen(function* () {
      const none = { adminKey: Option.none() }
      const [one, two] = [yield* makeDashboard, yield* makeDashboard]
      yield* one.at(none).enter(yield* invitedWithKey(Option.none()))
      yield* two.at(none).enterWithKey
      const open = yield* invitedWithKey(Option.none())
      for (const browser of [one, two]) {
        assert.strictEqual(yield* check(browser.at(none)), "ok")
        assert.strictEqual(yield* check(browser), "Unauthenticated")
      }
      assert.strictEqual(yield* attempt(open), "InvalidToken")
    })
  )

  test(
    "of an operator depends on no admin key, nor do their invitations",
    Effect.gen(function* () {
      const token = tokenOf(yield* created())
      const browser = yield* makeDashboard
      yield* browser.at({ adminKey: Option.none() }).enter(token)
      for (const key of [adminKey, nextKey]) assert.strictEqual(yield* check(browser.at({ adminKey: key })), "ok")
    })
  )

  test(
    "without a name is stored with nothing that a guess of the admin key could be compared with, as invitations are",
    Effect.gen(function* () {
      const { hash, keyedHash } = yield* TokenGenerator
      const key = Option.getOrThrow(adminKey)
      const { clientToken, sessionToken } = yield* tokensOf(yield* enteredWithKey)
      const invitation = Option.getOrThrow(parse(yield* invited))
      const data = (yield* argsOf("OneTimeTokenRepository.put")).map(([token]) =>
        Redacted.value((token as OneTimeToken).data)
      )
      const calls = ["UserRepository.insertAll", "SessionRepository.issue", "OneTimeTokenRepository.put"] as const
      const stored = JSON.stringify([yield* Effect.forEach(calls, argsOf), data])
      // The only values that depend on the key also depend on a token, which the store does not have.
      assert.deepStrictEqual(stored.match(/[0-9a-f]{64}/g), [
        keyedHash(key, sessionToken),
        hash(clientToken),
        keyedHash(key, invitation)
      ])
      for (const secret of [key, clientToken, sessionToken, invitation]) {
        assert.notInclude(stored, Redacted.value(secret))
      }
    })
  )

  test(
    "has the method of its sign-in, and the operator as they are now",
    Effect.gen(function* () {
      const { id, dashboard } = yield* joined("support")
      const all = [yield* signedIn, yield* enteredWithKey, dashboard]
      const found = yield* Effect.forEach(all, ({ session }) => session)
      assert.deepStrictEqual(
        found.map(({ methods, operator }) => [methods.join(), Option.getOrNull(operator)?.id]),
        [
          ["dashboard_invitation", undefined],
          ["admin_key", undefined],
          ["dashboard_invitation", id]
        ]
      )
      assert.deepStrictEqual(found.map(roleOf), ["admin", "admin", "support"])
    })
  )

  test(
    "requires both cookies of its client, and runs no query without them",
    Effect.gen(function* () {
      const empty = yield* makeDashboard
      assert.strictEqual(yield* check(empty), "Unauthenticated")
      assert.strictEqual(yield* countOf("SessionRepository.findActive"), 0)
      const { generate } = yield* TokenGenerator
      for (const browser of yield* everyBrowser) {
        const own = yield* tokensOf(browser)
        const other = yield* tokensOf(yield* enteredWithKey)
        const random = yield* generate
        for (const [clientToken, sessionToken] of [
          [random, random],
          [other.clientToken, own.sessionToken],
          [own.clientToken, random],
          [own.sessionToken, own.sessionToken]
        ]) {
          const cookies = {
            clientToken: Option.fromNullable(clientToken),
            sessionToken: Option.fromNullable(sessionToken)
          }
          const thief = yield* withDashboard(yield* TestClient.withCookies(cookies))
          assert.strictEqual(yield* check(thief), "Unauthenticated")
        }
        const copy = yield* withDashboard(yield* TestClient.copyOf(browser.client))
        assert.strictEqual(yield* check(copy), "ok")
      }
    })
  )

  test(
    "is not authenticated by the cookies of a user, nor a user by those of the dashboard",
    Effect.gen(function* () {
      assert.strictEqual(yield* check(yield* withDashboard(yield* signedUp)), "Unauthenticated")
      for (const { client } of yield* everyBrowser) {
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      }
    })
  )

  test(
    "takes the place of the one that its client had, of whichever kind",
    Effect.gen(function* () {
      const browser = yield* makeDashboard
      const tokens = [yield* invited, tokenOf(yield* created()), yield* invited]
      for (const token of tokens) {
        const former = yield* withDashboard(yield* TestClient.copyOf(browser.client))
        yield* browser.enter(token)
        assert.strictEqual(yield* check(former), "Unauthenticated")
        const { id } = yield* browser.session
        assert.deepStrictEqual(
          (yield* sessions).map((session) => session.id),
          [id]
        )
      }
    })
  )

  test(
    "ends with `signOut`, and others stay active",
    Effect.gen(function* () {
      const stays = yield* enteredWithKey
      for (const browser of yield* everyBrowser) {
        yield* browser.signOut
        assert.strictEqual(yield* check(browser), "Unauthenticated")
        assert.strictEqual(yield* check(stays), "ok")
        yield* browser.signOut
      }
      yield* (yield* makeDashboard).signOut
      assert.lengthOf(yield* sessions, 1)
    })
  )

  test(
    "is not reported as expired while the store is down",
    Effect.gen(function* () {
      for (const browser of yield* everyBrowser) {
        yield* beforeNext("SessionRepository.findActive", outage)
        assert.strictEqual(yield* check(browser), "PersistenceError")
        assert.strictEqual(yield* check(browser), "ok")
      }
    })
  )
})

describe("The audit log of the dashboard", () => {
  test(
    "records invitations, sign-ins and sign-outs without tokens, and nothing for failed attempts",
    Effect.gen(function* () {
      const { invite } = yield* DashboardAccess
      const token = Redacted.value(yield* invite({ actor: "admin_api", adminKey }))
      yield* TestClock.adjust("1 minute")
      const browser = yield* entered(token)
      yield* attempt(token)
      yield* attempt("nonsense")
      const { id } = yield* browser.session
      const other = yield* enteredWithKey
      const printedTokens = [yield* tokensOf(browser), yield* tokensOf(other)].flatMap(Object.values)
      yield* browser.signOut
      yield* browser.signOut
      yield* (yield* makeDashboard).signOut
      const entries = yield* auditLog
      assert.deepStrictEqual(
        entries.map(({ action, actor, at, detail, name }) => [
          at.epochMillis,
          actor,
          action,
          detail,
          Option.getOrNull(name)
        ]),
        [
          [0, "admin_api", "operator_invited", entries[0]?.detail, null],
          [60_000, "dashboard", "dashboard_opened", "dashboard invitation", null],
          [60_000, "dashboard", "dashboard_opened", "admin key", "ADMIN_API_KEY"],
          [60_000, "dashboard", "dashboard_closed", "", null]
        ]
      )
      assert.match(entries[0]?.detail ?? "", /^opinv_/)
      assert.deepStrictEqual(
        entries.map((entry) => [Option.getOrNull(entry.operatorSessionId), Option.getOrNull(entry.ipAddress)]),
        [[null, null], ...[id, (yield* other.session).id, id].map((session) => [session, ipAddress])]
      )
      assert.isTrue(entries.every(({ instanceId, userId }) => Option.isNone(instanceId) && Option.isNone(userId)))
      const { hash } = yield* TokenGenerator
      const printed = JSON.stringify(entries)
      for (const secret of printedTokens) {
        assert.notInclude(printed, Redacted.value(secret))
        assert.notInclude(printed, hash(secret))
      }
      assert.notInclude(printed, token)
    })
  )
})

describe("OperatorSessions: failing audit log", () => {
  test(
    "rolls back invitations, sign-ins and sign-outs",
    Effect.gen(function* () {
      const browser = yield* enteredWithKey
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(invited), "PersistenceError")
      assert.strictEqual(yield* outcome((yield* makeDashboard).enterWithKey), "PersistenceError")
      assert.strictEqual(yield* outcome(browser.signOut), "PersistenceError")
      assert.strictEqual(yield* check(browser), "ok")
      const { list } = yield* DashboardAccess
      const { invitations, sessions } = yield* list
      assert.deepStrictEqual([invitations.length, sessions.length], [0, 1])
    })
  )
})
