import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { annsNew, changed, verified } from "../email-change/support.ts"
import { authenticatorAt, created, withPasskeys } from "../passkey/support.ts"
import { ann, linkTokenFor, newPassword, outcome, resetTokenFor, signedUp, test } from "../support.ts"
import { optional, pendingClient, setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

/** The address that the account has before, a client that is signed in to it, and what its owner does. */
const ways = {
  "a new password by link": Effect.gen(function* () {
    const attacker = yield* verified()
    const owner = yield* TestClient.make
    const takeBack = Effect.flatMap(resetTokenFor(owner, ann), (token) => owner.resetPassword(token, newPassword))
    return { address: ann, attacker, takeBack: Effect.asVoid(takeBack) }
  }),
  "a restored address": Effect.gen(function* () {
    const attacker = yield* verified()
    const token = yield* changed(attacker, ann, annsNew)
    const owner = yield* TestClient.make
    return { address: annsNew, attacker, takeBack: Effect.asVoid(owner.restoreEmail(token)) }
  }),
  "a first verification on another client": Effect.gen(function* () {
    const attacker = yield* signedUp
    const owner = yield* TestClient.make
    const takeBack = Effect.flatMap(linkTokenFor(owner, ann), owner.verifyLink)
    return { address: ann, attacker, takeBack: Effect.asVoid(takeBack) }
  })
}

describe("An account that its owner takes back", () => {
  for (const [way, start] of Object.entries(ways)) {
    test(
      `with ${way} has no sign-in any more that waits for a second factor`,
      Effect.gen(function* () {
        const { address, attacker, takeBack } = yield* start
        const { app } = yield* setUpApp(attacker.at(optional))
        const { client } = yield* pendingClient(optional, address)
        assert.strictEqual(yield* outcome(client.pendingOptions), "ok")
        yield* takeBack
        assert.strictEqual(yield* outcome(client.pendingOptions), "Unauthenticated")
        assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "Unauthenticated")
      })
    )

    test(
      `with ${way} gets no passkey that someone else has begun to add`,
      Effect.gen(function* () {
        const { attacker, takeBack } = yield* start
        const keys = withPasskeys(attacker)
        const authenticator = authenticatorAt()
        const creation = yield* keys.options
        yield* takeBack
        assert.strictEqual(yield* outcome(keys.register(created(creation, authenticator))), "Unauthenticated")
        assert.strictEqual(
          yield* outcome(withPasskeys(yield* TestClient.make).signIn(authenticator)),
          "InvalidCredentials"
        )
      })
    )
  }
})
