import { assert, describe } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { AuthenticationCredential, CredentialId } from "@latchkey/domain/passkey/Credential"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { none, WebAuthn } from "@latchkey/domain/passkey/WebAuthn"
import * as Domain from "@latchkey/domain/Domain"
import * as Samples from "@latchkey/testkit/Samples"
import * as Layer from "effect/Layer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  justBefore,
  limited,
  newPassword,
  oneMilli,
  outage,
  outcome,
  ports,
  rightPassword,
  signedUp,
  storedPasskeyOf,
  storedUser,
  test
} from "../support.ts"
import { capture, leaks } from "../support/CapturedLogs.ts"
import { beforeNext, callNames } from "../support/Interception.ts"
import { setUpApp, optional } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { annWithPasskey, authenticatorAt, withPasskeys } from "./support.ts"

const invalid = "InvalidCredentials"

/** A second user with a passkey. */
const benWithPasskey = Effect.gen(function* () {
  const client = yield* TestClient.make
  yield* client.signUp(ben, rightPassword)
  const authenticator = authenticatorAt()
  yield* withPasskeys(client).add(authenticator)
  return { client, authenticator }
})

describe("SignInWithPasskey", () => {
  test(
    "signs in on another client, at level 2, without an email address, and records the use",
    Effect.gen(function* () {
      const { authenticator, keys } = yield* annWithPasskey
      yield* TestClock.adjust("1 hour")
      const client = yield* TestClient.make
      const result = yield* withPasskeys(client).signIn(authenticator)
      assert.strictEqual(result._tag, "SignedIn")
      const session = yield* client.authenticate
      assert.deepStrictEqual([session.email, session.methods], [ann, ["passkey"]])
      const { passkeys } = yield* keys.list
      assert.deepStrictEqual(passkeys[0]?.lastUsedAt, Option.some(yield* DateTime.now))
    })
  )

  test(
    "asks for no second factor, even if the user has one",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.at(optional).signUp(ann, rightPassword)
      const authenticator = authenticatorAt()
      yield* withPasskeys(client, optional).add(authenticator)
      yield* withPasskeys(client, optional).confirm(yield* withPasskeys(client, optional).answer(authenticator))
      yield* setUpApp(client.at(optional))
      const other = yield* TestClient.make
      const result = yield* withPasskeys(other, optional).signIn(authenticator)
      assert.strictEqual(result._tag, "SignedIn")
    })
  )

  test(
    "answers a challenge once, whatever the outcome, and of concurrent attempts one",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const client = yield* TestClient.make
      const keys = withPasskeys(client)
      const credential = yield* keys.answer(authenticator)
      const outcomes = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.either(keys.present(credential))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(outcomes.filter(Either.isRight), 1)
      const next = yield* keys.answer(authenticator)
      const wrong = { ...next, response: { ...next.response, signature: credential.response.signature } }
      assert.strictEqual(yield* outcome(keys.present(wrong)), invalid)
      assert.strictEqual(yield* outcome(keys.present(next)), invalid)
    })
  )

  test(
    "expires a challenge after five minutes, to the millisecond",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const keys = withPasskeys(yield* TestClient.make)
      const [first, second] = [yield* keys.answer(authenticator), yield* keys.answer(authenticator)]
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(keys.present(first)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(keys.present(second)), invalid)
    })
  )

  test(
    "accepts a challenge of no other client, instance or ceremony, and none that Latchkey did not issue",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const one = withPasskeys(yield* TestClient.make)
      const credential = yield* one.answer(authenticator)
      const stranger = yield* TestClient.make
      assert.strictEqual(yield* outcome(withPasskeys(stranger).present(credential)), invalid)
      yield* withPasskeys(stranger).answer(authenticator)
      assert.strictEqual(yield* outcome(withPasskeys(stranger).present(credential)), invalid)
      const elsewhere = instance({ id: InstanceId.make("inst_01890a5d-ac96-774b-bcce-b302099a8057") })
      const other = yield* TestClient.make
      const ofOther = yield* withPasskeys(other, elsewhere).answer(authenticator)
      assert.strictEqual(yield* outcome(withPasskeys(other).present(ofOther)), invalid)
      // The challenge of a registration.
      const added = yield* TestClient.make
      const keys = withPasskeys(added)
      yield* keys.signIn(authenticator)
      const { challenge } = yield* keys.options
      const options = { challenge: Redacted.value(challenge), rpId: "auth.example.com" }
      const ofRegistration = Schema.decodeUnknownSync(AuthenticationCredential)(authenticator.get(options))
      assert.strictEqual(yield* outcome(keys.present(ofRegistration)), invalid)
      const invented = authenticator.get({ ...options, challenge: "A".repeat(43) })
      assert.strictEqual(yield* outcome(keys.present(invented as never)), invalid)
    })
  )

  test(
    "accepts a passkey only with the handle of its user",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const bens = yield* benWithPasskey
      const keys = withPasskeys(yield* TestClient.make)
      const bensHandle = (yield* keys.answer(bens.authenticator)).response.userHandle
      for (const userHandle of [bensHandle, null, undefined, ""]) {
        const { response, ...credential } = yield* keys.answer(authenticator)
        const changed = { ...credential, response: { ...response, userHandle } }
        assert.strictEqual(yield* outcome(keys.present(changed as never)), invalid)
      }
    })
  )

  test(
    "rejects an unknown passkey, a page that is not allowed, a user who was not verified, and another eligibility",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      const keys = withPasskeys(client)
      const elsewhere = authenticatorAt("https://evilauth.example.com")
      assert.strictEqual(yield* outcome(keys.add(elsewhere)), invalid)
      assert.strictEqual(yield* outcome(keys.add(authenticatorAt(undefined, { flags: 0x01 }))), invalid)
      const known = authenticatorAt()
      const passkey = yield* keys.add(known)
      const repository = yield* PasskeyRepository
      assert.strictEqual(yield* outcome(keys.signIn(known)), "ok")
      yield* repository.delete(defaultId, passkey.userId, passkey.id)
      yield* repository.insert({ ...passkey, backupEligible: true } as typeof passkey)
      assert.strictEqual(yield* outcome(keys.signIn(known)), invalid)
      yield* repository.delete(defaultId, passkey.userId, passkey.id)
      assert.strictEqual(yield* outcome(keys.signIn(known)), invalid)
    })
  )

  test(
    "logs why it refuses a passkey, and no secret",
    Effect.gen(function* () {
      const { authenticator, passkey } = yield* annWithPasskey
      const bens = yield* benWithPasskey
      const keys = withPasskeys(yield* TestClient.make)
      const repository = yield* PasskeyRepository
      const secrets: Array<string> = []
      const reasonOf = (credential: AuthenticationCredential) =>
        Effect.gen(function* () {
          secrets.push(credential.response.signature, credential.response.clientDataJSON)
          const { entries, value } = yield* capture(outcome(keys.present(credential)))
          assert.strictEqual(value, invalid)
          assert.deepStrictEqual(leaks(entries, secrets), [])
          const refused = entries.filter(({ message }) => message.includes("A passkey was refused"))
          assert.deepStrictEqual(
            refused.map(({ level }) => level),
            ["INFO"]
          )
          return [refused[0]?.annotations["reason"], refused[0]?.annotations["passkeyId"]]
        })
      const answered = (credential: AuthenticationCredential, response: object) =>
        ({ ...credential, response: { ...credential.response, ...response } }) as AuthenticationCredential
      const answer = keys.answer(authenticator)
      const used = yield* answer
      assert.strictEqual(yield* outcome(keys.present(used)), "ok")
      assert.deepStrictEqual(yield* reasonOf(used), ["challenge", undefined])
      const { userHandle } = (yield* keys.answer(bens.authenticator)).response
      assert.deepStrictEqual(yield* reasonOf(answered(yield* answer, { userHandle })), ["user_handle", passkey.id])
      const { signature } = used.response
      assert.deepStrictEqual(yield* reasonOf(answered(yield* answer, { signature })), ["not_verified", passkey.id])
      yield* repository.delete(defaultId, passkey.userId, passkey.id)
      assert.deepStrictEqual(yield* reasonOf(yield* answer), ["unknown_passkey", undefined])
      yield* repository.insert({ ...passkey, backupEligible: !passkey.backupEligible } as typeof passkey)
      assert.deepStrictEqual(yield* reasonOf(yield* answer), ["backup_eligibility", passkey.id])
      yield* repository.delete(defaultId, passkey.userId, passkey.id)
      yield* repository.insert(passkey)
      const users = yield* UserRepository
      const disabledAt = Option.some(yield* DateTime.now)
      yield* users.setDisabled({ instanceId: defaultId, userId: passkey.userId, disabledAt })
      assert.deepStrictEqual(yield* reasonOf(yield* answer), ["user", passkey.id])
    })
  )

  test(
    "calls a passkey unknown only if no instance with the RP ID has it: the browser offers those of all",
    Effect.gen(function* () {
      const rpId = "shared.example"
      const add = (name: string, config: object = { passkeyConfig: { rpId } }) =>
        Effect.flatMap(InstanceDirectory, (all) => all.create({ name, hosts: [`${name}.${rpId}`], ...config }))
      const [own, other, ofItsOwn] = [yield* add("own"), yield* add("other"), yield* add("apart", {})]
      const keys = withPasskeys(yield* TestClient.make, own)
      const authenticator = authenticatorAt(`https://own.${rpId}`)
      const { id } = authenticator.create({ challenge: "A".repeat(43), rp: { id: rpId }, user: { id: "B".repeat(43) } })
      const said = Effect.gen(function* () {
        const error = yield* Effect.flip(Effect.flatMap(keys.answer(authenticator), keys.present))
        return error._tag === invalid ? error.of : error._tag
      })
      const repository = yield* PasskeyRepository
      const at = (instanceId: InstanceId) =>
        Effect.flatMap(Samples.storedUser(instanceId), (user) =>
          Samples.storedPasskey(user, { rpId, credentialId: CredentialId.make(id) })
        )
      yield* at(ofItsOwn.id)
      yield* beforeNext("InstanceRepository.list", outage)
      assert.isUndefined(yield* said)
      yield* oneMilli
      assert.strictEqual(yield* said, "unknown_passkey")
      const { id: passkeyId, userId } = yield* at(other.id)
      assert.isUndefined(yield* said)
      yield* repository.delete(other.id, userId, passkeyId)
      assert.strictEqual(yield* said, "unknown_passkey")
      for (let more = 0; more < 10; more++) yield* add(`more-${more}`)
      yield* TestClock.adjust("61 seconds")
      assert.isUndefined(yield* said)
    })
  )

  test(
    "accepts a counter that goes back, as those of copied passkeys do, and stores it",
    Effect.gen(function* () {
      const { authenticator, keys, passkey } = yield* annWithPasskey
      const repository = yield* PasskeyRepository
      const at = yield* DateTime.now
      yield* repository.recordUse({ instanceId: defaultId, id: passkey.id, at, signCount: 1000, backedUp: false })
      assert.strictEqual(yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)), "ok")
      assert.strictEqual((yield* keys.list).passkeys[0]?.signCount, 0)
    })
  )

  test(
    "says the same of a disabled user and of one whose deletion is due as of an unknown passkey",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const users = yield* UserRepository
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const disabledAt = yield* DateTime.now
      yield* users.setDisabled({ instanceId: defaultId, userId, disabledAt: Option.some(disabledAt) })
      const keys = withPasskeys(yield* TestClient.make)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      const enabled = yield* users.setDisabled({ instanceId: defaultId, userId, disabledAt: Option.none() })
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
      const user = Option.getOrThrow(enabled)
      yield* users.update(new User({ ...user, deletionAt: Option.some(disabledAt) }), user.credentialVersion)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
    })
  )

  test(
    "fails if the passkey is removed, or the account taken over, while it is verified",
    Effect.gen(function* () {
      const { authenticator, passkey } = yield* annWithPasskey
      const repository = yield* PasskeyRepository
      const users = yield* UserRepository
      const keys = withPasskeys(yield* TestClient.make)
      const remove = repository.delete(defaultId, passkey.userId, passkey.id)
      yield* beforeNext("PasskeyRepository.recordUse", remove)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      // The removal was part of the transaction that failed.
      const now = yield* DateTime.now
      const verification = { instanceId: defaultId, userId: passkey.userId, now, password: "drop_password" } as const
      yield* beforeNext("PasskeyRepository.recordUse", users.verifyEmail(verification))
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
    })
  )

  test(
    "is disabled with passkeys turned off, and where the host is an IP address, before any lookup",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const client = yield* TestClient.make
      const credential = yield* withPasskeys(client).answer(authenticator)
      const off = instance({ authConfig: { ...defaultAuthConfig, passkey: false } })
      const unnamed = instance({ hosts: ["192.0.2.1"] })
      const outside = instance({ passkeyConfig: { rpId: "example.org" } })
      const previous = (yield* callNames).length
      for (const at of [off, unnamed, outside]) {
        const keys = withPasskeys(client, at)
        assert.strictEqual(yield* outcome(keys.answer(authenticator)), "PasskeyDisabled")
        assert.strictEqual(yield* outcome(keys.present(credential)), "PasskeyDisabled")
      }
      const calls = (yield* callNames).slice(previous)
      assert.deepStrictEqual(
        calls.filter((name) => name.startsWith("Passkey")),
        []
      )
    })
  )

  test(
    "is disabled without an adapter that verifies passkeys, and so is adding one, and no change asks for one",
    Effect.gen(function* () {
      const { isAvailable } = yield* SignInWithPasskey
      assert.isFalse(isAvailable(defaultInstance))
      const client = yield* signedUp
      yield* storedPasskeyOf(ann)
      const keys = withPasskeys(client)
      assert.strictEqual(yield* outcome(keys.answer(authenticatorAt())), "PasskeyDisabled")
      assert.strictEqual(yield* outcome(keys.options), "PasskeyDisabled")
      assert.lengthOf((yield* keys.list).passkeys, 1)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
    }).pipe(Effect.provide(Domain.layer.pipe(Layer.provide(Layer.succeed(WebAuthn, none)), Layer.provideMerge(ports))))
  )

  test(
    "is limited per IP address as other sign-ins, before any lookup, and challenges by themselves",
    Effect.gen(function* () {
      const { authenticator } = yield* annWithPasskey
      const at = limited({ signInPerIp: { limit: 2, windowSeconds: 60 } })
      const client = yield* TestClient.make
      const keys = withPasskeys(client, at)
      const credential = yield* keys.answer(authenticator)
      const wrong = { ...credential, rawId: "AAAA" as typeof credential.rawId }
      assert.strictEqual(yield* outcome(keys.present(wrong)), invalid)
      assert.strictEqual(yield* outcome(keys.present(wrong)), invalid)
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(keys.present(credential)), "RateLimited")
      const calls = (yield* callNames).slice(previous)
      assert.notInclude(calls, "OneTimeTokenRepository.consume")
      assert.strictEqual(yield* outcome(keys.answer(authenticator)), "ok")
    })
  )
})
