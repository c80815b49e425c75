import { assert, describe } from "@effect/vitest"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import { kindOf } from "@latchkey/domain/passkey/PasskeyChallenge"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { changed, verified } from "../email-change/support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, disconnectDuring, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { annWithPasskey, authenticatorAt, created, withPasskeys } from "./support.ts"

const invalid = "InvalidCredentials"

/** The kinds of the account notices that were queued, oldest first. */
const notices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => (email as { readonly kind: string }).kind)
)

describe("RegisterPasskey", () => {
  test(
    "adds a passkey with what the authenticator says of it, and leaves session and address as they are",
    Effect.gen(function* () {
      const client = yield* signedUp
      const before = yield* client.authenticate
      const keys = withPasskeys(client)
      const passkey = yield* keys.add(authenticatorAt(undefined, { flags: 0x1d, signCount: 3 }), "My laptop")
      assert.deepInclude(passkey, {
        name: "My laptop",
        rpId: "auth.example.com",
        signCount: 3,
        backupEligible: true,
        backedUp: true,
        transports: ["internal"],
        lastUsedAt: Option.none()
      })
      assert.deepStrictEqual((yield* keys.list).passkeys, [passkey])
      assert.deepStrictEqual(yield* client.authenticate, before)
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isNone(user.emailVerifiedAt))
    })
  )

  test(
    "names a passkey after its authenticator, and one that is not known Passkey",
    Effect.gen(function* () {
      const keys = withPasskeys(yield* signedUp)
      assert.strictEqual((yield* keys.add(authenticatorAt())).name, "Passkey")
    })
  )

  test(
    "tells the user whose address is verified",
    Effect.gen(function* () {
      const client = yield* verified()
      yield* withPasskeys(client).add(authenticatorAt())
      assert.include(yield* notices, "passkey_added")
    })
  )

  test(
    "gives each user one handle, which no other has, and lists what they have for the authenticator",
    Effect.gen(function* () {
      const { authenticator, keys, passkey } = yield* annWithPasskey
      yield* keys.confirm(yield* keys.answer(authenticator))
      const creation = yield* keys.options
      assert.deepStrictEqual(creation.userHandle, Option.getOrThrow((yield* keys.list).userHandle))
      assert.strictEqual(creation.passkeys[0]?.credentialId, passkey.credentialId)
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      assert.notStrictEqual((yield* withPasskeys(bens).options).userHandle, creation.userHandle)
    })
  )

  test(
    "adds the first passkey of one of two sessions at once: the other one has to authenticate with it",
    Effect.gen(function* () {
      const other = yield* TestClient.make
      const both = [withPasskeys(yield* signedUp), withPasskeys(other)]
      yield* other.signIn(ann, rightPassword)
      const credentials = yield* Effect.forEach(both, (keys) =>
        Effect.map(keys.options, (creation) => created(creation, authenticatorAt()))
      )
      const registrations = Arr.zipWith(both, credentials, (keys, credential) => outcome(keys.register(credential)))
      const outcomes = yield* Effect.all(registrations, { concurrency: "unbounded" })
      assert.sameMembers(outcomes, ["ok", "ReauthenticationRequired"])
    })
  )

  test(
    "adds the passkey if the client disconnects while it is stored",
    Effect.gen(function* () {
      const keys = withPasskeys(yield* signedUp)
      const credential = created(yield* keys.options, authenticatorAt())
      yield* disconnectDuring("PasskeyRepository.insert", keys.register(credential))
      assert.lengthOf((yield* keys.list).passkeys, 1)
    })
  )

  test(
    "answers a challenge once: of ten registrations at once one is stored, and the credential never twice",
    Effect.gen(function* () {
      const client = yield* signedUp
      const keys = withPasskeys(client)
      const authenticator = authenticatorAt()
      const id = Buffer.alloc(16, 7)
      const credential = created(yield* keys.options, authenticator, id)
      const outcomes = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.either(keys.register(credential))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(outcomes.filter(Either.isRight), 1)
      yield* keys.confirm(yield* keys.answer(authenticator))
      const again = created(yield* keys.options, authenticatorAt(), id)
      assert.strictEqual(yield* outcome(keys.register(again)), "PasskeyExists")
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const theirs = created(yield* withPasskeys(bens).options, authenticatorAt(), id)
      assert.strictEqual(yield* outcome(withPasskeys(bens).register(theirs)), "PasskeyExists")
      assert.lengthOf((yield* keys.list).passkeys, 1)
    })
  )

  test(
    "accepts a challenge of its client, user, ceremony and time only",
    Effect.gen(function* () {
      const { authenticator, client, keys } = yield* annWithPasskey
      yield* keys.confirm(yield* keys.answer(authenticator))
      const next = authenticatorAt()
      const make = Effect.map(keys.options, (creation) => created(creation, next))
      // Another user on the same client.
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const { sessionToken } = yield* bens.caller
      const mixed = yield* TestClient.copyOf(client)
      const credential = yield* make
      yield* Ref.update(mixed.cookies, (held) => ({ ...held, sessionToken }))
      assert.include([invalid, "Unauthenticated"], yield* outcome(withPasskeys(mixed).register(credential)))
      // Another client of the same user.
      const other = yield* TestClient.make
      yield* withPasskeys(other).signIn(authenticator)
      assert.strictEqual(yield* outcome(withPasskeys(other).register(yield* make)), invalid)
      // The challenge of a sign-in.
      const { challenge } = yield* (yield* SignInWithPasskey).request({
        instance: defaultInstance,
        caller: yield* client.caller
      })
      const ofSignIn = created({ ...(yield* keys.options), challenge }, next)
      assert.strictEqual(yield* outcome(keys.register(ofSignIn)), invalid)
      const old = yield* make
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(keys.register(yield* make)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(keys.register(old)), invalid)
    })
  )

  test(
    "accepts no challenge that was issued to another user, whatever the client",
    Effect.gen(function* () {
      const client = yield* signedUp
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const keys = withPasskeys(client)
      const creation = yield* keys.options
      const tokens = yield* TokenGenerator
      const { clientToken } = yield* client.caller
      const other = Option.getOrThrow(yield* storedUser(ben))
      const registrations = yield* OneTimeTokens.make(kindOf("registration"))
      yield* registrations.put({
        instanceId: defaultId,
        subject: tokens.hash(Option.getOrThrow(clientToken)),
        tokenHash: tokens.hash(creation.challenge),
        data: Option.some(other.id)
      })
      assert.strictEqual(yield* outcome(keys.register(created(creation, authenticatorAt()))), invalid)
      assert.lengthOf((yield* keys.list).passkeys, 0)
    })
  )

  test(
    "accepts no challenge once the credentials of the user have changed",
    Effect.gen(function* () {
      const client = yield* signedUp
      const keys = withPasskeys(client)
      const former = yield* keys.options
      const tokens = yield* TokenGenerator
      const { clientToken } = yield* client.caller
      const subject = tokens.hash(Option.getOrThrow(clientToken))
      const { find } = yield* OneTimeTokens.make(kindOf("registration"))
      const stored = find({ instanceId: defaultId, subject, tokenHash: tokens.hash(former.challenge) })
      assert.isTrue(Option.isSome(yield* stored))
      yield* client.changePassword(newPassword, rightPassword)
      // The client has another token, too: also the one that has the former could not answer it.
      assert.isTrue(Option.isNone(yield* stored))
      assert.strictEqual(yield* outcome(keys.register(created(former, authenticatorAt()))), invalid)
      assert.strictEqual(yield* outcome(keys.register(created(yield* keys.options, authenticatorAt()))), "ok")
    })
  )

  test(
    "requires an authentication in the last ten minutes, and with a passkey if the user has one",
    Effect.gen(function* () {
      const client = yield* signedUp
      const keys = withPasskeys(client)
      yield* justBefore("10 minutes")
      const authenticator = authenticatorAt()
      const passkey = yield* keys.add(authenticator)
      for (const attempt of [keys.options, keys.remove(passkey.id)]) {
        assert.strictEqual(yield* outcome(attempt as typeof keys.options), "ReauthenticationRequired")
      }
      yield* client.reauthenticate(rightPassword)
      assert.strictEqual(yield* outcome(keys.options), "ReauthenticationRequired")
      yield* keys.confirm(yield* keys.answer(authenticator))
      assert.strictEqual(yield* outcome(keys.options), "ok")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(keys.options), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(keys.remove(passkey.id)), "ReauthenticationRequired")
    })
  )

  test(
    "stores no twenty-first passkey, not even of two at once",
    Effect.gen(function* () {
      const { authenticator, keys, passkey } = yield* annWithPasskey
      yield* keys.confirm(yield* keys.answer(authenticator))
      const user = Option.getOrThrow(yield* storedUser(ann))
      for (let count = 1; count < 19; count++) yield* Samples.storedPasskey(user)
      const credentials = [
        created(yield* keys.options, authenticatorAt()),
        created(yield* keys.options, authenticatorAt())
      ]
      const attempts = credentials.map((credential) => outcome(keys.register(credential)))
      const outcomes = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.deepStrictEqual([...outcomes].sort(), ["TooManyPasskeys", "ok"])
      assert.strictEqual(yield* outcome(keys.options), "TooManyPasskeys")
      yield* keys.remove(passkey.id)
      assert.strictEqual(yield* outcome(keys.options), "ok")
    })
  )

  test(
    "gives no options if the credentials change before the challenge is stored",
    Effect.gen(function* () {
      const client = yield* signedUp
      const keys = withPasskeys(client)
      yield* beforeNext("OneTimeTokenRepository.put", (yield* TestClient.copyOf(client)).signOutAll)
      assert.strictEqual(yield* outcome(keys.options), "Unauthenticated")
    })
  )

  test(
    "fails if the session ends while the credential is verified, and stores nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const keys = withPasskeys(client)
      const credential = created(yield* keys.options, authenticatorAt())
      yield* beforeNext("UserRepository.findByIdForUpdate", client.signOut)
      assert.strictEqual(yield* outcome(keys.register(credential)), "Unauthenticated")
      assert.strictEqual(yield* countOf("PasskeyRepository.insert"), 0)
    })
  )

  test(
    "is disabled with passkeys turned off, where those of before can be listed and removed",
    Effect.gen(function* () {
      const { authenticator, client, keys, passkey } = yield* annWithPasskey
      yield* keys.confirm(yield* keys.answer(authenticator))
      const off = withPasskeys(client, instance({ authConfig: { ...defaultAuthConfig, passkey: false } }))
      assert.strictEqual(yield* outcome(off.options), "PasskeyDisabled")
      assert.deepStrictEqual(
        (yield* off.list).passkeys.map(({ id }) => id),
        [passkey.id]
      )
      assert.strictEqual(yield* outcome(off.remove(passkey.id)), "ok")
    })
  )
})

