import type { CallOptions } from "../../Options.ts"

/** Ends a call of a sign-in after half a minute. */
export const patiently = (): CallOptions => ({ signal: AbortSignal.timeout(30_000) })
