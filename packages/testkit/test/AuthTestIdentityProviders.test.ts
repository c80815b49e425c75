import { assert, describe, it } from "@effect/vitest"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Identities } from "@latchkey/domain/identity-provider/Identities"
import { SignInWithIdentityProvider } from "@latchkey/domain/identity-provider/SignInWithIdentityProvider"
import { IdentityProviderAdministration } from "@latchkey/domain/operator/IdentityProviderAdministration"
import * as MemoryIdentityProviderClient from "@latchkey/memory/MemoryIdentityProviderClient"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const layer = Layer.provideMerge(AuthTest.layer, MemoryIdentityProviderClient.layer)

describe("AuthTest with MemoryIdentityProviderClient", () => {
  it.scoped("signs in with an identity provider that the test has turned on, without a network", () =>
    Effect.gen(function* () {
      const { findByHost } = yield* InstanceDirectory
      const { create } = yield* IdentityProviderAdministration
      const settings = { kind: "google", clientId: "my-client", clientSecret: null, emailTrust: "claim" } as const
      yield* create({ instance: yield* findByHost("localhost"), by: { actor: "program" }, settings })
      const instance = yield* findByHost("localhost")
      assert.strictEqual(instance.id, defaultId)

      const { begin, comeBack, signIn } = yield* SignInWithIdentityProvider
      const { signIn: signInThere } = yield* MemoryIdentityProviderClient.Providers
      const caller = {
        ipAddress: "192.0.2.1",
        userAgent: undefined,
        clientToken: Option.none(),
        sessionToken: Option.none()
      }
      const visit = yield* begin({ instance, caller, provider: "google", returnTo: Option.none() })
      const parameters = yield* signInThere(visit.url, {
        subject: "1",
        email: "ada@gmail.com",
        emailVerified: true
      })
      const client = { ...caller, clientToken: Option.some(visit.clientToken) }
      const result = yield* signIn(yield* comeBack({ instance, caller: client, parameters }))
      assert.strictEqual(result._tag, "SignedIn")
      if (result._tag !== "SignedIn") return
      const signedIn = {
        ...caller,
        clientToken: Option.some(result.clientToken),
        sessionToken: Option.some(result.sessionToken)
      }
      const [identity] = yield* (yield* Identities).list({ instance, caller: signedIn })
      assert.deepInclude(identity, { issuer: "https://accounts.google.com", subject: "1" })
      // The same user, for the helpers of `AuthTest`.
      const { signedInAs, sessionOf } = yield* AuthTest.AuthTest
      const session = yield* sessionOf(yield* signedInAs("ada@gmail.com"))
      assert.strictEqual(Option.getOrThrow(session).userId, result.userId)
    }).pipe(Effect.provide(layer))
  )
})
