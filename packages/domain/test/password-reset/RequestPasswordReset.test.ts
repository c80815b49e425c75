import { assert, describe, it } from "@effect/vitest"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { DeliveryResult } from "@latchkey/domain/mail/MailDeliveryLog"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { RequestPasswordReset } from "@latchkey/domain/password-reset/RequestPasswordReset"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  instance,
  limited,
  linkTokenFor,
  newPassword,
  noAccount,
  outcome,
  portsWithoutMailer,
  rightPassword,
  sentResetToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { argsOf, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const requests = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) => calls.map(([request]) => request as QueuedEmail))

const results = Effect.map(argsOf("EmailOutbox.complete"), (calls) =>
  calls.map(([, , result]) => result as DeliveryResult).map(({ reason, state }) => [state, Option.getOrNull(reason)])
)

const dispatch = Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)

const disable = (address: typeof ann) =>
  Effect.gen(function* () {
    const { id: userId } = Option.getOrThrow(yield* storedUser(address))
    const { disable } = yield* UserAdministration
    yield* disable({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
  })

const forgotOnNewClient = (address: typeof ann, of = defaultInstance, from = TestClient.newIpAddress()) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.at(of, from).forgotPassword(address)))

describe("RequestPasswordReset.request", () => {
  test(
    "does and stores the same for an address with an account, without one, and with a disabled one",
    Effect.gen(function* () {
      yield* signedUp
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      yield* disable(ben)
      for (const address of [ann, ben, noAccount]) {
        const previous = (yield* callNames).length
        assert.strictEqual(yield* forgotOnNewClient(address), "ok")
        assert.deepStrictEqual((yield* callNames).slice(previous), ["RateLimitStore.consume", "EmailOutbox.enqueue"])
      }
      const [known, disabled, unknown] = (yield* requests).map(({ email: _, id: __, ...rest }) => rest)
      assert.isDefined(known)
      assert.deepStrictEqual(disabled, known)
      assert.deepStrictEqual(unknown, known)
    })
  )

  test(
    "stores a request, and no token",
    Effect.gen(function* () {
      yield* forgotOnNewClient(ann)
      const [request] = yield* requests
      assert.strictEqual(request?.kind, "password_reset")
      assert.deepInclude(request, { instanceId: defaultId, email: ann, parameters: {} })
      assert.isTrue(Option.isNone(request?.clientHash ?? Option.some("")))
      assert.strictEqual(request?.expiresAt.epochMillis, 5 * 60_000)
      assert.strictEqual(yield* countOf("TokenGenerator.generate"), 1)
    })
  )

  test(
    "counts per IP address with magic links, and per exact address in its own windows",
    Effect.gen(function* () {
      const one = { limit: 1, windowSeconds: 60 }
      const perIp = limited({ magicLinkPerIp: one })
      const client = (yield* TestClient.make).at(perIp)
      yield* client.requestLink(ben)
      assert.strictEqual(yield* outcome(client.forgotPassword(ann)), "RateLimited")
      for (const of of [limited({ magicLinkPerEmail: one }), limited({ magicLinkPerEmailPerDay: one })]) {
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual(yield* forgotOnNewClient(ben, of), "ok")
        assert.strictEqual(yield* forgotOnNewClient(ben, of), "RateLimited")
        assert.strictEqual(yield* forgotOnNewClient(noAccount, of), "ok")
      }
    })
  )

  test(
    "is not used up by requests that send the owner no such link: another spelling, and magic links",
    Effect.gen(function* () {
      const one = { limit: 1, windowSeconds: 60 }
      for (const of of [
        limited({ magicLinkPerEmail: one }),
        limited({ magicLinkPerEmailPerDay: one }),
        instance({
          ...limited({ magicLinkPerEmail: one }),
          authConfig: { ...defaultAuthConfig, password: true, magic_link: false }
        })
      ]) {
        yield* TestClock.adjust("2 minutes")
        yield* forgotOnNewClient(email("ann+x@example.com"), of)
        yield* outcome((yield* TestClient.make).at(of).requestLink(ann))
        assert.strictEqual(yield* forgotOnNewClient(ann, of), "ok")
      }
    })
  )

  it.effect("fails with MagicLinkDisabled without an email provider, after the limits", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* RequestPasswordReset).isAvailable(defaultInstance))
      const none = limited({ magicLinkPerEmail: { limit: 1, windowSeconds: 60 } })
      assert.strictEqual(yield* forgotOnNewClient(ann, none), "MagicLinkDisabled")
      assert.strictEqual(yield* forgotOnNewClient(ann, none), "RateLimited")
    }).pipe(
      Effect.provide(
        Domain.layer.pipe(Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)))
      )
    )
  )
})

describe("The email with a link to set a new password", () => {
  test(
    "is sent on an instance with magic links turned off, too",
    Effect.gen(function* () {
      const client = yield* signedUp
      const of = yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { authConfig: { magic_link: false } })
      )
      yield* client.at(of).forgotPassword(ann)
      assert.match(yield* sentResetToken(ann), /^[\w-]{43}$/)
    })
  )

  test(
    "is not sent to an address without an account, nor to one with a disabled account, and creates no token",
    Effect.gen(function* () {
      yield* signedUp
      yield* forgotOnNewClient(noAccount)
      yield* forgotOnNewClient(ann)
      yield* disable(ann)
      yield* dispatch
      assert.strictEqual(yield* countOf("Mailer.send"), 0)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
      assert.deepStrictEqual(yield* results, [
        ["discarded", "no_account"],
        ["discarded", "no_account"]
      ])
    })
  )

  test(
    "counts against the instance's limit of emails to addresses that were never verified, only if it has an account",
    Effect.gen(function* () {
      const of = limited({ magicLinkToUnknownPerInstance: { limit: 1, windowSeconds: 3600 } })

      yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { rateLimits: { magicLinkToUnknownPerInstance: { limit: 1, windowSeconds: 3600 } } })
      )
      const client = yield* signedUp
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ben))
      yield* owner.changePassword(newPassword)
      yield* TestClock.adjust("2 hours")
      yield* dispatch
      const previous = (yield* results).length
      for (const address of [noAccount, ben, ann, ann]) {
        yield* client.at(of).forgotPassword(address)
        yield* dispatch
      }
      assert.deepStrictEqual((yield* results).slice(previous), [
        ["discarded", "no_account"],
        ["sent", null],
        ["sent", null],
        ["discarded", "rate_limited"]
      ])
    })
  )
})
