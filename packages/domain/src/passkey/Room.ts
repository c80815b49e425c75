/**
 * What the room of passkeys consists of.
 *
 * @since 0.1.0
 */
import { StepUp } from "../session/StepUp.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"
import * as PasskeyStepUp from "./PasskeyStepUp.ts"
import * as Passkeys from "./Passkeys.ts"
import * as RegisterPasskey from "./RegisterPasskey.ts"
import * as SignInWithPasskey from "./SignInWithPasskey.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [PasskeyRepository] as const

/** The adapter of `StepUp`, which earlier rooms use. @since 0.1.0 */
export const adapters = { StepUp: { StepUp, layer: PasskeyStepUp.layer } }

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { Passkeys, RegisterPasskey, SignInWithPasskey }
