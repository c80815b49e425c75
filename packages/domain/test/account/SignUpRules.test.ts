import { assert, describe, it } from "@effect/vitest"
import * as SignUpRules from "@latchkey/domain/account/SignUpRules"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance, defaultSignUpConfig } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { ann, deliveryResults, email, instance, layer, noAccount, outage, outcome, rightPassword } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"

const refused = { ...defaultSignUpConfig, refusedDomains: ["example.com"] }

const reason = "Please ask your account manager for access."

/** Refuses Ben and unknown addresses, and fails for Cleo. */
const check: SignUpRules.CheckSignUp = ({ email }) => {
  if (email.startsWith("cleo")) return outage
  return Effect.succeed(email === ann ? [] : [reason])
}

const withRules = Layer.provide(layer, SignUpRules.layer(check))

const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof withRules> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, withRules))

const requestedLinks = (...addresses: ReadonlyArray<Email>) =>
  Effect.gen(function* () {
    const client = (yield* TestClient.make).at(defaultInstance)
    yield* Effect.forEach(addresses, client.requestLink)
    return yield* deliveryResults
  })

describe("SignUpRules", () => {
  test(
    "refuse an address with their sentences, and admit others",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const refusal = yield* Effect.flip(client.signUp(noAccount, rightPassword))
      assert.deepInclude(refusal, { _tag: "SignUpRefused", reasons: [reason] })
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ann, rightPassword)), "EmailTaken")
    })
  )

  test(
    "decide who gets a link to sign up",
    Effect.gen(function* () {
      assert.sameDeepMembers(yield* requestedLinks(ann, noAccount), [
        [ann, "sent", null],
        [noAccount, "discarded", "no_account"]
      ])
    })
  )

  test(
    "are not asked while sign-up is closed, or refuses the domain",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const closed = instance({ signUp: { ...defaultSignUpConfig, mode: "closed" } })
      const cleo = email("cleo@example.com")
      assert.strictEqual(yield* outcome(client.at(closed).signUp(cleo, rightPassword)), "SignUpClosed")
      assert.strictEqual(
        yield* outcome(client.at(instance({ signUp: refused })).signUp(cleo, rightPassword)),
        "SignUpRefused"
      )
    })
  )

  test(
    "fail the sign-up with their own failure, which is no outage of the store",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(defaultInstance)
      const failure = yield* Effect.flip(client.signUp(email("cleo@example.com"), rightPassword))
      assert.deepInclude(failure, { _tag: "PersistenceError", part: "SignUpRules" })
    })
  )
})
