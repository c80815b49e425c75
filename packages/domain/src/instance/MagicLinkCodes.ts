/** Whether emails with magic links contain a code, too. */
import * as Effect from "effect/Effect"
import * as AppPart from "../core/AppPart.ts"
import { SecretKeys } from "../core/SecretKeys.ts"
import type { Instance } from "./Instance.ts"

/** Makes the function that returns `true` if emails with magic links of an instance contain a code, too. */
export const makeHasCodes = Effect.map(
  AppPart.read(SecretKeys),
  ({ isConfigured }) =>
    ({ emailConfig }: Instance): boolean =>
      emailConfig.magicLinkCodes && isConfigured
)
