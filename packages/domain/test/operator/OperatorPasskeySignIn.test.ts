import { assert, describe } from "@effect/vitest"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { OneTimeTokenRepository } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import { OperatorAccounts } from "@latchkey/domain/operator/OperatorAccounts"
import { OperatorPasskeyRepository } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import { OperatorPasskeySignIn } from "@latchkey/domain/operator/OperatorPasskeySignIn"
import { Operators } from "@latchkey/domain/operator/Operators"
import { AuthenticationCredential } from "@latchkey/domain/passkey/Credential"
import { PasskeyRepository } from "@latchkey/domain/passkey/PasskeyRepository"
import { none, WebAuthn } from "@latchkey/domain/passkey/WebAuthn"
import * as Domain from "@latchkey/domain/Domain"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { ann, baseUrl, ben, justBefore, limited, oneMilli, outage, outcome, ports, test } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import { argsOf, beforeNext, callNames, disconnectDuring } from "../support/Interception.ts"
import { annWithPasskey, authenticatorAt, withPasskeys as ofUser } from "../passkey/support.ts"
import * as TestClient from "../support/TestClient.ts"
import { ipAddress, joined, joinedWithPasskey, makeDashboard, withPasskeys } from "./support.ts"

const invalid = "InvalidCredentials"
const by = { actor: "command_line" } as const

