import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { TotpCode } from "@latchkey/domain/second-factor/Totp"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  justBefore,
  linkTokenFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedPasskeyOf,
  storedUser,
  test
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, release } from "../support/Interception.ts"
import {
  appOf,
  codeOf,
  optional,
  pendingClient,
  setUpApp,
  shown,
  userWithApp,
  withMode
} from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

/** Ann's client, signed up, with the mode `optional`. */
const newUser = Effect.map(signedUp, (cookies) => cookies.at(optional))

const wrong = TotpCode.make("000000")

/** The kinds of the account notices that were queued, oldest first. */
const notices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => (email as { readonly kind: string }).kind)
)

const verify = Effect.gen(function* () {
  const { createdAt, id: userId } = Option.getOrThrow(yield* storedUser(ann))
  const users = yield* UserRepository
  yield* users.verifyEmail({ instanceId: defaultId, userId, now: createdAt, password: "keep_password" })
})

describe("SecondFactors.begin", () => {
  test(
    "makes another secret each time, and stores nothing",
    Effect.gen(function* () {
      const client = yield* newUser
      const [first, second] = [yield* client.beginTotp, yield* client.beginTotp]
      assert.notStrictEqual(Redacted.value(first.secret), Redacted.value(second.secret))
      assert.include(Redacted.value(first.uri), `secret=${Redacted.value(first.secret)}&`)
      assert.strictEqual(yield* countOf("SecondFactorRepository.add"), 0)
      assert.deepInclude(yield* client.secondFactorStatus, { isAvailable: true, recoveryCodes: 0, mode: "optional" })
    })
  )

  test(
    "fails with SecondFactorDisabled with the mode off, and with SecondFactorExists if there is one",
    Effect.gen(function* () {
      const cookies = yield* signedUp
      assert.strictEqual(yield* outcome(cookies.at(withMode("off")).beginTotp), "SecondFactorDisabled")
      yield* setUpApp(cookies.at(optional))
      assert.strictEqual(yield* outcome(cookies.at(optional).beginTotp), "SecondFactorExists")
    })
  )

  test(
    "requires an authentication in the last ten minutes, to the millisecond",
    Effect.gen(function* () {
      const client = yield* newUser
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(client.beginTotp), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.beginTotp), "ReauthenticationRequired")
      yield* client.reauthenticate(rightPassword)
      assert.strictEqual(yield* outcome(client.beginTotp), "ok")
    })
  )

  test(
    "requires a passkey of a user who has one, and not only a recent password",
    Effect.gen(function* () {
      const client = yield* newUser
      yield* storedPasskeyOf(ann)
      assert.strictEqual(yield* outcome(client.beginTotp), "ReauthenticationRequired")
    })
  )

  test(
    "fails with Unauthenticated without a session",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(optional)
      const attempts = [
        outcome(client.beginTotp),
        outcome(client.removeTotp),
        outcome(client.renewRecoveryCodes),
        outcome(client.secondFactorStatus)
      ]
      for (const attempt of attempts) {
        assert.strictEqual(yield* attempt, "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(client.confirmTotp("a.b", wrong)), "Unauthenticated")
    })
  )
})

