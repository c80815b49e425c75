/**
 * What the room of sign-ups that wait for a link consists of.
 *
 * @since 0.1.0
 */
import * as PendingSignUpComposer from "./PendingSignUpComposer.ts"
import { PendingSignUpTemplate } from "./PendingSignUpTemplate.ts"
import * as VerifySignUp from "./VerifySignUp.ts"

/** The ports that write emails. @since 0.1.0 */
export const templates = [PendingSignUpTemplate] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { VerifySignUp }

/** The composers of emails. @since 0.1.0 */
export const composers = [PendingSignUpComposer.make] as const
