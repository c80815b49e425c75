import { assert, describe } from "@effect/vitest"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration, type UserCursor } from "@latchkey/domain/operator/UserAdministration"
import type { UserDetails } from "@latchkey/domain/operator/UserDetails"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  justBefore,
  linkTokenFor,
  oneMilli,
  otherInstance,
  otherUsers,
  outage,
  outcome,
  rightPassword,
  signedIn,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { before, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const unknownId = UserId.make("user_01890a5d-ac96-774b-bcce-b302099a8057")

const signUp = (address: string, instance = defaultInstance) =>
  Effect.flatMap(TestClient.make, (client) => client.at(instance).signUp(email(address), rightPassword))

const signUpAll = (...addresses: ReadonlyArray<string>) => Effect.forEach(addresses, (address) => signUp(address))

const page = (text: string, after: Option.Option<UserCursor> = Option.none(), instance = defaultInstance) =>
  Effect.flatMap(UserAdministration, ({ search }) =>
    search({ instance, text, id: text, status: Option.none(), order: "email", after, limit: 50 })
  )

const noUsers = { users: [], next: Option.none() }

const found = (text: string, instance = defaultInstance) =>
  Effect.map(page(text, Option.none(), instance), ({ users }) => users.map(({ user }): string => user.email))

/** Returns the size of each page, and the users of all pages. */
const everyPage = Effect.gen(function* () {
  const sizes: Array<number> = []
  const emails: Array<string> = []
  let after = Option.none<UserCursor>()
  do {
    const { next, users } = yield* page("", after)
    sizes.push(users.length)
    emails.push(...users.map(({ user }) => user.email))
    after = next
  } while (Option.isSome(after) && sizes.length < 10)
  return { sizes, emails }
})

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${String(index).padStart(3, "0")}@example.com`)

describe("UserAdministration.search", () => {
  test(
    "returns users whose address contains the text, ordered by address",
    Effect.gen(function* () {
      yield* signUpAll("joanna@example.com", "anna@example.com", "ann@example.net", "ann@example.com")
      assert.deepStrictEqual(yield* found("ann"), [
        "ann@example.com",
        "ann@example.net",
        "anna@example.com",
        "joanna@example.com"
      ])
      assert.deepStrictEqual(yield* found("ann@example.com"), ["ann@example.com"])
      assert.deepStrictEqual(yield* found("example.net"), ["ann@example.net"])
    })
  )

  test(
    "ignores case and surrounding space",
    Effect.gen(function* () {
      yield* signUpAll("ann@example.com")
      assert.deepStrictEqual(yield* found("  ANN@Ex\n"), ["ann@example.com"])
    })
  )

  test(
    "returns all users of the instance for an empty text, and none of another instance",
    Effect.gen(function* () {
      yield* signUpAll("ben@example.com", "ann@example.com")
      yield* signUp("cleo@example.com", otherInstance)
      assert.deepStrictEqual(yield* found(""), ["ann@example.com", "ben@example.com"])
      assert.deepStrictEqual(yield* found("", otherInstance), ["cleo@example.com"])
    })
  )

  test(
    "treats every character literally",
    Effect.gen(function* () {
      yield* signUpAll("a_c@example.com", "abc@example.com", "a%c@example.com")
      assert.deepStrictEqual(yield* found("a_"), ["a_c@example.com"])
      assert.deepStrictEqual(yield* found("a%"), ["a%c@example.com"])
      assert.deepStrictEqual(yield* found("_"), ["a_c@example.com"])
      assert.deepStrictEqual(yield* found("%"), ["a%c@example.com"])
      for (const text of ["*", ".*", "'", "\\", "%%", "__"]) assert.deepStrictEqual(yield* found(text), [], text)
    })
  )

  test(
    "runs no query for characters that no address contains",
    Effect.gen(function* () {
      yield* signUpAll("ann@example.com")
      for (const text of ["a nn", "änn", "a\0", "a\ud800"]) assert.deepStrictEqual(yield* page(text), noUsers, text)
      assert.strictEqual(yield* countOf("UserRepository.list"), 0)
    })
  )

  test(
    "returns the one user with that id, in any case",
    Effect.gen(function* () {
      const [{ userId }] = yield* Effect.all([signUp("ann@example.com"), signUp("ben@example.com")])
      assert.deepStrictEqual(yield* found(userId), ["ann@example.com"])
      assert.deepStrictEqual(yield* found(` ${userId.toUpperCase()} `), ["ann@example.com"])
      assert.deepStrictEqual(yield* found(userId, otherInstance), [])
      assert.deepStrictEqual(yield* found(unknownId), [])
    })
  )

  test(
    "treats a text as an address unless it is a whole id",
    Effect.gen(function* () {
      yield* signUpAll("user_ann@example.com", `${unknownId}@example.com`)
      assert.deepStrictEqual(yield* found("user_"), [`${unknownId}@example.com`, "user_ann@example.com"])
      assert.deepStrictEqual(yield* found("user_ann@example.com"), ["user_ann@example.com"])
    })
  )

  test(
    "fails with PersistenceError if the store is down",
    Effect.gen(function* () {
      yield* before("UserRepository.list", outage)
      assert.strictEqual(yield* outcome(page("")), "PersistenceError")
    })
  )
})

describe("UserAdministration.search: pages", () => {
  for (const [count, sizes] of [
    [49, [49]],
    [50, [50]],
    [51, [50, 1]],
    [101, [50, 50, 1]]
  ] as const) {
    test(
      `hold fifty users each, and each of ${count} users once`,
      Effect.gen(function* () {
        const expected = addresses(count)
        yield* signUpAll(...[...expected].reverse())
        const pages = yield* everyPage
        assert.deepStrictEqual(pages.sizes, [...sizes])
        assert.deepStrictEqual(pages.emails, expected)
      })
    )
  }
})

const isUnverified = ({ emailVerifiedAt }: UserDetails) => Option.isNone(emailVerifiedAt)

describe("UserDetails", () => {
  test(
    "contain the times of creation and verification, and no password hash",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const client = yield* TestClient.make
      const { userId } = yield* client.signUp(ann, rightPassword)
      yield* TestClock.adjust("1 minute")
      const before = yield* page("")
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const after = yield* page("")
      const user = after.users[0]?.user
      const fields = [
        "id",
        "email",
        "externalId",
        "hasPassword",
        "emailVerifiedAt",
        "createdAt",
        "disabledAt",
        "deletionAt",
        "language",
        "name",
        "metadata",
        "userMetadata",
        "secondFactorAt"
      ]
      assert.sameMembers(Object.keys(user ?? {}), fields)
      assert.deepInclude(user, { id: userId, email: ann, hasPassword: true })
      assert.strictEqual(user?.createdAt.epochMillis, 60_000)
      assert.isTrue(Option.exists(Option.fromNullable(before.users[0]?.user), isUnverified))
      const verifiedAt = Option.flatMap(Option.fromNullable(user), ({ emailVerifiedAt }) => emailVerifiedAt)
      assert.strictEqual(Option.getOrThrow(verifiedAt).epochMillis, 120_000)
      assert.isTrue(Option.exists(Option.fromNullable(user), ({ disabledAt }) => Option.isNone(disabledAt)))
      const hash = Option.getOrThrow(Option.getOrThrow(yield* storedUser(ann)).passwordHash)
      assert.notInclude(JSON.stringify(after), Redacted.value(hash))
      assert.notInclude(JSON.stringify(after), "redacted")
    })
  )

  test(
    "have `hasPassword: false` for a user without a password",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual((yield* page("")).users[0]?.user.hasPassword, false)
    })
  )
})

const unknownSession = SessionId.make("sess_01890a5d-ac96-774b-bcce-b302099a8057")
const target = (userId: UserId, instance = defaultInstance) => ({
  instance,
  userId,
  by: { actor: "dashboard" as const }
})

describe("UserAdministration.find", () => {
  test(
    "returns the user with all active sessions, newest first",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const client = yield* signedUp
      yield* oneMilli
      const phone = yield* signedIn
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      const { id, userId } = yield* client.authenticate
      const { sessions, user } = yield* find(target(userId))
      assert.deepInclude(user, { id: userId, email: ann, hasPassword: true })
      assert.deepStrictEqual(
        sessions.map((session) => session.id),
        [(yield* phone.authenticate).id, id]
      )
      yield* justBefore("7 days")
      assert.lengthOf((yield* find(target(userId))).sessions, 1)
      yield* oneMilli
      assert.lengthOf((yield* find(target(userId))).sessions, 0)
    })
  )

  test(
    "returns at most the newest hundred sessions",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      for (let count = 1; count <= 101; count++) {
        yield* oneMilli
        yield* signedIn
      }
      const { sessions } = yield* find(target(userId))
      assert.lengthOf(sessions, 100)
      assert.strictEqual(sessions.at(0)?.authenticatedAt.epochMillis, 101)
    })
  )

  test(
    "fails with UserNotFound for an unknown user and for a user of another instance",
    Effect.gen(function* () {
      const { find } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      assert.strictEqual(yield* outcome(find(target(userId, otherInstance))), "UserNotFound")
      assert.strictEqual(yield* outcome(find(target(unknownId))), "UserNotFound")
    })
  )
})

describe("UserAdministration.revokeSession", () => {
  test(
    "revokes that session only, and records it in the audit log",
    Effect.gen(function* () {
      const { revokeSession } = yield* UserAdministration
      const client = yield* signedUp
      const phone = yield* signedIn
      const { id: sessionId, userId } = yield* phone.authenticate
      yield* revokeSession({ ...target(userId), sessionId })
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { actor: "dashboard", action: "session_revoked", detail: sessionId })
      assert.deepStrictEqual(entry?.instanceId, Option.some(defaultId))
      assert.deepStrictEqual(entry?.userId, Option.some(userId))
    })
  )

  test(
    "fails with SessionNotFound for a session of another user or instance and for a revoked one, and records nothing",
    Effect.gen(function* () {
      const { revokeSession } = yield* UserAdministration
      const client = yield* signedUp
      const bensClient = yield* TestClient.make
      yield* bensClient.signUp(ben, rightPassword)
      const { id: sessionId, userId } = yield* client.authenticate
      const { userId: bensId } = yield* bensClient.authenticate
      for (const attempt of [
        { ...target(bensId), sessionId },
        { ...target(userId, otherInstance), sessionId },
        { ...target(userId), sessionId: unknownSession }
      ]) {
        assert.strictEqual(yield* outcome(revokeSession(attempt)), "SessionNotFound")
      }
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* revokeSession({ ...target(userId), sessionId })
      assert.strictEqual(yield* outcome(revokeSession({ ...target(userId), sessionId })), "SessionNotFound")
      assert.lengthOf(yield* auditLog, 1)
    })
  )
})

describe("UserAdministration.revokeAllSessions", () => {
  test(
    "revokes every session of that user only, and returns how many",
    Effect.gen(function* () {
      const { revokeAllSessions } = yield* UserAdministration
      const clients = [yield* signedUp, yield* signedIn]
      const { bensClient, namesake } = yield* otherUsers
      const { userId } = yield* (yield* signedIn).authenticate
      assert.strictEqual(yield* revokeAllSessions({ ...target(userId), by: { actor: "admin_api" } }), 3)
      for (const client of clients) assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
      yield* signedIn
      assert.strictEqual(yield* revokeAllSessions(target(userId)), 1)
      assert.strictEqual(yield* revokeAllSessions(target(userId)), 0)
      assert.deepStrictEqual(yield* auditLines, [
        "admin_api sessions_revoked 3 sessions",
        "dashboard sessions_revoked 1 session",
        "dashboard sessions_revoked 0 sessions"
      ])
      assert.isTrue((yield* auditLog).every((entry) => Option.contains(entry.userId, userId)))
    })
  )
})

describe("UserAdministration.revokeAllSessions: unknown user", () => {
  test(
    "fails with UserNotFound, and records nothing",
    Effect.gen(function* () {
      const { revokeAllSessions } = yield* UserAdministration
      const { userId } = yield* (yield* signedUp).authenticate
      const elsewhere = { ...target(userId), instance: otherInstance }
      assert.strictEqual(yield* outcome(revokeAllSessions(elsewhere)), "UserNotFound")
      assert.lengthOf(yield* auditLog, 0)
    })
  )
})

describe("UserAdministration: failing audit log", () => {
  test(
    "revokes no session",
    Effect.gen(function* () {
      const { revokeSession, revokeAllSessions } = yield* UserAdministration
      const client = yield* signedUp
      const { id: sessionId, userId } = yield* client.authenticate
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(revokeSession({ ...target(userId), sessionId })), "PersistenceError")
      assert.strictEqual(yield* outcome(revokeAllSessions(target(userId))), "PersistenceError")
      yield* release("AuditLog.append")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.lengthOf(yield* auditLog, 0)
    })
  )
})
