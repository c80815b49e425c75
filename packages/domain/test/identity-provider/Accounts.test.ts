import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultAuthConfig, defaultInstance, defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { changed } from "../email-change/support.ts"
import {
  ann,
  ben,
  email,
  isKnown,
  linkTokenFor,
  outage,
  outcome,
  rightPassword,
  signInOnNewClient,
  storedPasskeyOf,
  storedUser,
  wrongPassword
} from "../support.ts"
import * as AppHooks from "../support/AppHooks.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { beforeNext, countOf, disconnectDuring } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  attempt,
  identitiesOf,
  preHijacked,
  userOf,
  annAtGitHub,
  annAtGoogle,
  annAtUntrusted,
  ending,
  github,
  google,
  instance,
  layer,
  microsoft,
  newVisitor,
  notices,
  rejection,
  test,
  untrusted,
  verifiedAnn,
  withProviders
} from "./support.ts"

const closed = instance({ signUp: { ...defaultSignUpConfig, mode: "invitation" } })

const disable = (address: Email) =>
  Effect.gen(function* () {
    const { id: userId } = yield* userOf(address)
    yield* (yield* UserAdministration).disable({ instance: defaultInstance, by: { actor: "program" }, userId })
  })

describe("A known identity", () => {
  test(
    "signs in its user, at level 1, and is marked as used",
    Effect.gen(function* () {
      const first = yield* newVisitor()
      yield* first.signInAs(annAtGoogle)
      const { createdAt } = yield* userOf(ann)
      yield* TestClock.adjust("1 day")
      const client = yield* newVisitor()
      yield* client.signInAs(annAtGoogle)
      assert.deepInclude(yield* client.authenticate, {
        email: ann,
        emailVerified: true,
        methods: ["identity_provider"]
      })
      const [identity] = yield* client.list
      assert.deepStrictEqual(identity?.createdAt, createdAt)
      assert.deepStrictEqual(identity?.lastUsedAt, Option.some(yield* DateTime.now))
      assert.lengthOf(yield* identitiesOf(ann), 1)
    })
  )

  test(
    "is known by issuer and subject: a changed address moves nothing, even to an address that another user has",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { userId } = (yield* client.signInAs(annAtGoogle)) as { readonly userId: string }
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      for (const address of [ben, "other@example.com", undefined]) {
        const { email: _, ...rest } = annAtGoogle
        const result = yield* client.signInAs(address === undefined ? rest : { ...rest, email: address })
        assert.deepInclude<object>(result, { _tag: "SignedIn", userId })
      }
      assert.strictEqual((yield* client.authenticate).email, ann)
      assert.isTrue(Option.isNone((yield* userOf(ben)).emailVerifiedAt))
      assert.strictEqual(yield* outcome(bens.authenticate), "ok")
    })
  )

  test(
    "is another one at another issuer, tenant or instance, whatever the subject",
    Effect.gen(function* () {
      const tenant = (id: string) => `https://login.microsoftonline.com/${id.repeat(36)}/v2.0`
      const visitor = yield* newVisitor()
      const users: Array<string> = []
      const add = (user: object, provider: typeof google, address: string) =>
        Effect.gen(function* () {
          const who = { subject: "one", email: address, emailVerified: true, isDomainVerified: true, ...user }
          const result = yield* visitor.signInAs(who, provider)
          assert.strictEqual(result._tag, "SignedIn")
          users.push(String((yield* visitor.authenticate).userId))
        })
      yield* add({ hostedDomain: "a.example" }, google, "a@a.example")
      yield* add({}, github, "b@b.example")
      yield* add({ issuer: tenant("a") }, microsoft, "c@c.example")
      yield* add({ issuer: tenant("b") }, microsoft, "d@d.example")
      assert.lengthOf(new Set(users), 4)
      const elsewhere = yield* newVisitor(instance({ id: Samples.instance().id }))
      yield* elsewhere.signInAs({ ...annAtGoogle, subject: "one" })
      assert.notInclude(users, String((yield* elsewhere.authenticate).userId))
    })
  )

  test(
    "does not sign in to a disabled account, nor to one whose deletion is due, which nothing is stored for",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* client.signInAs(annAtGoogle)
      yield* client.deleteAccount()
      assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
      const { deletionAt } = yield* userOf(ann)
      yield* TestClock.setTime(Option.getOrThrow(deletionAt).epochMillis)
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(annAtGoogle)), "user")
      const bens = { ...annAtGoogle, subject: "ben", email: ben }
      yield* attempt(bens)
      yield* disable(ben)
      const issued = yield* countOf("SessionRepository.issue")
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(bens)), "user")
      assert.strictEqual(yield* countOf("SessionRepository.issue"), issued)
    })
  )

  test(
    "signs in to an account with an unverified address, and verifies nothing, whatever the provider says of it",
    Effect.gen(function* () {
      const client = withProviders(yield* TestClient.make)
      yield* client.signUp(ann, rightPassword)
      yield* client.link(annAtGoogle)
      assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
      assert.isTrue(Option.isNone((yield* userOf(ann)).emailVerifiedAt))
      const strict = instance({ sessionConfig: { ...defaultInstance.sessionConfig, requireVerifiedEmail: true } })
      const there = yield* newVisitor(strict)
      yield* there.signInAs(annAtGoogle)
      assert.strictEqual(yield* outcome(there.findSessionForApp), "EmailNotVerified")
    })
  )
})

