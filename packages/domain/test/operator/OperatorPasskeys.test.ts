import { assert, describe } from "@effect/vitest"
import { OperatorPasskeyAdministration } from "@latchkey/domain/operator/OperatorPasskeyAdministration"
import { OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { Operators } from "@latchkey/domain/operator/Operators"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { maxPasskeys } from "@latchkey/domain/passkey/PasskeyRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { ann, baseUrl, ben, justBefore, limited, oneMilli, outage, outcome, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { beforeNext, callNames, disconnectDuring } from "../support/Interception.ts"
import { authenticatorAt, created } from "../passkey/support.ts"
import { ipAddress, joined, joinedWithPasskey, makeDashboard, reinvited, removeAll, withPasskeys } from "./support.ts"

const invalid = "InvalidCredentials"
const tooOld = "ReauthenticationRequired"
const by = { actor: "command_line" } as const

/** A browser that is signed in to the dashboard without a name. */
const unnamed = Effect.gen(function* () {
  const dashboard = yield* makeDashboard
  const { signInWithAdminKey } = yield* OperatorSessions
  const token = yield* signInWithAdminKey({ adminKey: Option.none(), sessionToken: Option.none(), ipAddress })
  yield* Ref.update(dashboard.cookies, (held) => ({ ...held, sessionToken: Option.some(token) }))
  return dashboard
})

describe("OperatorPasskeys.register", () => {
  test(
    "adds a passkey for the dashboard's host, right after an invitation, and the audit log says who and from where",
    Effect.gen(function* () {
      const { id, keys, passkey } = yield* joinedWithPasskey("support")
      const { isConfirmed, operator, passkeys, rpId, userHandle } = yield* keys.list
      assert.deepStrictEqual(
        [rpId, operator.email, passkey.rpId],
        [Option.some("auth.example.com"), ann, "auth.example.com"]
      )
      assert.deepStrictEqual(passkeys, [passkey])
      assert.strictEqual(passkey.name, "Passkey")
      assert.match(Option.getOrThrow(userHandle), /^[\w-]{43}$/)
      assert.notInclude(Option.getOrThrow(userHandle), id.slice(3))
      // The session began with the invitation.
      assert.isFalse(isConfirmed)
      const session = yield* keys.session
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.name, entry?.operatorId, entry?.operatorSessionId, entry?.ipAddress],
        [
          "operator_passkey_added",
          `${passkey.id} name="Passkey"`,
          Option.some("The support"),
          Option.some(id),
          Option.some(session.id),
          Option.some(ipAddress)
        ]
      )
    })
  )

  test(
    "asks for discoverable passkeys of this account only, with a random handle for good",
    Effect.gen(function* () {
      const { dashboard } = yield* joined()
      const keys = withPasskeys(dashboard)
      const [first, second] = [yield* keys.options, yield* keys.options]
      assert.strictEqual(first.userHandle, second.userHandle)
      assert.notStrictEqual(Redacted.value(first.challenge), Redacted.value(second.challenge))
      assert.deepStrictEqual(first.relyingParty.origins, [baseUrl])
      const passkey = yield* keys.register(created(second, authenticatorAt()))
      assert.deepStrictEqual(yield* (yield* OperatorPasskeyRepository).list(passkey.operatorId), [passkey])
    })
  )

  test(
    "requires a sign-in in the last ten minutes, to the millisecond",
    Effect.gen(function* () {
      const { dashboard } = yield* joined()
      const keys = withPasskeys(dashboard)
      const creation = yield* keys.options
      yield* TestClock.adjust("9 minutes")
      const later = yield* keys.options
      yield* justBefore("1 minute")
      assert.isTrue((yield* keys.list).isConfirmed)
      assert.strictEqual(yield* outcome(keys.options), "ok")
      yield* oneMilli
      assert.isFalse((yield* keys.list).isConfirmed)
      assert.strictEqual(yield* outcome(keys.options), tooOld)
      assert.strictEqual(yield* outcome(keys.register(created(later, authenticatorAt()))), tooOld)
      assert.strictEqual(yield* outcome(keys.register(created(creation, authenticatorAt()))), invalid)
      assert.lengthOf((yield* keys.list).passkeys, 0)
    })
  )

  test(
    "requires the passkey of an operator who has one: an invitation that someone else opened adds none",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const dashboard = yield* reinvited(id)
      const keys = withPasskeys(dashboard)
      assert.strictEqual(yield* outcome(keys.options), tooOld)
      assert.strictEqual(yield* outcome(keys.add(authenticatorAt())), tooOld)
      yield* keys.signIn(authenticator)
      assert.strictEqual(yield* outcome(keys.add(authenticatorAt())), "ok")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(keys.options), tooOld)
      assert.lengthOf((yield* keys.list).passkeys, 2)
    })
  )

  test(
    "adds one of two that are answered at once in two browsers with invitations: the other needs the first passkey",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined()
      const browsers = [dashboard, yield* reinvited(id)].map((browser) => withPasskeys(browser))
      const credentials = yield* Effect.forEach(browsers, (keys) =>
        Effect.map(keys.options, (creation) => created(creation, authenticatorAt()))
      )
      const outcomes = yield* Effect.all(
        credentials.map((credential, index) => outcome(browsers[index]?.register(credential) ?? Effect.void)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...outcomes].sort(), [tooOld, "ok"])
      assert.lengthOf(yield* (yield* OperatorPasskeyRepository).list(id), 1)
    })
  )

  test(
    "answers a challenge once: of the same registration ten times at once, one is added",
    Effect.gen(function* () {
      const { dashboard } = yield* joined()
      const keys = withPasskeys(dashboard)
      const credential = created(yield* keys.options, authenticatorAt())
      const outcomes = yield* Effect.all(
        Array.from({ length: 10 }, () => Effect.either(keys.register(credential))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(outcomes.filter(Either.isRight), 1)
      assert.lengthOf((yield* keys.list).passkeys, 1)
    })
  )

  test(
    "accepts a challenge of no other operator, client or ceremony, nor one that has expired",
    Effect.gen(function* () {
      const [one, two] = [yield* joined("viewer", ann), yield* joined("admin", ben)]
      const [anns, bens] = [withPasskeys(one.dashboard), withPasskeys(two.dashboard)]
      // In one browser, in which both have signed in one after the other.
      const ofAnn = yield* anns.options
      const { clientToken } = yield* Ref.get(one.dashboard.cookies)
      yield* Ref.update(two.dashboard.cookies, (held) => ({ ...held, clientToken }))
      assert.strictEqual(yield* outcome(bens.register(created(ofAnn, authenticatorAt()))), invalid)
      const ofOtherClient = yield* anns.options
      yield* Ref.update(one.dashboard.cookies, (held) => ({ ...held, clientToken: Option.none() }))
      assert.strictEqual(yield* outcome(anns.register(created(ofOtherClient, authenticatorAt()))), invalid)
      const creation = yield* anns.options
      const authenticator = authenticatorAt()
      authenticator.create({ challenge: "A".repeat(43), rp: { id: "auth.example.com" }, user: { id: "B".repeat(43) } })
      const { response } = yield* anns.answer(authenticator)
      const challenge = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString()).challenge
      const ofSignIn = { ...creation, challenge: Redacted.make(challenge) as typeof creation.challenge }
      assert.strictEqual(yield* outcome(anns.register(created(ofSignIn, authenticatorAt()))), invalid)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* outcome(anns.register(created(creation, authenticatorAt()))), invalid)
      assert.lengthOf((yield* anns.list).passkeys, 0)
    })
  )

  test(
    "refuses a credential that is stored, of another operator too",
    Effect.gen(function* () {
      const [one, two] = [yield* joined("viewer", ann), yield* joined("admin", ben)]
      const id = Buffer.from("0123456789abcdef")
      const [anns, bens] = [withPasskeys(one.dashboard), withPasskeys(two.dashboard)]
      yield* anns.register(created(yield* anns.options, authenticatorAt(), id))
      const again = created(yield* bens.options, authenticatorAt(), id)
      assert.strictEqual(yield* outcome(bens.register(again)), "PasskeyExists")
      assert.lengthOf((yield* bens.list).passkeys, 0)
    })
  )

  test(
    "adds twenty at most, also concurrently",
    Effect.gen(function* () {
      const { authenticator, id, keys } = yield* joinedWithPasskey()
      yield* keys.signIn(authenticator)
      const two = [created(yield* keys.options, authenticatorAt()), created(yield* keys.options, authenticatorAt())]
      const rest = Array.from({ length: maxPasskeys - 2 }, () => Samples.storedOperatorPasskey({ id }))
      yield* Effect.all(rest)
      const outcomes = yield* Effect.all(
        two.map((credential) => outcome(keys.register(credential))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...outcomes].sort(), ["TooManyPasskeys", "ok"])
      assert.strictEqual(yield* outcome(keys.options), "TooManyPasskeys")
    })
  )

  test(
    "is refused without a name, and when the session has ended",
    Effect.gen(function* () {
      const withoutName = withPasskeys(yield* unnamed)
      assert.strictEqual(yield* outcome(withoutName.options), "OperatorNotFound")
      assert.strictEqual(yield* outcome(withoutName.list), "OperatorNotFound")
      const { dashboard, id } = yield* joined()
      const keys = withPasskeys(dashboard)
      const creation = yield* keys.options
      yield* (yield* Operators).update({ id, by, patch: { disabled: true } })
      assert.strictEqual(yield* outcome(keys.register(created(creation, authenticatorAt()))), "Unauthenticated")
    })
  )

  test(
    "adds none if the operator is disabled or deleted while it is verified, and none without its audit entry",
    Effect.gen(function* () {
      const { dashboard, id } = yield* joined()
      const keys = withPasskeys(dashboard)
      const { list } = yield* OperatorPasskeyRepository
      const { remove, update } = yield* Operators
      const first = created(yield* keys.options, authenticatorAt())
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(keys.register(first)), "PersistenceError")
      const second = created(yield* keys.options, authenticatorAt())
      yield* beforeNext("OperatorAccounts.listForUpdate", update({ id, by, patch: { disabled: true } }))
      assert.strictEqual(yield* outcome(keys.register(second)), "Unauthenticated")
      yield* update({ id, by, patch: { disabled: false } })
      const again = withPasskeys(yield* reinvited(id))
      const third = created(yield* again.options, authenticatorAt())
      yield* beforeNext("OperatorAccounts.listForUpdate", remove({ id, by }))
      assert.strictEqual(yield* outcome(again.register(third)), "Unauthenticated")
      assert.lengthOf(yield* list(id), 0)
    })
  )

  test(
    "completes if the client disconnects while the passkey is stored",
    Effect.gen(function* () {
      const { dashboard } = yield* joined()
      const keys = withPasskeys(dashboard)
      const credential = created(yield* keys.options, authenticatorAt())
      yield* disconnectDuring("OperatorPasskeyRepository.insert", keys.register(credential))
      assert.lengthOf((yield* keys.list).passkeys, 1)
      assert.strictEqual((yield* auditLog).at(-1)?.action, "operator_passkey_added")
    })
  )

  test(
    "is limited per IP address before any lookup",
    Effect.gen(function* () {
      const { dashboard } = yield* joined()
      const instance = limited({ signInPerIp: { limit: 1, windowSeconds: 60 } })
      const keys = withPasskeys(dashboard, { instance })
      const wrong = { ...created(yield* keys.options, authenticatorAt()), id: "AAAA" } as never
      assert.strictEqual(yield* outcome(keys.register(wrong)), invalid)
      const calls = (yield* callNames).length
      assert.strictEqual(yield* outcome(keys.register(wrong)), "RateLimited")
      assert.deepStrictEqual((yield* callNames).slice(calls), ["RateLimitStore.consume"])
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* outcome(keys.options), "ok")
      assert.strictEqual(yield* outcome(keys.options), "RateLimited")
    })
  )
})