describe("OperatorPasskeySignIn", () => {
  test(
    "signs in on another client under the operator's name and role, and the audit log says with what",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey("support")
      yield* TestClock.adjust("1 hour")
      const keys = withPasskeys(yield* makeDashboard)
      const { operator } = yield* keys.signIn(authenticator)
      assert.deepStrictEqual(
        Option.map(operator, (found) => [found.id, found.role]),
        Option.some([id, "support"])
      )
      const session = yield* keys.session
      assert.strictEqual(session.method, "passkey")
      const entry = (yield* auditLog).at(-1)
      assert.deepStrictEqual(
        [entry?.action, entry?.detail, entry?.operatorId, entry?.operatorSessionId, entry?.ipAddress],
        ["dashboard_opened", "passkey", Option.some(id), Option.some(session.id), Option.some(ipAddress)]
      )
      const now = yield* DateTime.now
      const [stored] = yield* (yield* OperatorPasskeyRepository).list(id)
      assert.deepStrictEqual([stored?.id, stored?.lastUsedAt], [passkey.id, Option.some(now)])
      const found = yield* (yield* OperatorAccounts).findById(id)
      assert.deepStrictEqual(
        Option.flatMap(found, ({ signedInAt }) => signedInAt),
        Option.some(now)
      )
    })
  )

  test(
    "answers a challenge once, whatever the outcome, and of concurrent attempts one",
    Effect.gen(function* () {
      const { authenticator } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
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
    "expires a challenge after five minutes, to the millisecond, and stores only its hash",
    Effect.gen(function* () {
      const { authenticator } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
      const [first, second] = [yield* keys.answer(authenticator), yield* keys.answer(authenticator)]
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(keys.present(first)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(keys.present(second)), invalid)
      const { challenge } = yield* (yield* OperatorPasskeySignIn).request({
        instance: limited({}),
        caller: { adminKey: Option.none(), sessionToken: Option.none(), ipAddress },
        clientToken: Option.none(),
        origin: baseUrl
      })
      const stored = JSON.stringify(yield* argsOf("OneTimeTokenRepository.put"))
      assert.include(stored, "tokenHash")
      assert.notInclude(stored, Redacted.value(challenge))
    })
  )

  test(
    "accepts a challenge of no other client or ceremony, none of a user, and none that Latchkey did not issue",
    Effect.gen(function* () {
      const { authenticator, dashboard, keys } = yield* joinedWithPasskey()
      const credential = yield* withPasskeys(yield* makeDashboard).answer(authenticator)
      const stranger = withPasskeys(yield* makeDashboard)
      assert.strictEqual(yield* outcome(stranger.present(credential)), invalid)
      yield* stranger.answer(authenticator)
      assert.strictEqual(yield* outcome(stranger.present(credential)), invalid)
      // The challenge of a registration in the same browser.
      yield* withPasskeys(dashboard).signIn(authenticator)
      const { challenge } = yield* keys.options
      const options = { challenge: Redacted.value(challenge), rpId: "auth.example.com" }
      const decode = Schema.decodeUnknownSync(AuthenticationCredential)
      assert.strictEqual(yield* outcome(keys.present(decode(authenticator.get(options)))), invalid)
      const invented = decode(authenticator.get({ ...options, challenge: "A".repeat(43) }))
      assert.strictEqual(yield* outcome(keys.present(invented)), invalid)
      // The challenge of a user in the same browser, whose client token is presented as the operator's.
      const user = yield* TestClient.make
      const ofUserPage = yield* ofUser(user).answer(authenticator)
      const { clientToken } = yield* Ref.get(user.cookies)
      yield* Ref.update(dashboard.cookies, (held) => ({ ...held, clientToken }))
      assert.strictEqual(yield* outcome(keys.present(ofUserPage)), invalid)
      const withoutCookie = yield* makeDashboard
      yield* withPasskeys(withoutCookie).answer(authenticator)
      yield* Ref.update(withoutCookie.cookies, (held) => ({ ...held, clientToken: Option.none() }))
      assert.strictEqual(yield* outcome(withPasskeys(withoutCookie).present(credential)), invalid)
    })
  )

  test(
    "accepts no passkey of a user at the same host, and the user pages accept none of an operator",
    Effect.gen(function* () {
      const ofAnn = yield* annWithPasskey
      const operator = yield* joinedWithPasskey("admin", ben)
      const keys = withPasskeys(yield* makeDashboard)
      assert.strictEqual(yield* outcome(keys.signIn(ofAnn.authenticator)), invalid)
      const user = ofUser(yield* TestClient.make)
      assert.strictEqual(yield* outcome(user.signIn(operator.authenticator)), invalid)
      assert.strictEqual(yield* outcome(keys.signIn(operator.authenticator)), "ok")
      assert.lengthOf((yield* ofAnn.keys.list).passkeys, 1)
      const { id } = ofAnn.passkey
      const users = yield* (yield* PasskeyRepository).list(defaultId, ofAnn.passkey.userId)
      assert.deepStrictEqual(
        users.map((passkey) => passkey.id),
        [id]
      )
    })
  )

  test(
    "accepts a passkey only with the handle of its operator",
    Effect.gen(function* () {
      const one = yield* joinedWithPasskey("viewer", ann)
      const two = yield* joinedWithPasskey("admin", ben)
      const keys = withPasskeys(yield* makeDashboard)
      const other = (yield* keys.answer(two.authenticator)).response.userHandle
      for (const userHandle of [other, null, undefined, ""]) {
        const { response, ...credential } = yield* keys.answer(one.authenticator)
        const changed = { ...credential, response: { ...response, userHandle } }
        assert.strictEqual(yield* outcome(keys.present(changed as never)), invalid)
      }
    })
  )

  test(
    "rejects a page whose origin ends alike, a user who was not verified, and another eligibility",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
      const credential = yield* keys.answer(authenticator)
      const clientData = (change: object) => {
        const { clientDataJSON } = credential.response
        const json = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString())
        return Buffer.from(JSON.stringify({ ...json, ...change })).toString("base64url")
      }
      const changed = { ...credential.response, clientDataJSON: clientData({ origin: `${baseUrl}.evil.example` }) }
      assert.strictEqual(yield* outcome(keys.present({ ...credential, response: changed })), invalid)
      for (const behaviour of [
        { clientData: { origin: "https://evilauth.example.com" } },
        { clientData: { origin: "http://auth.example.com" } },
        { clientData: { origin: "https://auth.example.com:8443" } },
        { clientData: { crossOrigin: true } },
        { flags: 0x01 }
      ]) {
        const { dashboard } = yield* joined("viewer", Samples.email())
        const bad = authenticatorAt(undefined, behaviour)
        assert.strictEqual(yield* outcome(withPasskeys(dashboard).add(bad)), invalid, JSON.stringify(behaviour))
      }
      const repository = yield* OperatorPasskeyRepository
      yield* repository.delete(id, passkey.id)
      yield* repository.insert({ ...passkey, backupEligible: true } as typeof passkey)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
    })
  )

  test(
    "says the same of a disabled and of a deleted operator as of an unknown passkey",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const { remove, update } = yield* Operators
      const keys = withPasskeys(yield* makeDashboard)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
      yield* update({ id, by, patch: { disabled: true } })
      const disabled = yield* Effect.flip(keys.signIn(authenticator))
      yield* update({ id, by, patch: { disabled: false } })
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
      yield* remove({ id, by })
      const deleted = yield* Effect.flip(keys.signIn(authenticator))
      const unknown = authenticatorAt()
      unknown.create({ challenge: "A".repeat(43), rp: { id: "auth.example.com" }, user: { id: "B".repeat(43) } })
      const error = yield* Effect.flip(keys.signIn(unknown))
      assert.deepStrictEqual([disabled._tag, deleted], [error._tag, error])
      assert.strictEqual(error._tag, invalid)
      assert.lengthOf(yield* (yield* OperatorPasskeyRepository).list(id), 0)
    })
  )

  test(
    "fails if the passkey is removed, or the operator disabled or deleted, while it is verified",
    Effect.gen(function* () {
      const { authenticator, id, passkey } = yield* joinedWithPasskey()
      const repository = yield* OperatorPasskeyRepository
      const { remove, update } = yield* Operators
      const keys = withPasskeys(yield* makeDashboard)
      const sessionsBefore = (yield* argsOf("OperatorRepository.insertSession")).length
      yield* beforeNext("OperatorPasskeyRepository.recordUse", repository.delete(id, passkey.id))
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      // What is done in the transaction of the sign-in is rolled back with it.
      yield* beforeNext("OperatorAccounts.recordSignIn", update({ id, by, patch: { disabled: true } }))
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      yield* beforeNext("OperatorAccounts.recordSignIn", remove({ id, by }))
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), invalid)
      assert.lengthOf(yield* argsOf("OperatorRepository.insertSession"), sessionsBefore)
    })
  )

  test(
    "opens no session, and records no use, if the audit log is down",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
      yield* beforeNext("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "PersistenceError")
      const [stored] = yield* (yield* OperatorPasskeyRepository).list(id)
      assert.deepStrictEqual(stored?.lastUsedAt, Option.none())
      assert.strictEqual(yield* outcome(keys.session), "Unauthenticated")
    })
  )

  test(
    "completes if the client disconnects while the session is stored",
    Effect.gen(function* () {
      const { authenticator, id } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
      const credential = yield* keys.answer(authenticator)
      yield* disconnectDuring("OperatorRepository.insertSession", keys.present(credential))
      assert.strictEqual((yield* auditLog).at(-1)?.detail, "passkey")
      const [stored] = yield* (yield* OperatorPasskeyRepository).list(id)
      assert.isTrue(Option.isSome(stored?.lastUsedAt ?? Option.none()))
    })
  )

  test(
    "is limited per IP address before any lookup, and refunds what succeeds",
    Effect.gen(function* () {
      const { authenticator } = yield* joinedWithPasskey()
      const instance = limited({ signInPerIp: { limit: 2, windowSeconds: 60 } })
      const dashboard = yield* makeDashboard
      const keys = withPasskeys(dashboard, { instance })
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* outcome(keys.signIn(authenticator)), "ok")
      const credential = yield* keys.answer(authenticator)
      const wrong = { ...credential, id: "AAAA", rawId: "AAAA" } as typeof credential
      assert.strictEqual(yield* outcome(keys.present(wrong)), invalid)
      assert.strictEqual(yield* outcome(keys.present(wrong)), invalid)
      const calls = (yield* callNames).length
      assert.strictEqual(yield* outcome(keys.present(wrong)), "RateLimited")
      assert.deepStrictEqual((yield* callNames).slice(calls), ["RateLimitStore.consume"])
      // Challenges have their own limit, four times as high: five of eight are consumed, one when the passkey was added.
      for (const _ of [1, 2, 3]) assert.strictEqual(yield* outcome(keys.answer(authenticator)), "ok")
      assert.strictEqual(yield* outcome(keys.answer(authenticator)), "RateLimited")
    })
  )

  test(
    "is impossible at an IP address, and says so before anything is stored",
    Effect.gen(function* () {
      const { authenticator } = yield* joinedWithPasskey()
      const { isAvailable } = yield* OperatorPasskeySignIn
      const origins = ["http://192.0.2.10:3000", "https://[2001:db8::1]", "http://127.0.0.1"]
      assert.deepStrictEqual([isAvailable(baseUrl), ...origins.map(isAvailable)], [true, false, false, false])
      assert.isTrue(isAvailable("http://localhost:3000"))
      const stored = (yield* argsOf("OneTimeTokenRepository.put")).length
      for (const origin of origins) {
        const keys = withPasskeys(yield* makeDashboard, { origin })
        assert.strictEqual(yield* outcome(keys.answer(authenticator)), "PasskeyDisabled")
      }
      assert.lengthOf(yield* argsOf("OneTimeTokenRepository.put"), stored)
    })
  )

  test(
    "is turned off without an adapter that verifies",
    Effect.gen(function* () {
      const layer = Layer.provideMerge(Domain.layer, Layer.merge(ports, Layer.succeed(WebAuthn, none)))
      const { isAvailable } = yield* Effect.provide(OperatorPasskeySignIn, layer)
      assert.isFalse(isAvailable(baseUrl))
    })
  )

  test(
    "keeps the latest ten challenges of a client",
    Effect.gen(function* () {
      const { authenticator } = yield* joinedWithPasskey()
      const keys = withPasskeys(yield* makeDashboard)
      const first = yield* keys.answer(authenticator)
      for (let index = 0; index < 10; index++) {
        yield* TestClock.adjust("1 second")
        yield* keys.answer(authenticator)
      }
      assert.strictEqual(yield* outcome(keys.present(first)), invalid)
      yield* TestClock.adjust("1 day")
      assert.isAtMost(yield* (yield* OneTimeTokenRepository).deleteExpired(yield* DateTime.now, 100), 10)
    })
  )
})