describe("A new identity whose address no one has", () => {
  test(
    "creates a user with a verified address and without a password, who is known to the client from then on",
    Effect.gen(function* () {
      for (const [provider, user] of [
        [google, annAtGoogle],
        [github, { ...annAtGitHub, email: ben }]
      ] as const) {
        const cookies = yield* TestClient.make
        const client = withProviders(cookies)
        assert.strictEqual(yield* ending(client.signInAs(user, provider)), "SignedIn")
        const stored = yield* userOf(email(String(user.email)))
        assert.isTrue(Option.isSome(stored.emailVerifiedAt) && Option.isNone(stored.passwordHash))
        assert.isTrue(Option.isNone(stored.claimedAt))
        assert.isTrue(yield* isKnown(cookies, stored.email))
      }
      const [identity] = yield* identitiesOf(ann)
      assert.deepInclude(identity, { issuer: google.issuer, subject: annAtGoogle.subject, label: Option.some(ann) })
      assert.include(yield* auditLines, `user identity_added ${identity?.id} ${google.issuer}`)
      assert.notInclude(yield* notices, "identity_added")
    })
  )

  test(
    "creates none while sign-up is closed, and neither does one that the provider does not prove",
    Effect.gen(function* () {
      assert.strictEqual(yield* attempt(annAtGoogle, google, closed), "SignUpClosed")
      assert.strictEqual(yield* attempt(annAtUntrusted, untrusted, closed), "SignUpClosed")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* countOf("EmailOutbox.enqueue"), 0)
    })
  )

  test(
    "creates none with an address that is reserved for the user who had it before",
    Effect.gen(function* () {
      const client = yield* verifiedAnn
      yield* changed(client, ann, email("ann@new.example"))
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(annAtGoogle)), "user")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
    })
  )

  test(
    "is rejected without an address, or with one that Latchkey cannot store",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const { email: _, ...nameless } = annAtGoogle
      assert.strictEqual(yield* rejection(client.signInAs(nameless)), "no_email")
      for (const written of ["ann", "ann@bücher.example", " ann@example.com", "ann@example.com,b@x.example", ""]) {
        for (const provider of [google, untrusted]) {
          assert.strictEqual(
            yield* rejection(client.signInAs({ ...annAtGoogle, email: written }, provider)),
            "no_email"
          )
        }
      }
    })
  )

  test(
    "stores nothing if the store fails, and the user can begin again",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* beforeNext("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.signInAs(annAtGoogle)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepStrictEqual(yield* auditLines, [])
      assert.strictEqual(yield* ending(client.signInAs(annAtGoogle)), "SignedIn")
    })
  )

  test(
    "is stored with its session although the client disconnects meanwhile",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      yield* disconnectDuring("IdentityRepository.insert", client.signInAs(annAtGoogle))
      assert.lengthOf(yield* identitiesOf(ann), 1)
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 1)
    })
  )

  it.scoped("runs the hooks of the app in its transaction", () =>
    Effect.gen(function* () {
      const { reply } = yield* AppHooks.App
      yield* reply("onVerified", outage)
      assert.strictEqual(yield* attempt(annAtGoogle), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* reply("onVerified", Effect.void)
      assert.strictEqual(yield* attempt(annAtGoogle), "SignedIn")
      assert.deepStrictEqual(yield* AppHooks.names, ["onCreated", "onVerified", "onCreated", "onVerified"])
    }).pipe(Effect.provide(AppHooks.within(layer)))
  )
})

