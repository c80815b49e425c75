import { assert, describe } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import type { Email } from "@latchkey/domain/core/Email"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Instances } from "@latchkey/domain/instance/InstanceDirectory"
import { defaultId } from "@latchkey/domain/instance/Instance"
import type { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository";
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Sent } from "@latchkey/memory/MemoryMailer"
import {
  almost,
  ann,
  areSame,
  baseUrl,
  ben,
  email,
  instance,
  oneMilli,
  otherInstance,
  outcome,
  test,
  tokenIn
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, countOf } from "../support/Interception.ts"

const dispatch = Effect.flatMap(MagicLinkDispatcher, (dispatcher) => dispatcher.dispatch)
const sent = Effect.flatMap(Sent, (mailbox) => mailbox.sent)
const ask = (address: Email) => Effect.flatMap(Browser.make, (browser) => browser.askForLink(address))

/** How many requests wait, once every lease has run out. */
const waiting = Effect.zipRight(TestClock.adjust("2 minutes"), dispatch)

const onlyMail = Effect.gen(function* () {
  const mails = yield* sent
  assert.lengthOf(mails, 1)
  return Option.getOrThrow(Option.fromNullable(mails[0]))
})

const storedLinks = Effect.map(argsOf("MagicLinkRepository.insert"), (calls) =>
  calls.map(([link]) => link as MagicLink)
)

describe("The dispatcher", () => {
  test(
    "mails a link to the one address of the request, and is done with it",
    Effect.gen(function* () {
      yield* ask(ann)
      assert.strictEqual(yield* dispatch, 1)
      assert.strictEqual((yield* onlyMail).to, ann)
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* waiting, 0)
    })
  )

  test(
    "does nothing when nothing waits",
    Effect.gen(function* () {
      assert.strictEqual(yield* dispatch, 0)
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "puts the same exact link into the text and the HTML, on the origin that is configured",
    Effect.gen(function* () {
      yield* ask(ann)
      yield* dispatch
      const { html, text } = yield* onlyMail
      const [link = ""] = /https:\S+/.exec(text) ?? []
      assert.match(link, /^https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
      assert.include(text.split("\n"), link)
      assert.include(html, `href="${link}"`)
      assert.include(html, `>${link}</a>`)
      assert.strictEqual(yield* outcome((yield* Browser.make).useLink(tokenIn(link))), "ok")
    })
  )

  test(
    "makes the token when it sends, and stores its hash alone",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const client = yield* ask(ann)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 0)
      yield* TestClock.adjust("3 minutes")
      yield* dispatch
      const token = tokenIn((yield* onlyMail).text)
      const [link] = yield* storedLinks
      assert.isDefined(link)
      assert.isTrue(areSame(Option.fromNullable(link?.tokenHash), Option.map(parse(token), hash)))
      assert.notInclude(JSON.stringify(link), token)
      assert.strictEqual(link?.email, ann)
      assert.isTrue(areSame(link?.clientHash, Option.some(hash(client))))
      assert.strictEqual(link?.expiresAt.epochMillis, 18 * 60_000)
    })
  )

  test(
    "gives the fifteen minutes from the making of the token, not from the asking",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.askForLink(ann)
      yield* TestClock.adjust("4 minutes")
      yield* dispatch
      const token = tokenIn((yield* onlyMail).text)
      yield* almost("15 minutes")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "makes another token for every mail",
    Effect.gen(function* () {
      yield* ask(ann)
      yield* ask(ann)
      yield* ask(ben)
      assert.strictEqual(yield* dispatch, 3)
      assert.strictEqual(new Set((yield* sent).map(({ text }) => /https:\S+/.exec(text)?.[0])).size, 3)
    })
  )

  test(
    "sends nothing for a request that is five minutes old, and forgets it",
    Effect.gen(function* () {
      yield* ask(ann)
      yield* almost("5 minutes")
      yield* ask(ben)
      yield* oneMilli
      assert.strictEqual(yield* dispatch, 2)
      assert.strictEqual((yield* onlyMail).to, ben)
      assert.strictEqual(yield* waiting, 0)
    })
  )

  test(
    "still sends for a request that is a millisecond younger",
    Effect.gen(function* () {
      yield* ask(ann)
      yield* almost("5 minutes")
      yield* dispatch
      assert.strictEqual((yield* onlyMail).to, ann)
    })
  )

  test(
    "sends nothing when links were switched off meanwhile, and forgets the request",
    Effect.gen(function* () {
      const { update: change } = yield* Instances
      yield* ask(ann)
      yield* change(defaultId, { authConfig: { magic_link: false } })
      assert.strictEqual(yield* dispatch, 1)
      yield* change(defaultId, { authConfig: { magic_link: true } })
      assert.strictEqual(yield* waiting, 0)
      assert.deepStrictEqual(yield* storedLinks, [])
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "sends nothing for an instance that is not there, and forgets the request",
    Effect.gen(function* () {
      yield* (yield* Browser.make).at(otherInstance).askForLink(ann)
      assert.strictEqual(yield* dispatch, 1)
      assert.strictEqual(yield* waiting, 0)
      assert.deepStrictEqual(yield* sent, [])
    })
  )

  test(
    "names each instance, and links to where it is",
    Effect.gen(function* () {
      const app = instance({ ...otherInstance, name: "Bakery", hosts: ["login.bakery.example"] })
      yield* (yield* InstanceRepository).insert(app)
      const browser = (yield* Browser.make).at(app)
      yield* browser.askForLink(ann)
      yield* dispatch
      const mail = yield* onlyMail
      assert.strictEqual(mail.subject, "Sign in to Bakery")
      assert.include(mail.text, "https://login.bakery.example/v1/auth/magic-link/verify?token=")
      assert.notInclude(mail.text + mail.html, baseUrl)
      const token = tokenIn(mail.text)
      assert.strictEqual(yield* outcome((yield* Browser.make).useLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "takes ten at a time, the oldest first",
    Effect.gen(function* () {
      const addresses = Array.from({ length: 12 }, (_, index) => email(`person${index}@example.com`))
      for (const address of addresses) {
        yield* ask(address)
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
    "leases for a minute, so that another worker leaves the same requests alone",
    Effect.gen(function* () {
      yield* ask(ann)
      yield* TestClock.adjust("30 seconds")
      yield* dispatch
      const [options] = (yield* argsOf("MagicLinkOutbox.lease"))[0] ?? []
      assert.isTrue(areSame((options as { readonly until: DateTime.Utc }).until, DateTime.unsafeMake(90_000)))
    })
  )
})
