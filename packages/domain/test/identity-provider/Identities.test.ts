import { assert, describe } from "@effect/vitest"
import { IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { changed } from "../email-change/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import * as Support from "../support.ts"
import {
  ann,
  ben,
  email,
  justBefore,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  storedUser
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { beforeNext, callNames, countOf, disconnectDuring } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  annAtGitHub,
  annAtGoogle,
  ending,
  github,
  google,
  instance,
  newVisitor,
  notices,
  test,
  verifiedAnn,
  withProviders
} from "./support.ts"

/** Passwords and magic links are turned off: a user without an identity cannot sign in. */
const onlyProviders = { authConfig: { ...defaultAuthConfig, password: false, magic_link: false } }

const annsClient = Effect.map(verifiedAnn, (cookies) => ({ cookies, ...withProviders(cookies) }))

const bensClient = Effect.gen(function* () {
  const cookies = yield* TestClient.make
  yield* cookies.signUp(ben, rightPassword)
  return { cookies, ...withProviders(cookies) }
})

describe("Identities.list", () => {
  test(
    "returns those of the signed-in user, oldest first, also with providers turned off",
    Effect.gen(function* () {
      const client = yield* annsClient
      yield* client.link(annAtGoogle)
      yield* TestClock.adjust("1 minute")
      yield* client.link(annAtGitHub, github)
      yield* (yield* bensClient).link({ subject: "ben" })
      const off = withProviders(client.cookies, defaultInstance)
      assert.deepStrictEqual(
        (yield* off.list).map(({ issuer }) => issuer),
        [google.issuer, github.issuer]
      )
      assert.strictEqual(yield* outcome((yield* newVisitor()).list), "Unauthenticated")
    })
  )
})

describe("Linking an identity", () => {
  test(
    "leaves session and address as they are, tells the owner, and is in the audit log",
    Effect.gen(function* () {
      const client = yield* annsClient
      const before = yield* client.authenticate
      const identity = yield* client.link({ ...annAtGitHub, email: "someone@else.example", label: "ann-cat" }, github)
      assert.deepInclude(identity, { issuer: github.issuer, subject: "ann-at-github", label: Option.some("ann-cat") })
      assert.deepStrictEqual(yield* client.authenticate, before)
      assert.deepStrictEqual(yield* client.list, [identity])
      assert.deepStrictEqual(yield* notices, ["magic_link", "identity_added"])
      assert.deepStrictEqual(yield* auditLines, [`user identity_added ${identity.id} ${github.issuer}`])
    })
  )

  test(
    "verifies no address, and sends nothing to one that is not verified",
    Effect.gen(function* () {
      const client = yield* bensClient
      yield* client.link({ ...annAtGoogle, email: ben })
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ben)).emailVerifiedAt))
      assert.deepStrictEqual(yield* notices, [])
    })
  )

  test(
    "needs a session in which the user has authenticated in the last ten minutes, when it begins and when it ends",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome((yield* newVisitor()).beginLinking()), "Unauthenticated")
      const client = yield* annsClient
      yield* justBefore("10 minutes")
      const parameters = yield* client.visitToLink(google, annAtGoogle)
      const late = yield* client.visitToLink(github, annAtGitHub)
      yield* client.finishLinking(parameters)
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.beginLinking()), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.finishLinking(late)), "ReauthenticationRequired")
      assert.lengthOf(yield* client.list, 1)
    })
  )

  test(
    "needs level 2 of a user who can reach it",
    Effect.gen(function* () {
      const client = yield* annsClient
      const authenticator = authenticatorAt()
      yield* withPasskeys(client.cookies).add(authenticator)
      const puts = yield* countOf("OneTimeTokenRepository.put")
      assert.strictEqual(yield* outcome(client.beginLinking()), "ReauthenticationRequired")
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.put"), puts)
      yield* withPasskeys(client.cookies).confirm(yield* withPasskeys(client.cookies).answer(authenticator))
      assert.strictEqual(yield* outcome(client.link(annAtGoogle)), "ok")
    })
  )

  test(
    "begins with a provider that is turned on only",
    Effect.gen(function* () {
      const client = yield* annsClient
      assert.strictEqual(yield* outcome(client.beginLinking({ ...google, id: "disabled" })), "IdentityProviderDisabled")
    })
  )

  test(
    "ends in the session of the same user only: not after signing out, nor as someone else on the same client",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { sessionToken } = yield* (yield* bensClient).caller
      const parameters = yield* client.visitToLink(google, annAtGoogle)
      const returned = yield* client.comeBack(parameters)
      const bens = { ...returned, caller: { ...returned.caller, sessionToken } }
      assert.strictEqual(yield* outcome(client.addOf(bens)), "Unauthenticated")
      yield* Ref.update(client.cookies.cookies, (held) => ({ ...held, sessionToken: Option.none() }))
      const signedOut = { ...returned, caller: yield* client.caller }
      assert.strictEqual(yield* outcome(client.addOf(signedOut)), "Unauthenticated")
      assert.strictEqual(yield* countOf("IdentityRepository.insert"), 0)
    })
  )

  test(
    "does not reach the account of another user on the client, in whose session the visit comes back",
    Effect.gen(function* () {
      const client = yield* annsClient
      const visit = yield* client.comeBack(yield* client.visitToLink(google, annAtGoogle))
      const other = yield* TestClient.make
      yield* other.signUp(ben, rightPassword)
      const { caller } = yield* withProviders(other).request
      assert.strictEqual(yield* outcome(client.addOf({ ...visit, caller })), "Unauthenticated")
      assert.deepStrictEqual(yield* client.list, [])
      assert.deepStrictEqual(yield* withProviders(other).list, [])
    })
  )

  test(
    "ends with the credentials that it began with: a new password, signing out everywhere and disabling end it",
    Effect.gen(function* () {
      const client = yield* annsClient
      const copy = withProviders(yield* TestClient.copyOf(client.cookies))
      const parameters = yield* client.visitToLink(google, annAtGoogle)
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(copy.finishLinking(parameters)), "InvalidToken")
      const other = yield* client.visitToLink(google, annAtGoogle)
      yield* client.signOutAll
      assert.strictEqual(yield* outcome(client.finishLinking(other)), "InvalidToken")
      yield* client.signIn(ann, newPassword)
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const { setDisabled } = yield* UserRepository
      const third = yield* client.visitToLink(google, annAtGoogle)
      yield* setDisabled({ instanceId: defaultId, userId, disabledAt: Option.some(Samples.now) })
      assert.strictEqual(yield* outcome(client.finishLinking(third)), "InvalidToken")
      assert.strictEqual(yield* countOf("IdentityRepository.insert"), 0)
    })
  )

  test(
    "stores nothing if the credentials change between the answer of the provider and the change",
    Effect.gen(function* () {
      const client = yield* annsClient
      const returned = yield* client.comeBack(yield* client.visitToLink(google, annAtGoogle))
      const { credentialVersion, id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const change = { instanceId: defaultId, userId, credentialVersion, next: Samples.passwordHash() }
      const users = yield* UserRepository
      yield* beforeNext("Transaction.run", Effect.orDie(users.setPasswordHash(change)))
      assert.strictEqual(yield* outcome(client.addOf(returned)), "Unauthenticated")
      assert.strictEqual(yield* countOf("IdentityRepository.insert"), 0)
    })
  )

  test(
    "does not begin with credentials that change meanwhile",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { credentialVersion, id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const change = { instanceId: defaultId, userId, credentialVersion, next: Samples.passwordHash() }
      const users = yield* UserRepository
      yield* beforeNext("OneTimeTokenRepository.put", Effect.orDie(users.setPasswordHash(change)))
      assert.strictEqual(yield* outcome(client.beginLinking()), "Unauthenticated")
    })
  )

  test(
    "fails with IdentityTaken if a user of the instance has it, be it another or the same, and changes nothing",
    Effect.gen(function* () {
      const client = yield* annsClient
      yield* client.link(annAtGoogle)
      const other = yield* bensClient
      for (const taken of [other.link(annAtGoogle), client.link(annAtGoogle)]) {
        assert.strictEqual(yield* outcome(taken), "IdentityTaken")
      }
      assert.deepStrictEqual(yield* other.list, [])
      assert.lengthOf(yield* client.list, 1)
      assert.lengthOf(
        (yield* notices).filter((kind) => kind === "identity_added"),
        1
      )
      const signedIn = yield* newVisitor()
      yield* signedIn.signInAs(annAtGoogle)
      assert.strictEqual((yield* signedIn.authenticate).email, ann)
    })
  )

  test(
    "locks the user before the identity, as unlinking does",
    Effect.gen(function* () {
      const client = yield* annsClient
      const parameters = yield* client.visitToLink(google, annAtGoogle)
      const isNext = (name: string) => /UserRepository.findByIdForUpdate|IdentityRepository.(insert|delete)/.test(name)
      const previous = (yield* callNames).length
      const { id } = yield* client.finishLinking(parameters)
      yield* client.remove(id)
      assert.deepStrictEqual((yield* callNames).slice(previous).filter(isNext), [
        "UserRepository.findByIdForUpdate",
        "IdentityRepository.insert",
        "UserRepository.findByIdForUpdate",
        "IdentityRepository.delete"
      ])
    })
  )

  test(
    "of two users at once gives it to one",
    Effect.gen(function* () {
      const clients = [yield* annsClient, yield* bensClient]
      const visits = yield* Effect.forEach(clients, (client) => client.visitToLink(google, annAtGoogle))
      const outcomes = yield* Effect.all(
        clients.map((client, at) => outcome(client.finishLinking(visits[at] ?? {}))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), ["IdentityTaken", "ok"])
    })
  )

  test(
    "allows twenty a user, also if two of them come at once",
    Effect.gen(function* () {
      const client = yield* annsClient
      const user = Option.getOrThrow(yield* storedUser(ann))
      for (let at = 0; at < 19; at++) yield* Samples.storedIdentity(user)
      const visits = [
        yield* client.visitToLink(google, annAtGoogle),
        yield* client.visitToLink(github, annAtGitHub)
      ] as const
      const outcomes = yield* Effect.all(
        visits.map((visit) => outcome(client.finishLinking(visit))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), ["TooManyIdentities", "ok"])
      assert.lengthOf(yield* client.list, 20)
      assert.strictEqual(yield* outcome(client.beginLinking()), "TooManyIdentities")
    })
  )

  test(
    "is stored with its notice or not at all, and although the client disconnects",
    Effect.gen(function* () {
      const client = yield* annsClient
      yield* beforeNext("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* outcome(client.link(annAtGoogle)), "PersistenceError")
      assert.deepStrictEqual(yield* client.list, [])
      assert.deepStrictEqual(yield* auditLines, [])
      yield* disconnectDuring("IdentityRepository.insert", client.link(annAtGoogle))
      assert.lengthOf(yield* client.list, 1)
      assert.include(yield* notices, "identity_added")
    })
  )
})