describe("A new identity whose address an unverified account has", () => {
  for (const [name, user, provider] of [
    ["an authoritative provider", annAtGoogle, google],
    ["a provider that only claims", annAtGitHub, github]
  ] as const) {
    test(
      `takes the account over from the user who created it, as the first link does, at ${name}`,
      Effect.gen(function* () {
        const attacker = yield* preHijacked
        const client = yield* newVisitor()
        const result = yield* client.signInAs(user, provider)
        assert.deepInclude<object>(result, { _tag: "SignedIn", passwordRemoved: true })
        const stored = yield* userOf(ann)
        assert.isTrue(Option.isSome(stored.emailVerifiedAt) && Option.isSome(stored.claimedAt))
        assert.isTrue(Option.isNone(stored.passwordHash))
        assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
        assert.isFalse(yield* isKnown(attacker, ann))
        assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
        assert.deepStrictEqual(
          (yield* identitiesOf(ann)).map(({ subject }) => subject),
          [user.subject]
        )
        assert.strictEqual(yield* attempt({ subject: "mallory" }), "IdentityRejected")
        assert.deepStrictEqual(yield* notices, ["account_claimed"])
      })
    )
  }

  test(
    "keeps the password in a session of that account, ends its other sessions, and tells the owner what was added before",
    Effect.gen(function* () {
      const attacker = yield* preHijacked
      yield* TestClock.adjust("1 minute")
      const browser = withProviders(yield* TestClient.copyOf(attacker))
      assert.deepInclude<object>(yield* browser.signInAs(annAtGoogle), { passwordRemoved: false })
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.isTrue(Option.isSome((yield* userOf(ann)).passwordHash))
      assert.deepStrictEqual(yield* notices, ["identity_added"])
      const now = yield* DateTime.now
      assert.deepStrictEqual(
        (yield* identitiesOf(ann)).map(({ createdAt, subject }) => [subject, createdAt]),
        [
          ["mallory", now],
          [annAtGoogle.subject, now]
        ]
      )
    })
  )

  test(
    "takes it over while sign-up is closed, too, and ends the links to its address",
    Effect.gen(function* () {
      yield* preHijacked
      const other = yield* TestClient.make
      const token = yield* linkTokenFor(other, ann)
      assert.strictEqual(yield* attempt(annAtGoogle, google, closed), "SignedIn")
      assert.strictEqual(yield* outcome(other.verifyLink(token)), "InvalidToken")
    })
  )

  test(
    "leaves a disabled account as it is",
    Effect.gen(function* () {
      yield* preHijacked
      yield* disable(ann)
      const before = yield* userOf(ann)
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(annAtGoogle)), "user")
      assert.deepStrictEqual(yield* userOf(ann), before)
      assert.deepStrictEqual(
        (yield* identitiesOf(ann)).map(({ subject }) => subject),
        ["mallory"]
      )
    })
  )
})

