import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { layer, EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import * as MagicLinkComposer from "@latchkey/domain/magic-link/MagicLinkComposer"
import type { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import * as AccountNotices from "@latchkey/domain/mail/AccountNotices"
import * as EmailComposers from "@latchkey/domain/mail/EmailComposers"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as RateLimiter from "@latchkey/domain/rate-limit/RateLimiter"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  baseUrl,
  ben,
  email,
  instance,
  justBefore,
  linkTokenIn,
  oneMilli,
  otherInstance,
  outcome,
  portsWithoutMailer,
  test
} from "../support.ts"
import { argsOf, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)
const sent = Effect.flatMap(Sent, (mailbox) => mailbox.sent)
const request = (address: Email) => Effect.flatMap(TestClient.make, (client) => client.requestLink(address))

/** Returns how many requests are queued, after every lease has run out. */
const queued = Effect.zipRight(TestClock.adjust("2 minutes"), dispatch)

const onlyEmail = Effect.gen(function* () {
  const emails = yield* sent
  assert.lengthOf(emails, 1)
  return Option.getOrThrow(Option.fromNullable(emails[0]))
})

const storedLinks = Effect.map(argsOf("MagicLinkRepository.insert"), (calls) =>
  calls.map(([link]) => link as MagicLink)
)

describe("EmailDispatcher.dispatch", () => {
  test(
    "sends one email to the address of the request, and completes the request",
    Effect.gen(function* () {
      yield* request(ann)
      assert.strictEqual(yield* dispatch, 1)
      assert.strictEqual((yield* onlyEmail).to, ann)
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* queued, 0)
    })
  )

  test(
    "sends nothing without requests",
    Effect.gen(function* () {
      assert.strictEqual(yield* dispatch, 0)
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "sends the same exact link as text and as HTML, on the public origin",
    Effect.gen(function* () {
      yield* request(ann)
      yield* dispatch
      const { html, text } = yield* onlyEmail
      const [link = ""] = /https:\S+/.exec(text) ?? []
      assert.match(link, /^https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
      assert.include(text.split("\n"), link)
      assert.include(html, `href="${link}"`)
      assert.strictEqual(yield* outcome((yield* TestClient.make).verifyLink(linkTokenIn(link))), "ok")
    })
  )

  test(
    "generates the token when it sends, and stores only its hash",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const clientToken = yield* request(ann)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
      yield* TestClock.adjust("3 minutes")
      yield* dispatch
      const token = linkTokenIn((yield* onlyEmail).text)
      const [link] = yield* storedLinks
      assert.isDefined(link)
      assert.isTrue(areSame(Option.fromNullable(link?.tokenHash), Option.map(parse(token), hash)))
      assert.notInclude(JSON.stringify(link), token)
      assert.strictEqual(link?.email, ann)
      assert.isTrue(areSame(link?.clientHash, Option.some(hash(clientToken))))
      assert.strictEqual(link?.expiresAt.epochMillis, 18 * 60_000)
    })
  )

  test(
    "gives the link 15 minutes from when its token was generated, not from the request",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.requestLink(ann)
      yield* TestClock.adjust("4 minutes")
      yield* dispatch
      const token = linkTokenIn((yield* onlyEmail).text)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "generates another token for every email",
    Effect.gen(function* () {
      yield* request(ann)
      yield* request(ann)
      yield* request(ben)
      assert.strictEqual(yield* dispatch, 3)
      assert.strictEqual(new Set((yield* sent).map(({ text }) => /https:\S+/.exec(text)?.[0])).size, 3)
    })
  )

  test(
    "discards a request that is five minutes old",
    Effect.gen(function* () {
      yield* request(ann)
      yield* justBefore("5 minutes")
      yield* request(ben)
      yield* oneMilli
      assert.strictEqual(yield* dispatch, 2)
      assert.strictEqual((yield* onlyEmail).to, ben)
      assert.strictEqual(yield* queued, 0)
    })
  )

  test(
    "sends a request that is one millisecond younger than five minutes",
    Effect.gen(function* () {
      yield* request(ann)
      yield* justBefore("5 minutes")
      yield* dispatch
      assert.strictEqual((yield* onlyEmail).to, ann)
    })
  )

  test(
    "discards a request if magic links were turned off since",
    Effect.gen(function* () {
      const { update } = yield* InstanceDirectory
      yield* request(ann)
      yield* update(defaultId, { authConfig: { magic_link: false } })
      assert.strictEqual(yield* dispatch, 1)
      yield* update(defaultId, { authConfig: { magic_link: true } })
      assert.strictEqual(yield* queued, 0)
      assert.deepStrictEqual(yield* storedLinks, [])
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "discards a request of an unknown instance",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).at(otherInstance).requestLink(ann)
      assert.strictEqual(yield* dispatch, 1)
      assert.strictEqual(yield* queued, 0)
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "renders the name of the instance, and links to its origin",
    Effect.gen(function* () {
      const app = instance({ ...otherInstance, name: "Bakery", hosts: ["login.bakery.example"] })
      yield* (yield* InstanceRepository).insert(app)
      const client = (yield* TestClient.make).at(app)
      yield* client.requestLink(ann)
      yield* dispatch
      const message = yield* onlyEmail
      assert.strictEqual(message.subject, "Sign in to Bakery")
      assert.include(message.text, "https://login.bakery.example/v1/auth/magic-link/verify?token=")
      assert.notInclude(message.text + message.html, baseUrl)
      const token = linkTokenIn(message.text)
      assert.strictEqual(yield* outcome((yield* TestClient.make).verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "sends ten requests per call, oldest first",
    Effect.gen(function* () {
      const addresses = Array.from({ length: 12 }, (_, index) => email(`person${index}@example.com`))
      for (const address of addresses) {
        yield* request(address)
        yield* oneMilli
      }
      assert.strictEqual(yield* dispatch, 10)
      assert.deepStrictEqual(
        (yield* sent).map(({ to }) => to),
        addresses.slice(0, 10)
      )
      assert.strictEqual(yield* dispatch, 2)
    })
  )

  test(
    "leases requests for one minute",
    Effect.gen(function* () {
      yield* request(ann)
      yield* TestClock.adjust("30 seconds")
      yield* dispatch
      const [options] = (yield* argsOf("EmailOutbox.lease"))[0] ?? []
      assert.isTrue(areSame((options as { readonly until: DateTime.Utc }).until, DateTime.unsafeMake(90_000)))
    })
  )
})

/** The dispatcher of a process without an email provider. */
const layerUnconfigured = layer.pipe(
  Layer.provide(AccountNotices.layer),
  Layer.provide([EmailComposers.layer(Effect.all([MagicLinkComposer.make])), RateLimiter.layer]),
  Layer.provideMerge(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))
)

describe("EmailDispatcher without an email provider", () => {
  it.effect("leases nothing, and leaves the requests to other processes", () =>
    Effect.gen(function* () {
      const outbox = yield* EmailOutbox
      const now = yield* DateTime.now
      const request = new QueuedEmail({
        instanceId: defaultId,
        id: yield* (yield* IdGenerator).next(QueuedEmailId),
        kind: EmailKind.make("magic_link"),
        email: ann,
        clientHash: Option.none(),
        parameters: {},
        requestedAt: now,
        expiresAt: DateTime.add(now, { minutes: 5 }),
        attempts: 0
      })
      yield* outbox.enqueue(request)
      const dispatcher = yield* EmailDispatcher
      assert.strictEqual(yield* dispatcher.dispatch, 0)
      yield* Effect.fork(dispatcher.run("1 second"))
      yield* TestClock.adjust("10 seconds")
      const leased = yield* outbox.lease({ now, until: DateTime.add(now, { minutes: 1 }), limit: 10 })
      assert.deepStrictEqual(
        leased.map(({ id, attempts }) => [id, attempts]),
        [[request.id, 1]]
      )
    }).pipe(Effect.provide(layerUnconfigured))
  )
})
