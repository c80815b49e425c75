import { assert, describe } from "@effect/vitest"
import type { HashingOptions } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { ann, ben, newPassword, outcome, rightPassword, signedUp, test, wrongPassword } from "../support.ts"
import { argsOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const keyOf = (args: ReadonlyArray<unknown>) => (args.at(-1) as HashingOptions).fairnessKey

/** Returns the fairness keys of all calls to the hasher. The first one is the dummy hash of the startup. */
const fairnessKeys = Effect.gen(function* () {
  const hashed = yield* argsOf("PasswordHasher.hash")
  const verified = yield* argsOf("PasswordHasher.verify")
  const places = yield* argsOf("PasswordHasher.withPlace")
  return { places: places.map(keyOf), hashed: hashed.map(keyOf), verified: verified.map(keyOf) }
})

describe("The fairness key of a hash", () => {
  test(
    "is the caller's widest network for sign-up, for sign-in with and without an account, and for a new password",
    Effect.gen(function* () {
      const network = "2001:db8::/48"
      const networks = { ipAddress: "2001:db8::/64", widerNetworks: ["2001:db8::/56", network] }
      const client = (yield* TestClient.make).at(defaultInstance, networks)
      yield* client.signUp(ann, rightPassword)
      yield* outcome(client.signIn(ann, wrongPassword))
      yield* outcome(client.signIn(ben, wrongPassword))
      yield* client.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* fairnessKeys, {
        places: [network, network, network, network],
        hashed: ["startup", network, network],
        verified: [network, network, network]
      })
    })
  )

  test(
    "is the IP address without wider networks",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.deepStrictEqual((yield* fairnessKeys).places, [(yield* client.caller).ipAddress])
    })
  )
})
