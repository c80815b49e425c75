import { assert, describe } from "@effect/vitest"
import { defaultId, defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { verified } from "../email-change/support.ts"
import { annWithPasskey, authenticatorAt, created, withPasskeys } from "../passkey/support.ts"
import {
  ann,
  ben,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  storedPasskeyOf,
  storedUser,
  test
} from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, callNames, release } from "../support/Interception.ts"
import { optional, pendingClient, setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

const { removePasskeys } = Effect.serviceFunctions(UserAdministration)

const targetAt = (instance: Instance, address = ann) =>
  Effect.map(Effect.flatten(storedUser(address)), ({ id: userId }) => ({
    instance,
    userId,
    by: { actor: "admin_api" } as const
  }))

const annAsTarget = targetAt(defaultInstance)

const removal = Effect.flatMap(annAsTarget, removePasskeys)

/** Ann's passkeys, as the page of the user counts them. */
const counted = Effect.gen(function* () {
  const { find } = yield* UserAdministration
  return (yield* find(yield* annAsTarget)).passkeys
})

/** The kinds of the account notices that were queued, oldest first. */
const notices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => (email as { readonly kind: string }).kind)
)

describe("UserAdministration.removePasskeys", () => {
  test(
    "removes all of them, ends the sessions, tells the user, and is in the audit log",
    Effect.gen(function* () {
      const client = yield* verified()
      const authenticator = authenticatorAt()
      yield* withPasskeys(client).add(authenticator)
      yield* storedPasskeyOf(ann)
      assert.strictEqual(yield* counted, 2)
      yield* removal
      assert.strictEqual(yield* counted, 0)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      const visitor = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(visitor).signIn(authenticator)), "InvalidCredentials")
      assert.deepStrictEqual(
        (yield* notices).filter((kind) => kind.startsWith("passkey")),
        ["passkey_added", "passkeys_reset"]
      )
      const entry = (yield* auditLog).find(({ action }) => action === "passkeys_reset")
      const { userId } = yield* annAsTarget
      assert.deepInclude(entry, { actor: "admin_api", userId: Option.some(userId), detail: "passkeys=2" })
    })
  )

  test(
    "lets the user sign in with the password and add another passkey",
    Effect.gen(function* () {
      yield* annWithPasskey
      yield* removal
      const client = yield* TestClient.make
      yield* client.signIn(ann, rightPassword)
      const authenticator = authenticatorAt()
      yield* withPasskeys(client).add(authenticator)
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), "ok")
    })
  )

  test(
    "fails with PasskeyNotFound without any, and changes nothing",
    Effect.gen(function* () {
      const client = yield* verified()
      const queued = yield* notices
      assert.strictEqual(yield* outcome(removal), "PasskeyNotFound")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.deepStrictEqual(yield* notices, queued)
      assert.notInclude(
        (yield* auditLog).map(({ action }) => action),
        "passkeys_reset"
      )
    })
  )

  test(
    "finds users in their own instance only, and keeps the passkeys of others",
    Effect.gen(function* () {
      const { client } = yield* annWithPasskey
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      yield* storedPasskeyOf(ben)
      const elsewhere = yield* targetAt(otherInstance)
      assert.strictEqual(yield* outcome(removePasskeys(elsewhere)), "UserNotFound")
      yield* removePasskeys(yield* targetAt(defaultInstance, ben))
      assert.strictEqual(yield* counted, 1)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "keeps the authenticator app, and ends sign-ins that wait for its code",
    Effect.gen(function* () {
      const owner = (yield* verified()).at(optional)
      const { app } = yield* setUpApp(owner)
      yield* storedPasskeyOf(ann)
      const { client } = yield* pendingClient()
      yield* removal
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "Unauthenticated")
      const again = yield* pendingClient()
      assert.strictEqual(yield* outcome(again.client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "is one transaction: without the audit log or the notice, passkeys and sessions stay",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* withPasskeys(client).add(authenticatorAt())
      for (const failing of ["AuditLog.append", "EmailOutbox.enqueue"] as const) {
        yield* before(failing, outage)
        assert.strictEqual(yield* outcome(removal), "PersistenceError", failing)
        yield* release(failing)
        assert.strictEqual(yield* counted, 1)
        assert.strictEqual(yield* outcome(client.authenticate), "ok")
      }
    })
  )

  test(
    "locks the user before it removes anything",
    Effect.gen(function* () {
      yield* annWithPasskey
      const target = yield* annAsTarget
      const previous = (yield* callNames).length
      yield* removePasskeys(target)
      const calls = (yield* callNames).slice(previous)
      assert.deepStrictEqual(calls.slice(0, 4), [
        "Transaction.run",
        "UserRepository.findByIdForUpdate",
        "PasskeyRepository.deleteAll",
        "SessionRepository.revokeAll"
      ])
    })
  )

  test(
    "removes them once, of ten concurrent calls",
    Effect.gen(function* () {
      yield* annWithPasskey
      const attempts = yield* Effect.all(
        Array.from({ length: 10 }, () => outcome(removal)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        attempts.filter((result) => result === "ok"),
        1
      )
      assert.lengthOf(
        attempts.filter((result) => result === "PasskeyNotFound"),
        9
      )
    })
  )

  test(
    "ends the sign-in with a passkey that is being verified",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const keys = withPasskeys(yield* TestClient.make)
      const answer = yield* keys.answer(authenticator)
      const { removePasskeys } = yield* UserAdministration
      yield* beforeNext("SessionRepository.issue", removePasskeys(yield* annAsTarget))
      assert.strictEqual(yield* outcome(keys.present(answer)), "InvalidCredentials")
    })
  )

  test(
    "leaves no passkey that a former session has begun to add",
    Effect.gen(function* () {
      const client = yield* verified()
      const keys = withPasskeys(client)
      const credential = created(yield* keys.options, authenticatorAt())
      const others = yield* storedPasskeyOf(ann)
      const { removePasskeys } = yield* UserAdministration
      yield* beforeNext("UserRepository.findByIdForUpdate", removePasskeys(yield* annAsTarget))
      assert.strictEqual(yield* outcome(keys.register(credential)), "Unauthenticated")
      // The removal was part of the transaction that failed.
      const passkeys = yield* (yield* PasskeyRepository).list(defaultId, others.userId)
      assert.deepStrictEqual(passkeys, [others])
    })
  )
})
