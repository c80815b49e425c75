import type { Email } from "@latchkey/domain/core/Email"
import { defaultId, type SignUpConfig } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import type { Password } from "@latchkey/domain/password/Password"
import * as OneTimeTokens from "@latchkey/domain/one-time-token/OneTimeTokens"
import { kind } from "@latchkey/domain/pending-sign-up/PendingSignUps"
import * as Effect from "effect/Effect"
import { rightPassword, sentSignUpToken } from "../support.ts"
import * as TestClient from "./TestClient.ts"

/** The program that changes accounts. */
export const by = { actor: "program" } as const

/** Changes how the default instance signs users up, and returns it. */
export const set = (signUp: Partial<SignUpConfig>) =>
  Effect.flatMap(InstanceDirectory, ({ update }) => update(defaultId, { signUp }))

/** A new client of an instance that verifies addresses before it creates accounts. */
export const newClient = Effect.gen(function* () {
  return (yield* TestClient.make).at(yield* set({ verification: "before" }))
})

/** Signs up on a new client. Returns it, and the token of the email. */
export const signedUp = (address: Email, text: Password = rightPassword) =>
  Effect.gen(function* () {
    const client = yield* newClient
    yield* client.requestSignUp(address, text)
    return { client, token: yield* sentSignUpToken(address) }
  })

/** Returns how many pending sign-ups an address has. */
export const pendingCount = (address: Email) =>
  Effect.flatMap(OneTimeTokens.make(kind), ({ list }) =>
    Effect.map(list({ instanceId: defaultId, subject: address }), ({ length }) => length)
  )
