import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Email } from "@latchkey/domain/core/Email"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox";
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import {
  almost,
  ann,
  areSame,
  ben,
  email,
  instance,
  limited,
  linkFor,
  oneMilli,
  outage,
  outcome,
  ports,
  rightPassword,
  test
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, before, callNames, countOf } from "../support/Interception.ts"

const nobody = email("nobody@example.com")
const office = "198.51.100.7"
const switchedOff = instance({ authConfig: { magic_link: false } })

const requests = Effect.map(argsOf("MagicLinkOutbox.enqueue"), (calls) => calls.map(([request]) => request as MagicLinkRequest))

const ask = (address: Email, from = Browser.newAddress(), of = defaultInstance) =>
  Effect.flatMap(Browser.make, (browser) => outcome(browser.at(of, from).askForLink(address)))

describe("A request for a link", () => {
  test(
    "does the same and stores the same, whether the address is known or not",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      const bens = yield* Browser.make
      yield* bens.useLink(yield* linkFor(bens, ben))
      const asked = (yield* requests).length
      for (const address of [ann, ben, nobody]) {
        const earlier = (yield* callNames).length
        assert.strictEqual(yield* ask(address), "ok")
        assert.deepStrictEqual((yield* callNames).slice(earlier), ["RateLimitStore.consume", "MagicLinkOutbox.enqueue"])
      }
      const [known, knownByLink, unknown] = (yield* requests)
        .slice(asked)
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
    "stores a request, and neither a token nor an account nor a mail",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const client = yield* (yield* Browser.make).askForLink(nobody)
      const [request] = yield* requests
      assert.isTrue(
        areSame(
          request,
          new MagicLinkRequest({
            instanceId: defaultId,
            id: Option.getOrThrow(Option.fromNullable(request)).id,
            email: nobody,
            clientHash: Option.some(hash(client)),
            requestedAt: Option.getOrThrow(Option.fromNullable(request)).requestedAt,
            attempts: 0
          })
        )
      )
      assert.strictEqual(request?.requestedAt.epochMillis, 0)
      for (const method of ["MagicLinkRepository.insert", "UserRepository.insert", "Mailer.send"] as const) {
        assert.strictEqual(yield* countOf(method), 0)
      }
    })
  )

  test(
    "makes no secret but that of a browser without one",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const made = yield* countOf("TokenGenerator.make")
      const client = yield* browser.askForLink(ann)
      assert.strictEqual((yield* countOf("TokenGenerator.make")) - made, 1)
      assert.isTrue(areSame(yield* browser.askForLink(ann), client))
      assert.strictEqual((yield* countOf("TokenGenerator.make")) - made, 1)
    })
  )

  test(
    "notes the browser that asked",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const { clientToken: client } = yield* browser.caller
      yield* browser.askForLink(ann)
      assert.isTrue(areSame((yield* requests)[0]?.clientHash, Option.map(client, hash)))
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "says that the store is down, and is not answered with ok before the request is stored",
    Effect.gen(function* () {
      yield* before("MagicLinkOutbox.enqueue", outage)
      assert.strictEqual(yield* ask(ann), "PersistenceError")
    })
  )
})

describe("With links switched off", () => {
  test(
    "a request is refused, for known and unknown addresses alike",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      for (const address of [ann, nobody]) {
        assert.strictEqual(yield* ask(address, Browser.newAddress(), switchedOff), "MagicLinkDisabled")
      }
      assert.lengthOf(yield* requests, 0)
    })
  )

  test(
    "the budgets come first all the same",
    Effect.gen(function* () {
      for (let request = 1; request <= 5; request++) {
        assert.strictEqual(yield* ask(ann, Browser.newAddress(), switchedOff), "MagicLinkDisabled")
      }
      assert.strictEqual(yield* ask(ann, Browser.newAddress(), switchedOff), "RateLimited")
    })
  )

  it.effect("because no mail provider is configured, requests and tokens are refused", () =>
    Effect.gen(function* () {
      const browser = yield* Browser.make
      assert.strictEqual(yield* outcome(browser.askForLink(ann)), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(browser.useLink("A".repeat(43))), "MagicLinkDisabled")
      assert.strictEqual(yield* outcome(browser.openLink("A".repeat(43))), "MagicLinkDisabled")
    }).pipe(
      Effect.provide(Domain.layer.pipe(Layer.provideMerge(MemoryMailer.layerUnconfigured), Layer.provideMerge(ports)))
    )
  )
})

describe("The budget of link requests", () => {
  test(
    "is five in fifteen minutes for an address, known or not, to the millisecond",
    Effect.gen(function* () {
      yield* (yield* Browser.make).signUp(ann, rightPassword)
      for (const address of [ann, nobody]) {
        for (let request = 1; request <= 5; request++) assert.strictEqual(yield* ask(address), "ok")
        assert.strictEqual(yield* ask(address), "RateLimited")
      }
      const refusal = yield* Effect.flip((yield* Browser.make).askForLink(ann))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "magic_link", retryAfterSeconds: 900 })
      yield* almost("15 minutes")
      assert.strictEqual(yield* ask(ann), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* ask(ann), "ok")
    })
  )

  test(
    "is twenty in ten minutes for a network address, to the millisecond",
    Effect.gen(function* () {
      for (let index = 1; index <= 20; index++) {
        assert.strictEqual(yield* ask(email(`person${index}@example.com`), office), "ok")
      }
      assert.strictEqual(yield* ask(nobody, office), "RateLimited")
      assert.strictEqual(yield* ask(nobody), "ok")
      yield* almost("10 minutes")
      assert.strictEqual(yield* ask(nobody, office), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* ask(nobody, office), "ok")
    })
  )

  test(
    "leaves the links alone that were sent before",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      const token = yield* linkFor(browser, ann)
      const one = limited({ magicLinkPerEmail: { limit: 1, windowSeconds: 900 } })
      assert.strictEqual(yield* ask(ann, Browser.newAddress(), one), "RateLimited")
      assert.strictEqual(yield* outcome(browser.useLink(token)), "ok")
    })
  )

  test(
    "gives nobody a free pass while its store is down",
    Effect.gen(function* () {
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* ask(ann), "PersistenceError")
      assert.lengthOf(yield* requests, 0)
    })
  )
})
