/**
 * What the room of sign-ups that wait for a link consists of.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Expiring.ts"
import * as PendingSignUpComposer from "./PendingSignUpComposer.ts"
import { PendingSignUpRepository } from "./PendingSignUpRepository.ts"
import { PendingSignUpTemplate } from "./PendingSignUpTemplate.ts"
import * as VerifySignUp from "./VerifySignUp.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [PendingSignUpRepository] as const

/** The ports that write emails. @since 0.1.0 */
export const templates = [PendingSignUpTemplate] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { VerifySignUp }

/** The composers of emails. @since 0.1.0 */
export const composers = [PendingSignUpComposer.make] as const

/** What the cleanup job deletes. @since 0.1.0 */
export const expiring = Effect.gen(function* () {
  const pendingSignUpRepository = yield* PendingSignUpRepository
  return [
    { kind: "pending_sign_ups", deleteExpired: pendingSignUpRepository.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