describe("Passkeys", () => {
  test(
    "renames and removes passkeys of the signed-in user only, and tells them",
    Effect.gen(function* () {
      const client = yield* verified()
      const keys = withPasskeys(client)
      const authenticator = authenticatorAt()
      const passkey = yield* keys.add(authenticator)
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(withPasskeys(bens).rename(passkey.id, "Mine")), "PasskeyNotFound")
      assert.strictEqual(yield* outcome(withPasskeys(bens).remove(passkey.id)), "PasskeyNotFound")
      const stranger = withPasskeys(yield* TestClient.make)
      for (const attempt of [stranger.rename(passkey.id, "Mine"), stranger.remove(passkey.id)]) {
        assert.strictEqual(yield* outcome(attempt), "Unauthenticated")
      }
      yield* keys.rename(passkey.id, "My phone")
      assert.strictEqual((yield* keys.list).passkeys[0]?.name, "My phone")
      yield* keys.confirm(yield* keys.answer(authenticator))
      yield* keys.remove(passkey.id)
      assert.include(yield* notices, "passkey_removed")
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), invalid)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      // The password and the links are left: the last passkey is never the last way in.
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "are in the audit log when they are added and removed, with their user and without an IP address",
    Effect.gen(function* () {
      const { authenticator, keys, passkey } = yield* annWithPasskey
      yield* keys.confirm(yield* keys.answer(authenticator))
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(keys.remove(passkey.id)), "PersistenceError")
      yield* release("AuditLog.append")
      assert.lengthOf((yield* keys.list).passkeys, 1)
      yield* keys.remove(passkey.id)
      assert.deepStrictEqual(yield* auditLines, [
        `user passkey_added ${passkey.id}`,
        `user passkey_removed ${passkey.id}`
      ])
      for (const { ipAddress, userId } of yield* auditLog) {
        assert.deepStrictEqual([userId, ipAddress], [Option.some(passkey.userId), Option.none()])
      }
    })
  )

  test(
    "of someone who signed up with another's address are gone once the owner verifies it",
    Effect.gen(function* () {
      const { authenticator, passkey } = yield* annWithPasskey
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.deepStrictEqual((yield* withPasskeys(owner).list).passkeys, [])
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), invalid)
      assert.isTrue(Option.isNone(yield* (yield* PasskeyRepository).findHandle(defaultId, passkey.userId)))
    })
  )

  test(
    "that someone else has added are gone once the owner restores an address that they have changed",
    Effect.gen(function* () {
      const attacker = yield* verified()
      const token = yield* changed(attacker, ann, email("ann@new.example"))
      const authenticator = authenticatorAt()
      yield* withPasskeys(attacker).add(authenticator)
      yield* (yield* TestClient.make).restoreEmail(token)
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), invalid)
    })
  )

  test(
    "survive a new password, which ends the sessions only",
    Effect.gen(function* () {
      const { authenticator, client } = yield* annWithPasskey
      const owner = yield* TestClient.make
      const user = Option.getOrThrow(yield* storedUser(ann))
      yield* (yield* UserRepository).setPasswordHash({
        instanceId: defaultId,
        userId: user.id,
        credentialVersion: user.credentialVersion,
        next: Samples.passwordHash()
      })
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(withPasskeys(owner).signIn(authenticator)), "ok")
    })
  )

  test(
    "leave no challenge once they have expired and the cleanup job has run",
    Effect.gen(function* () {
      const { authenticator, keys } = yield* annWithPasskey
      yield* keys.answer(authenticator)
      yield* TestClock.adjust("1 day")
      yield* (yield* CleanupJob).run
      const { deleteExpired } = yield* OneTimeTokenRepository
      assert.strictEqual(yield* deleteExpired(yield* DateTime.now, 100), 0)
    })
  )
})
