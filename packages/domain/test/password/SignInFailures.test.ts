import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Domain from "@latchkey/domain/Domain"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  email,
  failedSignIn,
  limited,
  linkTokenFor,
  newPassword,
  noAccount,
  otherInstance,
  outage,
  outcome,
  portsWithoutMailer,
  resetTokenFor,
  rightPassword,
  signedUp,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import * as Interception from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const { before, countOf, release } = Interception

/** The default instance, with limits per account that a hundred failures do not reach. */
const roomy = limited({
  signInPerEmail: { limit: 1000, windowSeconds: 900 },
  signInPerKnownClient: { limit: 1000, windowSeconds: 900 }
})

/** Fails to sign in `count` times in a row, each time on a new client. */
const fail = (count: number, address: Email = ann, at: Instance = roomy) =>
  Effect.repeatN(signInOnNewClient(address, wrongPassword, at), count - 1)

const signInOnNew = (at: Instance = roomy) => signInOnNewClient(ann, rightPassword, at)

const details = Effect.gen(function* () {
  const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
  const { find } = yield* UserAdministration
  return yield* find({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
})

const counted = Effect.map(details, ({ failedSignIns }) => failedSignIns)

describe("After a hundred failed sign-ins in a row", () => {
  test(
    "an unknown client is refused, whatever the password",
    Effect.gen(function* () {
      yield* signedUp
      yield* fail(99)
      assert.strictEqual(yield* signInOnNew(), "ok")
      yield* fail(100)
      assert.strictEqual(yield* signInOnNew(), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, roomy), "InvalidCredentials")
    })
  )

  test(
    "an unknown client gets the same reply after the same work as for an address without an account",
    Effect.gen(function* () {
      yield* signedUp
      yield* fail(100)
      yield* TestClock.adjust("1 hour")
      const unknown = yield* failedSignIn(noAccount, rightPassword)
      assert.deepStrictEqual(yield* failedSignIn(ann, rightPassword), unknown)
      assert.deepStrictEqual(yield* failedSignIn(ann, wrongPassword), unknown)
    })
  )

  test(
    "a known client goes on, and its success resets the count",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* fail(100)
      assert.strictEqual(yield* outcome(known.at(roomy).signIn(ann, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* counted, 101)
      assert.strictEqual(yield* outcome(known.at(roomy).signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* counted, 0)
      assert.strictEqual(yield* signInOnNew(), "ok")
    })
  )

  test(
    "a sign-in with a link goes on, and resets the count",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* fail(100)
      const reader = yield* TestClient.make
      assert.strictEqual(yield* outcome(reader.verifyLink(yield* linkTokenFor(reader, ann))), "ok")
      assert.strictEqual(yield* counted, 0)
      assert.strictEqual(yield* signInOnNew(), "ok")
    })
  )

  test(
    "a changed password resets the count",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* fail(100)
      assert.strictEqual(yield* outcome(known.at(roomy).changePassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword, roomy), "ok")
    })
  )

  test(
    "a new password with a link resets the count, and signs in on new devices",
    Effect.gen(function* () {
      yield* signedUp
      yield* fail(100)
      const client = yield* TestClient.make
      const token = yield* resetTokenFor(client, ann)
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "ok")
      assert.strictEqual(yield* counted, 0)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword, roomy), "ok")
    })
  )

  test(
    "an operator resets the count, and the audit log says so",
    Effect.gen(function* () {
      const { userId } = yield* (yield* signedUp).authenticate
      yield* fail(100)
      const { resetFailedSignIns } = yield* UserAdministration
      const target = { instance: defaultInstance, userId, by: { actor: "dashboard" as const } }
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(resetFailedSignIns(target)), "PersistenceError")
      yield* release("AuditLog.append")
      assert.strictEqual(yield* counted, 100)
      yield* resetFailedSignIns(target)
      assert.strictEqual(yield* counted, 0)
      assert.include((yield* auditLines).join("\n"), "failed_sign_ins_reset")
      assert.strictEqual(yield* outcome(resetFailedSignIns({ ...target, instance: otherInstance })), "UserNotFound")
    })
  )
})

describe("The count of failed sign-ins", () => {
  test(
    "is reset by every success, and costs a success nothing while it is zero",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(yield* signInOnNew(), "ok")
      assert.strictEqual(yield* countOf("SignInFailures.reset"), 0)
      yield* fail(60)
      assert.strictEqual(yield* counted, 60)
      assert.strictEqual(yield* signInOnNew(), "ok")
      assert.strictEqual(yield* counted, 0)
      yield* fail(60)
      assert.strictEqual(yield* signInOnNew(), "ok")
    })
  )

  test(
    "counts a wrong current password of a password change",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* outcome(client.at(roomy).changePassword(newPassword, wrongPassword))
      assert.strictEqual(yield* counted, 1)
    })
  )

  test(
    "counts neither what a limit refuses nor failures of another address or instance",
    Effect.gen(function* () {
      yield* signedUp
      const one = limited({ signInPerEmail: { limit: 1, windowSeconds: 900 } })
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, one), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, one), "RateLimited")
      yield* fail(1, email("ann+other@example.com"))
      yield* fail(1, ann, otherInstance)
      assert.strictEqual(yield* counted, 1)
    })
  )

  test(
    "of an address starts with its account",
    Effect.gen(function* () {
      yield* fail(150)
      yield* signedUp
      assert.strictEqual(yield* counted, 0)
      assert.strictEqual(yield* signInOnNew(), "ok")
      yield* fail(1)
      assert.strictEqual(yield* counted, 1)
    })
  )

  test(
    "that cannot be stored fails the attempt; one that cannot be reset does not",
    Effect.gen(function* () {
      yield* signedUp
      yield* before("SignInFailures.record", outage)
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, roomy), "PersistenceError")
      yield* release("SignInFailures.record")
      yield* fail(1)
      yield* before("SignInFailures.reset", outage)
      assert.strictEqual(yield* signInOnNew(), "ok")
    })
  )
})

describe("Without an email provider", () => {
  const ports = Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)

  it.effect("failed sign-ins are counted, and refuse no client", () =>
    Effect.gen(function* () {
      yield* signedUp
      yield* fail(100)
      assert.strictEqual(yield* counted, 100)
      assert.strictEqual(yield* signInOnNew(), "ok")
    }).pipe(Effect.provide(Layer.provideMerge(Domain.layer, Interception.around(ports))))
  )
})
