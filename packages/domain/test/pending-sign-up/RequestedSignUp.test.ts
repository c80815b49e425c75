import { assert, describe, it } from "@effect/vitest"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import type { Email } from "@latchkey/domain/core/Email"
import { VerificationImpossible } from "@latchkey/domain/instance/InstanceErrors"
import * as Domain from "@latchkey/domain/Domain"
import {
  defaultAuthConfig,
  defaultId,
  defaultInstance,
  Instance,
  type SignUpConfig
} from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { InstanceAdministration } from "@latchkey/domain/operator/InstanceAdministration"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { Password } from "@latchkey/domain/password/Password"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import { kind as pendingSignUp } from "@latchkey/domain/pending-sign-up/PendingSignUps"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  linkTokenFor,
  newPassword,
  noAccount,
  outage,
  outcome,
  password,
  portsWithoutMailer,
  rightPassword,
  sentSignUpToken,
  signInOnNewClient,
  storedUser,
  test
} from "../support.ts"
import { argsOf, beforeNext, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { magicLinkToUnknownPerInstance, magicLinkEmailsPerEmail } from "@latchkey/domain/mail/EmailLimits"

const set = (signUp: Partial<SignUpConfig>) =>
  Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp }))

const verifying = set({ verification: "before" })

/** A new client of an instance that verifies addresses before it creates accounts. */
const newClient = Effect.gen(function* () {
  return (yield* TestClient.make).at(yield* verifying)
})

const requestFrom = (address: Email, text: Password = rightPassword) =>
  Effect.flatMap(newClient, (client) => client.requestSignUp(address, text))

const pendings = (address: Email) =>
  Effect.flatMap(OneTimeTokens.make(pendingSignUp), ({ list }) => list({ instanceId: defaultId, subject: address }))

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)

const sent = Effect.flatMap(MemoryMailer.Sent, (mailer) => mailer.sent)

/** Ann has a verified account, Ben an unverified one, and Cleo a disabled one. */
const cleo = email("cleo@example.com")
const accounts = Effect.gen(function* () {
  const client = yield* TestClient.make
  yield* client.verifyLink(yield* linkTokenFor(client, ann))
  yield* (yield* TestClient.make).signUp(ben, rightPassword)
  yield* (yield* TestClient.make).signUp(cleo, rightPassword)
  const { id: userId } = Option.getOrThrow(yield* storedUser(cleo))
  const { disable } = yield* UserAdministration
  yield* disable({ instance: defaultInstance, userId, by: { actor: "program" } })
})

describe("SignUp.signUp with the verification before", () => {
  test(
    "creates no account and no session, and returns the client's token, a new one if it had none",
    Effect.gen(function* () {
      const client = yield* newClient
      const { clientToken } = yield* client.requestSignUp(ann, rightPassword)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 0)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      const again = yield* client.requestSignUp(ann, newPassword)
      assert.strictEqual(Redacted.value(again.clientToken), Redacted.value(clientToken))
      assert.lengthOf(yield* pendings(ann), 1)
    })
  )

  test(
    "makes the same calls for a free address, one with an account, an unverified one and a disabled one",
    Effect.gen(function* () {
      yield* accounts
      yield* requestFrom(email("first@example.com"))
      const callsFor = (address: Email) =>
        Effect.gen(function* () {
          const client = yield* newClient
          const previous = (yield* callNames).length
          yield* client.requestSignUp(address, rightPassword)
          return (yield* callNames).slice(previous)
        })
      const free = yield* callsFor(noAccount)
      assert.deepStrictEqual(free, [
        "PasswordHasher.withPlace",
        "RateLimitStore.consume",
        "RateLimitStore.consume",
        "PasswordHasher.hash",
        "Transaction.run",
        "OneTimeTokenRepository.put",
        "EmailOutbox.enqueue"
      ])
      for (const address of [ann, ben, cleo]) assert.deepStrictEqual(yield* callsFor(address), free)
    })
  )

  test(
    "queues the same row for every address, and stores a row for each",
    Effect.gen(function* () {
      yield* accounts
      for (const address of [noAccount, ann, ben, cleo]) {
        yield* requestFrom(address)
        assert.lengthOf(yield* pendings(address), 1)
      }
      const queued = (yield* argsOf("EmailOutbox.enqueue")).slice(-4).map(([row]) => row as QueuedEmail)
      const shape = ({ kind, parameters, expiresAt, requestedAt, attempts }: QueuedEmail) => ({
        kind,
        parameters,
        attempts,
        lifetime: DateTime.distance(requestedAt, expiresAt)
      })
      const expected = { kind: "sign_up", parameters: {}, attempts: 0, lifetime: 15 * 60_000 }
      assert.deepStrictEqual(queued.map(shape) as ReadonlyArray<unknown>, Array(4).fill(expected))
    })
  )

  test(
    "refuses a password that breaks the policy, alike for every address, before all but the limit per IP address",
    Effect.gen(function* () {
      yield* accounts
      const client = yield* newClient
      for (const address of [noAccount, ann, ben, cleo]) {
        const previous = (yield* callNames).length
        assert.strictEqual(yield* outcome(client.requestSignUp(address, password("short"))), "PasswordRejected")
        assert.deepStrictEqual((yield* callNames).slice(previous), [
          "PasswordHasher.withPlace",
          "RateLimitStore.consume"
        ])
      }
    })
  )

  test(
    "is refused first with passwords off, and with another mode than open",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      for (const mode of ["closed", "invitation"] as const) {
        const at = client.at(yield* set({ mode, verification: "before" }))
        assert.strictEqual(yield* outcome(at.requestSignUp(noAccount, rightPassword)), "SignUpClosed")
      }
      const open = yield* set({ mode: "open" })
      const off = new Instance({ ...open, authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
      assert.strictEqual(yield* outcome(client.at(off).requestSignUp(noAccount, rightPassword)), "PasswordDisabled")
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.put"), 0)
    })
  )

  test(
    "allows five sign-ups with one mailbox in 15 minutes, in every spelling, with or without an account",
    Effect.gen(function* () {
      yield* accounts
      for (const address of [noAccount, ann]) {
        const spelled = email(address.replace("@", "+more@"))
        for (let times = 1; times <= 5; times++) yield* requestFrom(times % 2 === 0 ? address : spelled)
        const client = yield* newClient
        const refusal = yield* Effect.flip(client.requestSignUp(address, rightPassword))
        assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_up", retryAfterSeconds: 900 })
        // Magic links have their own window.
        yield* client.requestLink(address)
      }
    })
  )

  test(
    "keeps ten pending sign-ups for an address",
    Effect.gen(function* () {
      for (let times = 0; times < 3; times++) {
        for (let count = 0; count < 5; count++) yield* requestFrom(ann)
        yield* TestClock.adjust("15 minutes")
      }
      assert.lengthOf(yield* pendings(ann), 10)
    })
  )

  test(
    "stores nothing if the email cannot be queued",
    Effect.gen(function* () {
      yield* beforeNext("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* outcome(requestFrom(ann)), "PersistenceError")
      assert.lengthOf(yield* pendings(ann), 0)
    })
  )

  test(
    "reserves nothing: the address is free for a magic link, and for a sign-up once the setting is after",
    Effect.gen(function* () {
      yield* requestFrom(ann)
      yield* requestFrom(ben)
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* client.at(yield* set({ verification: "after" })).signUp(ben, newPassword)
      assert.strictEqual(yield* signInOnNewClient(ben, newPassword), "ok")
    })
  )

  const withoutProvider = Layer.provideMerge(
    Domain.layer,
    Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)
  )

  it.scoped("lets no one sign up without an email provider, and cannot be turned on then", () =>
    Effect.gen(function* () {
      const { create, update } = yield* InstanceAdministration
      const by = { actor: "program" } as const
      const signUp = { verification: "before" } as const
      const expected = new VerificationImpossible({ of: "sign_up" })
      assert.deepStrictEqual<unknown>(yield* Effect.flip(update(defaultId, { signUp }, by)), expected)
      assert.deepStrictEqual<unknown>(yield* Effect.flip(create({ name: "Acme", signUp }, by)), expected)
      yield* update(defaultId, { signUp: { verification: "after" } }, by)
      const client = yield* newClient
      assert.strictEqual(yield* outcome(client.requestSignUp(ann, rightPassword)), "SignUpClosed")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    }).pipe(Effect.provide(withoutProvider))
  )
})

