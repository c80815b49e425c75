import { assert, describe } from "@effect/vitest"
import { defaultAuthConfig } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import { ben, outcome } from "../support.ts"
import { setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  annAtGitHub,
  annAtGoogle,
  github,
  google,
  instance,
  newVisitor,
  rejection,
  setHealth,
  test,
  verifiedAnn,
  withProviders,
  work
} from "./support.ts"

const optional = instance({ authConfig: { ...defaultAuthConfig, magic_link: true, secondFactor: "optional" } })
const benAtGoogle = { subject: "ben-at-google", email: ben, emailVerified: true, hostedDomain: "example.com" }

/** Makes a client that is signed in to Ann's account with Google, an hour ago. */
const signedInAnn = Effect.gen(function* () {
  const cookies = yield* TestClient.make
  const client = withProviders(cookies)
  yield* client.signInAs(annAtGoogle)
  yield* TestClock.adjust("1 hour")
  return { cookies, client }
})

describe("A visit to authenticate again", () => {
  test(
    "issues a new session with a new time in the place of the presented one",
    Effect.gen(function* () {
      const { client, cookies } = yield* signedInAnn
      const former = yield* client.authenticate
      const copy = withProviders(yield* TestClient.copyOf(cookies))
      yield* client.reauthenticateAs(annAtGoogle)
      const session = yield* client.authenticate
      assert.strictEqual(session.authenticatedAt.epochMillis, former.authenticatedAt.epochMillis + 3_600_000)
      assert.notStrictEqual(session.id, former.id)
      assert.deepStrictEqual(session.methods, ["identity_provider"])
      assert.strictEqual(yield* outcome(copy.authenticate), "Unauthenticated")
    })
  )

  test(
    "is rejected for every other account there: one of another user, and one that no user has",
    Effect.gen(function* () {
      yield* (yield* newVisitor()).signInAs(benAtGoogle)
      const { client } = yield* signedInAnn
      const { authenticatedAt, id } = yield* client.authenticate
      for (const other of [benAtGoogle, { ...annAtGoogle, subject: "someone-else" }]) {
        assert.strictEqual(yield* rejection(client.reauthenticateAs(other)), "other_account")
      }
      assert.strictEqual(yield* rejection(client.reauthenticateAs(annAtGitHub, github)), "other_account")
      assert.deepInclude(yield* client.authenticate, { authenticatedAt, id })
      assert.lengthOf(yield* client.list, 1)
    })
  )

  test(
    "is that of the user who has begun it: it renews no session of another one in the same browser",
    Effect.gen(function* () {
      const other = yield* newVisitor()
      yield* other.signInAs(benAtGoogle)
      const { client } = yield* signedInAnn
      const returned = yield* client.comeBack(yield* client.visitToReauthenticate(google, benAtGoogle))
      const bens = { ...returned, caller: yield* other.caller }
      assert.strictEqual(yield* outcome(client.reauthenticateOf(bens)), "Unauthenticated")
      assert.strictEqual(yield* outcome(other.authenticate), "ok")
    })
  )

  test(
    "needs a session when it begins and when it comes back, and is void once the credentials change",
    Effect.gen(function* () {
      const stranger = yield* newVisitor()
      assert.strictEqual(yield* outcome(stranger.beginReauthenticating()), "Unauthenticated")
      const { client, cookies } = yield* signedInAnn
      const parameters = yield* client.visitToReauthenticate(google, annAtGoogle)
      yield* cookies.signOutAll
      yield* client.signInAs(annAtGoogle)
      assert.strictEqual(yield* outcome(client.finishReauthenticating(parameters)), "InvalidToken")
      const next = yield* client.visitToReauthenticate(google, annAtGoogle)
      yield* cookies.signOut
      assert.strictEqual(yield* outcome(client.finishReauthenticating(next)), "Unauthenticated")
    })
  )

  test(
    "renews no level 2 of a user who has a second factor, unless the provider is trusted with several",
    Effect.gen(function* () {
      const cookies = yield* verifiedAnn
      const { app } = yield* setUpApp(cookies.at(optional))
      yield* TestClock.adjust("2 minutes")
      const client = withProviders(cookies, optional)
      yield* client.reauthenticateWithCode(yield* shown(app))
      yield* client.link(annAtGoogle)
      yield* client.link(annAtGoogle, work)
      yield* TestClock.adjust("1 hour")
      const { id } = yield* client.authenticate
      assert.strictEqual(yield* outcome(client.reauthenticateAs(annAtGoogle)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.reauthenticateAs(annAtGoogle, work)), "ReauthenticationRequired")
      assert.deepInclude(yield* client.authenticate, { id })
      yield* client.reauthenticateAs({ ...annAtGoogle, amr: ["mfa"] }, work)
      assert.deepInclude(yield* client.authenticate, { methods: ["magic_link", "totp", "identity_provider_mfa"] })
    })
  )

  test(
    "does not replace a passkey: a session of level 1 stays at level 1",
    Effect.gen(function* () {
      const cookies = yield* verifiedAnn
      const client = withProviders(cookies)
      yield* client.link(annAtGoogle)
      yield* withPasskeys(cookies).add(authenticatorAt())
      const [passkey] = (yield* withPasskeys(cookies).list).passkeys
      assert.isDefined(passkey)
      yield* client.signInAs(annAtGoogle)
      yield* client.reauthenticateAs(annAtGoogle)
      if (passkey !== undefined) {
        assert.strictEqual(yield* outcome(withPasskeys(cookies).remove(passkey.id)), "ReauthenticationRequired")
      }
    })
  )

  test(
    "that comes back while the provider is down can come back again",
    Effect.gen(function* () {
      const { client } = yield* signedInAnn
      const parameters = yield* client.visitToReauthenticate(google, annAtGoogle)
      yield* setHealth(google.issuer, "down")
      assert.strictEqual(yield* outcome(client.finishReauthenticating(parameters)), "IdentityProviderUnavailable")
      yield* setHealth(google.issuer, "up")
      assert.strictEqual(yield* outcome(client.finishReauthenticating(parameters)), "ok")
    })
  )
})
