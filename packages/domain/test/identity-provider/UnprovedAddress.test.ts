import { assert, describe, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultSignUpConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { changed } from "../email-change/support.ts"
import {
  ann,
  ben,
  email,
  justBefore,
  noAccount,
  oneMilli,
  otherInstance,
  outcome,
  portsWithoutMailer,
  rightPassword,
  sentSignUpToken,
  signInOnNewClient,
  storedUser
} from "../support.ts"
import * as Interception from "../support/Interception.ts"
import { argsOf, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { pendingCount } from "../support/VerifiedSignUp.ts"
import {
  annAtGoogle,
  annAtUntrusted,
  ending,
  google,
  instance,
  newVisitor,
  rejection,
  test,
  untrusted,
  verifiedAnn,
  withProviders
} from "./support.ts"

/** Signs in with an address that the provider does not prove, on a new client. Returns it, and the token of the email. */
const requested = (user = annAtUntrusted) =>
  Effect.gen(function* () {
    const cookies = yield* TestClient.make
    const client = withProviders(cookies)
    assert.strictEqual(yield* ending(client.signInAs(user, untrusted)), "VerificationNeeded")
    return { client, cookies, token: yield* sentSignUpToken(email(user.email ?? "")) }
  })

const attempt = (user = annAtUntrusted) =>
  Effect.flatMap(newVisitor(), (visitor) => ending(visitor.signInAs(user, untrusted)))

const layerWithoutMailer = Domain.layer.pipe(
  Layer.provideMerge(Interception.around(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))),
  Layer.provideMerge(MemoryIdentityProviderClient.layer)
)

/** Stores an instance in the place of the default one, with providers. */
const store = (fields: Partial<Instance>) =>
  Effect.flatMap(InstanceRepository, ({ modify }) =>
    modify(defaultId, (current) => Either.right(new Instance({ ...current, ...fields })))
  )

describe("An address that a provider does not prove", () => {
  test(
    "is verified by email, whose link on the same client creates the account with the identity",
    Effect.gen(function* () {
      const { client, token } = yield* requested()
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.deepStrictEqual(yield* client.openSignUp(token), { email: ann, keepsCredential: true })
      const issued = yield* client.verifySignUp(token)
      assert.deepInclude(issued, { hasCredential: true, passwordRemoved: false })
      assert.deepInclude(yield* client.authenticate, { email: ann, emailVerified: true, methods: ["magic_link"] })
      const [identity] = yield* client.list
      assert.deepInclude(identity, { issuer: untrusted.issuer, subject: annAtUntrusted.subject })
      assert.strictEqual(yield* attempt(), "SignedIn")
      assert.strictEqual(yield* pendingCount(ann), 0)
    })
  )

  for (const [reason, user] of [
    ["because the provider says that it is not verified", { ...annAtGoogle, emailVerified: false }],
    ["because it is not the provider's to prove", { ...annAtGoogle, hostedDomain: undefined }]
  ] as const) {
    test(
      `is verified by email at a provider that proves others, ${reason}`,
      Effect.gen(function* () {
        const { hostedDomain, ...rest } = user
        const client = yield* newVisitor()
        const who = hostedDomain === undefined ? rest : { ...rest, hostedDomain }
        assert.strictEqual(yield* ending(client.signInAs(who)), "VerificationNeeded")
        assert.isTrue(Option.isNone(yield* storedUser(ann)))
      })
    )
  }

  test(
    "gives the account no identity on another client: an attacker's does not sign in after the owner's click",
    Effect.gen(function* () {
      const { client: attacker, token } = yield* requested()
      const owner = yield* newVisitor()
      assert.deepStrictEqual(yield* owner.openSignUp(token), { email: ann, keepsCredential: false })
      assert.isFalse((yield* owner.verifySignUp(token)).hasCredential)
      assert.deepStrictEqual(yield* owner.list, [])
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      // The account is verified now, and the email says that it exists.
      assert.strictEqual(yield* ending(attacker.signInAs(annAtUntrusted, untrusted)), "VerificationNeeded")
      yield* (yield* EmailDispatcher).dispatch
      const { lastTo } = yield* MemoryMailer.Sent
      assert.notMatch(Option.getOrThrow(yield* lastTo(ann)).text, /sign-up\/verify/)
      assert.deepStrictEqual(yield* owner.list, [])
    })
  )

  test(
    "is treated alike whether or not it has an account, verified or disabled: the same calls, the same answer",
    Effect.gen(function* () {
      yield* verifiedAnn
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const calls = yield* Effect.forEach([ann, ben, noAccount], (address) =>
        Effect.gen(function* () {
          const client = yield* newVisitor()
          const parameters = yield* client.visit(untrusted, { subject: address, email: address, emailVerified: true })
          const previous = (yield* callNames).length
          assert.strictEqual(yield* ending(client.finish(parameters)), "VerificationNeeded")
          return (yield* callNames).slice(previous)
        })
      )
      assert.deepStrictEqual(calls[1], calls[0])
      assert.deepStrictEqual(calls[2], calls[0])
      assert.notMatch(String(calls[0]), /UserRepository|MagicLinkRepository/)
    })
  )

  test(
    "takes an unverified account over by its link, and gives it no identity",
    Effect.gen(function* () {
      const attacker = yield* TestClient.make
      yield* attacker.signUp(ann, rightPassword)
      const { client, token } = yield* requested()
      assert.deepInclude(yield* client.verifySignUp(token), { hasCredential: false, passwordRemoved: true })
      assert.deepStrictEqual(yield* client.list, [])
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
    })
  )

  test(
    "has a link that works once, until the millisecond before 60 minutes have passed",
    Effect.gen(function* () {
      const first = yield* requested()
      yield* justBefore("60 minutes")
      assert.isTrue((yield* first.client.verifySignUp(first.token)).hasCredential)
      assert.strictEqual(yield* outcome(first.client.verifySignUp(first.token)), "InvalidToken")
      const second = yield* requested({ ...annAtUntrusted, subject: "ben", email: ben })
      yield* justBefore("60 minutes")
      yield* oneMilli
      assert.strictEqual(yield* outcome(second.client.verifySignUp(second.token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "has an account without the identity if another user has linked that meanwhile",
    Effect.gen(function* () {
      const { client, token } = yield* requested()
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      yield* withProviders(bens).link(annAtUntrusted, untrusted)
      assert.isFalse((yield* client.verifySignUp(token)).hasCredential)
      assert.strictEqual((yield* client.authenticate).email, ann)
      assert.deepStrictEqual(yield* client.list, [])
      assert.lengthOf(yield* withProviders(bens).list, 1)
    })
  )

  test(
    "has an account without the identity if the provider is turned off meanwhile",
    Effect.gen(function* () {
      const { cookies, token } = yield* requested()
      const off = withProviders(cookies, instance({ identityProviders: [google, { ...untrusted, enabled: false }] }))
      assert.isFalse((yield* off.verifySignUp(token)).hasCredential)
      assert.deepStrictEqual(yield* off.list, [])
    })
  )

  test(
    "can be verified on an instance without passwords, which no password gets through that was chosen before",
    Effect.gen(function* () {
      const providersOnly = { ...defaultAuthConfig, password: false, magic_link: false }
      yield* store({ identityProviders: instance().identityProviders, authConfig: providersOnly })
      const at = instance({ authConfig: providersOnly })
      const client = yield* newVisitor(at)
      assert.strictEqual(yield* ending(client.signInAs(annAtUntrusted, untrusted)), "VerificationNeeded")
      assert.isTrue((yield* client.verifySignUp(yield* sentSignUpToken(ann))).hasCredential)
      const cookies = yield* TestClient.make
      const before = instance({ signUp: { ...defaultSignUpConfig, verification: "before" } })
      yield* store({ authConfig: defaultAuthConfig, signUp: before.signUp })
      yield* cookies.at(before).requestSignUp(ben, rightPassword)
      const token = yield* sentSignUpToken(ben)
      assert.isFalse((yield* withProviders(cookies, at).verifySignUp(token)).hasCredential)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ben)).passwordHash))
    })
  )

  test(
    "has a link that is worthless in another instance",
    Effect.gen(function* () {
      const { client, cookies, token } = yield* requested()
      const there = withProviders(cookies, instance({ id: otherInstance.id }))
      assert.strictEqual(yield* outcome(there.verifySignUp(token)), "InvalidToken")
      assert.isTrue((yield* client.verifySignUp(token)).hasCredential)
    })
  )

  test(
    "gets as many emails as sign-ups with it, whatever IP address and client ask",
    Effect.gen(function* () {
      for (let times = 0; times < 5; times++) assert.strictEqual(yield* attempt(), "VerificationNeeded")
      const error = yield* Effect.flip((yield* newVisitor()).signInAs(annAtUntrusted, untrusted))
      assert.deepInclude<object>(error, { _tag: "RateLimited", action: "sign_up" })
      assert.strictEqual(yield* attempt({ ...annAtUntrusted, email: "ann+tag@example.com" }), "RateLimited")
      assert.strictEqual(yield* attempt({ ...annAtUntrusted, email: ben }), "VerificationNeeded")
      assert.lengthOf(yield* argsOf("EmailOutbox.enqueue"), 6)
    })
  )

  test(
    "gets no link if it is reserved for the user who had it before, and the answer is the same",
    Effect.gen(function* () {
      yield* changed(yield* verifiedAnn, ann, email("ann@new.example"))
      assert.strictEqual(yield* attempt(), "VerificationNeeded")
      yield* (yield* EmailDispatcher).dispatch
      assert.isTrue(Option.isNone(yield* (yield* MemoryMailer.Sent).lastSignUpLinkTo(ann)))
    })
  )

  it.scoped("is rejected without an email provider, alike for every address", () =>
    Effect.gen(function* () {
      yield* Samples.storedUser(defaultId, { email: ann })
      for (const address of [ann, noAccount]) {
        const client = yield* newVisitor()
        const user = { ...annAtUntrusted, email: address }
        assert.strictEqual(yield* rejection(client.signInAs(user, untrusted)), "no_email")
      }
      // Only the visits.
      assert.lengthOf(yield* argsOf("OneTimeTokenRepository.put"), 2)
      assert.strictEqual(yield* ending((yield* newVisitor()).signInAs({ ...annAtGoogle, email: ben })), "SignedIn")
    }).pipe(Effect.provide(layerWithoutMailer))
  )
})
