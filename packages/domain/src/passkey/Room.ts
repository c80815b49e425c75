/** What the room of passkeys consists of. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import * as UsableParty from "./internal/UsableParty.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"
import * as Passkeys from "./Passkeys.ts"
import * as RegisterPasskey from "./RegisterPasskey.ts"
import * as SignInWithPasskey from "./SignInWithPasskey.ts"

/** The ports that store data. */
export const storage = [PasskeyRepository] as const

/** The ways in. A passkey always verifies its user. */
export const methods = Effect.gen(function* () {
  const passkeys = yield* PasskeyRepository
  const usableParty = yield* UsableParty.make
  return [
    {
      id: "passkey",
      amr: ["pop", "user", "mfa"],
      level: 2,
      stepsUp: (instance, { id }) =>
        Option.match(usableParty(instance), {
          onNone: () => Effect.succeed(false),
          onSome: (party) =>
            Effect.map(passkeys.list(instance.id, id), (all) => all.some(({ rpId }) => rpId === party.id))
        })
    }
  ] satisfies ReadonlyArray<AuthenticationMethod>
})

/** What users add to their accounts. */
export { make as additions } from "./PasskeyAdditions.ts"

/** The use cases. Each may use those before it. */
export const useCases = { Passkeys, RegisterPasskey, SignInWithPasskey }

/** The rate limits. */
export * as limits from "./PasskeyLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./PasskeyRecords.ts"
