import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { almost, ann, ben, linkFor, oneMilli, outcome, rightPassword, test, wrongPassword } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { countOf } from "../support/Interception.ts"

/** Guesses until the browser's budget for the account is spent. Every guess comes from another address. */
const spend = (browser: Browser.Browser, address: Email) =>
  Effect.gen(function* () {
    for (let guess = 1; guess <= 10; guess++) {
      const attempt = browser.at(defaultInstance).signIn(address, wrongPassword)
      assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
    }
    assert.strictEqual(yield* outcome(browser.signIn(address, wrongPassword)), "RateLimited")
  })

/** Strangers spend the budget of the address. */
const besiege = (address: Email) => Effect.flatMap(Browser.make, (stranger) => spend(stranger, address))

const owner = Effect.tap(Browser.make, (browser) => browser.signUp(ann, rightPassword))

describe("A browser that has signed in to the account before", () => {
  test(
    "still gets in while strangers are locked out",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* besiege(ann)
      assert.strictEqual(yield* outcome((yield* Browser.make).signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "still gets in after it signed out, and under each new secret",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* besiege(ann)
      for (let context = 1; context <= 3; context++) {
        yield* owners.signOut
        assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "ok")
      }
    })
  )

  test(
    "may have signed in by link",
    Effect.gen(function* () {
      yield* owner
      const reader = yield* Browser.make
      yield* reader.useLink(yield* linkFor(reader, ann))
      yield* besiege(ann)
      assert.strictEqual(yield* outcome(reader.signIn(ann, wrongPassword)), "InvalidCredentials")
    })
  )

  test(
    "has a budget of its own that is limited too, with the right password too",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* spend(owners, ann)
      const verified = yield* countOf("PasswordHasher.verify")
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      yield* almost("15 minutes")
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "takes nothing from the budget of strangers, nor from another such browser",
    Effect.gen(function* () {
      const first = yield* owner
      const second = yield* Browser.make
      yield* second.signIn(ann, rightPassword)
      yield* spend(first, ann)
      assert.strictEqual(yield* outcome(second.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome((yield* Browser.make).signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "gets back what a success took",
    Effect.gen(function* () {
      const owners = yield* owner
      for (let context = 1; context <= 15; context++) {
        assert.strictEqual(yield* outcome(owners.at(defaultInstance).signIn(ann, rightPassword)), "ok")
      }
      yield* spend(owners, ann)
    })
  )

  test(
    "is known after a failed sign-in under the same secret",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* besiege(ann)
      yield* outcome(owners.signIn(ann, wrongPassword))
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("A browser is a stranger", () => {
  test(
    "to an account that it has not signed in to, whoever else it knows",
    Effect.gen(function* () {
      yield* owner
      const bens = yield* Browser.make
      yield* bens.signUp(ben, rightPassword)
      yield* besiege(ann)
      assert.strictEqual(yield* outcome(bens.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "to the account that it was refused by",
    Effect.gen(function* () {
      yield* owner
      const stranger = yield* Browser.make
      yield* stranger.askForLink(ann)
      yield* spend(stranger, ann)
      assert.strictEqual(yield* outcome((yield* Browser.make).signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "under a secret that was replaced",
    Effect.gen(function* () {
      const owners = yield* owner
      const copy = yield* Browser.copyOf(owners)
      yield* owners.signIn(ann, rightPassword)
      yield* besiege(ann)
      assert.strictEqual(yield* outcome(copy.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "without its client cookie",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* besiege(ann)
      yield* Ref.update(owners.jar, (cookies) => ({ ...cookies, clientToken: Option.none() }))
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "once its 400 days are over, to the millisecond",
    Effect.gen(function* () {
      const owners = yield* owner
      yield* almost("400 days")
      yield* besiege(ann)
      assert.strictEqual(yield* outcome(owners.signIn(ann, wrongPassword)), "InvalidCredentials")
      yield* oneMilli
      assert.strictEqual(yield* outcome(owners.signIn(ann, rightPassword)), "RateLimited")
    })
  )
})