describe("OperatorPasskeys.rename and remove", () => {
  test(
    "change the operator's own passkeys only",
    Effect.gen(function* () {
      const one = yield* joinedWithPasskey("viewer", ann)
      const two = yield* joinedWithPasskey("admin", ben)
      yield* one.keys.signIn(one.authenticator)
      for (const attempt of [one.keys.rename(two.passkey.id, "Mine"), one.keys.remove(two.passkey.id)]) {
        assert.strictEqual(yield* outcome(attempt), "PasskeyNotFound")
      }
      yield* one.keys.rename(one.passkey.id, "My phone")
      assert.deepStrictEqual(
        (yield* one.keys.list).passkeys.map(({ name }) => name),
        ["My phone"]
      )
      assert.deepStrictEqual((yield* two.keys.list).passkeys, [two.passkey])
    })
  )

  test(
    "removing requires a sign-in with the passkey in the last ten minutes, and is in the audit log",
    Effect.gen(function* () {
      const { authenticator, id, keys, passkey } = yield* joinedWithPasskey()
      assert.strictEqual(yield* outcome(keys.remove(passkey.id)), tooOld)
      const stolen = withPasskeys(yield* reinvited(id))
      assert.strictEqual(yield* outcome(stolen.remove(passkey.id)), tooOld)
      yield* keys.signIn(authenticator)
      yield* justBefore("10 minutes")
      yield* keys.rename(passkey.id, "Old phone")
      yield* oneMilli
      assert.strictEqual(yield* outcome(keys.remove(passkey.id)), tooOld)
      yield* keys.signIn(authenticator)
      yield* keys.remove(passkey.id)
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.operatorId],
        ["operator_passkey_removed", `${passkey.id} name="Old phone"`, Option.some(id)]
      )
      assert.strictEqual(yield* outcome(withPasskeys(yield* makeDashboard).signIn(authenticator)), invalid)
      assert.strictEqual(yield* outcome(keys.session), "ok")
    })
  )

  test(
    "the last admin can remove the last passkey: an invitation leads back",
    Effect.gen(function* () {
      const { authenticator, id, keys, passkey } = yield* joinedWithPasskey("admin")
      yield* keys.signIn(authenticator)
      yield* keys.remove(passkey.id)
      const again = withPasskeys(yield* reinvited(id))
      assert.strictEqual(yield* outcome(again.add(authenticatorAt())), "ok")
    })
  )

  test(
    "passkeys of a former host count for nothing: they can be removed after an invitation, and others added",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* reinvited(id), { origin: "https://id.example.org" })
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      assert.strictEqual(yield* outcome(keys.add(authenticatorAt("https://id.example.org"))), "ok")
      const { findFormer, removeFormer } = yield* OperatorPasskeyAdministration
      assert.deepStrictEqual(yield* findFormer("https://id.example.org"), [{ rpId: passkey.rpId, count: 1 }])
      const former = { origin: "https://id.example.org", rpId: passkey.rpId }
      assert.strictEqual(yield* removeFormer({ ...former, rpId: "id.example.org" }, by), 0)
      assert.strictEqual(yield* removeFormer(former, by), 1)
      assert.strictEqual(yield* removeFormer(former, by), 0)
      assert.deepStrictEqual(yield* findFormer("https://id.example.org"), [])
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail],
        ["operator_passkeys_removed", "1 bound to auth.example.com"]
      )
    })
  )
})

