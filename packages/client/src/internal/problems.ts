import type { ProblemCode } from "../Problem.ts"

/** An example of what every problem document contains in addition to its `type`. */
export const document = { title: "", status: 0, detail: "", code: "" }

/** Examples of what some problem documents contain in addition. */
export const additions: { readonly [Code in ProblemCode]?: object } = {
  password_too_short: { violations: [] },
  invalid_request: { errors: [] },
  factor_recovery_too_early: { availableAt: "" }
}

/** Returns `true` if problems with that code come with `Retry-After`. */
export const isRetryable = (code: string): boolean => code === "service_unavailable" || code.endsWith("_rate_limited")
