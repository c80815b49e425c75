/** What the room of users consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { FormerEmails } from "./FormerEmails.ts"
import { IdentityRepository } from "./IdentityRepository.ts"
import { SignInFailures } from "./SignInFailures.ts"
import { UserRepository } from "./UserRepository.ts"

/** The ports that store data. */
export const storage = [FormerEmails, IdentityRepository, SignInFailures, UserRepository] as const

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const formerEmails = yield* FormerEmails
  const signInFailures = yield* SignInFailures
  return [
    { kind: "former_emails", deleteExpired: formerEmails.deleteExpired },
    { kind: "sign_in_failures", deleteExpired: signInFailures.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})

/** What it records. */
export { auditActions, accountChanges } from "./IdentityRecords.ts"
