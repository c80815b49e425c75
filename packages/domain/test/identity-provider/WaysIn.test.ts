import { assert, describe, it } from "@effect/vitest"
import { AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import { defaultAuthConfig, defaultId } from "@latchkey/domain/instance/Instance"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Support from "../support.ts"
import { ann, storedUser } from "../support.ts"
import { google, instance, microsoft, test } from "./support.ts"

/** Passwords and magic links are turned off: a user without an identity cannot sign in. */
const onlyProviders = { authConfig: { ...defaultAuthConfig, password: false, magic_link: false } }

describe("The way in of identity providers", () => {
  const isSignInPossible = (fields: object) =>
    Effect.map(AuthenticationMethods, (methods) =>
      methods.isSignInPossible(instance({ ...onlyProviders, ...fields }), false)
    )

  test(
    "is possible while an instance has one that is turned on",
    Effect.gen(function* () {
      assert.isTrue(yield* isSignInPossible({}))
      assert.isFalse(yield* isSignInPossible({ identityProviders: [{ ...google, enabled: false }] }))
      assert.isFalse(yield* isSignInPossible({ identityProviders: [] }))
    })
  )

  it.scoped("is not possible without an adapter, and then an identity is no way in", () =>
    Effect.gen(function* () {
      assert.isFalse(yield* isSignInPossible({}))
      yield* Support.signedUp
      const user = Option.getOrThrow(yield* storedUser(ann))
      yield* Samples.storedIdentity(user, { issuer: google.issuer })
      assert.isFalse(yield* (yield* AuthenticationMethods).admits(instance(onlyProviders), user))
    }).pipe(Effect.provide(Support.layer))
  )

  test(
    "admits users with an identity of a provider that is turned on, also of one that many tenants share",
    Effect.gen(function* () {
      const user = yield* Samples.storedUser(defaultId)
      const { admits } = yield* AuthenticationMethods
      const canSignIn = (fields: object = {}) => admits(instance({ ...onlyProviders, ...fields }), user)
      assert.isFalse(yield* canSignIn())
      yield* Samples.storedIdentity(user, {
        issuer: `https://login.microsoftonline.com/${crypto.randomUUID()}/v2.0`
      })
      assert.isTrue(yield* canSignIn())
      assert.isFalse(yield* canSignIn({ identityProviders: [{ ...microsoft, enabled: false }, google] }))
    })
  )

  test(
    "has the values fed, and mfa at level 2 only",
    Effect.gen(function* () {
      const { amrOf, levelOf } = yield* AuthenticationMethods
      assert.deepStrictEqual([amrOf(["identity_provider"]), levelOf(["identity_provider"])], [["fed"], 1])
      const mfa = ["identity_provider_mfa"] as const
      assert.deepStrictEqual([amrOf(mfa), levelOf(mfa)], [["fed", "mfa"], 2])
    })
  )
})