describe("OperatorPasskeys.isConfirmed", () => {
  test(
    "is true for ten minutes of a session without a name, and of one with the passkey if the operator has one",
    Effect.gen(function* () {
      const withoutName = withPasskeys(yield* unnamed)
      const { authenticator, id, keys } = yield* joinedWithPasskey("admin")
      const invitation = withPasskeys(yield* reinvited(id))
      assert.deepStrictEqual([yield* withoutName.isConfirmed, yield* invitation.isConfirmed], [true, false])
      yield* keys.signIn(authenticator)
      assert.isTrue(yield* keys.isConfirmed)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* withoutName.isConfirmed, yield* keys.isConfirmed], [false, false])
    })
  )
})

describe("OperatorPasskeyAdministration", () => {
  test(
    "removes the passkeys and sessions of one operator, who gets back with an invitation",
    Effect.gen(function* () {
      const one = yield* joinedWithPasskey("admin", ann)
      const two = yield* joinedWithPasskey("viewer", ben)
      const { count } = yield* OperatorPasskeyAdministration
      assert.deepStrictEqual(
        [...(yield* count)].sort(),
        [
          [one.id, 1],
          [two.id, 1]
        ].sort() as never
      )
      assert.strictEqual(yield* removeAll(one.id), 1)
      assert.strictEqual(yield* outcome(one.keys.session), "Unauthenticated")
      assert.strictEqual(yield* outcome(withPasskeys(yield* makeDashboard).signIn(one.authenticator)), invalid)
      assert.strictEqual(yield* outcome(two.keys.session), "ok")
      assert.deepStrictEqual([...(yield* count).keys()], [two.id])
      const entry = (yield* auditLog).find(({ action }) => action === "operator_passkeys_removed")
      assert.strictEqual(entry?.detail, `${one.id} name="The admin" passkeys=1`)
      const again = withPasskeys(yield* reinvited(one.id))
      assert.strictEqual(yield* outcome(again.add(authenticatorAt())), "ok")
      assert.strictEqual(yield* outcome(removeAll(Samples.operatorId())), "OperatorNotFound")
    })
  )

  test(
    "removes nothing if the audit log is down",
    Effect.gen(function* () {
      const { authenticator, id, keys } = yield* joinedWithPasskey()
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(removeAll(id)), "PersistenceError")
      assert.strictEqual(yield* outcome(keys.session), "ok")
      assert.strictEqual(yield* outcome(withPasskeys(yield* makeDashboard).signIn(authenticator)), "ok")
    })
  )
})
