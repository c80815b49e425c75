import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { HashingFor } from "@latchkey/domain/password/PasswordHasher"
import { ann, ben, newPassword, outcome, rightPassword, test, wrongPassword } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before } from "../support/Interception.ts"

describe("Whom a password is hashed for", () => {
  test(
    "is the address of the caller, at sign-up, at sign-in, with an account or without, and for a new password",
    Effect.gen(function* () {
      const parties: Array<string> = []
      const note = Effect.map(HashingFor, (party) => parties.push(party))
      yield* before("PasswordHasher.hash", note)
      yield* before("PasswordHasher.verify", note)
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      yield* outcome(browser.signIn(ann, wrongPassword))
      yield* outcome(browser.signIn(ben, wrongPassword))
      yield* browser.setPassword(newPassword, rightPassword)
      const { ipAddress: address } = yield* browser.caller
      assert.deepStrictEqual(parties, [address, address, address, address, address])
    })
  )
})