describe("SecondFactors.confirm", () => {
  test(
    "stores the app with ten recovery codes, revokes every session, and issues a new one at level 2",
    Effect.gen(function* () {
      const other = yield* signedUp
      const cookies = yield* TestClient.make
      const client = cookies.at(optional)
      yield* client.signIn(ann, rightPassword)
      const copy = yield* TestClient.copyOf(cookies)
      yield* verify
      yield* client.signIn(ann, rightPassword)
      const { issued, recoveryCodes } = yield* setUpApp(client)
      assert.strictEqual(new Set(recoveryCodes).size, 10)
      assert.deepInclude(yield* client.authenticate, { id: issued.sessionId, methods: ["password", "totp"] })
      for (const ended of [other, copy]) assert.strictEqual(yield* outcome(ended.authenticate), "Unauthenticated")
      const { confirmedAt, recoveryCodes: left } = yield* client.secondFactorStatus
      assert.deepStrictEqual([Option.isSome(confirmedAt), left], [true, 10])
      assert.deepStrictEqual(confirmedAt, Option.getOrThrow(yield* storedUser(ann)).secondFactorAt)
      assert.include(yield* notices, "second_factor_added")
    })
  )

  test(
    "fails with InvalidToken for a wrong code, and can be repeated",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      const token = Redacted.value(enrollment.enrollment)
      assert.strictEqual(yield* outcome(client.confirmTotp(token, yield* appOf(enrollment)(600))), "InvalidToken")
      assert.strictEqual(yield* outcome(client.confirmTotp(token, yield* appOf(enrollment)())), "ok")
    })
  )

  test(
    "fails with EnrollmentExpired after 30 minutes, to the millisecond, for another user, and for malformed text",
    Effect.gen(function* () {
      const client = yield* newUser
      const other = (yield* TestClient.make).at(optional)
      yield* other.signUp(ben, rightPassword)
      const enrollment = yield* client.beginTotp
      const token = Redacted.value(enrollment.enrollment)
      const code = yield* appOf(enrollment)()
      assert.strictEqual(yield* outcome(other.confirmTotp(token, code)), "EnrollmentExpired")
      for (const text of ["", "a.b", `${token}x.y`, `x${token.slice(1)}`, token.replace(".", ""), "x".repeat(10_000)]) {
        assert.strictEqual(yield* outcome(client.confirmTotp(text, code)), "EnrollmentExpired")
      }
      yield* justBefore("30 minutes")
      const late = yield* appOf(enrollment)()
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.confirmTotp(token, late)), "EnrollmentExpired")
    })
  )

  test(
    "fails with EnrollmentExpired after the credentials changed",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      yield* client.signOutAll
      yield* client.signIn(ann, rightPassword)
      const code = yield* appOf(enrollment)()
      const token = Redacted.value(enrollment.enrollment)
      assert.strictEqual(yield* outcome(client.confirmTotp(token, code)), "EnrollmentExpired")
    })
  )

  test(
    "fails with EnrollmentExpired in a session of level 1, once the user has a passkey, and changes nothing",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      yield* storedPasskeyOf(ann)
      const code = yield* appOf(enrollment)()
      const token = Redacted.value(enrollment.enrollment)
      assert.strictEqual(yield* outcome(client.confirmTotp(token, code)), "EnrollmentExpired")
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "of twenty concurrent requests stores one app",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      const attempt = client.confirmTotp(Redacted.value(enrollment.enrollment), yield* appOf(enrollment)())
      const outcomes = yield* Effect.forEach(Arr.range(1, 20), () => outcome(attempt), { concurrency: "unbounded" })
      assert.lengthOf(
        outcomes.filter((result) => result === "ok"),
        1
      )
    })
  )

  test(
    "changes nothing if the session cannot be stored",
    Effect.gen(function* () {
      const client = yield* newUser
      const enrollment = yield* client.beginTotp
      const attempt = client.confirmTotp(Redacted.value(enrollment.enrollment), yield* appOf(enrollment)())
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(attempt), "PersistenceError")
      yield* release("SessionRepository.issue")
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
      assert.strictEqual(yield* outcome(attempt), "ok")
    })
  )
})

describe("SecondFactors.remove and renewRecoveryCodes", () => {
  test(
    "remove the app: a password is enough again, other sessions end, and the user learns of it",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* verify
      const other = yield* pendingClient()
      yield* other.client.completeSignIn(yield* shown(app))
      const own = yield* pendingClient()
      yield* own.client.completeSignIn(yield* shown(app, 30))
      yield* own.client.removeTotp
      assert.strictEqual(yield* outcome(own.client.authenticate), "ok")
      for (const ended of [client, other.client])
        assert.strictEqual(yield* outcome(ended.authenticate), "Unauthenticated")
      const again = (yield* TestClient.make).at(optional)
      assert.strictEqual(yield* outcome(again.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(own.client.removeTotp), "SecondFactorNotFound")
      assert.strictEqual(yield* outcome(own.client.renewRecoveryCodes), "SecondFactorNotFound")
      assert.include(yield* notices, "second_factor_removed")
    })
  )

  test(
    "require the second factor, and not only a recent password",
    Effect.gen(function* () {
      yield* userWithApp()
      // Signed in while the instance had it turned off.
      const cookies = yield* TestClient.make
      yield* cookies.at(withMode("off")).signIn(ann, rightPassword)
      const client = cookies.at(optional)
      assert.strictEqual(yield* outcome(client.removeTotp), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.renewRecoveryCodes), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(cookies.at(withMode("off")).removeTotp), "ok")
    })
  )

  test(
    "require it in the last ten minutes",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.removeTotp), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.renewRecoveryCodes), "ReauthenticationRequired")
      yield* client.reauthenticateWithCode(yield* shown(app))
      assert.strictEqual(yield* outcome(client.renewRecoveryCodes), "ok")
      assert.strictEqual(yield* outcome(client.removeTotp), "ok")
    })
  )

  test(
    "replace all recovery codes",
    Effect.gen(function* () {
      const { recoveryCodes: former } = yield* userWithApp()
      yield* verify
      const pending = yield* pendingClient()
      yield* pending.client.completeSignIn(codeOf(former[0] ?? ""))
      const next = (yield* pending.client.renewRecoveryCodes).map((code) => Redacted.value(code))
      assert.lengthOf(next, 10)
      assert.isEmpty(next.filter((code) => former.includes(code)))
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(codeOf(former[1] ?? ""))), "InvalidToken")
      assert.strictEqual(yield* outcome(again.client.completeSignIn(codeOf(next[0] ?? ""))), "ok")
      assert.include(yield* notices, "recovery_codes_renewed")
    })
  )
})