describe("A new identity whose address a verified account has", () => {
  test(
    "is linked if the provider is authoritative for the address: the owner is told, and loses nothing",
    Effect.gen(function* () {
      const owner = yield* verifiedAnn
      const { credentialVersion } = yield* userOf(ann)
      const client = yield* newVisitor()
      assert.deepInclude<object>(yield* client.signInAs(annAtGoogle), { _tag: "SignedIn", passwordRemoved: false })
      assert.strictEqual((yield* client.authenticate).userId, (yield* owner.authenticate).userId)
      assert.strictEqual((yield* userOf(ann)).credentialVersion, credentialVersion)
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.deepStrictEqual(yield* notices, ["magic_link", "identity_added"])
      assert.lengthOf(yield* identitiesOf(ann), 1)
    })
  )

  test(
    "needs a proof if it is not: nothing is linked, and the answer has the ways to prove it",
    Effect.gen(function* () {
      yield* verifiedAnn
      const other = yield* TestClient.make
      const token = yield* linkTokenFor(other, ann)
      const before = yield* userOf(ann)
      const client = yield* newVisitor()
      const error = yield* Effect.flip(client.signInAs(annAtGitHub, github))
      assert.deepInclude<object>(error, { _tag: "ProofRequired", methods: ["magic_link", "password"] })
      assert.deepStrictEqual(yield* identitiesOf(ann), [])
      assert.deepStrictEqual(yield* userOf(ann), before)
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 2)
      assert.strictEqual(yield* outcome(other.verifyLink(token)), "ok")
      yield* storedPasskeyOf(ann)
      yield* attempt(annAtGoogle)
      const passwordless = instance({ authConfig: { ...defaultAuthConfig, password: false, magic_link: false } })
      const again = yield* Effect.flip((yield* newVisitor(passwordless)).signInAs(annAtGitHub, github))
      assert.deepInclude<object>(again, { methods: ["passkey", "identity_provider"] })
    })
  )

  test(
    "is linked by another visit once the owner has signed in, and signs in from then on",
    Effect.gen(function* () {
      yield* verifiedAnn
      const client = withProviders(yield* TestClient.make)
      assert.strictEqual(yield* ending(client.signInAs(annAtGitHub, github)), "ProofRequired")
      yield* client.signIn(ann, rightPassword)
      yield* client.link(annAtGitHub, github)
      assert.strictEqual(yield* attempt(annAtGitHub, github), "SignedIn")
    })
  )

  test(
    "does not reach a disabled account, whatever the provider is worth, nor one whose deletion is due",
    Effect.gen(function* () {
      const client = yield* verifiedAnn
      const reasons = Effect.all([
        Effect.flatMap(newVisitor(), (visitor) => rejection(visitor.signInAs(annAtGoogle))),
        Effect.flatMap(newVisitor(), (visitor) => rejection(visitor.signInAs(annAtGitHub, github)))
      ])
      yield* client.deleteAccount(rightPassword)
      yield* TestClock.setTime(Option.getOrThrow((yield* userOf(ann)).deletionAt).epochMillis)
      assert.deepStrictEqual(yield* reasons, ["user", "user"])
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ben))
      yield* disable(ben)
      const bens = { ...annAtGoogle, email: ben }
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(bens)), "user")
      assert.strictEqual(yield* rejection((yield* newVisitor()).signInAs(bens, github)), "user")
      assert.deepStrictEqual(yield* identitiesOf(ben), [])
    })
  )

  test(
    "is not linked to an account that has twenty, which stays as it is",
    Effect.gen(function* () {
      yield* verifiedAnn
      const user = yield* userOf(ann)
      for (let at = 0; at < 20; at++) yield* Samples.storedIdentity(user)
      assert.strictEqual(yield* attempt(annAtGoogle), "TooManyIdentities")
      assert.lengthOf(yield* identitiesOf(ann), 20)
      assert.notInclude(yield* notices, "identity_added")
    })
  )
})

describe("An address of a refused domain at an identity provider", () => {
  const there = instance({ signUp: { ...defaultSignUpConfig, refusedDomains: ["example.com"] } })

  test(
    "gets no account, however far the provider is trusted, and no email",
    Effect.gen(function* () {
      const visitor = yield* newVisitor(there)
      assert.strictEqual(yield* outcome(visitor.signInAs(annAtGoogle)), "SignUpRefused")
      assert.strictEqual(yield* outcome(visitor.signInAs(annAtUntrusted, untrusted)), "SignUpRefused")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* countOf("EmailOutbox.enqueue"), 0)
    })
  )

  test(
    "signs in as ever if it has an account",
    Effect.gen(function* () {
      yield* (yield* newVisitor()).signInAs(annAtGoogle)
      const visitor = yield* newVisitor(there)
      assert.strictEqual(yield* outcome(visitor.signInAs(annAtGoogle)), "ok")
    })
  )
})