describe("Unlinking an identity", () => {
  test(
    "tells the owner, is in the audit log, leaves the sessions, and signs in no more",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { id } = yield* client.link(annAtGitHub, github)
      yield* client.remove(id)
      assert.deepStrictEqual(yield* client.list, [])
      assert.deepStrictEqual((yield* notices).slice(-1), ["identity_removed"])
      assert.deepStrictEqual((yield* auditLines).slice(-1), [`user identity_removed ${id}`])
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* ending((yield* newVisitor()).signInAs(annAtGitHub, github)), "ProofRequired")
      assert.strictEqual(yield* outcome(client.remove(id)), "IdentityNotFound")
    })
  )

  test(
    "reaches own ones only: not those of another user or instance, nor one that does not exist",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { id } = yield* client.link(annAtGoogle)
      const other = yield* bensClient
      const elsewhere = yield* TestClient.make
      yield* elsewhere.at(otherInstance).signUp(ann, rightPassword)
      const there = withProviders(elsewhere, instance({ id: otherInstance.id }))
      const unknown = Samples.identity({ id: Samples.userId(), instanceId: defaultId }).id
      for (const attempt of [other.remove(id), there.remove(id), client.remove(unknown)]) {
        assert.strictEqual(yield* outcome(attempt), "IdentityNotFound")
      }
      assert.strictEqual(yield* outcome((yield* newVisitor()).remove(id)), "Unauthenticated")
      assert.lengthOf(yield* client.list, 1)
    })
  )

  test(
    "needs a session in which the user has authenticated in the last ten minutes, at the level that they can reach",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { id } = yield* client.link(annAtGoogle)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.remove(id)), "ReauthenticationRequired")
      yield* client.reauthenticate(rightPassword)
      yield* withPasskeys(client.cookies).add(authenticatorAt())
      assert.strictEqual(yield* outcome(client.remove(id)), "ReauthenticationRequired")
      assert.lengthOf(yield* client.list, 1)
    })
  )

  /** A user without a password, with an identity at Google and one at GitHub. */
  const withTwo = Effect.gen(function* () {
    const cookies = yield* TestClient.make
    const client = withProviders(cookies)
    yield* client.signInAs(annAtGoogle)
    const ofGitHub = yield* client.link(annAtGitHub, github)
    const ofGoogle = (yield* client.list).find(({ issuer }) => issuer === google.issuer) ?? ofGitHub
    const at = (fields: object = {}) => withProviders(cookies, instance({ ...onlyProviders, ...fields }))
    return { at, client, ofGitHub, ofGoogle }
  })

  test(
    "leaves the last way in: another provider that is turned on, or magic links, have to be left",
    Effect.gen(function* () {
      const { at, client, ofGitHub, ofGoogle } = yield* withTwo
      const gitHubOff = at({ identityProviders: [google, { ...github, enabled: false }] })
      assert.strictEqual(yield* outcome(gitHubOff.remove(ofGoogle.id)), "LastSignInMethod")
      assert.strictEqual(yield* outcome(at({ identityProviders: [google] }).remove(ofGoogle.id)), "LastSignInMethod")
      assert.lengthOf(yield* client.list, 2)
      assert.strictEqual(yield* outcome(gitHubOff.remove(ofGitHub.id)), "ok")
      assert.strictEqual(yield* outcome(at().remove(ofGoogle.id)), "LastSignInMethod")
      assert.deepStrictEqual(yield* client.list, [ofGoogle])
      assert.lengthOf(
        (yield* notices).filter((kind) => kind === "identity_removed"),
        1
      )
      const links = at({ authConfig: { ...onlyProviders.authConfig, magic_link: true } })
      assert.strictEqual(yield* outcome(links.remove(ofGoogle.id)), "ok")
    })
  )

  test(
    "counts a password only while passwords are turned on, and a passkey never: its device may be lost",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { id } = yield* client.link(annAtGoogle)
      const off = withProviders(client.cookies, instance(onlyProviders))
      assert.strictEqual(yield* outcome(off.remove(id)), "LastSignInMethod")
      yield* Support.storedPasskeyOf(ann)
      const authConfig = { ...onlyProviders.authConfig, passkey: false }
      const passkeysOff = withProviders(client.cookies, instance({ authConfig }))
      assert.strictEqual(yield* outcome(passkeysOff.remove(id)), "LastSignInMethod")
      const on = { ...authConfig, password: true }
      assert.strictEqual(yield* outcome(withProviders(client.cookies, instance({ authConfig: on })).remove(id)), "ok")
    })
  )

  test(
    "of the last two at once leaves one",
    Effect.gen(function* () {
      const { at, client, ofGitHub, ofGoogle } = yield* withTwo
      const outcomes = yield* Effect.all(
        [ofGitHub, ofGoogle].map(({ id }) => outcome(at().remove(id))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), ["LastSignInMethod", "ok"])
      assert.lengthOf(yield* client.list, 1)
    })
  )

  test(
    "is undone if its notice cannot be stored",
    Effect.gen(function* () {
      const client = yield* annsClient
      const { id } = yield* client.link(annAtGoogle)
      yield* beforeNext("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* outcome(client.remove(id)), "PersistenceError")
      assert.lengthOf(yield* client.list, 1)
    })
  )
})

