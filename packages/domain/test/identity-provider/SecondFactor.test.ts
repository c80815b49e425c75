import { assert, describe } from "@effect/vitest"
import { defaultAuthConfig } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import { ann, outcome, storedUser } from "../support.ts"
import { setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { annAtGoogle, ending, google, instance, newVisitor, test, verifiedAnn, withProviders, work } from "./support.ts"

describe("The second factor", () => {
  const optional = instance({ authConfig: { ...defaultAuthConfig, magic_link: true, secondFactor: "optional" } })
  const required = instance({ authConfig: { ...defaultAuthConfig, magic_link: true, secondFactor: "required" } })

  test(
    "is asked for after a known identity, and after a new one",
    Effect.gen(function* () {
      const cookies = yield* verifiedAnn
      const { app } = yield* setUpApp(cookies.at(optional))
      for (let times = 0; times < 2; times++) {
        const client = withProviders(yield* TestClient.make, optional)
        const result = yield* client.signInAs(annAtGoogle)
        assert.deepInclude<object>(result, { _tag: "SecondFactorRequired", options: ["totp", "recovery_code"] })
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
        yield* client.completeSignIn(yield* shown(app))
        assert.deepInclude(yield* client.authenticate, { methods: ["identity_provider", "totp"] })
        yield* TestClock.adjust("2 minutes")
      }
    })
  )

  test(
    "is set up first where an instance requires one, also by a new user",
    Effect.gen(function* () {
      const client = yield* newVisitor(required)
      const result = yield* client.signInAs(annAtGoogle)
      assert.deepInclude<object>(result, { _tag: "SecondFactorRequired", options: ["totp_enrollment"] })
      assert.isTrue(Option.isSome(yield* storedUser(ann)))
    })
  )

  test(
    "is the provider's if it is trusted for that, and says that it has asked for several factors",
    Effect.gen(function* () {
      const mfa = { ...annAtGoogle, amr: ["pwd", "mfa"] }
      for (const [provider, user, expected] of [
        [work, mfa, "identity_provider_mfa"],
        [work, { ...annAtGoogle, amr: ["mfa2", "hwk"] }, "identity_provider"],
        [work, annAtGoogle, "identity_provider"],
        [google, mfa, "identity_provider"]
      ] as const) {
        const client = yield* newVisitor(optional)
        yield* client.signInAs(user, provider)
        assert.deepStrictEqual((yield* client.authenticate).methods, [expected])
      }
      const strict = yield* newVisitor(required)
      assert.strictEqual(yield* ending(strict.signInAs(mfa, work)), "SignedIn")
      assert.strictEqual(yield* ending(strict.signInAs(mfa)), "SecondFactorRequired")
    })
  )

  test(
    "of a passkey is not replaced: a session with an identity cannot change passkeys",
    Effect.gen(function* () {
      const owner = yield* verifiedAnn
      yield* withPasskeys(owner).add(authenticatorAt())
      const cookies = yield* TestClient.make
      const client = withProviders(cookies)
      assert.strictEqual(yield* ending(client.signInAs(annAtGoogle)), "SignedIn")
      const [passkey] = (yield* withPasskeys(owner).list).passkeys
      assert.isDefined(passkey)
      if (passkey !== undefined) {
        assert.strictEqual(yield* outcome(withPasskeys(cookies).remove(passkey.id)), "ReauthenticationRequired")
      }
    })
  )
})
