/** What the room of passkeys consists of. */
import { StepUp } from "../session/StepUp.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"
import * as PasskeyStepUp from "./PasskeyStepUp.ts"
import * as Passkeys from "./Passkeys.ts"
import * as RegisterPasskey from "./RegisterPasskey.ts"
import * as SignInWithPasskey from "./SignInWithPasskey.ts"

/** The ports that store data. */
export const storage = [PasskeyRepository] as const

/** The adapter of `StepUp`, which earlier rooms use. */
export const adapters = { StepUp: { StepUp, layer: PasskeyStepUp.layer } }

/** The use cases. Each may use those before it. */
export const useCases = { Passkeys, RegisterPasskey, SignInWithPasskey }

/** The rate limits. */
export * as limits from "./PasskeyLimits.ts"

/** What it records. */
export { attempts, auditActions } from "./PasskeyRecords.ts"