describe("A change of the second factor in a session that is revoked at the same time", () => {
  test(
    "sets no app up",
    Effect.gen(function* () {
      const cookies = yield* signedUp
      const client = cookies.at(optional)
      const copy = yield* TestClient.copyOf(cookies)
      const enrollment = yield* client.beginTotp
      const code = yield* appOf(enrollment)()
      yield* beforeNext("UserRepository.findByIdForUpdate", copy.signOut)
      const attempt = client.confirmTotp(Redacted.value(enrollment.enrollment), code)
      assert.strictEqual(yield* outcome(attempt), "Unauthenticated")
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
    })
  )

  test(
    "removes no app",
    Effect.gen(function* () {
      const { client, cookies } = yield* userWithApp()
      const copy = yield* TestClient.copyOf(cookies)
      yield* beforeNext("UserRepository.findByIdForUpdate", copy.signOut)
      assert.strictEqual(yield* outcome(client.removeTotp), "Unauthenticated")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
    })
  )
})

describe("SecondFactors.renewRecoveryCodes", () => {
  for (const [what, end] of [
    ["the user signs out everywhere", (client: TestClient.Actions) => client.signOutAll],
    ["the session is revoked", (client: TestClient.Actions) => client.signOut]
  ] as const) {
    test(
      `fails if ${what} at the same time, and keeps the codes`,
      Effect.gen(function* () {
        const { client, cookies, recoveryCodes } = yield* userWithApp()
        const owner = (yield* TestClient.copyOf(cookies)).at(optional)
        yield* beforeNext("UserRepository.findByIdForUpdate", end(owner))
        assert.strictEqual(yield* outcome(client.renewRecoveryCodes), "Unauthenticated")
        const pending = yield* pendingClient()
        assert.strictEqual(yield* outcome(pending.client.completeSignIn(codeOf(recoveryCodes[0] ?? ""))), "ok")
      })
    )
  }
})

describe("The audit log", () => {
  const ofUser = Effect.map(auditLog, (entries) =>
    entries.filter(({ actor }) => actor === "user").map(({ action, detail }) => [action, detail])
  )

  test(
    "records each change of a second factor with its user, and no IP address, code or secret",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* client.reauthenticateWithCode(yield* shown(app))
      yield* client.renewRecoveryCodes
      yield* client.removeTotp
      assert.deepStrictEqual(yield* ofUser, [
        ["second_factor_added", ""],
        ["recovery_codes_renewed", ""],
        ["second_factor_removed", ""]
      ])
      const { id } = Option.getOrThrow(yield* storedUser(ann))
      for (const { instanceId, ipAddress, userId } of yield* auditLog) {
        assert.deepStrictEqual(
          [instanceId, userId, ipAddress],
          [Option.some(defaultId), Option.some(id), Option.none()]
        )
      }
    })
  )

  test(
    "records one that is set up while signing in",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(withMode("required"))
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      yield* client.beginSignIn(ann, rightPassword)
      const enrollment = yield* client.beginPendingTotp
      yield* client.confirmPendingTotp(Redacted.value(enrollment.enrollment), yield* appOf(enrollment)())
      assert.deepStrictEqual(yield* ofUser, [["second_factor_added", ""]])
    })
  )

  test(
    "keeps the second factor as it is if it fails",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* client.reauthenticateWithCode(yield* shown(app))
      yield* before("AuditLog.append", outage)
      for (const change of [outcome(client.removeTotp), outcome(client.renewRecoveryCodes)]) {
        assert.strictEqual(yield* change, "PersistenceError")
      }
      yield* release("AuditLog.append")
      assert.deepInclude(yield* client.secondFactorStatus, { recoveryCodes: 10 })
    })
  )
})

describe("UserAdministration.resetSecondFactor", () => {
  test(
    "removes the app, ends the sessions, tells the user, and is in the audit log",
    Effect.gen(function* () {
      const { client } = yield* userWithApp()
      const administration = yield* UserAdministration
      yield* verify
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const target = { instance: optional, userId, by: { actor: "admin_api" } as const }
      yield* administration.resetSecondFactor(target)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome((yield* TestClient.make).at(optional).signIn(ann, rightPassword)), "ok")
      assert.include(yield* notices, "second_factor_reset")
      assert.deepInclude((yield* auditLog).at(-1), { action: "second_factor_reset", actor: "admin_api" })
      assert.strictEqual(yield* outcome(administration.resetSecondFactor(target)), "SecondFactorNotFound")
      const elsewhere = { ...target, instance: otherInstance }
      assert.strictEqual(yield* outcome(administration.resetSecondFactor(elsewhere)), "UserNotFound")
    })
  )
})

describe("The first verification of an address that takes an account over", () => {
  test(
    "removes the second factor that an attacker had set up",
    Effect.gen(function* () {
      yield* userWithApp()
      const cookies = yield* TestClient.make
      const owner = cookies.at(optional)
      const { passwordRemoved } = yield* owner.verifyLink(yield* linkTokenFor(cookies, ann))
      assert.isTrue(passwordRemoved)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).secondFactorAt))
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isNone(yield* (yield* SecondFactorRepository).find(defaultId, userId)))
    })
  )
})