describe("The email of a sign-up", () => {
  test(
    "has a link for a free address and for an unverified account",
    Effect.gen(function* () {
      yield* accounts
      for (const address of [noAccount, ben]) {
        yield* requestFrom(address)
        assert.lengthOf(yield* sentSignUpToken(address), 43)
      }
    })
  )

  test(
    "tells the owner of a verified account so, and has no token",
    Effect.gen(function* () {
      yield* accounts
      yield* requestFrom(ann)
      const links = yield* countOf("MagicLinkRepository.insert")
      yield* dispatch
      const last = (yield* sent).at(-1)
      assert.strictEqual(last?.to, ann)
      assert.include(last?.subject, "already have an account")
      assert.include(last?.text, "https://auth.example.com/sign-in")
      assert.notInclude(last?.text, "token")
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), links)
    })
  )

  test(
    "is not sent to a disabled account, and not once sign-up is closed",
    Effect.gen(function* () {
      yield* accounts
      yield* requestFrom(cleo)
      yield* dispatch
      yield* requestFrom(noAccount)
      yield* set({ mode: "closed" })
      const before = (yield* sent).length
      yield* dispatch
      assert.lengthOf(yield* sent, before)
      const deliveries = (yield* (yield* MailDeliveryLog).list(defaultId, 9)).filter(({ kind }) => kind === "sign_up")
      const results = deliveries.map(({ email, reason, state }) => [email, state, Option.getOrNull(reason)])
      assert.sameDeepMembers(results, [
        [cleo, "discarded", "no_account"],
        [noAccount, "discarded", "disabled"]
      ])
    })
  )

  test(
    "counts against what one mailbox gets of all links, with or without an account, and without one per instance, too",
    Effect.gen(function* () {
      yield* accounts
      const keysFor = (address: Email) =>
        Effect.gen(function* () {
          yield* requestFrom(address)
          const previous = yield* countOf("RateLimitStore.consume")
          yield* dispatch
          const windows = (yield* argsOf("RateLimitStore.consume")).slice(previous) as unknown as ReadonlyArray<
            readonly [unknown, ReadonlyArray<{ readonly key: string }>]
          >
          return windows.flatMap(([, counted]) => counted.map(({ key }) => key))
        })
      const encode = LimitKey.makeEncode(yield* TokenGenerator)
      const perEmail = (address: Email) => encode(magicLinkEmailsPerEmail.keys(address)[0])
      const toUnknown = encode(magicLinkToUnknownPerInstance.keys()[0])
      assert.deepStrictEqual(yield* keysFor(ann), [perEmail(ann)])
      assert.deepStrictEqual(yield* keysFor(noAccount), [toUnknown, perEmail(noAccount)])
      assert.deepStrictEqual(yield* keysFor(ben), [toUnknown, perEmail(ben)])
    })
  )

  test(
    "is discarded after 15 minutes",
    Effect.gen(function* () {
      yield* requestFrom(ann)
      yield* TestClock.adjust("15 minutes")
      yield* dispatch
      assert.lengthOf(yield* sent, 0)
    })
  )
})
