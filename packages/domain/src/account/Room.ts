/**
 * What the room of users consists of.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Expiring.ts"
import { FormerEmails } from "./FormerEmails.ts"
import { SignInFailures } from "./SignInFailures.ts"
import { UserRepository } from "./UserRepository.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [FormerEmails, SignInFailures, UserRepository] as const

/** What the cleanup job deletes. @since 0.1.0 */
export const expiring = Effect.gen(function* () {
  const formerEmails = yield* FormerEmails
  const signInFailures = yield* SignInFailures
  return [
    { kind: "former_emails", deleteExpired: formerEmails.deleteExpired },
    { kind: "sign_in_failures", deleteExpired: signInFailures.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
