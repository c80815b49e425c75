import { assert, describe } from "@effect/vitest"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import type { LimitedAction, RateLimited } from "@latchkey/domain/rate-limit/RateLimited"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import {
  ann,
  justBefore,
  limited,
  oneMilli,
  otherInstance,
  outcome,
  rightPassword,
  signedUp,
  test,
  wrongPassword
} from "../support.ts"
import { before, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const network = { ipAddress: "2001:db8:1:1::/64", widerNetworks: ["2001:db8:1::/56", "2001:db8:1::/48"] }

const strict = limited({
  signInPerIp: { limit: 1, windowSeconds: 60 },
  signUpPerIp: { limit: 1, windowSeconds: 60 }
})

/** Runs an effect, and returns its error with the calls of ports that it made. */
const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const previous = (yield* callNames).length
    const error = yield* Effect.flip(effect)
    return { error, calls: (yield* callNames).slice(previous) }
  })

type Action = (client: TestClient.Actions) => Effect.Effect<unknown, { readonly _tag: string }>

interface Kind {
  readonly name: string
  readonly action: LimitedAction
  readonly attempt: Action
  readonly checkOverload: Action
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "SignInWithPassword",
    action: "sign_in",
    attempt: (client) => client.signIn(ann, wrongPassword),
    checkOverload: (client) => client.checkSignInOverload
  },
  {
    name: "SignUp",
    action: "sign_up",
    attempt: (client) => client.signUp(ann, rightPassword),
    checkOverload: (client) => client.checkSignUpOverload
  }
]

for (const { action, attempt, name, checkOverload } of kinds) {
  describe(`${name}.checkOverload`, () => {
    test(
      "fails as the attempt would if the hasher is overloaded, without a query",
      Effect.gen(function* () {
        const client = yield* TestClient.make
        const overload = new HasherOverloaded({ retryAfterSeconds: 7 })
        yield* before("PasswordHasher.withPlace", overload)
        const { calls, error } = yield* failureOf(checkOverload(client))
        assert.deepStrictEqual([error, calls], [overload, ["PasswordHasher.withPlace"]])
      })
    )

    test(
      "succeeds if there is room, and takes nothing from the attempt",
      Effect.gen(function* () {
        yield* signedUp
        const client = (yield* TestClient.make).at(strict)
        for (let check = 1; check <= 50; check++) yield* checkOverload(client)
        assert.notStrictEqual(yield* outcome(attempt(client)), "RateLimited")
      })
    )
  })

  describe(`${name}: flood from an IP address`, () => {
    test(
      "is refused for a second without a place in the hashing queue and without a query",
      Effect.gen(function* () {
        yield* signedUp
        const client = (yield* TestClient.make).at(strict, network)
        yield* outcome(attempt(client))
        const first = yield* failureOf(attempt(client))
        assert.deepStrictEqual(first.calls, ["PasswordHasher.withPlace", "RateLimitStore.consume"])
        yield* justBefore("1 second")
        const { calls, error } = yield* failureOf(attempt(client))
        assert.deepInclude(error as RateLimited, { _tag: "RateLimited", action, retryAfterSeconds: 60 })
        assert.deepStrictEqual(calls, [])
        yield* oneMilli
        assert.deepStrictEqual((yield* failureOf(attempt(client))).calls, first.calls)
      })
    )

    test(
      "is over as soon as there is room",
      Effect.gen(function* () {
        yield* signedUp
        const client = (yield* TestClient.make).at(strict, network)
        yield* outcome(attempt(client))
        yield* TestClock.adjust("59500 millis")
        assert.strictEqual(yield* outcome(attempt(client)), "RateLimited")
        yield* justBefore("500 millis")
        assert.strictEqual(yield* outcome(attempt(client)), "RateLimited")
        yield* oneMilli
        assert.notStrictEqual(yield* outcome(attempt(client)), "RateLimited")
      })
    )

    test(
      "refuses no other network, no other instance, and none after the limit was raised",
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* TestClient.make
        yield* outcome(attempt(client.at(strict, network)))
        assert.strictEqual(yield* outcome(attempt(client.at(strict, network))), "RateLimited")
        for (const other of [
          client.at(strict, { ...network, ipAddress: "2001:db8:1:2::/64" }),
          client.at(otherInstance, network),
          client.at(limited({}), network)
        ]) {
          assert.notStrictEqual(yield* outcome(attempt(other)), "RateLimited")
        }
      })
    )

    test(
      "from a whole /48 is refused for all its addresses",
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* TestClient.make
        const at = (subnet: number) => client.at(strict, { ...network, ipAddress: `2001:db8:1:${subnet}::/64` })
        for (let subnet = 1; subnet <= 8; subnet++) yield* outcome(attempt(at(subnet)))
        assert.strictEqual(yield* outcome(attempt(at(9))), "RateLimited")
        assert.deepStrictEqual((yield* failureOf(attempt(at(10)))).calls, [])
      })
    )
  })
}
