import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Domain from "@latchkey/domain/Domain"
import { defaultAuthConfig, defaultId, defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import { RequestMagicLink } from "@latchkey/domain/magic-link/RequestMagicLink"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  email,
  instance,
  justBefore,
  limited,
  linkTokenFor,
  noAccount,
  oneMilli,
  outage,
  outcome,
  portsWithoutMailer,
  signedUp,
  test
} from "../support.ts"
import { argsOf, before, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const ipAddress = "198.51.100.7"
const layerWithoutMailer = Domain.layer.pipe(
  Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))
)
const disabled = instance({ authConfig: { ...defaultAuthConfig, password: true, magic_link: false } })

const requests = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) => calls.map(([request]) => request as QueuedEmail))

const request = (address: Email, from = TestClient.newIpAddress(), of = defaultInstance) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.at(of, from).requestLink(address)))

const isAvailable = (of: Instance) => Effect.map(RequestMagicLink, (requests) => requests.isAvailable(of))

describe("RequestMagicLink.isAvailable", () => {
  test(
    "is `true` if the instance has magic links turned on, and `false` otherwise",
    Effect.gen(function* () {
      assert.isTrue(yield* isAvailable(defaultInstance))
      assert.isFalse(yield* isAvailable(disabled))
    })
  )

  it.effect("is `false` without an email provider", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isAvailable(defaultInstance))
    }).pipe(Effect.provide(layerWithoutMailer))
  )
})

describe("RequestMagicLink.request", () => {
  test(
    "does and stores the same for an address with and without an account",
    Effect.gen(function* () {
      yield* signedUp
      const bensClient = yield* TestClient.make
      yield* bensClient.verifyLink(yield* linkTokenFor(bensClient, ben))
      const previous = (yield* requests).length
      for (const address of [ann, ben, noAccount]) {
        const previous = (yield* callNames).length
        assert.strictEqual(yield* request(address), "ok")
        assert.deepStrictEqual((yield* callNames).slice(previous), ["RateLimitStore.consume", "EmailOutbox.enqueue"])
      }
      const [known, knownByLink, unknown] = (yield* requests)
        .slice(previous)
        .map(({ clientHash, email: _, id, ...rest }) => ({
          ...rest,
          id: id.replace(/[0-9a-f]/g, "0"),
          clientHash: Option.map(clientHash, (hash) => hash.replace(/[0-9a-f]/g, "0"))
        }))
      assert.isDefined(known)
      assert.deepStrictEqual(knownByLink, known)
      assert.deepStrictEqual(unknown, known)
    })
  )

  test(
    "stores a request, and no token, account or email",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const clientToken = yield* (yield* TestClient.make).requestLink(noAccount)
      const [request] = yield* requests
      assert.isTrue(
        areSame(
          request,
          new QueuedEmail({
            instanceId: defaultId,
            id: Option.getOrThrow(Option.fromNullable(request)).id,
            kind: EmailKind.make("magic_link"),
            email: noAccount,
            clientHash: Option.some(hash(clientToken)),
            parameters: {},
            requestedAt: DateTime.unsafeMake(0),
            expiresAt: DateTime.unsafeMake(5 * 60_000),
            attempts: 0
          })
        )
      )
      for (const method of ["MagicLinkRepository.insert", "UserRepository.insert", "Mailer.send"] as const) {
        assert.strictEqual(yield* countOf(method), 0)
      }
    })
  )

  test(
    "generates a client token only for a client without one",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const generated = yield* countOf("TokenGenerator.generate")
      const clientToken = yield* client.requestLink(ann)
      assert.strictEqual((yield* countOf("TokenGenerator.generate")) - generated, 1)
      assert.isTrue(areSame(yield* client.requestLink(ann), clientToken))
      assert.strictEqual((yield* countOf("TokenGenerator.generate")) - generated, 1)
    })
  )

  test(
    "stores the hash of the client token",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const client = yield* signedUp
      const { clientToken } = yield* client.caller
      yield* client.requestLink(ann)
      assert.isTrue(areSame((yield* requests)[0]?.clientHash, Option.map(clientToken, hash)))
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with PersistenceError if the request cannot be stored",
    Effect.gen(function* () {
      yield* before("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* request(ann), "PersistenceError")
    })
  )
})

describe("RequestMagicLink.request: magic links turned off", () => {
  test(
    "fails with MagicLinkDisabled for an address with and without an account",
    Effect.gen(function* () {
      yield* signedUp
      for (const address of [ann, noAccount]) {
        assert.strictEqual(yield* request(address, TestClient.newIpAddress(), disabled), "MagicLinkDisabled")
      }
      assert.lengthOf(yield* requests, 0)
    })
  )

  test(
    "is limited in the same way",
    Effect.gen(function* () {
      for (let count = 1; count <= 5; count++) {
        assert.strictEqual(yield* request(ann, TestClient.newIpAddress(), disabled), "MagicLinkDisabled")
      }
      assert.strictEqual(yield* request(ann, TestClient.newIpAddress(), disabled), "RateLimited")
    })
  )

  it.effect("fails with MagicLinkDisabled without an email provider, as opening and verifying links does", () =>
    Effect.gen(function* () {
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.requestLink(ann)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(client.verifyLink("A".repeat(43))), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(client.openLink("A".repeat(43))), "MagicLinkDisabled")
    }).pipe(Effect.provide(layerWithoutMailer))
  )
})

describe("RequestMagicLink.request: limits", () => {
  test(
    "allow five requests in 15 minutes per email address, with and without an account, to the millisecond",
    Effect.gen(function* () {
      yield* signedUp
      for (const address of [ann, noAccount]) {
        for (let count = 1; count <= 5; count++) assert.strictEqual(yield* request(address), "ok")
        assert.strictEqual(yield* request(address), "RateLimited")
      }
      const refusal = yield* Effect.flip((yield* TestClient.make).requestLink(ann))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "magic_link", retryAfterSeconds: 900 })
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* request(ann), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* request(ann), "ok")
    })
  )

  test(
    "allow twenty requests a day per mailbox, however many spellings and IP addresses, to the millisecond",
    Effect.gen(function* () {
      const spelling = (index: number) => email(`ann+${index}@example.com`)
      for (let index = 0; index < 20; index++) {
        assert.strictEqual(yield* request(spelling(index)), "ok")
        yield* TestClock.adjust("4 minutes")
      }
      const passed = Duration.minutes(80)
      assert.strictEqual(yield* request(ann), "RateLimited")
      yield* justBefore(Duration.subtract("1 day", passed))
      assert.strictEqual(yield* request(spelling(20)), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* request(spelling(20)), "ok")
    })
  )

  test(
    "allow twenty requests in ten minutes per IP address, to the millisecond",
    Effect.gen(function* () {
      for (let index = 1; index <= 20; index++) {
        assert.strictEqual(yield* request(email(`person${index}@example.com`), ipAddress), "ok")
      }
      assert.strictEqual(yield* request(noAccount, ipAddress), "RateLimited")
      assert.strictEqual(yield* request(noAccount), "ok")
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* request(noAccount, ipAddress), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* request(noAccount, ipAddress), "ok")
    })
  )

  test(
    "leave links valid that were sent before",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const token = yield* linkTokenFor(client, ann)
      const one = limited({ magicLinkPerEmail: { limit: 1, windowSeconds: 900 } })
      assert.strictEqual(yield* request(ann, TestClient.newIpAddress(), one), "RateLimited")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "fail with PersistenceError, and allow nothing, while their store is down",
    Effect.gen(function* () {
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* request(ann), "PersistenceError")
      assert.lengthOf(yield* requests, 0)
    })
  )
})
