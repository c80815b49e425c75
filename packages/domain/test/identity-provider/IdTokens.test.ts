import { assert, describe } from "@effect/vitest"
import { Providers } from "@latchkey/memory/MemoryIdentityProviderClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import { justBefore, otherInstance, outcome } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"
import { annAtGoogle, ending, github, google, instance, newVisitor, rejection, test, withProviders } from "./support.ts"

describe("SignInWithIdentityProvider.signInWithIdToken", () => {
  const tokenFor = (nonce: string, app: { readonly clientId?: string; readonly issuer?: string } = {}) =>
    Effect.flatMap(Providers, ({ idToken }) =>
      idToken({ issuer: google.issuer, clientId: "native-app", nonce, ...app }, annAtGoogle)
    )

  test(
    "signs in with a token for the client id or a native one, and a nonce of this client, once",
    Effect.gen(function* () {
      for (const clientId of [google.clientId, "native-app"]) {
        const client = yield* newVisitor()
        const nonce = yield* client.nonce
        const token = yield* tokenFor(nonce, { clientId })
        assert.strictEqual(yield* ending(client.signInWithIdToken(token, nonce)), "SignedIn")
        assert.strictEqual(yield* outcome(client.signInWithIdToken(token, nonce)), "InvalidToken")
      }
    })
  )

  test(
    "of twenty calls at once with one token gives one session",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const nonce = yield* withProviders(client).nonce
      const token = yield* tokenFor(nonce)
      const attempts = Array.from({ length: 20 }, () =>
        Effect.flatMap(TestClient.copyOf(client), (copy) => ending(withProviders(copy).signInWithIdToken(token, nonce)))
      )
      const endings = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.deepStrictEqual(endings.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "SignedIn"])
    })
  )

  test(
    "takes no nonce of another client or instance, no own one, and none that is ten minutes old",
    Effect.gen(function* () {
      const cookies = yield* TestClient.make
      const client = withProviders(cookies)
      const nonce = yield* client.nonce
      const token = yield* tokenFor(nonce)
      const stranger = yield* newVisitor()
      yield* stranger.nonce
      assert.strictEqual(yield* outcome(stranger.signInWithIdToken(token, nonce)), "InvalidToken")
      const elsewhere = withProviders(cookies, instance({ id: otherInstance.id }))
      assert.strictEqual(yield* outcome(elsewhere.signInWithIdToken(token, nonce)), "InvalidToken")
      const own = "A".repeat(43)
      assert.strictEqual(yield* outcome(client.signInWithIdToken(yield* tokenFor(own), own)), "InvalidToken")
      yield* TestClock.adjust("1 minute")
      const later = yield* client.nonce
      yield* justBefore("9 minutes")
      assert.strictEqual(yield* ending(client.signInWithIdToken(token, nonce)), "SignedIn")
      yield* Ref.set(cookies.cookies, { ...(yield* Ref.get(cookies.cookies)), clientToken: Option.none() })
      const fresh = yield* client.nonce
      const expiring = yield* tokenFor(fresh)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.signInWithIdToken(expiring, fresh)), "InvalidToken")
      assert.notStrictEqual(later, nonce)
    })
  )

  test(
    "rejects a token that does not verify, and one for another client id, provider or nonce",
    Effect.gen(function* () {
      const client = yield* newVisitor()
      const nonce = yield* client.nonce
      const rejected = [
        Redacted.make("token"),
        yield* tokenFor(nonce, { clientId: "another-app" }),
        yield* tokenFor(nonce, { issuer: github.issuer }),
        yield* tokenFor(yield* client.nonce)
      ]
      for (const token of rejected) {
        assert.strictEqual(yield* rejection(client.signInWithIdToken(token, nonce)), "not_verified")
      }
      const off = { ...google, id: "disabled" }
      assert.strictEqual(
        yield* outcome(client.signInWithIdToken(yield* tokenFor(nonce), nonce, off)),
        "IdentityProviderDisabled"
      )
      assert.strictEqual(yield* ending(client.signInWithIdToken(yield* tokenFor(nonce), nonce)), "SignedIn")
    })
  )
})