describe("Identities that someone else may have linked", () => {
  test(
    "in the last seven days are gone after a new password by link, and the owner is told",
    Effect.gen(function* () {
      const client = yield* annsClient
      yield* client.link(annAtGitHub, github)
      yield* TestClock.adjust("2 days")
      yield* client.reauthenticate(rightPassword)
      const { id } = yield* client.link(annAtGoogle)
      yield* justBefore("5 days")
      yield* oneMilli
      const owner = yield* TestClient.make
      yield* owner.resetPassword(yield* resetTokenFor(owner, ann), newPassword)
      assert.deepStrictEqual(
        (yield* withProviders(owner).list).map(({ issuer }) => issuer),
        [github.issuer]
      )
      assert.include(yield* notices, "identity_removed")
      assert.include(yield* auditLines, `user identity_removed ${id}`)
    })
  )

  test(
    "after they have changed the address are gone once the owner restores it",
    Effect.gen(function* () {
      const client = yield* annsClient
      const token = yield* changed(client.cookies, ann, email("ann@new.example"))
      yield* client.link({ subject: "mallory" })
      yield* (yield* TestClient.make).restoreEmail(token)
      const { id, instanceId } = Option.getOrThrow(yield* storedUser(ann))
      assert.deepStrictEqual(yield* (yield* IdentityRepository).list(instanceId, id), [])
    })
  )
})

describe("The export of an account", () => {
  test(
    "has the identities of the user, oldest first",
    Effect.gen(function* () {
      const client = yield* annsClient
      yield* client.link(annAtGoogle)
      yield* client.link(annAtGitHub, github)
      yield* (yield* bensClient).link({ subject: "ben" })
      assert.deepStrictEqual((yield* client.exportAccount).identities, yield* client.list)
    })
  )
})
