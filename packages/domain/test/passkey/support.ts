/** Users with passkeys, for the tests of this room. */
import type { PasskeyId } from "@latchkey/domain/passkey/PasskeyRepository"
import { defaultInstance, type Instance } from "@latchkey/domain/instance/Instance"
import { AuthenticationCredential, RegistrationCredential } from "@latchkey/domain/passkey/Credential"
import { Passkeys } from "@latchkey/domain/passkey/Passkeys"
import { type PasskeyCreation, RegisterPasskey } from "@latchkey/domain/passkey/RegisterPasskey"
import { SignInWithPasskey } from "@latchkey/domain/passkey/SignInWithPasskey"
import { Reauthenticate } from "@latchkey/domain/reauthentication/Reauthenticate"
import type { SignInResult } from "@latchkey/domain/session/SessionIssuer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"
import { baseUrl, signedUp } from "../support.ts"
import type * as TestClient from "../support/TestClient.ts"

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** Makes an authenticator, in a browser on a page of the default instance. */
export const authenticatorAt = (origin = baseUrl, ...behaviour: [Parameters<typeof makeAuthenticator>[1]?]) =>
  makeAuthenticator(origin, ...behaviour)

/** Creates what the browser returns for the options. */
export const created = (
  { challenge, relyingParty, userHandle }: Pick<PasskeyCreation, "challenge" | "relyingParty" | "userHandle">,
  authenticator: Authenticator,
  id?: Buffer
): RegistrationCredential =>
  Schema.decodeUnknownSync(RegistrationCredential)(
    authenticator.create(
      { challenge: Redacted.value(challenge), rp: { id: relyingParty.id }, user: { id: userHandle } },
      id
    )
  )

/** What a client can do with passkeys in an instance. */
export const withPasskeys = (client: TestClient.TestClient, instance: Instance = defaultInstance) => {
  const request = Effect.map(client.caller, (caller) => ({ instance, caller }))
  const store = (result: SignInResult) =>
    result._tag === "SignedIn"
      ? Ref.set(client.cookies, {
          clientToken: Option.some(result.clientToken),
          sessionToken: Option.some(result.sessionToken)
        })
      : Effect.dieMessage("A passkey needs no second factor")

  const options = Effect.gen(function* () {
    return yield* (yield* RegisterPasskey).request(yield* request)
  })
  const register = (credential: RegistrationCredential, name?: string) =>
    Effect.gen(function* () {
      const { register } = yield* RegisterPasskey
      return yield* register({ ...(yield* request), credential, name: Option.fromNullable(name) })
    })
  const add = (authenticator: Authenticator, name?: string) =>
    Effect.flatMap(options, (creation) => register(created(creation, authenticator), name))

  /** Returns what the browser would present. */
  const answer = (authenticator: Authenticator) =>
    Effect.gen(function* () {
      const { challenge, clientToken, rpId } = yield* (yield* SignInWithPasskey).request(yield* request)
      yield* Ref.update(client.cookies, (held) => ({ ...held, clientToken: Option.some(clientToken) }))
      return Schema.decodeUnknownSync(AuthenticationCredential)(
        authenticator.get({ challenge: Redacted.value(challenge), rpId })
      )
    })
  const present = (credential: AuthenticationCredential) =>
    Effect.gen(function* () {
      const result = yield* (yield* SignInWithPasskey).signIn({ ...(yield* request), credential })
      yield* store(result)
      return result
    })
  const confirm = (credential: AuthenticationCredential) =>
    Effect.gen(function* () {
      const { withPasskey } = yield* Reauthenticate
      yield* store(yield* withPasskey({ ...(yield* request), credential }))
    })
  return {
    options,
    register,
    add,
    answer,
    present,
    confirm,
    signIn: (authenticator: Authenticator) => Effect.flatMap(answer(authenticator), present),
    list: Effect.gen(function* () {
      return yield* (yield* Passkeys).list(yield* request)
    }),
    rename: (id: PasskeyId, name: string) =>
      Effect.gen(function* () {
        yield* (yield* Passkeys).rename(yield* request, { id, name })
      }),
    remove: (id: PasskeyId) =>
      Effect.gen(function* () {
        yield* (yield* Passkeys).remove(yield* request, id)
      })
  }
}

/** Ann's client, which is signed in and has added a passkey. */
export const annWithPasskey = Effect.gen(function* () {
  const client = yield* signedUp
  const authenticator = authenticatorAt()
  const keys = withPasskeys(client)
  const passkey = yield* keys.add(authenticator)
  return { client, authenticator, keys, passkey }
})
