import { assert, describe, it } from "@effect/vitest"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { defaultAuthConfig, defaultInstance } from "@latchkey/domain/instance/Instance"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { type UserPatch, UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { annsNew, changed, verified } from "../email-change/support.ts"
import * as AtProviders from "../identity-provider/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import {
  ann,
  instance,
  linkTokenFor,
  newPassword,
  outage,
  outcome,
  rightPassword,
  sentEmailRestoreToken,
  signedUp,
  signInOnNewClient,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, beforeNext } from "../support/Interception.ts"
import { optional, setUpApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

/** An account with a password, a passkey and an app, and the client of the one who has it. */
const takenOver = Effect.gen(function* () {
  const attacker = yield* signedUp
  const authenticator = authenticatorAt()
  yield* withPasskeys(attacker).add(authenticator)
  yield* withPasskeys(attacker).signIn(authenticator)
  yield* setUpApp(attacker.at(optional))
  return { attacker, authenticator }
})

const handedBack = { signInMethods: Option.none() as Option.None<never> } satisfies UserPatch

/** Changes the user who has the address, as an operator. */
const update = (patch: UserPatch, of = defaultInstance) =>
  Effect.gen(function* () {
    const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
    const provisioning = yield* UserProvisioning
    return yield* provisioning.update({ instance: of, userId, by: { actor: "admin_api" }, patch })
  })

describe("An account that an operator hands back", () => {
  test(
    "keeps no account at an identity provider of the one who had it",
    Effect.gen(function* () {
      yield* signedUp
      const user = Option.getOrThrow(yield* storedUser(ann))
      yield* Samples.storedIdentity(user)
      yield* update({ ...handedBack, email: annsNew, emailVerified: true })
      const { list } = yield* IdentityRepository
      assert.deepStrictEqual(yield* list(user.instanceId, user.id), [])
      assert.lengthOf(
        (yield* auditLines).filter((line) => line.includes("identity_removed")),
        1
      )
      const told = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => email as QueuedEmail)
      assert.deepStrictEqual(
        told.filter(({ kind }) => kind === "identity_removed").map(({ email }) => email),
        [annsNew]
      )
    })
  )

  it.scoped("needs something else to sign in with than such an account, or stays as it is", () =>
    Effect.gen(function* () {
      yield* signedUp
      const user = Option.getOrThrow(yield* storedUser(ann))
      const { issuer } = AtProviders.google
      const identity = yield* Samples.storedIdentity(user, { issuer })
      const at = AtProviders.instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: false } })
      assert.strictEqual(yield* outcome(update(handedBack, at)), "NoSignInMethod")
      const { list } = yield* IdentityRepository
      assert.deepStrictEqual(yield* list(user.instanceId, user.id), [identity])
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
    }).pipe(Effect.provide(AtProviders.layer))
  )

  test(
    "by the steps of the documentation keeps neither password, passkey nor app of the one who had it",
    Effect.gen(function* () {
      const { attacker, authenticator } = yield* takenOver
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const target = { instance: defaultInstance, userId, by: { actor: "admin_api" } } as const
      const { update } = yield* UserProvisioning
      const { removePasskeys, resetSecondFactor } = yield* UserAdministration
      yield* update({ ...target, patch: { disabled: true } })
      yield* update({ ...target, patch: { email: annsNew, emailVerified: true, password: Option.none() } })
      yield* removePasskeys(target)
      yield* resetSecondFactor(target)
      yield* update({ ...target, patch: { disabled: false } })
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(annsNew, rightPassword), "InvalidCredentials")
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(other).signIn(authenticator)), "InvalidCredentials")
      const owner = yield* TestClient.make
      yield* owner.at(optional).verifyLink(yield* linkTokenFor(owner, annsNew))
      assert.deepInclude(yield* owner.authenticate, { email: annsNew, methods: ["magic_link"] })
    })
  )

  test(
    "in one request keeps nothing of the one who had it, tells the owner, and is on record",
    Effect.gen(function* () {
      const { attacker, authenticator } = yield* takenOver
      const user = yield* update({ ...handedBack, email: annsNew, emailVerified: true })
      assert.deepInclude(user, { email: annsNew, hasPassword: false, secondFactorAt: Option.none() })
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(annsNew, rightPassword), "InvalidCredentials")
      const other = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(other).signIn(authenticator)), "InvalidCredentials")
      const told = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => email as QueuedEmail).slice(-3)
      assert.deepStrictEqual(
        told.map(({ email, kind }) => [kind as string, email]),
        ["passkeys_reset", "second_factor_reset", "password_changed"].map((kind) => [kind, annsNew])
      )
      assert.deepStrictEqual((yield* auditLines).slice(-3), [
        "admin_api passkeys_reset passkeys=1",
        "admin_api second_factor_reset",
        "admin_api user_updated email, emailVerified=true was=false, signInMethods=null"
      ])
      const owner = yield* TestClient.make
      yield* owner.at(optional).verifyLink(yield* linkTokenFor(owner, annsNew))
      assert.deepInclude(yield* owner.authenticate, { email: annsNew, methods: ["magic_link"] })
    })
  )

  test(
    "with the address that it has already cannot be restored to the address of the one who had it",
    Effect.gen(function* () {
      const attacker = yield* verified()
      const restoring = yield* changed(attacker, ann, annsNew)
      yield* (yield* TestClient.make).restoreEmail(restoring)
      const token = yield* sentEmailRestoreToken(annsNew)
      yield* update({ ...handedBack, email: ann, emailVerified: true })
      assert.strictEqual(yield* outcome(attacker.restoreEmail(token)), "InvalidToken")
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
    })
  )

  test(
    "gets the password of the same request, which it needs where links are turned off",
    Effect.gen(function* () {
      yield* takenOver
      const withoutLinks = instance({ authConfig: { ...defaultInstance.authConfig, magic_link: false } })
      assert.strictEqual(yield* outcome(update(handedBack, withoutLinks)), "NoSignInMethod")
      const { hasPassword } = yield* update({ ...handedBack, password: Option.some(newPassword) }, withoutLinks)
      assert.isTrue(hasPassword)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
    })
  )

  test(
    "is handed back as a whole, or not at all",
    Effect.gen(function* () {
      const { attacker } = yield* takenOver
      for (const method of ["PasskeyRepository.deleteAll", "SecondFactorRepository.remove"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(update(handedBack)), "PersistenceError")
        assert.deepInclude(yield* attacker.authenticate, { email: ann })
      }
    })
  )
})
