import { assert, describe } from "@effect/vitest"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SecondFactorRepository } from "@latchkey/domain/second-factor/SecondFactorRepository"
import { FactorRecoveryRepository } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import {
  ann,
  email,
  instance,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  sentEmailChangeToken,
  sentFactorRecoveryToken,
  storedPasskeyOf,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"
import { codeOf, pendingClient, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { openOf, queuedKinds, recoverable, requested, subjects, verified, withRecovery } from "./support.ts"

/** A requested recovery whose waiting time has ended, and a client without cookies. */
const ready = Effect.gen(function* () {
  const found = yield* requested
  yield* TestClock.adjust("72 hours")
  return { ...found, reader: (yield* TestClient.make).at(recoverable) }
})

const factorsOf = Effect.gen(function* () {
  const user = Option.getOrThrow(yield* storedUser(ann))
  const { find } = yield* SecondFactorRepository
  const { list } = yield* PasskeyRepository
  return {
    secondFactor: Option.isSome(user.secondFactorAt) || Option.isSome(yield* find(defaultId, user.id)),
    passkeys: (yield* list(defaultId, user.id)).length
  }
})

const isOpen = Effect.gen(function* () {
  const { id } = Option.getOrThrow(yield* storedUser(ann))
  const { find } = yield* FactorRecoveryRepository
  return Option.isSome(yield* find(defaultId, id, yield* DateTime.now))
})

describe("CompleteFactorRecovery.complete", () => {
  test(
    "removes the app, the recovery codes and every passkey, and does not sign in",
    Effect.gen(function* () {
      const { reader, recoveryCodes, token } = yield* ready
      yield* storedPasskeyOf(ann)
      yield* storedPasskeyOf(ann)
      assert.strictEqual(yield* reader.completeFactorRecovery(token), ann)
      assert.deepStrictEqual(yield* factorsOf, { secondFactor: false, passkeys: 0 })
      assert.strictEqual(yield* outcome(reader.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(reader.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(reader.reauthenticateWithCode(codeOf(recoveryCodes[0] ?? ""))), "InvalidToken")
    })
  )

  test(
    "ends every session, pending sign-in and open link of the user",
    Effect.gen(function* () {
      const { owner, reader, token } = yield* ready
      const { client } = yield* pendingClient(recoverable)
      const visitor = yield* TestClient.make
      const link = yield* linkTokenFor(visitor, ann)
      assert.strictEqual(yield* outcome(owner.authenticate), "ok")
      yield* reader.completeFactorRecovery(token)
      assert.strictEqual(yield* outcome(owner.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.pendingOptions), "Unauthenticated")
      assert.strictEqual(yield* outcome(visitor.verifyLink(link)), "InvalidToken")
    })
  )

  test(
    "ends every session of a user who had passkeys only, too",
    Effect.gen(function* () {
      const owner = yield* verified
      yield* storedPasskeyOf(ann)
      yield* owner.at(recoverable).requestFactorRecovery
      const token = yield* sentFactorRecoveryToken(ann)
      yield* TestClock.adjust("72 hours")
      const { credentialVersion } = Option.getOrThrow(yield* storedUser(ann))
      const reader = (yield* TestClient.make).at(recoverable)
      yield* reader.completeFactorRecovery(token)
      assert.deepStrictEqual(yield* factorsOf, { secondFactor: false, passkeys: 0 })
      assert.strictEqual(yield* outcome(owner.authenticate), "Unauthenticated")
      const changed = Option.getOrThrow(yield* storedUser(ann))
      assert.strictEqual(changed.credentialVersion, credentialVersion + 1)
    })
  )

  test(
    "fails with FactorRecoveryTooEarly until the millisecond before the waiting time has ended",
    Effect.gen(function* () {
      const { client, recovery, token } = yield* requested
      yield* justBefore("72 hours")
      const error = yield* Effect.flip(client.completeFactorRecovery(token))
      assert.deepInclude<object>(error, { _tag: "FactorRecoveryTooEarly", availableAt: recovery.availableAt })
      assert.isTrue((yield* factorsOf).secondFactor)
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.completeFactorRecovery(token)), "ok")
    })
  )

  test(
    "works until the millisecond before seven days have passed since then, and once",
    Effect.gen(function* () {
      const { reader, token } = yield* ready
      yield* justBefore("7 days")
      assert.strictEqual(yield* outcome(reader.openFactorRecovery(token)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(reader.openFactorRecovery(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "InvalidToken")
      const { client } = yield* pendingClient(recoverable)
      yield* client.requestFactorRecoveryAtSignIn
      const next = yield* sentFactorRecoveryToken(ann)
      yield* TestClock.adjust("72 hours")
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(next)), "ok")
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(next)), "InvalidToken")
    })
  )

  test(
    "succeeds for one of fifty concurrent attempts",
    Effect.gen(function* () {
      const { token } = yield* ready
      const attempt = Effect.flatMap(TestClient.make, (client) =>
        outcome(client.at(recoverable).completeFactorRecovery(token))
      )
      const outcomes = yield* Effect.all(
        Array.from({ length: 50 }, () => attempt),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        outcomes.filter((one) => one === "ok"),
        1
      )
      assert.lengthOf(
        outcomes.filter((one) => one === "InvalidToken"),
        49
      )
      assert.lengthOf(
        (yield* queuedKinds).filter((kind) => kind === "factor_recovery_completed"),
        1
      )
    })
  )

  test(
    "fails if it is cancelled, or a code signs in, between the check and the transaction",
    Effect.gen(function* () {
      const { app, reader, token } = yield* ready
      const { client } = yield* pendingClient(recoverable)
      const code = yield* shown(app)
      yield* beforeNext("Transaction.run", Effect.orDie(client.completeSignIn(code)))
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "InvalidToken")
      assert.isTrue((yield* factorsOf).secondFactor)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "makes a sign-in with a code fail that comes at the same moment and later",
    Effect.gen(function* () {
      const { app, reader, token } = yield* ready
      const { client } = yield* pendingClient(recoverable)
      const code = yield* shown(app)
      yield* beforeNext("Transaction.run", Effect.orDie(reader.completeFactorRecovery(token)))
      assert.strictEqual(yield* outcome(client.completeSignIn(code)), "Unauthenticated")
      assert.deepStrictEqual(yield* factorsOf, { secondFactor: false, passkeys: 0 })
    })
  )

  test(
    "tells the user by email, and the audit log",
    Effect.gen(function* () {
      const { reader, token } = yield* ready
      yield* reader.completeFactorRecovery(token)
      assert.include(yield* subjects, "Your account at Latchkey: factor recovery completed")
      assert.include(yield* auditLines, "user factor_recovery_completed")
    })
  )

  test(
    "removes nothing if a part of it fails, and works afterwards",
    Effect.gen(function* () {
      const { reader, token } = yield* ready
      yield* storedPasskeyOf(ann)
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "PersistenceError")
      yield* release("AuditLog.append")
      assert.deepStrictEqual(yield* factorsOf, { secondFactor: true, passkeys: 1 })
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "ok")
    })
  )

  test(
    "fails with FactorRecoveryDisabled while the instance does not allow it, and keeps the recovery",
    Effect.gen(function* () {
      const { token } = yield* ready
      const cookies = yield* TestClient.make
      for (const settings of [withRecovery({ factorRecovery: "off" }), withRecovery({ secondFactor: "required" })]) {
        const reader = cookies.at(settings)
        assert.strictEqual(yield* outcome(reader.openFactorRecovery(token)), "FactorRecoveryDisabled")
        assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "FactorRecoveryDisabled")
      }
      assert.strictEqual(yield* outcome(cookies.at(recoverable).completeFactorRecovery(token)), "ok")
    })
  )

  test(
    "fails with InvalidToken for every other token, and in another instance, and is limited per IP address",
    Effect.gen(function* () {
      const { token } = yield* ready
      const cookies = yield* TestClient.make
      const rateLimits = { ...recoverable.rateLimits, magicLinkVerifyPerIp: { limit: 4, windowSeconds: 60 } }
      const reader = cookies.at(instance({ ...recoverable, rateLimits }))
      const magicLink = yield* linkTokenFor(cookies, ann)
      for (const presented of ["", "x", `${"A".repeat(42)}E`, magicLink]) {
        assert.strictEqual(yield* outcome(reader.completeFactorRecovery(presented)), "InvalidToken")
      }
      assert.strictEqual(yield* outcome(reader.completeFactorRecovery(token)), "RateLimited")
      const elsewhere = cookies.at(instance({ ...recoverable, id: otherInstance.id }))
      assert.strictEqual(yield* outcome(elsewhere.completeFactorRecovery(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(cookies.verifyLink(token)), "InvalidToken")
    })
  )
})

const target = Effect.map(storedUser(ann), (user) => ({
  instance: defaultInstance,
  userId: Option.getOrThrow(user).id,
  by: { actor: "program" as const }
}))

type Requested = Effect.Effect.Success<typeof requested>

/** What ends a recovery: the factor is not lost, or the credentials change. */
const ends = {
  "a sign-in with a code": ({ app, client }: Requested) =>
    Effect.flatMap(shown(app), (code) => client.completeSignIn(code)),
  "a sign-in with a recovery code": ({ client, recoveryCodes }: Requested) =>
    client.completeSignIn(codeOf(recoveryCodes[0] ?? "")),
  "a code in a session": ({ app, owner }: Requested) =>
    Effect.flatMap(shown(app), (code) => owner.at(recoverable).reauthenticateWithCode(code)),
  "a new password": ({ app, owner }: Requested) =>
    Effect.gen(function* () {
      yield* owner.at(recoverable).reauthenticateWithCode(yield* shown(app))
      yield* owner.at(recoverable).changePassword(newPassword, rightPassword)
    }),
  "a new password by link": () =>
    Effect.gen(function* () {
      const visitor = yield* TestClient.make
      const token = yield* resetTokenFor(visitor, ann)
      yield* visitor.at(recoverable).resetPassword(token, newPassword)
    }),
  "signing out on all devices": ({ owner }: Requested) => owner.signOutAll,
  "being disabled, also if enabled again": () =>
    Effect.gen(function* () {
      const { disable, enable } = yield* UserAdministration
      yield* disable(yield* target)
      yield* enable(yield* target)
    }),
  "a reset by an operator": () =>
    Effect.gen(function* () {
      yield* (yield* UserAdministration).resetSecondFactor(yield* target)
    }),
  "the removal of passkeys by an operator": () =>
    Effect.gen(function* () {
      yield* storedPasskeyOf(ann)
      yield* (yield* UserAdministration).removePasskeys(yield* target)
    }),
  "signing out by an operator": () =>
    Effect.gen(function* () {
      yield* (yield* UserAdministration).revokeAllSessions(yield* target)
    }),
  "cancelling it on the account": ({ owner }: Requested) => owner.cancelFactorRecovery,
  "cancelling it with the link": ({ token }: Requested) =>
    Effect.flatMap(TestClient.make, (client) => client.cancelFactorRecoveryWithLink(token))
}

describe("An open recovery", () => {
  for (const [name, end] of Object.entries(ends)) {
    test(
      `ends with ${name}`,
      Effect.gen(function* () {
        const found = yield* requested
        assert.isTrue(yield* isOpen)
        yield* end(found)
        assert.isFalse(yield* isOpen)
        yield* TestClock.adjust("72 hours")
        const reader = (yield* TestClient.make).at(recoverable)
        assert.strictEqual(yield* outcome(reader.openFactorRecovery(found.token)), "InvalidToken")
        assert.strictEqual(yield* outcome(reader.completeFactorRecovery(found.token)), "InvalidToken")
      })
    )
  }

  test(
    "ends with a passkey, at sign-in and in a session",
    Effect.gen(function* () {
      const owner = yield* verified
      const authenticator = authenticatorAt()
      const keys = withPasskeys(owner, recoverable)
      yield* keys.add(authenticator)
      yield* owner.at(recoverable).requestFactorRecovery
      assert.isTrue(yield* isOpen)
      yield* keys.confirm(yield* keys.answer(authenticator))
      assert.isFalse(yield* isOpen)
      yield* TestClock.adjust("10 minutes")
      yield* owner.at(recoverable).requestFactorRecovery
      assert.isTrue(yield* isOpen)
      yield* withPasskeys(yield* TestClient.make, recoverable).signIn(authenticator)
      assert.isFalse(yield* isOpen)
    })
  )

  test(
    "ends with a change of the address",
    Effect.gen(function* () {
      const owner = yield* verified
      yield* owner.requestEmailChange(email("ann@new.example"), rightPassword)
      const token = yield* sentEmailChangeToken(email("ann@new.example"))
      yield* storedPasskeyOf(ann)
      yield* owner.at(recoverable).requestFactorRecovery
      const link = yield* sentFactorRecoveryToken(ann)
      yield* owner.confirmEmailChange(token)
      const reader = (yield* TestClient.make).at(recoverable)
      assert.strictEqual(yield* outcome(reader.openFactorRecovery(link)), "InvalidToken")
    })
  )

  test(
    "stays after a wrong code, a password in a session, and a sign-in that lacks the factor",
    Effect.gen(function* () {
      const { client, owner } = yield* requested
      yield* outcome(client.completeSignIn(codeOf("000000")))
      assert.strictEqual(
        yield* outcome(owner.at(recoverable).reauthenticate(rightPassword)),
        "ReauthenticationRequired"
      )
      yield* pendingClient(recoverable)
      assert.isTrue(yield* isOpen)
    })
  )

  test(
    "is shown while the sign-in is pending, and deleted by the cleanup job a minute after it has expired",
    Effect.gen(function* () {
      const { client, token } = yield* requested
      assert.isTrue(Option.isSome(yield* openOf(client)))
      yield* TestClock.adjust("10 days")
      const { run } = yield* CleanupJob
      const { id } = Option.getOrThrow(yield* storedUser(ann))
      yield* TestClock.adjust("1 minute")
      yield* run
      assert.isFalse(yield* (yield* FactorRecoveryRepository).delete(defaultId, id))
      const { client: next } = yield* pendingClient(recoverable)
      assert.strictEqual(yield* outcome(next.requestFactorRecoveryAtSignIn), "ok")
      assert.strictEqual(yield* outcome(next.openFactorRecovery(token)), "InvalidToken")
    })
  )
})

describe("CompleteFactorRecovery.cancel", () => {
  test(
    "is in the audit log, works once, and while the instance allows no recoveries",
    Effect.gen(function* () {
      const { token } = yield* requested
      const reader = (yield* TestClient.make).at(withRecovery({ factorRecovery: "off" }))
      yield* reader.cancelFactorRecoveryWithLink(token)
      assert.include(yield* auditLines, "user factor_recovery_cancelled")
      assert.strictEqual(yield* outcome(reader.cancelFactorRecoveryWithLink(token)), "InvalidToken")
    })
  )

  test(
    "fails after a completion that comes between the check and the transaction, and is not in the audit log",
    Effect.gen(function* () {
      const { reader, token } = yield* ready
      yield* beforeNext("Transaction.run", Effect.orDie(reader.completeFactorRecovery(token)))
      const canceller = (yield* TestClient.make).at(recoverable)
      assert.strictEqual(yield* outcome(canceller.cancelFactorRecoveryWithLink(token)), "InvalidToken")
      assert.notInclude(yield* auditLines, "user factor_recovery_cancelled")
    })
  )

  test(
    "of a signed-in user succeeds if there is none, writes no entry then, and requires a session",
    Effect.gen(function* () {
      const owner = yield* verified
      assert.strictEqual(yield* outcome(owner.cancelFactorRecovery), "ok")
      assert.notInclude(yield* auditLines, "user factor_recovery_cancelled")
      const stranger = yield* TestClient.make
      assert.strictEqual(yield* outcome(stranger.cancelFactorRecovery), "Unauthenticated")
      assert.strictEqual(yield* countOf("FactorRecoveryRepository.delete"), 1)
    })
  )
})
