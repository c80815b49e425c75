/** How operators sign in to the dashboard, beside their passkeys. */
import * as Effect from "effect/Effect"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"

/** A one-time link that an administrator, or the command line, has created. */
export const invitation = { id: "dashboard_invitation", amr: ["otp"], level: 1 } as const satisfies AuthenticationMethod

/** The key of the settings. */
export const adminKey = { id: "admin_key", amr: ["pwd"], level: 1 } as const satisfies AuthenticationMethod

/** Both. */
export const methods = Effect.succeed<ReadonlyArray<AuthenticationMethod>>([invitation, adminKey])
