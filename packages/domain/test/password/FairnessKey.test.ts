import { assert, describe } from "@effect/vitest"
import type { HashingOptions } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import { ann, ben, newPassword, outcome, rightPassword, signedUp, test, wrongPassword } from "../support.ts"
import { argsOf } from "../support/Interception.ts"

const keyOf = (args: ReadonlyArray<unknown>) => (args.at(-1) as HashingOptions).fairnessKey

/** Returns the fairness keys of all calls to the hasher. The first one is the dummy hash of the startup. */
const fairnessKeys = Effect.gen(function* () {
  const hashed = yield* argsOf("PasswordHasher.hash")
  const verified = yield* argsOf("PasswordHasher.verify")
  return { hashed: hashed.map(keyOf), verified: verified.map(keyOf) }
})

describe("The fairness key of a hash", () => {
  test(
    "is the caller's IP address for sign-up, for sign-in with and without an account, and for a new password",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* outcome(client.signIn(ann, wrongPassword))
      yield* outcome(client.signIn(ben, wrongPassword))
      yield* client.changePassword(newPassword, rightPassword)
      const { ipAddress } = yield* client.caller
      assert.deepStrictEqual(yield* fairnessKeys, {
        hashed: ["startup", ipAddress, ipAddress],
        verified: [ipAddress, ipAddress, ipAddress]
      })
    })
  )
})
